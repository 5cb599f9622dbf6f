// What the letters and lines of a board mean.

import { gradesInWords, hatches, hatchId } from "./board.js";
import { html, svg } from "./dom.js";
import { t } from "./language.js";

const sample = (/** @type {string} */ className) => svg("svg", { width: 48, height: 12, viewBox: "0 0 48 12", style: "--unit: 1px", "aria-hidden": "true" }, svg("line", { class: className, x1: 2, y1: 6, x2: 46, y2: 6 }));

/** Say what the letters of sides mean, each in an item of a list. */
export function grades() {
  return Object.entries(gradesInWords()).map(([grade, words]) => html("li", {}, sample(`side grade-${grade}`), ` ${grade}: ${words}`));
}

export function legend() {
  const lines = [["extension", t("extension line")], ["removed", t("extension line that was removed again")], ["internal", t("internal edge: a short line that counts as an edge")], ["instead", t("what the rules would have taken, where a person chose")]];
  const filled = (/** @type {string} */ fill, /** @type {string | null} */ hatch) => {
    const area = (/** @type {string} */ colour) => svg("rect", { x: 2, width: 44, height: 12, fill: colour });
    return svg("svg", { width: 48, height: 12, viewBox: "0 0 48 12", "aria-hidden": "true" }, ...hatches([hatch], 5), area(fill), hatch && area(`url(#${hatchId(hatch)})`));
  };
  const areas = [html("li", {}, filled("#aadaf4", "#56b4e9"), ` ${t("hatched: the second of two equal pieces")}`), html("li", {}, filled("#d9d0f0", null), ` ${t("lilac: a composite, whose pieces are not chosen yet")}`)];
  return html("ul", {}, html("li", {}, t("Sides of a match, by grade:")), ...grades(), ...lines.map(([name, words]) => html("li", {}, sample(name), ` ${words}`)), ...areas);
}
