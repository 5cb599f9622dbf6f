// Snapping: a piece that lies nearly at a vertex or along an edge is moved there.

import { movedBy, sidesOf } from "./plane.js";

/** @import { Point } from "./film.js" */

/** How near a vertex or an edge must be, in legs. */
export const GENTLE = 0.3;
/** Moves below this are none, in legs. */
const NONE = 1e-7;

/**
 * Return how a piece is to be moved: to a vertex if one is near, first where the piece fits, else along edges.
 * @param {Point[]} ring
 * @param {Point[][]} targets the outline, and pieces that lie there
 * @param {(ring: Point[]) => boolean} fits whether a piece can lie so
 * @param {number} [near]
 * @returns {Point}
 */
export function snapOf(ring, targets, fits, near = GENTLE) {
  /** @type {Point} */
  let whole = [0, 0];
  // along an edge a vertex may come near; where a vertex is met, the second look changes nothing
  for (let n = 0; n < 6; n++) {
    const there = movedBy(ring, whole);
    const move = toVertex(there, targets, fits, near) ?? toEdges(there, targets, near);
    if (Math.hypot(...move) < NONE) break;
    whole = [whole[0] + move[0], whole[1] + move[1]];
  }
  return whole;
}

/** @param {Point[]} ring @param {Point[][]} targets @param {(ring: Point[]) => boolean} fits @param {number} near @returns {Point | undefined} */
function toVertex(ring, targets, fits, near) {
  const moves = targets
    .flat()
    .flatMap(([x, y]) => ring.map(([u, v]) => /** @type {Point} */ ([x - u, y - v])))
    .filter((move) => Math.hypot(...move) < near)
    .sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
  return moves.find((move) => fits(movedBy(ring, move))) ?? moves[0];
}

/** Move to the nearest edge, and along it to the nearest edge of another direction. @param {Point[]} ring @param {Point[][]} targets @param {number} near @returns {Point} */
function toEdges(ring, targets, near) {
  const found = ontoEdges(ring, targets, near);
  if (found.length === 0) return [0, 0];
  const first = found.reduce((best, each) => (Math.abs(each.by) < Math.abs(best.by) ? each : best));
  const [nx, ny] = first.normal;
  const second = found
    .filter(({ normal }) => Math.abs(nx * normal[1] - ny * normal[0]) > 0.3)
    .reduce((/** @type {Onto | null} */ best, each) => (best && Math.abs(best.by) <= Math.abs(each.by) ? best : each), null);
  const slide = second ? (second.by - first.by * (nx * second.normal[0] + ny * second.normal[1])) / (nx * second.normal[1] - ny * second.normal[0]) : 0;
  const isNear = Math.abs(slide) < near;
  return [first.by * nx - (isNear ? slide * ny : 0), first.by * ny + (isNear ? slide * nx : 0)];
}

/**
 * @typedef {{ normal: Point, by: number }} Onto
 *   How far a side must be moved across itself to lie on an edge.
 * @param {Point[]} ring @param {Point[][]} targets @param {number} near @returns {Onto[]}
 */
function ontoEdges(ring, targets, near) {
  const edges = targets.flatMap(sidesOf);
  return sidesOf(ring).flatMap(([p, q]) => {
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const [ux, uy] = [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
    return edges.flatMap(([a, b]) => {
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      if (Math.abs(ux * dy - uy * dx) > 0.01 * Math.hypot(dx, dy)) return [];
      const by = -uy * (a[0] - p[0]) + ux * (a[1] - p[1]);
      const [from, to] = [a, b].map(([x, y]) => (x - p[0]) * ux + (y - p[1]) * uy).sort((s, t) => s - t);
      const isBeside = Math.min(to, length) - Math.max(from, 0) > 0.1;
      return Math.abs(by) < near && isBeside ? [{ normal: /** @type {Point} */ ([-uy, ux]), by }] : [];
    });
  });
}
