// What is known in a scene: the stock, the abeyance lists, and the working memory of the engine as a table.

import { html } from "./dom.js";
import { stockIn } from "./film.js";
import { t } from "./language.js";
import { told } from "./told.js";

/** @import { Film, Scene } from "./film.js" */

/**
 * Make the stock and the abeyance lists.
 * @param {Film} film
 * @param {Scene} scene
 */
export function stockList(film, scene) {
  const stock = stockIn(film, scene).map(([name, count]) =>
    html("li", { class: count > 0 ? "" : "gone" }, html("span", { class: "swatch", style: `background: ${name.tones[0][0]}` }), `${told(name.name)} × ${count}`),
  );
  const held = scene.held.map(([step, composite, sets]) =>
    html("li", {}, t("Composite {piece} of step {step}:", { piece: told(composite.name), step }), " ", sets.map((set) => set.map((name) => t(name.name)).join(" + ")).join(t("; or ")) || t("no set is left")),
  );
  return html(
    "div",
    { class: "stock" },
    html("h3", {}, t("Stock")),
    html("ul", { class: "pieces" }, ...stock),
    held.length > 0 && html("h3", {}, t("Held in abeyance")),
    held.length > 0 && html("ul", {}, ...held),
  );
}

/**
 * Make the table of the working memory, by kinds of facts.
 * @param {Scene} scene
 */
export function factTable(scene) {
  if (!scene.facts.length) return html("p", { class: "none" }, scene.isAsked ? t("Nothing is left to know.") : t("The engine was not asked in this state."));
  const kinds = new Map(/** @type {[string, string[][]][]} */ ([]));
  for (const [number, kind, text] of scene.facts) kinds.set(kind, [...(kinds.get(kind) ?? []), [number, text]]);
  const groups = [...kinds].map(([kind, facts]) =>
    html(
      "details",
      { open: facts.length < 12 },
      html("summary", {}, `${kind} (${facts.length})`),
      html("table", {}, html("tbody", {}, ...facts.map(([number, text]) => html("tr", {}, html("th", { scope: "row" }, number), html("td", {}, text))))),
    ),
  );
  return html("div", { class: "facts" }, ...groups);
}
