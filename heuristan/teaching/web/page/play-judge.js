// A judge of what lies on an outline: how wide gaps and overlaps are, and how far pieces stick out.

import { boxAround, farFrom, isInside, sidesOf } from "./plane.js";

/**
 * @import { Point } from "./film.js"
 * @import { Box } from "./plane.js"
 * @typedef {{ piece: string, vertices: Point[] }} Laid
 * @typedef {{ gap: number, outside: number, overlap: number }} Allowed
 *   How wide a gap and an overlap may be, and how far a piece may stick out, in legs.
 * @typedef {{ kind: string, pieces: number[], point: Point }} Fault
 *   `pieces` are places among those that lie there, from 1.
 * @typedef {(point: Point) => number} Depth
 *   How deep a point is in something: its distance from the border, negative outside.
 */

/** How wide a part of a piece must be that sticks out, in legs. */
const NARROW = 0.01;
/** How exactly depths are measured, in legs; what is in doubt counts as a fault. */
const CLOSE = 0.002;

/**
 * Return the faults of pieces that are to fill an outline, each with its worst place.
 * @param {Laid[]} laid @param {Point[][]} outline @param {Allowed} allowed
 * @returns {Fault[]}
 */
export function faultsOf(laid, outline, { gap, outside, overlap }) {
  /** @type {Fault[]} */
  const faults = [];
  const pieces = laid.map(({ vertices }, k) => ({ number: k + 1, box: boxAround(vertices), depth: depthIn([vertices]) }));
  const depth = depthIn(outline);
  const look = (/** @type {string} */ kind, /** @type {{ number: number }[]} */ about, /** @type {Box} */ box, /** @type {number} */ most, /** @type {Depth} */ depthAt) => {
    const point = deepest(box, most, depthAt);
    if (point) faults.push({ kind, pieces: about.map(({ number }) => number), point });
  };
  pieces.forEach((one, k) => {
    for (const other of pieces.slice(0, k)) look("overlap", [one, other], one.box, overlap / 2, (point) => Math.min(one.depth(point), other.depth(point)));
    look("outside", [one], one.box, NARROW / 2, (point) => Math.min(one.depth(point), -depth(point) - outside));
  });
  look("gap", [], boxAround(outline.flat()), gap / 2, (point) => Math.min(depth(point), ...pieces.map((one) => -one.depth(point))));
  return faults;
}

/** @param {Point[][]} rings @returns {Depth} */
function depthIn(rings) {
  const sides = rings.flatMap(sidesOf);
  return (point) => Math.min(...sides.map((side) => farFrom(point, side))) * (isInside(point, rings) ? 1 : -1);
}

/**
 * Return where something is deepest in a box, if it is deeper than it may be: the depth of a point tells how deep those
 * near it can be, so squares are divided only where that is too much.
 * @param {Box} box @param {number} most @param {Depth} depthAt @returns {Point | null}
 */
function deepest({ left, right, bottom, top }, most, depthAt) {
  /** @type {Point | null} */
  let found = null;
  let best = most - CLOSE;
  const squares = [{ x: (left + right) / 2, y: (bottom + top) / 2, half: Math.max(right - left, top - bottom) / 2 }];
  for (let square = squares.pop(); square; square = squares.pop()) {
    const { x, y, half } = square;
    const depth = depthAt([x, y]);
    if (depth > best) [found, best] = [[x, y], depth];
    // of a fault a place that is nearly the worst will do
    if (depth + half * Math.SQRT2 <= (found ? 1.3 * best : best) + CLOSE) continue;
    for (const dx of [-half / 2, half / 2]) for (const dy of [-half / 2, half / 2]) squares.push({ x: x + dx, y: y + dy, half: half / 2 });
  }
  return found;
}
