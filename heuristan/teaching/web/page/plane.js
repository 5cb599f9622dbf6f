// The plane: rings turned, flipped and moved, their areas, and how much of one lies on another.

/**
 * @import { Point } from "./film.js"
 * @typedef {{ left: number, right: number, bottom: number, top: number }} Box
 */

/** @param {Point[]} ring @param {Point} by @returns {Point[]} */
export function movedBy(ring, [dx, dy]) {
  return ring.map(([x, y]) => [x + dx, y + dy]);
}

/** Turn about the origin, counterclockwise. @param {Point[]} ring @param {number} angle in radians @returns {Point[]} */
export function turnedBy(ring, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return ring.map(([x, y]) => [c * x - s * y, s * x + c * y]);
}

/** Flip about the vertical through the origin; the ring keeps going the same way round. @param {Point[]} ring @returns {Point[]} */
export function flippedOver(ring) {
  return ring.map(([x, y]) => /** @type {Point} */ ([-x, y])).reverse();
}

/** Return how far two points are apart. @param {Point} one @param {Point} other */
export function apart([x, y], [u, v]) {
  return Math.hypot(u - x, v - y);
}

/** Return the area of a ring, negative if it goes clockwise. @param {Point[]} ring */
export function areaWithin(ring) {
  return sidesOf(ring).reduce((sum, [[x, y], [u, v]]) => sum + (x * v - u * y) / 2, 0);
}

/** Return the centre of the area of a ring. @param {Point[]} ring @returns {Point} */
export function centreOf(ring) {
  const whole = 6 * areaWithin(ring);
  const part = (/** @type {number} */ k) =>
    sidesOf(ring).reduce((sum, [p, q]) => sum + (p[k] + q[k]) * (p[0] * q[1] - q[0] * p[1]), 0) / whole;
  return [part(0), part(1)];
}

/** Return the sides of a ring, each from a vertex to the next. @param {Point[]} ring @returns {[Point, Point][]} */
export function sidesOf(ring) {
  return ring.map((point, k) => [point, ring[(k + 1) % ring.length]]);
}

/** @param {Point[]} points @returns {Box} */
export function boxAround(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** Return the least move that brings a box into another; a box that is too large stays in the middle. @param {Box} box @param {Box} into @returns {Point} */
export function moveInto(box, into) {
  return [along(box.left, box.right, into.left, into.right), along(box.bottom, box.top, into.bottom, into.top)];
}

/** @param {number} low @param {number} high @param {number} least @param {number} most */
function along(low, high, least, most) {
  if (high - low > most - least) return (least + most - low - high) / 2;
  return Math.max(least - low, 0) + Math.min(most - high, 0);
}

/** Return how far two rings are apart that do not cross. @param {Point[]} ring @param {Point[]} other */
export function gapBetween(ring, other) {
  const far = (/** @type {Point[]} */ one, /** @type {Point[]} */ two) => one.flatMap((point) => sidesOf(two).map((side) => farFrom(point, side)));
  return Math.min(...far(ring, other), ...far(other, ring));
}

/** Return how far a point is from a side. @param {Point} point @param {[Point, Point]} side */
export function farFrom([x, y], [[a, b], [c, d]]) {
  const along = ((x - a) * (c - a) + (y - b) * (d - b)) / ((c - a) ** 2 + (d - b) ** 2);
  const share = Math.min(Math.max(along, 0), 1);
  return apart([x, y], [a + share * (c - a), b + share * (d - b)]);
}

/** @param {Point} point @param {Point[][]} rings */
export function isInside([x, y], rings) {
  const crossed = rings.flatMap(sidesOf).filter(([[a, b], [c, d]]) => b > y !== d > y && x < a + ((y - b) / (d - b)) * (c - a));
  return crossed.length % 2 === 1;
}

/**
 * Return rings with the interior on their left, whichever way they go: outer ones counterclockwise, holes clockwise.
 * @param {Point[][]} rings that do not cross
 * @returns {Point[][]}
 */
export function withInteriorLeft(rings) {
  return rings.map((ring) => {
    const depth = rings.filter((other) => other !== ring && isInside(besides(ring), [other])).length;
    return areaWithin(ring) > 0 === (depth % 2 === 0) ? ring : [...ring].reverse();
  });
}

/** Return a point next to the longest side of a ring and within it, which lies on no other ring. @param {Point[]} ring @returns {Point} */
function besides(ring) {
  const [p, q] = sidesOf(ring).reduce((best, side) => (apart(...side) > apart(...best) ? side : best));
  const inwards = (Math.sign(areaWithin(ring)) * 1e-4) / apart(p, q);
  return [(p[0] + q[0]) / 2 - inwards * (q[1] - p[1]), (p[1] + q[1]) / 2 + inwards * (q[0] - p[0])];
}

/**
 * Return the area that two regions share: the sum over the triangles between a point and each side, with their signs.
 * @param {Point[][]} some rings with the interior on their left
 * @param {Point[][]} others likewise
 */
export function sharedArea(some, others) {
  const [mine, theirs] = [some, others].map((rings) => rings.flatMap(sidesOf).flatMap(([p, q]) => fan(some[0][0], p, q)));
  let sum = 0;
  for (const one of mine) for (const other of theirs) sum += one.sign * other.sign * areaWithin(clipped(one.ring, other.ring));
  return sum;
}

/** @param {Point} apex @param {Point} p @param {Point} q @returns {{ sign: number, ring: Point[] }[]} */
function fan(apex, p, q) {
  const area = areaWithin([apex, p, q]);
  if (Math.abs(area) < 1e-12) return [];
  return [area > 0 ? { sign: 1, ring: [apex, p, q] } : { sign: -1, ring: [apex, q, p] }];
}

/** Return what two convex rings share. @param {Point[]} ring @param {Point[]} by @returns {Point[]} */
function clipped(ring, by) {
  return sidesOf(by).reduce((left, side) => leftOf(left, side), ring);
}

/** @param {Point[]} ring @param {[Point, Point]} side @returns {Point[]} */
function leftOf(ring, [p, q]) {
  const height = (/** @type {Point} */ [x, y]) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  return sidesOf(ring).flatMap(([from, to]) => {
    const [here, there] = [height(from), height(to)];
    const kept = here >= 0 ? [from] : [];
    if (here >= 0 === there >= 0) return kept;
    const share = here / (here - there);
    return [...kept, /** @type {Point} */ ([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])])];
  });
}
