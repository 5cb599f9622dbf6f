// What this browser keeps for its reader: the puzzles that were played, and where their pieces lie. No server sees it.

/**
 * @import { Given } from "./address.js"
 * @import { Point } from "./film.js"
 * @import { Pose } from "./table-pieces.js"
 * @typedef {{ given: Given, id: string, rings: Point[][], poses: Pose[], isSolved: boolean }} Kept
 *   A puzzle that was played.
 */

const NAME = "heuristan";
/** How many puzzles are kept: those that were played last. */
const MOST = 100;

/** Return what is kept, the last one first; nothing where the browser keeps nothing. @returns {Kept[]} */
export function allKept() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Given} given @returns {Kept | undefined} */
export function keptOf(given) {
  const wanted = JSON.stringify(given);
  return allKept().find((each) => JSON.stringify(each.given) === wanted);
}

/** Keep a puzzle; one that was solved once stays so. @param {Kept} puzzle */
export function keep(puzzle) {
  const before = keptOf(puzzle.given);
  const wanted = JSON.stringify(puzzle.given);
  const others = allKept().filter((each) => JSON.stringify(each.given) !== wanted);
  const now = { ...puzzle, isSolved: puzzle.isSolved || Boolean(before?.isSolved) };
  const isBegun = now.isSolved || now.poses.some((pose) => !pose.waits);
  try {
    localStorage.setItem(NAME, JSON.stringify([...(isBegun ? [now] : []), ...others].slice(0, MOST)));
  } catch {
    // the browser keeps nothing, or no more
  }
}

export function forgetAll() {
  localStorage.removeItem(NAME);
}
