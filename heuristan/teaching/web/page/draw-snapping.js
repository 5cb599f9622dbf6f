// Where a vertex goes that is drawn by hand: to vertices that are there, along eight directions, to the grid.

import { apart, movedBy } from "./plane.js";

/** @import { Point } from "./film.js" */

/**
 * @typedef {{ close: number, sides: Point[], odd: Point[] }} Help
 *   How a hand is helped: how near it must be to a vertex or to a place worth snapping to, in legs; to which sides, from
 *   the vertex before; and to which others that it must hit more exactly.
 */

/** How far apart the points of the grid are, in legs. */
export const GRID = 0.5;
const DIRECTIONS = Array.from({ length: 8 }, (_, k) => /** @type {Point} */ ([Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)]));
const ROOT = Math.SQRT2;
/** Lengths that each direction has on the grid: whole ones along its axes, multiples of √2 between them. */
const WHOLE = [1, 2, 3, 4, 5, 6];
const onGridLength = (/** @type {number} */ k) => WHOLE.map((n) => (k % 2 ? n * ROOT : n));

/** A mouse or a pen. @type {Help} */
export const FINE = { close: 0.25, sides: sides(lengths), odd: [] };
/** A finger, which hides what it points at: what stays on the grid comes first. @type {Help} */
export const COARSE = { close: 0.4, sides: sides(onGridLength), odd: sides((k) => onGridLength(k + 1).slice(0, 3).concat(1 + ROOT, 2 + ROOT)) };
/** How much more exactly a finger must hit the other sides. */
const ODDS = 3;

/**
 * Return where a vertex goes.
 * @param {Point} pointer
 * @param {Point[]} vertices all that are drawn, the last one last
 * @param {Point | null} last the vertex that a side comes from
 * @param {Help} [help]
 * @returns {Point}
 */
export function snappedVertex(pointer, vertices, last, help = FINE) {
  const there = snappedOnce(pointer, vertices, last, help);
  // what snapped to the grid may have come near something better, and it does not move for long: each time is better
  return apart(there, pointer) < 1e-9 ? there : snappedVertex(there, vertices, last, help);
}

/** @param {Point} pointer @param {Point[]} vertices @param {Point | null} last @param {Help} help @returns {Point} */
function snappedOnce(pointer, vertices, last, { close, sides, odd }) {
  const vertex = nearest(pointer, vertices, close);
  if (vertex) return vertex;
  if (!last) return onGrid(pointer);
  const crossings = vertices.flatMap((from) => (from === last ? [] : DIRECTIONS.flatMap((way) => crossingsWith(last, from, way, close))));
  const crossing = nearest(pointer, crossings, close / 2);
  if (crossing) return crossing;
  const [side, other] = [nearest(pointer, movedBy(sides, last), close), nearest(pointer, movedBy(odd, last), close / ODDS)];
  if (side && other) return apart(side, pointer) < ODDS * apart(other, pointer) ? side : other;
  return side ?? other ?? onGrid(pointer);
}

/** @param {Point} pointer @param {Point[]} points @param {number} within @returns {Point | null} */
function nearest(pointer, points, within) {
  const best = points.reduce((/** @type {Point | null} */ one, other) => (one && apart(one, pointer) <= apart(other, pointer) ? one : other), null);
  return best && apart(best, pointer) < within ? best : null;
}

/** @param {Point} point */
export function isOnGrid(point) {
  return apart(onGrid(point), point) < 1e-9;
}

/** @param {Point} pointer @returns {Point} */
function onGrid([x, y]) {
  return [Math.round(x / GRID) * GRID, Math.round(y / GRID) * GRID];
}

/** Where lines from a vertex cross a line through another one. @param {Point} last @param {Point} from @param {Point} way @param {number} close @returns {Point[]} */
function crossingsWith(last, from, way, close) {
  return DIRECTIONS.slice(0, 4).flatMap(([x, y]) => {
    const across = x * way[1] - y * way[0];
    if (Math.abs(across) < 0.1) return [];
    const t = ((from[0] - last[0]) * way[1] - (from[1] - last[1]) * way[0]) / across;
    return Math.abs(t) < close ? [] : [/** @type {Point} */ ([last[0] + t * x, last[1] + t * y])];
  });
}

/** Return sides from the origin in every direction. @param {(k: number) => number[]} lengthsOf a direction @returns {Point[]} */
function sides(lengthsOf) {
  return DIRECTIONS.flatMap(([x, y], k) => lengthsOf(k).map((length) => /** @type {Point} */ ([length * x, length * y])));
}

/** Return lengths a + b√2 up to 12 legs: sides of pieces and their sums, and what is left of one beside another. */
function lengths() {
  const sums = Array.from({ length: 13 }, (_, a) => Array.from({ length: 9 }, (_, b) => a + b * ROOT)).flat();
  const less = [0.5, ROOT / 2, ROOT - 1, 2 - ROOT, 2 * ROOT - 2];
  return [...sums, ...less].filter((length) => length > 0.3 && length <= 12);
}
