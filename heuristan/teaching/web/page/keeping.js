// What this browser keeps for its reader: puzzles that were played, with where their pieces lie, and rankings. No server sees it.

import { reportSolved } from "./class-pupil.js";

/**
 * @import { Given } from "./address.js"
 * @import { Point } from "./film.js"
 * @import { Pose } from "./table-pieces.js"
 * @typedef {{ given: Given, id: string, rings: Point[][], poses: Pose[], isSolved: boolean }} Kept
 *   A puzzle that was played.
 * @typedef {{ title: string, text: string }} OwnRanking
 * @typedef {{ puzzles: Kept[], rankings: OwnRanking[] }} All
 */

const NAME = "heuristan";
const SETTING = "heuristan setting";
/** How many puzzles and rankings are kept: those that were used last. More puzzles than ship. */
const MOST = 200;
const memory = new Map();
/** Keeps for one visitor alone what is kept. */
const FOR_A_VISITOR = {
  getItem: (/** @type {string} */ name) => memory.get(name) ?? null,
  setItem: (/** @type {string} */ name, /** @type {string} */ text) => void memory.set(name, text),
  removeItem: (/** @type {string} */ name) => void memory.delete(name),
};
const place = { isShared: false };

/** Where things are kept; a browser that keeps nothing of this page throws. */
const store = () => (place.isShared ? FOR_A_VISITOR : localStorage);

/** Keep nothing longer than for one visitor, who is followed by another from now on. */
export function beginVisitor() {
  place.isShared = true;
  memory.clear();
}

/** Return what was chosen here of a setting; null if nothing was. @param {string} name */
export function setting(name) {
  try {
    return store().getItem(`${SETTING} ${name}`);
  } catch {
    return null;
  }
}

/** Keep a setting, where the browser keeps anything. @param {string} name @param {string} value */
export function choose(name, value) {
  try {
    store().setItem(`${SETTING} ${name}`, value);
  } catch {
    // then it holds until the page is left
  }
}

/** Return whether the page says by itself whether what is left can be filled; a lesson may want to find out. */
export function isChecking() {
  return setting("check") !== "off";
}

/** Return what is kept, the last one first; nothing where the browser keeps nothing. @returns {All} */
export function allKept() {
  try {
    return allIn(store().getItem(NAME) ?? "");
  } catch {
    return { puzzles: [], rankings: [] };
  }
}

/** Return whether this browser keeps anything of this page; in a frame, or from a disk, it may not. */
export function isKeeping() {
  try {
    store().getItem(NAME);
    return true;
  } catch {
    return false;
  }
}

/** Return whether this browser never had a view before; from now on it has. @param {string} [view] */
export function isFirstVisit(view = "page") {
  const isFirst = setting(`${view}-visited`) === null;
  choose(`${view}-visited`, "yes");
  return isFirst;
}

/** @param {Given} given @returns {Kept | undefined} */
export function keptOf(given) {
  return allKept().puzzles.find(isOf(given));
}

/** Keep a puzzle; one that was solved once stays so. @param {Kept} puzzle */
export function keep(puzzle) {
  if (puzzle.isSolved && "shape" in puzzle.given) reportSolved(puzzle.given.shape);
  const { puzzles, rankings } = allKept();
  const isThis = isOf(puzzle.given);
  const now = { ...puzzle, isSolved: puzzle.isSolved || Boolean(puzzles.find(isThis)?.isSolved) };
  const isBegun = now.isSolved || now.poses.some((pose) => !pose.waits);
  write({ puzzles: [...(isBegun ? [now] : []), ...puzzles.filter((each) => !isThis(each))], rankings });
}

/** Keep a ranking in the place of what it was before it was changed. @param {OwnRanking} ranking @param {string} before */
export function keepRanking(ranking, before) {
  const { puzzles, rankings } = allKept();
  write({ puzzles, rankings: [ranking, ...rankings.filter(({ text }) => text !== ranking.text && text !== before)] });
}

/**
 * Keep also what a file has that was taken away; what lies here stays as it is.
 * @param {string} text of the file
 * @returns {boolean} whether it is such a file, and is kept
 */
export function keepAlso(text) {
  try {
    const [here, other] = [allKept(), allIn(text)];
    const solved = (/** @type {Kept} */ one) => ({ ...one, isSolved: one.isSolved || other.puzzles.some((each) => isOf(one.given)(each) && each.isSolved) });
    const puzzles = [...here.puzzles.map(solved), ...other.puzzles.filter((each) => !here.puzzles.some(isOf(each.given)))];
    const rankings = [...here.rankings, ...other.rankings.filter(({ text }) => !here.rankings.some((each) => each.text === text))];
    return write({ puzzles, rankings });
  } catch {
    return false;
  }
}

export function forgetAll() {
  for (const name of [NAME, ...["tour", "page-visited", "play-visited"].map((each) => `${SETTING} ${each}`)]) store().removeItem(name);
}

/** @param {Given} given @returns {(other: Kept) => boolean} */
function isOf(given) {
  const wanted = JSON.stringify(given);
  return (other) => JSON.stringify(other.given) === wanted;
}

/** @param {All} all @returns {boolean} whether the browser keeps it */
function write({ puzzles, rankings }) {
  try {
    store().setItem(NAME, JSON.stringify({ puzzles: puzzles.slice(0, MOST), rankings: rankings.slice(0, MOST) }));
    return true;
  } catch {
    return false; // it keeps nothing, or no more
  }
}

/** Read what was kept; a text that is something else is an error. @param {string} text @returns {All} */
function allIn(text) {
  const { puzzles, rankings } = JSON.parse(text);
  if (!puzzles.every(isKept) || !rankings.every((/** @type {any} */ { title, text }) => areTexts(title, text))) throw new TypeError();
  return { puzzles, rankings };
}

/** @param {any} puzzle @returns {boolean} */
function isKept({ given, id, rings, poses, isSolved }) {
  const isGiven = areTexts(given.shape) || typeof given.feature === "object";
  const lies = (/** @type {any} */ { at, turn, flipped, waits }) => isPoint(at) && Number.isInteger(turn) && typeof flipped === "boolean" && typeof waits === "boolean";
  return isGiven && areTexts(id) && rings.every((/** @type {any[]} */ ring) => ring.every(isPoint)) && poses.every(lies) && typeof isSolved === "boolean";
}

/** @param {any} point */
function isPoint(point) {
  return point.length === 2 && point.every(Number.isFinite);
}

/** @param {any[]} values */
function areTexts(...values) {
  return values.every((value) => typeof value === "string");
}
