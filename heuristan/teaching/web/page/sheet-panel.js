// Worksheets to print, of the shapes that the gallery shows.

import { MAKES_WORKSHEETS, askForFile } from "./api.js";
import { button, html } from "./dom.js";
import { spoken, t } from "./language.js";
import { save } from "./saving.js";

/** How many puzzles a worksheet has at most. */
const MOST = 24;

/**
 * Make the panel.
 * @param {() => string[]} shown returns the names of the shapes that the gallery shows and that can be filled
 * @returns {HTMLElement}
 */
export function sheetPanel(shown) {
  const said = html("p", { role: "status" });
  const hints = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox" }));
  const solutions = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", checked: true }));
  const make = button(t("Make the PDF"), async () => {
    said.textContent = t("Writing ...");
    try {
      save("worksheet.pdf", await askForFile("worksheet", { shapes: shown().slice(0, MOST), language: spoken(), hints: hints.checked, solutions: solutions.checked }));
      said.textContent = t("{file} is saved.", { file: "worksheet.pdf" });
    } catch (fault) {
      said.textContent = /** @type {Error} */ (fault).message;
    }
  });
  const command = html("code", {});
  const asked = html("div", { class: "controls" }, make, html("label", {}, hints, ` ${t("with first hints")}`), html("label", {}, solutions, ` ${t("Solutions")}`));
  const panel = html("details", { class: "played" }, html("summary", {}, t("Worksheet to print")), html("p", {}, t("The first {most} of the shapes below, as you filter them, with the pieces to cut out.", { most: MOST })), MAKES_WORKSHEETS ? asked : html("p", {}, t("This page cannot make it. The command does, where heuristan is installed:"), " ", command), said);
  panel.addEventListener("toggle", () => (command.textContent = `heuristan worksheet ${shown().slice(0, MOST).join(" ")} --language ${spoken()} --output worksheet.pdf`));
  return panel;
}
