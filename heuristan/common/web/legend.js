// What the letters and lines of a board mean.

import { gradesInWords } from "./board.js";
import { html, svg } from "./dom.js";
import { t } from "./language.js";

export function legend() {
  const sample = (/** @type {string} */ className) => svg("svg", { width: 48, height: 12, viewBox: "0 0 48 12", style: "--unit: 1px", "aria-hidden": "true" }, svg("line", { class: className, x1: 2, y1: 6, x2: 46, y2: 6 }));
  const grades = Object.entries(gradesInWords()).map(([grade, words]) => html("li", {}, sample(`side grade-${grade}`), ` ${grade}: ${words}`));
  const lines = [["extension", t("extension line")], ["removed", t("extension line that was removed again")], ["internal", t("internal edge: a short line that counts as an edge")]];
  return html("ul", {}, html("li", {}, t("Sides of a match, by grade:")), ...grades, ...lines.map(([name, words]) => html("li", {}, sample(name), ` ${words}`)));
}
