// Side by side: two rankings, or a ranking and a search, on the same puzzle, in step.

import { linkTo } from "./address.js";
import { ask } from "./api.js";
import { drawBoard } from "./board.js";
import { button, html, svg } from "./dom.js";
import { headingOf, laidIn, readFilm } from "./film.js";
import { t } from "./language.js";
import { rankingField } from "./ranking-chooser.js";
import { told } from "./told.js";
import { titleOf } from "./words.js";

/**
 * @import { Other, Where } from "./address.js"
 * @import { View } from "./app.js"
 * @import { Film } from "./film.js"
 */

/** Milliseconds between two steps. */
const PACE = 800;
/** @returns {[string, string][]} */
const searches = () => [["solver:exact", t("No ranking: the exact search")], ["solver:ford", t("No ranking: Ford's search")]];

/**
 * Open the view.
 * @param {HTMLElement} place
 * @returns {View}
 */
export function comparison(place) {
  return new Comparison(place);
}

class Comparison {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.asking = new AbortController();
    this.sides = [new Side(t("Left")), new Side(t("Right"))];
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
    this.slider = /** @type {HTMLInputElement} */ (html("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Moment of both runs"), input: () => this.draw() }));
    this.running = button(t("Run"), () => this.toggle(), { class: "run" });
    this.count = html("span", { class: "count" });
    this.title = html("h1", {}, t("Side by side"));
    place.append(
      this.title,
      html("div", { class: "controls" }, button(t("Back"), () => this.go(-1)), this.running, button(t("Forward"), () => this.go(1)), button(t("To the end"), () => this.go(Infinity)), this.slider, this.count),
      html("div", { class: "columns" }, ...this.sides.map((side) => side.element)),
    );
  }

  leave() {
    this.asking.abort();
    this.pause();
  }

  /** @param {Where} where */
  async show(where) {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.pause();
    const change = (/** @type {Partial<Where>} */ each) => (location.hash = linkTo(where, each));
    this.sides[0].choose(rankingField(t("Left"), where.ranking, (ranking) => change({ ranking })));
    this.sides[1].choose(otherField(where.other, (other) => change({ other })));
    const byRules = (/** @type {any} */ ranking) => ({ ranking, solver: "expert" });
    const ways = [byRules(where.ranking), "solver" in where.other ? where.other : byRules(where.other)];
    // the two runs are asked for one after the other, so that each has a processor for itself
    for (const [n, way] of ways.entries()) await this.sides[n].run({ puzzle: where.puzzle, ...way }, signal);
    if (signal.aborted) return;
    const title = this.sides[0].film?.title ?? this.sides[1].film?.title;
    this.title.textContent = [t("Side by side"), title && titleOf(title)].filter(Boolean).join(": ");
    this.slider.max = String(Math.max(...this.sides.map((side) => side.last)));
    this.go(-Infinity);
  }

  /** @param {number} count of moments to go */
  go(count) {
    this.slider.value = String(Math.max(0, Math.min(Number(this.slider.value) + count, Number(this.slider.max))));
    this.draw();
  }

  draw() {
    const now = Number(this.slider.value);
    this.count.textContent = t("{now} of {all}", { now: now + 1, all: Number(this.slider.max) + 1 });
    for (const side of this.sides) side.draw(now);
    if (now === Number(this.slider.max)) this.pause();
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.slider.value === this.slider.max) this.go(-Infinity);
    this.timer = setInterval(() => this.go(1), PACE);
    this.running.textContent = t("Pause");
    for (const side of this.sides) side.heading.setAttribute("aria-live", "off");
  }

  pause() {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.running.textContent = t("Run");
    for (const side of this.sides) side.heading.setAttribute("aria-live", "polite");
  }
}

/** One of two runs. */
class Side {
  /** @param {string} name */
  constructor(name) {
    /** @type {Film | null} */
    this.film = null;
    this.asked = "";
    this.chooser = html("span", {});
    this.board = svg("svg", { class: "board", role: "img", "aria-label": name });
    this.heading = html("p", { class: "moment", "aria-live": "polite" });
    this.numbers = html("dl", { class: "numbers", "aria-live": "polite" });
    this.element = html("section", { class: "stage", "aria-label": name }, this.chooser, this.board, this.heading, this.numbers);
  }

  /** @param {HTMLElement} field */
  choose(field) {
    const isFocused = this.chooser.contains(document.activeElement);
    this.chooser.replaceChildren(field);
    if (isFocused) field.focus();
  }

  get last() {
    return Math.max(0, (this.film?.shots.length ?? 1) - 1);
  }

  /** Run, unless this run is there already. @param {any} request @param {AbortSignal} signal */
  async run(request, signal) {
    if (this.asked === JSON.stringify(request)) return;
    this.asked = "";
    this.film = null;
    this.numbers.replaceChildren();
    this.say(t("Running ..."));
    try {
      const result = await ask("run", request, { signal });
      this.film = result.film && readFilm(result.film);
      this.say(result.message);
      this.numbers.replaceChildren(...numbersOf(result));
      this.asked = JSON.stringify(request);
    } catch (fault) {
      if (!signal.aborted) this.say(/** @type {Error} */ (fault).message, "bad");
    }
  }

  /** @param {string} words @param {string} [kind] */
  say(words, kind = "") {
    this.heading.className = `moment ${kind}`;
    this.heading.textContent = words;
  }

  /** @param {number} now */
  draw(now) {
    const { film } = this;
    if (!film) return this.board.replaceChildren();
    const shot = film.shots[Math.min(now, this.last)];
    const laid = laidIn(film, shot.scene);
    this.say(headingOf(shot));
    this.board.setAttribute("aria-label", `${headingOf(shot)}: ${laid.map(({ name }) => told(name.name)).join(", ") || t("Nothing is taken yet.")}`);
    drawBoard(this.board, film.bounds, { laid, scene: shot.scene, next: null, pointed: null, withNumbers: false });
  }
}

/** @param {any} result */
function numbersOf({ status, message, solver, nodes, undone, seconds }) {
  const rows = [
    [t("Ended"), html("b", { class: `status ${status}`, title: message }, told(status))],
    [solver === "expert" ? t("Extractions") : t("Nodes"), String(nodes)],
    [t("Undone"), String(undone)],
    [t("Time"), `${seconds < 1 ? Math.round(1000 * seconds) + " ms" : seconds.toFixed(1) + " s"}`],
  ];
  return rows.map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value)));
}

/** @param {Other} other @param {(other: Other) => void} choose */
function otherField(other, choose) {
  const chosen = "solver" in other ? { name: `solver:${other.solver}` } : other;
  return rankingField(t("Right"), chosen, (each) => choose(solverOf(each)), searches());
}

/** @param {import("./address.js").RankingGiven} chosen @returns {Other} */
function solverOf(chosen) {
  if (!("name" in chosen) || !chosen.name.startsWith("solver:")) return chosen;
  return { solver: chosen.name.endsWith("ford") ? "ford" : "exact" };
}
