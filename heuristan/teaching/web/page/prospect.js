// Whether what is left can still be filled, and how far to step back if not.

import { button, html } from "./dom.js";

/**
 * Say it.
 * @param {{ status: string, steps: number }} standing
 * @param {{ fillable: boolean | null, right: number | null, words: string }} answer
 * @param {(count: number) => void} back takes steps back
 * @param {string} whole where whole runs are shown, in which the ranking undoes its own choices
 * @returns {{ className: string, children: Node[] }}
 */
export function prospectOf(standing, { fillable, right, words }, back, whole) {
  const text = html("p", {}, standing.status === "solved" ? "Solved: every piece is in its place." : onPage(words));
  const isBad = standing.status !== "solved" && (fillable === false || standing.status === "stuck");
  const count = standing.steps - (right ?? standing.steps);
  const step = fillable === false && count > 0;
  const backwards = button(`Take back ${count} ${count === 1 ? "step" : "steps"}`, () => back(count));
  const link = html("a", { class: "button", href: whole }, "See it with backtracking");
  const children = [text, ...(step ? [backwards] : []), ...(standing.status === "stuck" ? [link] : [])];
  return { className: `prospect ${isBad ? "bad" : "good"}`, children };
}

/** Leave out what the terminal would be told, in brackets. @param {string} words */
function onPage(words) {
  return words.replace(/ \('[^']*'\)/g, "");
}
