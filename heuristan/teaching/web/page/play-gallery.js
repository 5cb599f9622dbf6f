// A page that shows all pages to play on, by levels.

import { html } from "./dom.js";
import { languageSwitch, speak, t, wantedLanguage } from "./language.js";
import { silhouette } from "./silhouette.js";
import { capital } from "./words.js";

/**
 * @import { Point } from "./film.js"
 * @import { Texts } from "./language.js"
 * @typedef {{ page: string, title: string, level: string, set: string, rings: Point[][] }} Card
 */

/**
 * Put the gallery into an element.
 * @param {Element} place
 * @param {{ cards: Card[], texts: Record<string, Texts> }} file
 */
export function galleryHere(place, { cards, texts }) {
  show(wantedLanguage());

  /** @param {string} language */
  function show(language) {
    speak(language, texts[language] ?? {});
    document.title = t("Tangrams to play");
    const choose = languageSwitch((chosen) => {
      show(chosen);
      place.querySelector("select")?.focus();
    });
    const levels = [...new Set(cards.map(({ level }) => level))].flatMap((level) => {
      const some = cards.filter((card) => card.level === level);
      return [html("h2", {}, capital(t(level))), html("ul", { class: "shapes" }, ...some.map(item))];
    });
    const lead = t("Choose one, and fill it with all its pieces. Hints are there; no piece is left over, and none lies on another.");
    place.replaceChildren(
      html("header", { class: "top" }, html("span", { class: "name" }, "heuristan"), choose),
      html("main", { class: "view gallery" }, html("h1", {}, t("Tangrams to play")), html("p", { class: "lead" }, lead), ...levels),
    );
  }
}

/** @param {Card} card */
function item({ page, title, set, rings }) {
  const words = [html("b", {}, t(title)), set !== "tangram" && html("span", { class: "quiet" }, t(set))];
  return html("li", {}, html("a", { class: "shape", href: page }, silhouette(rings), ...words));
}
