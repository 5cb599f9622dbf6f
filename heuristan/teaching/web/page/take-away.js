// Everything as files, and the link that carries it all.

import { linkTo, positionOf } from "./address.js";
import { ask, askForFile } from "./api.js";
import { button, html } from "./dom.js";
import { t } from "./language.js";
import { inPixels } from "./pixels.js";
import { linkForOthers, save } from "./saving.js";
import { silhouette } from "./silhouette.js";

/**
 * @import { Where } from "./address.js"
 * @import { View } from "./app.js"
 * @typedef {{ words: string, about: string, name: string, request: any }} Offer
 */

/** @returns {Offer[]} */
const offersNow = () => [
  { words: t("Player"), about: t("a page of its own, to step through the run without a server"), name: "player.html", request: { what: "player" } },
  { words: t("Explanation"), about: t("the run in words"), name: "explanation.txt", request: { what: "explanation" } },
  { words: t("Picture"), about: t("the solution"), name: "solution.svg", request: { what: "picture" } },
  { words: t("Film strip"), about: t("every step as a picture"), name: "filmstrip.svg", request: { what: "filmstrip" } },
  { words: t("Trace"), about: t("every event of the run, as JSON lines"), name: "trace.jsonl", request: { what: "trace" } },
  { words: t("Result"), about: t("where the pieces are, as JSON"), name: "result.json", request: { what: "result" } },
  { words: t("Outline, GeoJSON"), about: t("to open again here"), name: "outline.geojson", request: { what: "outline", form: "geojson" } },
  { words: t("Outline, SVG"), about: t("to print or to draw on"), name: "outline.svg", request: { what: "outline", form: "svg" } },
  { words: t("Ranking"), about: t("the rules as YAML"), name: "ranking.yaml", request: { what: "ranking" } },
];

/** Widths of a PNG, in pixels. */
const WIDTHS = [800, 1600, 3200];

/**
 * Open the view.
 * @param {HTMLElement} place
 * @returns {View}
 */
export function takeAway(place) {
  return {
    show: async (where) => {
      const said = html("p", { role: "status" });
      const link = /** @type {HTMLInputElement} */ (html("input", { type: "text", readonly: true, "aria-label": t("Link"), value: linkForOthers(linkTo(where, { view: "work" })) }));
      const copy = button(t("Copy the link"), () => copyLink(link, said), { class: "run" });
      const reach = location.protocol === "file:" ? ` ${t("It opens where this folder lies in the same place.")}` : "";
      const picture = html("div", { class: "small-picture" });
      const width = /** @type {HTMLSelectElement} */ (html("select", { id: "png-width" }, ...WIDTHS.map((wide) => html("option", { value: wide, selected: wide === WIDTHS[1] }, t("{wide} pixels", { wide })))));
      const inPng = (/** @type {Offer} */ offer) => button("PNG", () => fetchFile(offer, where, said, Number(width.value)), { "aria-label": `${t("Save:")} ${offer.words}, PNG` });
      const offers = offersNow().map((offer) =>
        html("li", {}, button(offer.words, () => fetchFile(offer, where, said), { "aria-label": `${t("Save:")} ${offer.words}` }), html("span", { class: "quiet" }, offer.about, " ", offer.name.endsWith(".svg") && inPng(offer))),
      );
      const of = where.moves.length ? t("Files of what was done on the workbench:") : t("Files of the whole run of the ranking:");
      place.replaceChildren(
        html("h1", {}, t("Take away")),
        html("p", { class: "lead" }, `${t("The link carries the puzzle, the ranking and every move.")}${reach}`),
        html("div", { class: "filter" }, link, copy),
        said,
        html("div", { class: "columns" }, html("section", { "aria-label": t("Files") }, html("p", {}, of), html("ul", { class: "files" }, ...offers), html("p", {}, html("label", { for: "png-width" }, `${t("A PNG is this wide:")} `), width)), picture),
      );
      const puzzle = await ask("puzzle", { puzzle: where.puzzle }).catch(() => null);
      if (puzzle) picture.replaceChildren(silhouette(puzzle.rings, puzzle.id));
    },
  };
}

/** @param {HTMLInputElement} link @param {HTMLElement} said */
async function copyLink(link, said) {
  // browsers do it on safe connections alone
  const isDone = Boolean(await navigator.clipboard?.writeText(link.value).then(() => true, () => false));
  if (!isDone) link.select();
  said.textContent = isDone ? t("The link is copied.") : t("The link is selected: copy it with Ctrl-C.");
}

/** @param {Offer} offer @param {Where} where @param {HTMLElement} said @param {number} [wide] the width, as PNG */
async function fetchFile({ name, request }, where, said, wide) {
  said.textContent = t("Writing ...");
  try {
    const file = await askForFile("export", { ...positionOf(where), run: !where.moves.length && !where.rules, ...request });
    const savedAs = wide ? name.replace(/svg$/, "png") : name;
    save(savedAs, wide ? await inPixels(file, wide) : file);
    said.textContent = t("{file} is saved.", { file: savedAs });
  } catch (fault) {
    said.textContent = /** @type {Error} */ (fault).message;
  }
}
