// The gallery: every shape as a silhouette, and the ways to bring another.

import { linkTo, whereOf } from "./address.js";
import { listOf } from "./api.js";
import { button, html } from "./dom.js";
import { allKept, forgetAll } from "./keeping.js";
import { save } from "./saving.js";
import { silhouette } from "./silhouette.js";
import { coming, titleOf } from "./words.js";

/**
 * @import { View } from "./app.js"
 * @typedef {{ shape: string, title: string, source: string, difficulty: string, set: string, sets: number, possible: boolean, rings: any[] }} Shape
 */

/**
 * Open the gallery.
 * @param {HTMLElement} place
 * @returns {View}
 */
export function gallery(place) {
  /** @type {{ words: string, card: HTMLElement }[]} */
  let cards = [];
  const found = html("p", { class: "quiet", role: "status" }, coming("gallery"));
  const list = html("ul", { class: "shapes" });
  const filter = html("input", { type: "search", placeholder: "cat, easy, hard, two sets ...", "aria-label": "Filter the shapes", input: () => narrow() });
  place.append(
    html("h1", {}, "Choose a puzzle"),
    html("p", { class: "lead" }, "An expert system fills it with the seven pieces of the tangram, rule by rule. Watch it, ask it why, or overrule it."),
    html("div", { class: "filter" }, filter, ...ways()),
    played(),
    found,
    list,
  );
  listOf("shapes").then(fill, (fault) => (found.textContent = fault.message));
  return { show: () => undefined };

  /** @param {{ shapes: Shape[] }} answer */
  function fill({ shapes }) {
    // the seven pieces come first, and what cannot be filled last
    const rank = (/** @type {Shape} */ { possible, set }) => (possible ? Number(set !== "tangram") : 2);
    const inOrder = [...shapes].sort((a, b) => rank(a) - rank(b));
    cards = inOrder.map((shape) => ({ words: wordsOf(shape), card: cardOf(shape) }));
    list.append(...cards.map(({ card }) => card));
    narrow();
  }

  function narrow() {
    const wanted = /** @type {HTMLInputElement} */ (filter).value.toLowerCase().split(/\s+/);
    for (const { words, card } of cards) card.hidden = !wanted.every((word) => words.includes(word));
    const count = cards.filter(({ card }) => !card.hidden).length;
    found.textContent = count === cards.length ? `${count} shapes` : `${count} of ${cards.length} shapes`;
  }
}

/** The ways to a puzzle that is not in the gallery. */
function ways() {
  return [
    html("a", { class: "button", href: "#draw" }, "Draw one"),
    html("a", { class: "button", href: "#lay" }, "Lay one"),
    html("a", { class: "button", href: "#open" }, "Open a file or photograph"),
  ];
}

/** What was played in this browser: to go on with, to take away, or to throw away. */
function played() {
  const all = allKept();
  if (!all.length) return "";
  const place = html("details", { class: "played" }, html("summary", {}, `Played here: ${all.filter(({ isSolved }) => isSolved).length} solved, ${all.length} in all`));
  const cards = all.map(({ given, id, rings, isSolved }) => {
    const href = linkTo(whereOf("#"), { view: "play", puzzle: given });
    return html("li", {}, html("a", { class: "shape", href }, silhouette(rings), html("b", {}, titleOf(id)), html("span", { class: "quiet" }, isSolved ? "solved" : "begun")));
  });
  const away = button("Take it away", () => save("played.json", new Blob([JSON.stringify(all, null, 1)], { type: "application/json" })));
  const forget = button("Throw it away", () => {
    forgetAll();
    place.remove();
  });
  place.append(html("p", { class: "quiet" }, "Only this browser knows it. ", away, " ", forget), html("ul", { class: "shapes" }, ...cards));
  return place;
}

/** @param {Shape} shape */
function wordsOf({ shape, title, source, difficulty, set, sets, possible }) {
  const count = sets === 1 ? "one set" : `${["", "", "two", "three", "four"][sets] ?? sets} sets`;
  return [shape, title, source, difficulty, set, count, possible ? "" : "impossible"].join(" ").toLowerCase();
}

/** @param {Shape} shape */
function cardOf({ shape, title, difficulty, set, possible, rings }) {
  const href = linkTo(whereOf("#work"), { puzzle: { shape } });
  const level = `${possible ? difficulty.split(";")[0] : "impossible"}${set === "tangram" ? "" : `, ${set}`}`;
  return html("li", {}, html("a", { class: "shape", href, title: difficulty }, silhouette(rings), html("b", {}, title), html("span", { class: "quiet" }, level)));
}
