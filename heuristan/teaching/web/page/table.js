// The table: an outline, and pieces that can be laid on it. What hands do is in table-hands.js.

import { pathOf } from "./board.js";
import { enable, html, svg } from "./dom.js";
import { t } from "./language.js";
import { lackOf, SLACK } from "./laid.js";
import { areaWithin, boxAround, moveInto, sharedArea, withInteriorLeft } from "./plane.js";
import { snapOf } from "./snapping.js";
import { takeHands } from "./table-hands.js";
import { anglesFor, everyPiece, laidOut, ringAt } from "./table-pieces.js";
import { Undoing } from "./undoing.js";
import { capital } from "./words.js";

/**
 * @import { Point } from "./film.js"
 * @import { Box } from "./plane.js"
 * @import { Pose, Stock } from "./table-pieces.js"
 * @typedef {{ number: number, piece: string, vertices: Point[] }} Lying a piece that lies on the outline
 */

/** From this width on the tray is beside the outline, in pixels; on a low screen from less on. */
const WIDE = 620;
/** The share of a piece that must lie on the outline for the piece to lie there. */
const ENOUGH = 0.1;

export class Table {
  /**
   * @param {Point[][]} outline the rings to fill; none for an empty table
   * @param {Stock[]} stock
   * @param {{ changed: () => void, say: (words: string) => void }} listener
   * @param {number} [slack] the area that a piece may share with another, or that may stick out, in legs squared
   */
  constructor(outline, stock, listener, slack = SLACK) {
    this.slack = slack;
    this.outline = withInteriorLeft(outline);
    this.kinds = everyPiece(stock);
    this.angles = anglesFor(outline);
    this.listener = listener;
    this.isWide = true;
    /** @type {number | null} */
    this.chosen = null;
    /** The piece in a hand: it may not be at rest yet. @type {number | null} */
    this.held = null;
    this.surface = svg("rect", { class: "tray", rx: 0.3 });
    this.marks = svg("g", { class: "marks" });
    this.pieces = this.kinds.map(({ fill }) => svg("g", { class: "piece", role: "button", tabindex: 0, "aria-roledescription": t("piece") }, svg("path", { class: "body", fill })));
    this.svg = /** @type {SVGSVGElement} */ (
      svg(
        "svg",
        { class: "table", role: "group", "aria-label": t("Table") },
        this.surface,
        ...(outline.length ? [svg("path", { class: "shadow", d: outline.map(pathOf).join(" "), "fill-rule": "evenodd" })] : []),
        svg("g", {}, ...this.pieces),
        this.marks,
      )
    );
    /** They stay where they are, so that whoever presses one twice does not meet another. */
    this.tools = html("div", { class: "tools", role: "group", "aria-label": t("The chosen piece") });
    this.element = html("div", { class: "table-frame" }, this.svg, this.tools);
    /** @type {Point[]} */
    this.homes = this.kinds.map(() => [0, 0]);
    this.history = new Undoing(/** @type {Pose[]} */ (this.homes.map((at) => ({ at, turn: 0, flipped: false, waits: true }))));
    this.poses = this.history.now;
    /** Which piece lies elsewhere since the state before, and in which state. */
    this.moved = { number: /** @type {number | null} */ (null), at: 0 };
    this.layOut();
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(this.element);
    takeHands(this);
    this.draw();
  }

  /** Lay the table for the width that there is. */
  layOut() {
    const around = this.outline.length ? boxAround(this.outline.flat()) : { left: 0, right: 6, bottom: 0, top: 5 };
    const { table, tray, homes } = laidOut(around, this.kinds, this.isWide);
    this.box = table;
    this.homes = homes;
    this.svg.setAttribute("viewBox", [table.left, -table.top, table.right - table.left, table.top - table.bottom].join(" "));
    const size = { x: tray.left, y: -tray.top, width: tray.right - tray.left, height: tray.top - tray.bottom };
    for (const [name, value] of Object.entries(size)) this.surface.setAttribute(name, String(value));
    this.history.states = this.history.states.map((state) => state.map((pose, number) => this.onTable(number, pose)));
    this.poses = this.history.now;
    this.draw();
  }

  resized() {
    const isWide = this.element.clientWidth >= Math.min(WIDE, 1.1 * innerHeight);
    if (isWide !== this.isWide) {
      this.isWide = isWide;
      this.layOut();
    }
  }

  /** Return a pose on the table: in its tray, or no farther than the border. @param {number} number @param {Pose} pose @returns {Pose} */
  onTable(number, pose) {
    if (pose.waits) return { ...pose, at: this.homes[number] };
    const [dx, dy] = moveInto(boxAround(ringAt(this.kinds[number], pose, this.angles)), /** @type {Box} */ (this.box));
    return { ...pose, at: [pose.at[0] + dx, pose.at[1] + dy] };
  }

  /** @param {number} number */
  ringOf(number) {
    return ringAt(this.kinds[number], this.poses[number], this.angles);
  }

  /** Return the pieces that lie on the outline, or anywhere on an empty table. @returns {Lying[]} */
  get lying() {
    return this.kinds
      .map(({ piece }, number) => ({ number, piece, vertices: this.ringOf(number) }))
      .filter(({ number, vertices }) => !this.poses[number].waits && this.isOn(vertices));
  }

  /** @param {Point[]} ring */
  isOn(ring) {
    return this.outline.length === 0 || sharedArea([ring], this.outline) > ENOUGH * areaWithin(ring);
  }

  /** Return whether a piece fits in a ring: within the outline, and on no other piece. @param {number} number @param {Point[]} ring */
  fits(number, ring) {
    if (this.outline.length && sharedArea([ring], this.outline) < areaWithin(ring) - this.slack) return false;
    return this.lying.every((other) => other.number === number || sharedArea([ring], [other.vertices]) < this.slack);
  }

  /** The pieces on the outline that stick out of it or lie on others. @returns {number[]} */
  get misfits() {
    return this.lying.filter(({ number, vertices }) => !this.fits(number, vertices)).map(({ number }) => number);
  }

  /** Return how much of the outline is not covered, or covered by two pieces, in legs squared; 0 where it is filled. */
  get lack() {
    return lackOf(this.lying, this.outline);
  }

  /** Move a piece to where it snaps to from a pose. @param {number} number @param {Pose} pose @returns {Pose} */
  snapped(number, pose) {
    const there = this.onTable(number, pose);
    const ring = ringAt(this.kinds[number], there, this.angles);
    const others = this.lying.filter((other) => other.number !== number).map(({ vertices }) => vertices);
    const [dx, dy] = snapOf(ring, [...this.outline, ...others], (moved) => this.fits(number, moved));
    return this.onTable(number, { ...there, at: [there.at[0] + dx, there.at[1] + dy] });
  }

  /** Show a piece in a pose, while a hand moves it. @param {number} number @param {Pose} pose */
  show(number, pose) {
    this.poses = this.poses.with(number, this.onTable(number, pose));
    this.draw();
  }

  /**
   * Let a piece lie where it is shown. It is one step with the turns before it, in the tray, and after it.
   * @param {number | null} number null for all pieces @param {string} [words] what happened to it @param {boolean} [isTurn]
   */
  settle(number, words, isTurn = false) {
    const { history, moved } = this;
    const isSame = number !== null && moved.number === number && moved.at === history.at && (isTurn || history.now[number].waits);
    history.add(this.poses, isSame);
    this.moved = { number, at: history.at };
    this.changed(words);
  }

  /** @param {number} number @param {Pose} pose @param {string} [words] */
  put(number, pose, words) {
    this.show(number, pose);
    this.settle(number, words);
  }

  /** Turn a piece over or round; in a hand it lies nowhere yet. @param {number} number @param {Pose} pose @param {string} words */
  turnTo(number, pose, words) {
    const isHeld = this.held === number;
    this.show(number, pose.waits || isHeld ? pose : this.snapped(number, pose));
    if (isHeld) this.listener.say(words);
    else this.settle(number, words, true);
  }

  /** Begin with pieces that lie already. @param {Pose[]} poses */
  begin(poses) {
    this.history.add(poses);
    this.poses = poses;
    this.layOut();
    this.changed();
  }

  undo() {
    this.poses = this.history.undo();
    this.changed(t("Undone"));
  }

  redo() {
    this.poses = this.history.redo();
    this.changed(t("Done again"));
  }

  clear() {
    this.poses = this.poses.map((pose, number) => this.onTable(number, { ...pose, waits: true }));
    this.chosen = null;
    this.settle(null, t("All pieces are back"));
  }

  /** Put a piece back into the tray. @param {number} number */
  putBack(number) {
    this.show(number, { ...this.poses[number], waits: true });
    this.settle(null, t("{piece}: back in the tray", { piece: this.labelOf(number) }));
  }

  /** @param {number} number @param {number} by */
  turn(number, by) {
    const pose = this.poses[number];
    const turned = { ...pose, turn: pose.turn + by };
    const degrees = Math.round((this.angles[this.nth(turned.turn)] * 180) / Math.PI);
    this.turnTo(number, turned, t("{piece}: at {degrees} degrees", { piece: this.labelOf(number), degrees }));
  }

  /** @param {number} number */
  flip(number) {
    const pose = this.poses[number];
    this.turnTo(number, { ...pose, flipped: !pose.flipped }, t("{piece}: flipped", { piece: this.labelOf(number) }));
  }

  /** @param {number} turn */
  nth(turn) {
    return ((turn % this.angles.length) + this.angles.length) % this.angles.length;
  }

  /** Return what a piece is called. @param {number} number */
  labelOf(number) {
    return capital(t(this.kinds[number].name));
  }

  /** @param {number | null} number */
  choose(number) {
    this.chosen = number;
    this.draw();
  }

  /** @param {string} [words] */
  changed(words) {
    this.draw();
    if (words) this.listener.say(words);
    this.listener.changed();
  }

  draw() {
    this.pieces.forEach((piece, number) => {
      const pose = this.poses[number];
      const state = pose.waits ? t("in the tray") : this.held === number ? t("in your hand") : t("on the table");
      const { nth } = this.kinds[number]; // who does not see them tells equal ones apart by it
      piece.setAttribute("aria-label", [`${this.labelOf(number)}${nth ? ` ${nth}` : ""}`, state, ...(pose.flipped ? [t("flipped")] : [])].join(", "));
      piece.setAttribute("aria-pressed", String(this.held === number));
      piece.classList.toggle("held", this.held === number);
      piece.classList.toggle("chosen", this.chosen === number);
      piece.firstElementChild?.setAttribute("d", pathOf(this.ringOf(number)));
    });
    for (const tool of this.tools.querySelectorAll("button")) enable(tool, this.chosen !== null);
  }

  leave() {
    this.watch.disconnect();
  }
}
