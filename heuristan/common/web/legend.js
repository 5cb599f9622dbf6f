// What the letters and lines of a board mean.

import { GRADES } from "./board.js";
import { html, svg } from "./dom.js";

export function legend() {
  const sample = (/** @type {string} */ className) => svg("svg", { width: 48, height: 12, viewBox: "0 0 48 12", style: "--unit: 1px", "aria-hidden": "true" }, svg("line", { class: className, x1: 2, y1: 6, x2: 46, y2: 6 }));
  const grades = Object.entries(GRADES).map(([grade, words]) => html("li", {}, sample(`side grade-${grade}`), ` ${grade}: ${words}`));
  const lines = [["extension", "extension line"], ["removed", "extension line that was removed again"], ["internal", "internal edge: a short line that counts as an edge"]];
  return html("ul", {}, html("li", {}, "Sides of a match, by grade:"), ...grades, ...lines.map(([name, words]) => html("li", {}, sample(name), ` ${words}`)));
}
