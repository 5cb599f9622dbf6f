// Where a vertex goes that is drawn by hand: to vertices that are there, along eight directions, to the grid.

/** @import { Point } from "./film.js" */

/** How near a pointer must be to a vertex or to a place worth snapping to, in legs. */
export const CLOSE = 0.25;
/** How far apart the points of the grid are, in legs. */
export const GRID = 0.5;
const DIRECTIONS = Array.from({ length: 8 }, (_, k) => /** @type {Point} */ ([Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)]));
/** Lengths a + b√2 up to 12 legs: sides of pieces and their sums, and what is left of one beside another. */
const LENGTHS = lengths();

/**
 * Return where a vertex goes.
 * @param {Point} pointer
 * @param {Point[]} vertices all that are drawn, the last one last
 * @param {Point | null} last the vertex that a side comes from
 * @returns {Point}
 */
export function snappedVertex(pointer, vertices, last) {
  const there = snappedOnce(pointer, vertices, last);
  // what snapped to the grid may have come near something better, and it does not move for long: each time is better
  return Math.hypot(there[0] - pointer[0], there[1] - pointer[1]) < 1e-9 ? there : snappedVertex(there, vertices, last);
}

/** @param {Point} pointer @param {Point[]} vertices @param {Point | null} last @returns {Point} */
function snappedOnce(pointer, vertices, last) {
  const vertex = nearest(pointer, vertices, CLOSE);
  if (vertex) return vertex;
  if (!last) return onGrid(pointer);
  const crossings = vertices.flatMap((from) => (from === last ? [] : DIRECTIONS.flatMap((way) => crossingsWith(last, from, way))));
  const steps = DIRECTIONS.flatMap(([x, y]) => LENGTHS.map((length) => /** @type {Point} */ ([last[0] + length * x, last[1] + length * y])));
  return nearest(pointer, crossings, CLOSE / 2) ?? nearest(pointer, steps, CLOSE) ?? onGrid(pointer);
}

/** @param {Point} pointer @param {Point[]} points @param {number} within @returns {Point | null} */
function nearest([x, y], points, within) {
  const far = (/** @type {Point} */ [u, v]) => Math.hypot(u - x, v - y);
  const best = points.reduce((/** @type {Point | null} */ one, other) => (one && far(one) <= far(other) ? one : other), null);
  return best && far(best) < within ? best : null;
}

/** @param {Point} point */
export function isOnGrid([x, y]) {
  const [u, v] = onGrid([x, y]);
  return Math.hypot(u - x, v - y) < 1e-9;
}

/** @param {Point} pointer @returns {Point} */
function onGrid([x, y]) {
  return [Math.round(x / GRID) * GRID, Math.round(y / GRID) * GRID];
}

/** Where lines from a vertex cross a line through another one. @param {Point} last @param {Point} from @param {Point} way @returns {Point[]} */
function crossingsWith(last, from, way) {
  return DIRECTIONS.slice(0, 4).flatMap(([x, y]) => {
    const across = x * way[1] - y * way[0];
    if (Math.abs(across) < 0.1) return [];
    const t = ((from[0] - last[0]) * way[1] - (from[1] - last[1]) * way[0]) / across;
    return Math.abs(t) < CLOSE ? [] : [/** @type {Point} */ ([last[0] + t * x, last[1] + t * y])];
  });
}

function lengths() {
  const root = Math.SQRT2;
  const sums = Array.from({ length: 13 }, (_, a) => Array.from({ length: 9 }, (_, b) => a + b * root)).flat();
  const less = [0.5, root / 2, root - 1, 2 - root, 2 * root - 2];
  return [...sums, ...less].filter((length) => length > 0.3 && length <= 12);
}
