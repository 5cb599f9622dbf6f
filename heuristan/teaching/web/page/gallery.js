// The gallery: every shape as a silhouette, and the ways to bring another.

import { linkTo, whereOf } from "./address.js";
import { listOf } from "./api.js";
import { button, html } from "./dom.js";
import { allKept, forgetAll, isKeeping, keepAlso } from "./keeping.js";
import { save } from "./saving.js";
import { silhouette } from "./silhouette.js";
import { coming, titleOf } from "./words.js";

/**
 * @import { View } from "./app.js"
 * @import { Kept } from "./keeping.js"
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

/** What was played in this browser: to go on with, to take away, to bring back, or to throw away. */
function played() {
  const place = html("details", { class: "played" });
  const said = html("p", { class: "quiet", role: "status" });
  fill();
  return place;

  function fill(words = isKeeping() ? "Only this browser knows it." : "This browser keeps nothing of a page that is opened like this.") {
    const { puzzles, rankings } = allKept();
    const solved = puzzles.filter(({ isSolved }) => isSolved).length;
    const away = button("Take it away", () => save("played.json", new Blob([JSON.stringify({ puzzles, rankings }, null, 1)], { type: "application/json" })));
    const forget = button("Throw it away", () => (forgetAll(), fill("Nothing is kept.")));
    const file = /** @type {HTMLInputElement} */ (html("input", { type: "file", accept: ".json", change: () => bring(file.files?.[0]) }));
    said.textContent = words;
    place.replaceChildren(
      html("summary", {}, `Played here: ${solved} solved, ${puzzles.length} in all${rankings.length ? `; own rankings: ${rankings.length}` : ""}`),
      said,
      html("div", { class: "controls" }, ...(puzzles.length || rankings.length ? [away, forget] : []), html("label", {}, "Bring back played.json ", file)),
      html("ul", { class: "shapes" }, ...puzzles.map(playedCard)),
    );
  }

  /** @param {File | undefined} file */
  async function bring(file) {
    if (!file) return;
    fill(keepAlso(await file.text()) ? `What is in ${file.name} is here too.` : `${file.name} cannot be kept: choose a file that was taken away here.`);
  }
}

/** @param {Kept} kept */
function playedCard({ given, id, rings, isSolved }) {
  const href = linkTo(whereOf("#"), { view: "play", puzzle: given });
  return html("li", {}, html("a", { class: "shape", href }, silhouette(rings), html("b", {}, titleOf(id)), html("span", { class: "quiet" }, isSolved ? "solved" : "begun")));
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
