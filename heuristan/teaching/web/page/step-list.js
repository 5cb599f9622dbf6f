// The steps that were made, each with its questions.

import { button, html } from "./dom.js";
import { wayTo } from "./film.js";

/** @import { Film, Scene } from "./film.js" */

/**
 * Make the list.
 * @param {Film} film
 * @param {Scene} scene where the reader stands
 * @param {(step: number) => void} askHow
 * @param {(count: number) => void} back takes steps back
 * @returns {HTMLElement}
 */
export function stepList(film, scene, askHow, back) {
  const taken = wayTo(film, scene).flatMap((each) => (each.taken ? [{ step: each.taken.step, heading: each.heading }] : []));
  if (!taken.length) return html("p", { class: "quiet" }, "Nothing is taken yet.");
  const small = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => button(text, act, { class: "small", "aria-label": label });
  const items = taken.map(({ step, heading }) => {
    const after = taken.length - step;
    const to = after > 0 && small("Back to here", `Take back what came after step ${step}`, () => back(after));
    return html("li", {}, html("span", {}, heading), html("span", { class: "buttons" }, small("How?", `How did step ${step} come about?`, () => askHow(step)), to));
  });
  return html("ol", { class: "taken-steps" }, ...items);
}
