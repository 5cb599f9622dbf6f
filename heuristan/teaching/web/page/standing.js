// Where a position stands, as the server says it.

/**
 * @import { Scene, Taken } from "./film.js"
 * @typedef {{ film: any, scene: number, steps: number, undone: number, status: string, next: number | null, pieces: string[] }} Standing
 *   What the server says of a position.
 */

/**
 * Return the match that the ranking takes next.
 * @param {Scene} scene
 * @param {number | null} number its number among all that are offered, from 1
 * @returns {Taken | null}
 */
export function nextOf(scene, number) {
  const all = scene.offers.flatMap(({ line, matches }) => matches.map((tile) => ({ line, tile })));
  const found = number === null ? undefined : all[number - 1];
  return found ? { ...found, step: 0, composite: false, sides: [], others: [] } : null;
}

/** Say how many steps were made. @param {Standing} standing */
export function countsOf({ steps, undone }) {
  return `${steps} ${steps === 1 ? "step" : "steps"}${undone ? `, ${undone} taken back` : ""}`;
}
