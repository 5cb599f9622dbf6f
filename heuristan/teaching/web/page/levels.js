// Levels of difficulty, and the way through the shapes of a level.

import { allKept } from "./keeping.js";

/** @import { Shape } from "./gallery.js" */

/** The levels of shapes that can be played, the easiest first. */
export const LEVELS = /** @type {const} */ (["easy", "medium", "hard"]);

/** Return the level of a shape: the first word of its difficulty. @param {Shape} shape */
export function levelOf({ difficulty, possible }) {
  return possible ? difficulty.split(";")[0] : "impossible";
}

/** Return shapes in the order of the gallery: those of the seven pieces first, and last what cannot be filled. @param {Shape[]} shapes */
export function inOrder(shapes) {
  const rank = (/** @type {Shape} */ { possible, set }) => (possible ? Number(set !== "tangram") : 2);
  return [...shapes].sort((a, b) => rank(a) - rank(b));
}

/** Return the names of the shapes that were solved in this browser. @returns {Set<string>} */
export function solvedShapes() {
  return new Set(allKept().puzzles.flatMap(({ given, isSolved }) => (isSolved && "shape" in given ? [given.shape] : [])));
}

/**
 * Return the shape to play after another: the next of its level that is not solved yet, then one of a harder level, then
 * any; none if all are solved.
 * @param {Shape[]} shapes @param {string} after @param {Set<string>} solved
 */
export function nextShape(shapes, after, solved) {
  const all = inOrder(shapes).filter(({ possible }) => possible);
  const place = all.findIndex(({ shape }) => shape === after);
  const others = [...all.slice(place + 1), ...all.slice(0, place + 1)].filter(({ shape }) => shape !== after && !solved.has(shape));
  const from = place < 0 ? 0 : LEVELS.findIndex((level) => level === levelOf(all[place]));
  const levels = [...LEVELS.slice(from), ...LEVELS.slice(0, from)];
  return levels.map((level) => others.find((shape) => levelOf(shape) === level)).find(Boolean);
}
