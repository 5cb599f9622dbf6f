// How pieces lie to each other: which two overlap, and which touch none of the others.

import { areaWithin, gapBetween, sharedArea } from "./plane.js";

/**
 * @import { Point } from "./film.js"
 * @import { Lying } from "./table.js"
 */

/** The area that two pieces may share, or that may stick out of the outline, in legs squared: coordinates are rounded. */
export const SLACK = 0.01;
/**
 * The area that may be lacking where nobody needs to be asked, in legs squared: what pieces leave open on an outline of
 * exact lengths is more, or is nothing but the rounding of their vertices.
 */
export const SURE = 0.001;
/** Pieces that are no farther apart touch, in legs: outlines are read so closely. */
const NEAR = 0.02;

/**
 * Return how much of an outline is not covered, or covered by two pieces, in legs squared; 0 where it is filled.
 * @param {{ vertices: Point[] }[]} lying @param {Point[][]} outline with the interior on its left
 */
export function lackOf(lying, outline) {
  const whole = outline.reduce((sum, ring) => sum + areaWithin(ring), 0);
  const covered = lying.reduce((sum, { vertices }) => sum + sharedArea([vertices], outline), 0);
  const twice = lying.flatMap((one, k) => lying.slice(0, k).map((other) => sharedArea([one.vertices], [other.vertices])));
  return whole - covered + 2 * twice.reduce((sum, area) => sum + area, 0);
}

/** Return the pairs of pieces that lie on each other. @param {Lying[]} lying @returns {[Lying, Lying][]} */
export function overlapsAmong(lying) {
  const pairs = lying.flatMap((other, k) => lying.slice(0, k).map((one) => /** @type {[Lying, Lying]} */ ([one, other])));
  return pairs.filter(([one, other]) => sharedArea([one.vertices], [other.vertices]) > SLACK);
}

/** Return the pieces in groups that hang together, the largest group first. @param {Lying[]} lying @returns {Lying[][]} */
export function groupsOf(lying) {
  /** @type {Lying[][]} */
  let groups = [];
  for (const piece of lying) {
    const [near, far] = [true, false].map((isNear) => groups.filter((group) => group.some((other) => touch(piece, other)) === isNear));
    groups = [[...near.flat(), piece], ...far];
  }
  return groups.sort((one, other) => other.length - one.length);
}

/** @param {Lying} one @param {Lying} other */
function touch({ vertices: mine }, { vertices: theirs }) {
  return gapBetween(mine, theirs) < NEAR || sharedArea([mine], [theirs]) > SLACK;
}
