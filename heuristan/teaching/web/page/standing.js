// Where a position stands, as the server says it: what comes next, the steps so far, and whether what is left can be filled.

import { button, html } from "./dom.js";
import { wayTo } from "./film.js";
import { t } from "./language.js";
import { told } from "./told.js";
import { stepIn } from "./words.js";

/**
 * @import { Film, Scene, Taken } from "./film.js"
 * @import { Said } from "./told.js"
 * @typedef {{ film: any, scene: number, steps: number, undone: number, status: string, short: Said[], next: number | null, pieces: string[] }} Standing
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
  return found ? { ...found, step: 0, composite: false, sides: found.tile.sides ?? [], others: [] } : null;
}

/** Say how many steps were made. @param {Standing} standing */
export function countsOf({ steps, undone }) {
  return [t("{count} steps", { count: steps }), undone > 0 && t("{count} taken back", { count: undone })].filter(Boolean).join(", ");
}

/**
 * List the steps that were made, each with its questions.
 * @param {Film} film
 * @param {Scene} scene where the reader stands
 * @param {(step: number) => void} askHow
 * @param {(count: number) => void} back takes steps back
 * @returns {HTMLElement}
 */
export function stepList(film, scene, askHow, back) {
  const taken = wayTo(film, scene).flatMap((each) => (each.taken ? [{ step: each.taken.step, heading: each.heading }] : []));
  if (!taken.length) return html("p", { class: "quiet" }, t("Nothing is taken yet."));
  const small = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => button(text, act, { class: "small", "aria-label": label });
  const items = taken.map(({ step, heading }) => {
    const after = taken.length - step;
    const to = after > 0 && small(t("Back to here"), t("Take back what came after step {step}", { step }), () => back(after));
    return html("li", {}, html("span", {}, stepIn(heading)), html("span", { class: "buttons" }, small(t("How did it come about?"), t("How did step {step} come about?", { step }), () => askHow(step)), to));
  });
  return html("ol", { class: "taken-steps" }, ...items);
}

/**
 * Say whether what is left can still be filled, and how far to step back if not.
 * @param {{ status: string, steps: number }} standing
 * @param {{ fillable: boolean | null, right: number | null, words: string }} answer
 * @param {(count: number) => void} back takes steps back
 * @param {string} whole where whole runs are shown, in which the ranking undoes its own choices
 * @returns {{ className: string, children: Node[] }}
 */
export function prospectOf(standing, { fillable, right, words }, back, whole) {
  const text = html("p", {}, standing.status === "solved" ? t("Solved: every piece is in its place.") : told(onPage(words)));
  const isBad = standing.status !== "solved" && (fillable === false || standing.status === "stuck");
  const count = standing.steps - (right ?? standing.steps);
  const step = fillable === false && count > 0;
  const backwards = button(t("Take back {count} steps", { count }), () => back(count));
  const link = html("a", { class: "button", href: whole }, t("See it with backtracking"));
  const children = [text, ...(step ? [backwards] : []), ...(standing.status === "stuck" ? [link] : [])];
  return { className: `prospect ${isBad ? "bad" : "good"}`, children };
}

/** Leave out what the terminal would be told, in brackets. @param {string} words */
function onPage(words) {
  return words.replace(/ \('[^']*'\)/g, "");
}
