// Hands at a table: pieces are dragged, turned and flipped with a mouse, a finger, a pen or keys.

import { button } from "./dom.js";
import { t } from "./language.js";
import { boxAround } from "./plane.js";

/**
 * @import { Point } from "./film.js"
 * @import { Pose } from "./table-pieces.js"
 * @import { Table } from "./table.js"
 */

/** A pointer that moves less is a tap, in pixels. */
const TAP = 6;
/** Two taps within this time are one double tap, in milliseconds. */
const TWICE = 350;
/** How far an arrow key moves a piece, in legs; with Shift, finely. */
const STRIDE = 0.5;
const FINE = 0.1;
/** How far a wheel goes for a turn, and for how long it then rests, in milliseconds. */
const NOTCH = 30;
const REST = 140;

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Let hands move the pieces of a table. @param {Table} table */
export function takeHands(table) {
  table.pieces.forEach((piece, number) => {
    const hand = new Hand(table, number);
    piece.addEventListener("pointerdown", (event) => hand.take(event));
    piece.addEventListener("pointermove", (event) => hand.drag(event));
    piece.addEventListener("pointerup", (event) => hand.drop(event));
    piece.addEventListener("pointercancel", () => hand.letGo());
    // a finger on a piece moves the piece, and on the table the page; not all browsers ask the style of a part of a picture
    piece.addEventListener("touchmove", (event) => event.cancelable && event.preventDefault(), { passive: false });
    piece.addEventListener("wheel", (event) => hand.wheel(event), { passive: false });
    piece.addEventListener("keydown", (event) => hand.key(event));
    piece.addEventListener("blur", () => hand.down === null && hand.letGo());
  });
  const tool = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {(number: number) => void} */ act) =>
    button(sign, () => table.chosen !== null && act(table.chosen), { title: words, "aria-label": words });
  table.tools.append(
    tool("↺", t("Turn left (Shift+R)"), (number) => table.turn(number, 1)),
    tool("↻", t("Turn right (R)"), (number) => table.turn(number, -1)),
    tool("⇋", t("Flip (F)"), (number) => table.flip(number)),
    tool("⤓", t("Put back (Delete)"), (number) => table.putBack(number)),
  );
  table.svg.addEventListener("pointerdown", (event) => event.target instanceof Element && !event.target.closest(".piece") && table.choose(null));
}

/** What a hand does with one piece. */
class Hand {
  /** @param {Table} table @param {number} number */
  constructor(table, number) {
    this.table = table;
    this.number = number;
    /** @type {{ at: Point, pixel: Point, pose: Pose, moved: boolean } | null} */
    this.down = null;
    /** Where a piece was that keys picked up. @type {Pose | null} */
    this.before = null;
    this.tapped = -Infinity;
    this.turned = -Infinity;
    this.rolled = 0;
  }

  get pose() {
    return this.table.poses[this.number];
  }

  /** @param {PointerEvent} event */
  take(event) {
    if (event.button !== 0 || this.down) return;
    this.letGo();
    this.table.pieces[this.number].setPointerCapture(event.pointerId);
    this.down = { at: this.legs(event), pixel: [event.clientX, event.clientY], pose: this.pose, moved: false };
    this.table.choose(this.number);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { down, table, number } = this;
    if (!down) return;
    down.moved ||= Math.hypot(event.clientX - down.pixel[0], event.clientY - down.pixel[1]) > TAP;
    if (!down.moved) return;
    this.raise();
    const [x, y] = this.legs(event);
    const free = { ...this.pose, waits: false, at: /** @type {Point} */ ([down.pose.at[0] + x - down.at[0], down.pose.at[1] + y - down.at[1]]) };
    table.show(number, table.snapped(number, free));
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { down, table } = this;
    this.down = null;
    if (!down) return;
    if (down.moved) {
      table.held = null;
      this.lower();
      return table.settle(this.number, this.wordsAfter());
    }
    const isSecond = event.timeStamp - this.tapped < TWICE;
    this.tapped = isSecond ? -Infinity : event.timeStamp;
    if (isSecond) table.flip(this.number);
  }

  /** Let a piece go back to where it was taken. */
  letGo() {
    const { table, number } = this;
    const back = this.down?.pose ?? this.before;
    this.down = this.before = null;
    if (!back || table.held !== number) return;
    table.held = null;
    this.lower();
    table.show(number, back);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    if (event.timeStamp - this.turned < REST) return;
    this.rolled += event.deltaY;
    if (Math.abs(this.rolled) < NOTCH) return;
    this.turned = event.timeStamp;
    this.table.turn(this.number, this.rolled > 0 ? -1 : 1);
    this.rolled = 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { table, number } = this;
    const arrow = ARROWS[event.key];
    if (arrow) this.move(arrow, event.shiftKey ? FINE : STRIDE);
    else if (event.key === "Enter" || event.key === " ") this.before ? this.lay() : this.pick();
    else if (event.key === "Escape") this.letGo();
    else if (event.key === "r" || event.key === "R") table.turn(number, event.shiftKey ? 1 : -1);
    else if (event.key === "f" || event.key === "F") table.flip(number);
    else if (event.key === "Delete" || event.key === "Backspace") {
      this.before = null;
      table.held = null;
      table.putBack(number);
    } else return;
    event.preventDefault();
  }

  /** Pick the piece up; from the tray it comes to the middle of the outline. */
  pick() {
    const { table, number } = this;
    this.before = this.pose;
    table.chosen = null;
    this.raise();
    const box = table.outline.length ? boxAround(table.outline.flat()) : null;
    const middle = /** @type {Point} */ (box ? [(box.left + box.right) / 2, (box.bottom + box.top) / 2] : [3, 2.5]);
    table.show(number, this.pose.waits ? { ...this.pose, waits: false, at: middle } : this.pose);
    table.listener.say(t("{piece}: picked up", { piece: table.labelOf(number) }));
  }

  /** @param {Point} arrow @param {number} stride */
  move([dx, dy], stride) {
    if (!this.before) this.pick();
    const [x, y] = this.pose.at;
    this.table.show(this.number, { ...this.pose, at: [x + dx * stride, y + dy * stride] });
  }

  lay() {
    const { table, number } = this;
    this.before = null;
    table.held = null;
    this.lower();
    table.show(number, table.snapped(number, this.pose));
    table.settle(number, this.wordsAfter());
  }

  wordsAfter() {
    const { table, number } = this;
    const ring = table.ringOf(number);
    const piece = table.labelOf(number);
    if (!table.isOn(ring)) return t("{piece}: beside the figure", { piece });
    return table.fits(number, ring) ? t("{piece}: laid", { piece }) : t("{piece}: laid, it does not fit yet", { piece });
  }

  /** Take the piece from the table: it is drawn above all others, which go before it, so that it keeps the focus. */
  raise() {
    const { table, number } = this;
    if (table.held === number) return;
    table.held = number;
    const piece = table.pieces[number];
    piece.parentElement?.prepend(...table.pieces.filter((other) => other !== piece));
  }

  /** Put all pieces back in their order, in which Tab goes through them, without moving this one. */
  lower() {
    const piece = this.table.pieces[this.number];
    piece.before(...this.table.pieces.slice(0, this.number));
    piece.after(...this.table.pieces.slice(this.number + 1));
  }

  /** @param {PointerEvent} event @returns {Point} */
  legs(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.table.svg.getScreenCTM()?.inverse());
    return [point.x, -point.y];
  }
}
