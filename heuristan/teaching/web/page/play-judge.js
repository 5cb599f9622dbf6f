// A judge of what lies on an outline, as wide as its gaps are: it looks at points of a fine grid, and rather sees a fault
// where there is none than none where there is one.

import { boxAround, farFrom, isInside, sidesOf } from "./plane.js";

/**
 * @import { Point } from "./film.js"
 * @import { Box } from "./plane.js"
 * @typedef {{ piece: string, vertices: Point[] }} Laid
 * @typedef {{ gap: number, outside: number, overlap: number }} Allowed
 *   How wide a gap and an overlap may be, and how far a piece may stick out, in legs.
 * @typedef {{ kind: string, message: string, point: Point }} Fault
 */

/** How far points are apart that are looked at, in legs. */
const FINE = 0.01;
const COARSE = 0.03;
/** The share of that by which the nearest of them may be beside a point. */
const BESIDE = Math.SQRT1_2;

/**
 * Return the faults of pieces that are to fill an outline, the worst place of each.
 * @param {Laid[]} laid @param {Point[][]} outline @param {Allowed} allowed @param {(piece: string) => string} nameOf
 * @returns {Fault[]}
 */
export function faultsOf(laid, outline, { gap, outside, overlap }, nameOf) {
  /** @type {Fault[]} */
  const faults = [];
  const pieces = laid.map(({ piece, vertices }) => ({ name: `the ${nameOf(piece)}`, rings: [vertices], box: boxAround(vertices), sides: sidesOf(vertices) }));
  const edges = outline.flatMap(sidesOf);
  const add = (/** @type {string} */ kind, /** @type {string} */ message, /** @type {Deepest} */ { point, depth }, /** @type {number} */ most) => {
    if (depth > most) faults.push({ kind, message, point });
  };
  pieces.forEach((one, k) => {
    for (const other of pieces.slice(0, k)) {
      const sides = [...one.sides, ...other.sides];
      const shared = deepest(sharedBox(one.box, other.box), FINE, (point) => (isInside(point, one.rings) && isInside(point, other.rings) ? nearest(point, sides) : 0));
      add("overlap", `${one.name} lies on ${other.name}`, shared, overlap / 2 - BESIDE * FINE);
    }
    const out = deepest(one.box, COARSE, (point) => (isInside(point, one.rings) && !isInside(point, outline) ? nearest(point, edges) : 0));
    add("outside", `${one.name} sticks out of the outline`, out, outside - BESIDE * COARSE);
  });
  const all = [...edges, ...pieces.flatMap(({ sides }) => sides)];
  const isFree = (/** @type {Point} */ point) => isInside(point, outline) && !pieces.some(({ box, rings }) => isWithin(point, box) && isInside(point, rings));
  add("gap", "a part of the outline is not covered", deepest(boxAround(outline.flat()), COARSE, (point) => (isFree(point) ? nearest(point, all) : 0)), gap / 2 - BESIDE * COARSE);
  return faults;
}

/**
 * @typedef {{ point: Point, depth: number }} Deepest
 * Return the point of a grid that is deepest in something.
 * @param {Box} box @param {number} step @param {(point: Point) => number} depthAt @returns {Deepest}
 */
function deepest({ left, right, bottom, top }, step, depthAt) {
  /** @type {Deepest} */
  let best = { point: [left, bottom], depth: 0 };
  for (let x = left; x <= right; x += step) {
    for (let y = bottom; y <= top; y += step) {
      const depth = depthAt([x, y]);
      if (depth > best.depth) best = { point: [x, y], depth };
    }
  }
  return best;
}

/** @param {Point} point @param {[Point, Point][]} sides */
function nearest(point, sides) {
  return Math.min(...sides.map((side) => farFrom(point, side)));
}

/** @param {Box} one @param {Box} other @returns {Box} */
function sharedBox(one, other) {
  return {
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    top: Math.min(one.top, other.top),
  };
}

/** @param {Point} point @param {Box} box */
function isWithin([x, y], { left, right, bottom, top }) {
  return x >= left && x <= right && y >= bottom && y <= top;
}
