// The rule panel in the hands of a reader: pointing at a match draws it, clicking takes it.

import { button, html } from "./dom.js";
import { t } from "./language.js";
import { grades } from "./legend.js";
import { rulePanel } from "./rules.js";
import { told } from "./told.js";
import { capital } from "./words.js";

/**
 * @import { Move } from "./address.js"
 * @import { Film, Scene, Taken, Tile } from "./film.js"
 * @typedef {{ point: (tile: Tile | null) => void, say: (words: string) => void, move: (move: Move) => void, askWhyNot: (line: number) => void }} Doing
 *   What follows from a choice.
 */

/** Milliseconds from the end of a touch to its click. */
const CLICKED = 300;

/** Wait until what is pressed now is released, and its click has come. */
async function release() {
  await new Promise((resolve) => ["pointerup", "pointercancel"].forEach((end) => addEventListener(end, resolve, { once: true })));
  await new Promise((resolve) => setTimeout(resolve, CLICKED));
}

/** The panel. */
export class Choosing {
  /** @param {Doing} doing */
  constructor(doing) {
    this.doing = doing;
    /** @type {Scene | null} */
    this.scene = null;
    this.isTouched = false;
    /** Whether nothing was pointed at since the panel was filled: what comes to lie under a pointer is not pointed at. */
    this.isStill = false;
    /** @type {Tile | null} */
    this.touched = null;
    this.panel = html("div", { class: "panel ranking" });
    /** The rules, by their places, whose matches are all shown. @type {Set<number>} */
    this.opened = new Set();
    new ResizeObserver(() => this.fold()).observe(this.panel);
    /** Settled while no match is pressed: if the panel were filled between press and release, the click would be lost. */
    this.released = Promise.resolve();
    const note = (/** @type {PointerEvent} */ event) => {
      this.isTouched = event.pointerType === "touch";
      this.released = release();
    };
    // a finger is known when it comes down, a keyboard by its keys
    const forget = () => (this.isTouched = this.isStill = false);
    const stir = (/** @type {PointerEvent} */ { movementX, movementY }) => movementX || movementY ? (this.isStill = false) : undefined;
    this.element = html("section", { class: "beside", "aria-label": t("Rules"), pointerdown: note, pointermove: stir, keydown: forget }, html("h2", {}, t("Choose a match, or a rule")), html("ul", { class: "grades" }, ...grades()), this.panel);
  }

  /**
   * Show what the rules offer; the focus stays where it was in the order of the buttons.
   * @param {Film} film
   * @param {Scene} scene
   * @param {Taken | null} next
   */
  fill(film, scene, next) {
    if (scene !== this.scene) [this.touched, this.isStill] = [null, true];
    this.scene = scene;
    const isOpen = this.panel.querySelector(".rest[open]") !== null;
    const focused = this.buttons.findIndex((button) => button === document.activeElement);
    const point = (/** @type {Tile | null} */ tile) => !this.isStill && this.doing.point(tile ?? this.touched);
    this.panel.replaceChildren(rulePanel(film, scene, next, point, (line, index) => this.choose(line, index), (line) => this.beside(line)));
    this.panel.querySelector(".rest")?.toggleAttribute("open", isOpen);
    this.fold();
    if (focused >= 0) this.buttons[Math.min(focused, this.buttons.length - 1)]?.focus({ preventScroll: true });
  }

  /** Show as many matches of a rule as one row has room for, and a button to see them all; so no rule moves another. */
  fold() {
    for (const [line, rule] of this.panel.querySelectorAll(".rule").entries()) {
      const matches = /** @type {HTMLElement} */ (rule.querySelector(".matches"));
      const isOpen = this.opened.has(line);
      matches.classList.toggle("open", isOpen);
      rule.classList.toggle("full", isOpen || matches.scrollHeight > matches.clientHeight + 1);
      const below = [...matches.querySelectorAll("button")].filter((each) => each.offsetTop >= matches.offsetTop + matches.clientHeight);
      rule.querySelector(".all")?.remove();
      if (isOpen || below.length) rule.append(button(isOpen ? "−" : `+${below.length}`, () => this.unfold(line), { class: "small all", "aria-expanded": String(isOpen), "aria-label": t("All matches of rule {rule}", { rule: line + 1 }) }));
      // no key leads to what is not seen
      for (const each of matches.querySelectorAll("button")) each.classList.toggle("folded", !isOpen && below.includes(each));
    }
  }

  /** Show all matches of a rule, or one row again. @param {number} line */
  unfold(line) {
    if (!this.opened.delete(line)) this.opened.add(line);
    this.fold();
    /** @type {HTMLElement | null | undefined} */ (this.panel.querySelectorAll(".rule")[line]?.querySelector(".all"))?.focus();
  }

  get buttons() {
    return [...this.panel.querySelectorAll("button")];
  }

  /** Make what stands beside a rule. @param {number} line */
  beside(line) {
    if (!this.scene?.left.length) return null;
    const { move, askWhyNot } = this.doing;
    const small = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => button(text, act, { class: "small", "aria-label": label });
    return this.scene.offers.some((offer) => offer.line === line)
      ? small(t("Apply"), t("Apply rule {rule}", { rule: line + 1 }), () => move({ do: "rule", line }))
      : small(t("Why nothing?"), t("Why nothing? Rule {rule}", { rule: line + 1 }), () => askWhyNot(line));
  }

  /**
   * Take a match; with a finger, which cannot point, the first touch draws it.
   * @param {number} line
   * @param {number} index
   */
  choose(line, index) {
    const offers = this.scene?.offers ?? [];
    const place = offers.findIndex((offer) => offer.line === line);
    const tile = offers[place].matches[index];
    if (this.isTouched && this.touched !== tile) {
      this.touched = tile;
      this.doing.point(tile);
      this.doing.say(t("{piece}, {grades}. Touch it again to take it.", { piece: capital(told(tile.name.name)), grades: tile.grades ?? "" }));
      return;
    }
    const before = offers.slice(0, place).reduce((sum, { matches }) => sum + matches.length, 0);
    this.doing.move({ do: "take", number: before + index + 1 });
  }
}
