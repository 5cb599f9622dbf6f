// How pieces lie to each other: which two overlap, and which touch none of the others.

import { gapBetween, sharedArea } from "./plane.js";

/** @import { Lying } from "./table.js" */

/** The area that two pieces may share, or that may stick out of the outline, in legs squared: coordinates are rounded. */
export const SLACK = 0.01;
/** Pieces that are no farther apart touch, in legs: outlines are read so closely. */
const NEAR = 0.02;

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
