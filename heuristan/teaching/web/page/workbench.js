// The workbench: a puzzle taken apart step by step, by the ranking or by the reader.

import { linkTo, positionOf } from "./address.js";
import { ask } from "./api.js";
import { drawBoard } from "./board.js";
import { checkSwitch } from "./check-switch.js";
import { Choosing } from "./choosing.js";
import { button, enable, html, svg } from "./dom.js";
import { laidIn, readFilm } from "./film.js";
import { EnginePanel } from "./engine-panel.js";
import { isChecking, isFirstVisit } from "./keeping.js";
import { t } from "./language.js";
import { legend } from "./legend.js";
import { factTable, stockList } from "./memory.js";
import { projectorSwitch } from "./projector.js";
import { inShort, Questions } from "./questions.js";
import { rankingChooser } from "./ranking-chooser.js";
import { countsOf, nextOf, prospectOf, stepList } from "./standing.js";
import { told } from "./told.js";
import { Tour } from "./tour.js";
import { coming, stepIn, titleOf } from "./words.js";

/**
 * @import { Move, Where } from "./address.js"
 * @import { View } from "./app.js"
 * @import { Film, Scene, Taken, Tile } from "./film.js"
 * @import { Standing } from "./standing.js"
 * @import { Deed } from "./tour.js"
 */

/** On this shape every ranking of the paper fails. */
const HARD = { shape: "digit-9" };
/** Milliseconds after which the rest is asked for: whoever steps on quickly does not wait for it. */
const LATER = 150;

/**
 * Open the workbench.
 * @param {HTMLElement} place
 * @returns {View}
 */
export function workbench(place) {
  return new Workbench(place);
}

class Workbench {
  /** @param {HTMLElement} place */
  constructor(place) {
    /** @type {Where | null} */
    this.where = null;
    /** @type {Film | null} */
    this.film = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Taken | null} */
    this.next = null;
    /** The number of that match. @type {number | null} */
    this.preferred = null;
    /** @type {Tile | null} */
    this.pointed = null;
    /** What the move is that is under way. @type {Deed | null} */
    this.deed = null;
    this.tour = new Tour(() => this.where && (location.hash = linkTo(this.where, { puzzle: HARD, moves: [] })));
    this.asking = new AbortController();
    this.isPending = false;
    /** @type {Move | null} */
    this.waiting = null;
    this.board = svg("svg", { class: "board", role: "img" });
    this.title = html("h1", {});
    this.ranking = html("span", {});
    this.status = html("b", { class: "status" });
    this.counts = html("span", { class: "count" });
    this.heading = html("h2", {});
    this.words = html("p", { class: "words" }, coming("board"));
    this.said = html("div", { class: "said", "aria-live": "polite" }, this.words);
    this.prospect = html("div", { class: "prospect", role: "status" });
    this.rules = new Choosing({
      point: (tile) => this.point(tile),
      say: (words) => this.prospect.replaceChildren(html("p", {}, words)),
      move: (move) => this.move(move),
      askWhyNot: (line) => this.questions.ask({ ask: "why-not", line }),
    });
    this.memory = html("div", {});
    this.stock = html("div", {});
    this.steps = html("div", { class: "steps-box", role: "group", "aria-label": t("Steps"), tabindex: 0 });
    this.questions = new Questions(() => this.tour.see("ask"));
    this.box = html("div", { class: "board-box" }, this.board, this.questions.picture);
    this.engine = new EnginePanel((rules) => this.where && (location.hash = linkTo(this.where, { rules, moves: [] })));
    this.numbers = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", checked: true, change: () => this.draw() }));
    this.large = projectorSwitch(() => this.where);
    this.step = button(t("Step"), () => this.move({ do: "go", count: 1 }), { title: t("Let the ranking take one step (right arrow)"), class: "run" });
    this.back = button(t("Take back"), () => this.move({ do: "back", count: 1 }), { title: t("Take back the last step (left arrow)") });
    this.finish = button(t("Go on to the end"), () => this.move({ do: "finish" }), { title: t("Let the ranking go on until it is solved or stuck (End)") });
    this.again = button(t("Start over"), () => this.go([]), { title: t("Put everything back (Home)") });
    place.append(...this.layout());
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  leave() {
    this.asking.abort();
    document.removeEventListener("keydown", this.onKey);
  }

  layout() {
    return [
      html("div", { class: "head" }, this.title, html("p", {}, this.status, " ", this.counts), this.ranking, this.tour.element),
      html(
        "section",
        { class: "stage", "aria-label": t("Board") },
        this.box,
        html("div", { class: "controls" }, this.step, this.back, this.finish, this.again, html("label", {}, this.numbers, ` ${t("numbers")}`), checkSwitch(() => this.where && this.show(this.where)), this.large.element),
        this.prospect,
        html("div", { class: "telling", role: "group", "aria-label": t("What happened"), tabindex: 0 }, this.questions.answer, this.said),
        html("details", { class: "legend", open: isFirstVisit() }, html("summary", {}, t("What the letters and lines mean")), legend()),
      ),
      this.rules.element,
      html(
        "div",
        { class: "more" },
        this.questions.element,
        html("section", {}, html("h2", {}, t("Steps")), this.steps),
        html("details", {}, html("summary", {}, t("Working memory")), this.memory),
        this.engine.element,
        this.stock,
      ),
    ];
  }

  /** @param {Where} where */
  async show(where) {
    if (where.isLarge && !this.where?.isLarge) this.tour.show(false); // a room sees the board; the tour can be begun there
    this.where = where;
    this.large.show(where);
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.ranking.replaceChildren(rankingChooser(where));
    try {
      const standing = /** @type {Standing} */ (await ask("step", positionOf(where), { signal }));
      this.stand(standing);
      await new Promise((resolve) => setTimeout(resolve, LATER));
      const answer = await ask("inspect", positionOf(where), { signal });
      await this.rules.released;
      if (!signal.aborted) this.tell(standing, answer);
    } catch (fault) {
      if (!signal.aborted) this.refuse(/** @type {Error} */ (fault));
    }
  }

  /**
   * Make a move. While another is under way, the last one waits for it; a match or rule that was chosen meanwhile was
   * one of a board that is gone.
   * @param {Move} move
   */
  move(move) {
    if (this.isPending) this.waiting = move.do === "take" || move.do === "rule" ? null : move;
    else if (this.where) {
      this.deed = this.deedOf(move);
      this.go([...this.where.moves, move]);
    }
  }

  /** @param {Move} move @returns {Deed} */
  deedOf(move) {
    if (move.do === "back") return "back";
    const isOther = (move.do === "take" && move.number !== this.preferred) || (move.do === "rule" && move.line !== this.next?.line);
    return isOther ? "overrule" : "take";
  }

  /** Make the move that waits, if it can still be made. @param {Standing} standing */
  makeWaiting({ status, steps }) {
    const { waiting } = this;
    this.waiting = null;
    if (waiting && (waiting.do === "back" ? steps >= waiting.count : status === "open")) this.move(waiting);
  }

  /** Go where some moves lead; the link says them. @param {Move[]} moves */
  go(moves) {
    const link = this.where && linkTo(this.where, { moves });
    if (!link || link === location.hash) return;
    this.isPending = true;
    location.hash = link;
  }

  /** Say why a move cannot be made; what was there stays. @param {Error} fault */
  refuse(fault) {
    this.isPending = false;
    this.waiting = null;
    const line = /** @type {any} */ (fault).line ?? null;
    if (this.where?.rules && line) this.engine.refuse(this.where.rules, { message: fault.message, line });
    if (!this.film) {
      this.words.textContent = "";
      for (const each of [this.step, this.back, this.finish]) enable(each, false);
    }
    this.prospect.className = "prospect bad";
    this.prospect.replaceChildren(html("p", {}, fault.message), button(t("Back to what was there"), () => history.back()));
  }

  /** Paint a position. @param {Standing} standing */
  stand(standing) {
    this.isPending = false;
    this.film = readFilm(standing.film);
    const scene = (this.scene = this.film.scenes[standing.scene]);
    this.preferred = standing.next;
    this.next = nextOf(scene, standing.next);
    if (this.deed && this.deed !== "back") this.tour.see(this.deed);
    if (standing.status === "solved") this.tour.solved();
    this.pointed = null;
    this.title.textContent = titleOf(this.film.title);
    this.status.textContent = t(standing.status);
    this.status.className = `status ${standing.status}`;
    this.counts.textContent = countsOf(standing);
    this.heading.textContent = stepIn(scene.heading);
    this.words.textContent = scene.text;
    // before anything is taken the board says enough; who wants to know how it was prepared looks it up
    const start = html("details", {}, html("summary", {}, t("How it was prepared")), this.words);
    this.said.replaceChildren(this.heading, ...(scene.taken ? inShort(standing.short, [this.words]) : [start]));
    this.prospect.className = "prospect";
    this.prospect.replaceChildren();
    const isOpen = standing.status === "open";
    enable(this.step, isOpen);
    enable(this.finish, isOpen);
    enable(this.back, standing.steps > 0);
    enable(this.again, Boolean(this.where?.moves.length));
    this.stock.replaceChildren(stockList(this.film, scene));
    this.memory.replaceChildren(factTable(scene));
    this.steps.replaceChildren(stepList(this.film, scene, (step) => this.questions.ask({ ask: "how", step }), (count) => this.move({ do: "back", count })));
    this.steps.scrollTop = this.steps.scrollHeight;
    if (this.where) this.questions.at(positionOf(this.where), this.film, scene, standing);
    if (this.where) this.engine.at(positionOf(this.where));
    this.rules.fill(this.film, scene, this.next);
    this.draw();
    this.makeWaiting(standing);
  }

  /** Add what takes longer to say. @param {Standing} standing @param {any} answer */
  tell(standing, answer) {
    const { film, scene, where } = this;
    if (!film || !scene || !where) return;
    scene.lacking = new Map(answer.lacking);
    scene.facts = answer.facts;
    scene.isAsked = true;
    this.rules.fill(film, scene, this.next);
    this.memory.replaceChildren(factTable(scene));
    const known = isChecking() ? answer : { fillable: null, right: null, words: standing.status === "stuck" ? t("No rule finds a match.") : "" };
    const said = prospectOf(standing, known, (count) => this.move({ do: "back", count }), linkTo(where, { view: "compare", moves: [] }));
    this.prospect.className = said.className;
    this.prospect.replaceChildren(...said.children);
    this.tour.stands(said.className.endsWith("bad"), this.deed === "back");
  }

  /** @param {Tile | null} tile */
  point(tile) {
    this.pointed = tile;
    this.draw();
  }

  draw() {
    const { film, scene, pointed, next } = this;
    if (!film || !scene) return;
    this.box.classList.toggle("pointing", pointed !== null);
    const laid = laidIn(film, scene);
    this.board.setAttribute("aria-label", `${titleOf(film.title)}: ${laid.map(({ name }) => told(name.name)).join(", ") || t("Nothing is taken yet.")}`);
    drawBoard(this.board, film.bounds, { laid, scene, next: pointed ? null : next, pointed, withNumbers: this.numbers.checked });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isElsewhere = event.target instanceof Element && event.target.closest("input, select, textarea, summary");
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = /** @type {Record<string, HTMLElement>} */ ({ ArrowRight: this.step, ArrowLeft: this.back, End: this.finish, Home: this.again });
    const button = buttons[event.key];
    if (!button) return;
    event.preventDefault();
    button.click();
  }
}
