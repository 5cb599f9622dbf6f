// The drawing board: an outline is drawn side by side, with holes and parts, and becomes a puzzle.

import { button, enable, html } from "./dom.js";
import { answered, inRoots, ontoDrawing, short } from "./draw-parts.js";
import { COARSE, FINE, GRID, isOnGrid, snappedVertex } from "./draw-snapping.js";
import { Surface } from "./draw-surface.js";
import { t } from "./language.js";
import { apart, areaWithin, turnedBy, withInteriorLeft } from "./plane.js";
import { Undoing } from "./undoing.js";

/**
 * @import { Point } from "./film.js"
 * @import { Api } from "./play-table.js"
 * @import { Drawn } from "./draw-surface.js"
 */

/** The area of the seven pieces in legs squared. */
const WHOLE = 8;
/** @type {Record<string, Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const guide = () => [
  t("Click or tap where the vertices go, and the first one again to close the outline. A ring within another is a hole, one beside it another part."),
  t("Vertices snap to vertices, to eight directions with the lengths of pieces, and to the grid; without snapping the outline is read as a drawing."),
  t("With a finger: hold it down, and the loupe shows where the vertex goes; it is set where you lift the finger."),
  t("Keys alone: arrows move the cross (finely with Shift), Enter sets a vertex, C closes, Backspace takes the last vertex back."),
];

/**
 * Put a drawing board into an element.
 * @param {Element} place
 * @param {Api} api
 * @returns {() => void} what to do when the view is left
 */
export function drawingBoard(place, api) {
  const board = new Board(place, api);
  return () => board.watch.disconnect();
}

class Board {
  /** @param {Element} place @param {Api} api */
  constructor(place, api) {
    this.api = api;
    this.history = new Undoing(/** @type {Drawn} */ ({ rings: [], open: [] }));
    /** @type {Point} */
    this.cursor = [0, 0];
    this.help = FINE;
    this.isTouched = false;
    this.surface = new Surface({
      role: "application",
      tabindex: 0,
      "aria-label": t("Drawing board"),
      pointermove: (event) => this.point(event),
      pointerdown: (event) => this.point(event),
      pointerup: (event) => this.pressed(event),
      pointercancel: () => this.touched(false),
      keydown: (event) => this.key(event),
    });
    this.snap = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", checked: true }));
    this.area = html("p", { class: "area", role: "status" });
    this.words = html("p", { class: "advice", "aria-live": "polite" });
    // who moves the cross by keys may not see it
    this.said = html("p", { class: "said-small", role: "status" });
    const needed = [
      [t("Work it out"), () => this.solve()],
      [t("Play it"), () => this.go("play")],
      [t("Step it"), () => this.go("work")],
    ].map(([words, act]) => button(/** @type {string} */ (words), /** @type {() => void} */ (act)));
    this.needed = needed;
    this.close = button(t("Close the ring"), () => this.closeRing());
    this.undo = button(t("Undo"), () => this.history.undo() && this.changed());
    this.redo = button(t("Redo"), () => this.history.redo() && this.changed());
    place.replaceChildren(
      html(
        "section",
        { class: "play-table", "aria-label": t("Drawing board") },
        html("h1", {}, t("Draw an outline")),
        html("p", { class: "lead" }, t("Set a vertex after the other, and the first one again to close the outline. It is a puzzle when it has the area of the seven pieces.")),
        this.surface.svg,
        html("div", { class: "controls" }, this.close, this.undo, this.redo, button(t("Begin anew"), () => this.add({ rings: [], open: [] })), html("label", {}, this.snap, t("Snap")), ...needed),
        this.area,
        this.words,
        this.said,
        html("details", { class: "help" }, html("summary", {}, t("How to draw")), html("ul", {}, ...guide().map((line) => html("li", {}, line)))),
      ),
    );
    this.watch = new ResizeObserver(() => this.surface.layOut(this.drawn));
    this.watch.observe(this.surface.svg);
    this.surface.layOut(this.drawn);
    this.cursor = [Math.floor(this.surface.size.width / 2), Math.floor(this.surface.size.height / 2)];
    this.changed();
  }

  /** Show the loupe while a finger is down. @param {boolean} isTouched */
  touched(isTouched) {
    this.isTouched = isTouched;
    this.draw();
  }

  get drawn() {
    return this.history.now;
  }

  get given() {
    return { rings: this.drawn.rings, name: "drawn" };
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (!event.isPrimary) return;
    const isFinger = event.pointerType === "touch";
    this.isTouched = isFinger && event.buttons > 0;
    this.help = isFinger ? COARSE : FINE;
    this.cursor = this.snappedTo(this.surface.pointOf(event));
    this.draw();
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    // a finger that is lifted rolls: what it saw last counts
    if (event.pointerType !== "touch") this.point(event);
    this.touched(false);
    this.set();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[event.key];
    this.help = FINE;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      const far = event.shiftKey ? GRID / 5 : GRID;
      this.cursor = this.surface.within([this.cursor[0] + far * step[0], this.cursor[1] + far * step[1]]);
      this.draw();
      this.said.textContent = this.where;
    } else if (event.key === "Enter" || event.key === " ") {
      if (!isOnGrid(this.cursor)) this.cursor = this.snappedTo(this.cursor);
      this.set();
    } else if (event.key === "c" || event.key === "C") this.closeRing();
    else if (event.key === "Backspace") this.add({ ...this.drawn, open: this.drawn.open.slice(0, -1) });
    else return;
    event.preventDefault();
  }

  /** @param {Point} point @returns {Point} */
  snappedTo(point) {
    const { rings, open } = this.drawn;
    if (this.snap.checked) return snappedVertex(point, [...rings.flat(), ...open], open.at(-1) ?? null, this.help);
    // a ring is closed in its first vertex, however freely it is drawn
    return open.length > 2 && apart(point, open[0]) < this.help.close ? open[0] : point;
  }

  /** Set a vertex at the cross. */
  set() {
    const { rings, open } = this.drawn;
    if (open.length > 2 && apart(this.cursor, open[0]) < 1e-6) return this.closeRing();
    if (open.some((vertex) => apart(vertex, this.cursor) < 1e-6)) return;
    this.add({ rings, open: [...open, this.cursor] });
    this.said.textContent = t("Vertex {number}: {where}", { number: open.length + 1, where: this.where });
  }

  /** Where the cross is, in words. */
  get where() {
    const [x, y] = this.cursor.map(short);
    const last = this.drawn.open.at(-1);
    const length = last ? apart(last, this.cursor) : 0;
    return [t("{x} across, {y} up", { x, y }), length > 0 && t("{length} from the last vertex", { length: inRoots(length) })].filter(Boolean).join(", ");
  }

  closeRing() {
    const { rings, open } = this.drawn;
    if (open.length > 2) this.add({ rings: [...rings, open], open: [] });
  }

  /** @param {Drawn} drawn */
  add(drawn) {
    this.history.add(drawn);
    this.changed();
  }

  /** What is drawn has changed. */
  changed() {
    const { rings, open } = this.drawn;
    this.surface.answer.replaceChildren();
    this.words.textContent = "";
    const area = withInteriorLeft(rings).reduce((sum, ring) => sum + areaWithin(ring), 0);
    const more = area - WHOLE;
    const told = Math.abs(more) < 0.005 ? t("just right") : more > 0 ? t("{area} too much", { area: short(more) }) : t("{area} too little", { area: short(-more) });
    const words = rings.length ? t("Area {area} of 8 small squares, those of the seven pieces: {told}.", { area: short(area), told }) : t("The seven pieces cover 8 small squares.");
    if (words !== this.area.textContent) this.area.textContent = words;
    enable(this.close, open.length > 2);
    enable(this.undo, this.history.canUndo);
    enable(this.redo, this.history.canRedo);
    for (const each of this.needed) enable(each, rings.length > 0);
    this.draw();
  }

  draw() {
    this.surface.draw(this.drawn, this.cursor, this.isTouched);
  }

  async solve() {
    this.words.textContent = t("Solving …");
    try {
      const puzzle = await this.api.ask("puzzle", { puzzle: this.given });
      const run = await this.api.ask("run", { puzzle: this.given });
      this.words.textContent = run.status === "solved" ? t("Solved: it is a puzzle.") : run.message;
      const kinds = new Map(puzzle.pieces.map((/** @type {any} */ kind) => [kind.piece, kind]));
      const onto = ontoDrawing(turnedBy(puzzle.rings.flat(), puzzle.turn), this.drawn.rings.flat());
      const pieces = run.pieces.map((/** @type {any} */ each) => answered(onto(turnedBy(each.ring, puzzle.turn)), kinds.get(each.piece)));
      this.surface.answer.replaceChildren(...pieces);
    } catch (fault) {
      this.words.textContent = /** @type {Error} */ (fault).message;
    }
  }

  /** @param {"play" | "work"} view */
  async go(view) {
    try {
      await this.api.open?.(view, this.given);
    } catch (fault) {
      this.words.textContent = /** @type {Error} */ (fault).message;
    }
  }
}
