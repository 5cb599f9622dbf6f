// The gallery: every shape as a silhouette, to play or to work out, by levels; and the ways to bring another.

import { linkTo, whereOf } from "./address.js";
import { listOf } from "./api.js";
import { button, html } from "./dom.js";
import { allKept, choose, forgetAll, isKeeping, keepAlso, setting } from "./keeping.js";
import { isKiosk } from "./kiosk.js";
import { t } from "./language.js";
import { inOrder, levelOf, LEVELS, solvedShapes } from "./levels.js";
import { save } from "./saving.js";
import { sheetPanel } from "./sheet-panel.js";
import { namesInAllLanguages } from "./shape-names.js";
import { silhouette } from "./silhouette.js";
import { capital, coming, titleOf } from "./words.js";

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
  const solved = solvedShapes();
  let level = setting("level") ?? "";
  /** @type {{ shape: Shape, words: string, level: string, card: HTMLElement }[]} */
  let cards = [];
  const found = html("p", { class: "quiet", role: "status" }, coming("gallery"));
  const list = html("ul", { class: "shapes" });
  const levels = html("div", { class: "levels", role: "group", "aria-label": t("Difficulty") });
  const hint = t("cat, easy, hard, two sets ...");
  const filter = html("input", { type: "search", placeholder: hint, "aria-label": t("Filter the shapes"), input: () => narrow() });
  filter.addEventListener("focus", learnNames, { once: true });
  const lead = isKiosk() ? t("Fill it with all its pieces. Hints are there.") : t("Fill it with the seven pieces of the tangram. Or watch an expert system do it, rule by rule: ask it why, or overrule it.");
  place.append(
    html("h1", {}, t("Choose a puzzle")),
    html("p", { class: "lead" }, lead),
    ...(isKiosk() ? [] : [html("div", { class: "filter" }, filter, ...ways())]),
    levels,
    ...(isKiosk() ? [] : [played(), sheetPanel(() => cards.filter(({ card, shape }) => !card.hidden && shape.possible).map(({ shape }) => shape.shape))]),
    found,
    list,
  );
  listOf("shapes").then(fill, (fault) => (found.textContent = fault.message));
  return { show: () => undefined };

  /** @param {{ shapes: Shape[] }} answer */
  function fill({ shapes }) {
    const shown = inOrder(shapes).filter(({ possible }) => possible || !isKiosk());
    cards = shown.map((shape) => ({ shape, words: wordsOf(shape), level: levelOf(shape), card: cardOf(shape, solved.has(shape.shape)) }));
    list.append(...cards.map(({ card }) => card));
    levels.append(...["", ...LEVELS].map((each) => levelButton(each, shown.filter(({ possible }) => possible))));
    narrow();
  }

  /** @param {string} each a level, or "" for all @param {Shape[]} shapes */
  function levelButton(each, shapes) {
    const all = shapes.filter((shape) => !each || levelOf(shape) === each);
    const count = all.filter(({ shape }) => solved.has(shape)).length;
    const words = t("{solved} of {all} solved", { solved: count, all: all.length });
    const act = () => {
      choose("level", (level = each));
      narrow();
    };
    return button(html("span", {}, html("b", {}, each ? capital(t(each)) : t("All levels")), html("small", {}, words)), act, { "data-level": each });
  }

  /** Find shapes by their names in other languages too, as soon as somebody is about to type one. */
  async function learnNames() {
    const [called] = await Promise.all([namesInAllLanguages(), listOf("shapes")]);
    for (const card of cards) card.words += ` ${called(card.shape.title).join(" ").toLowerCase()}`;
    narrow();
  }

  function narrow() {
    const wanted = /** @type {HTMLInputElement} */ (filter).value.toLowerCase().split(/\s+/);
    for (const each of cards) each.card.hidden = (level !== "" && each.level !== level) || !wanted.every((word) => each.words.includes(word));
    for (const each of levels.children) each.setAttribute("aria-pressed", String(each.getAttribute("data-level") === level));
    const count = cards.filter(({ card }) => !card.hidden).length;
    found.textContent = count === cards.length ? t("{count} shapes", { count }) : t("{shown} of {count} shapes", { shown: count, count: cards.length });
  }
}

/** The ways to a puzzle that is not in the gallery, and to the lessons of a site that has them. */
function ways() {
  const lessons = "lessons" in document.documentElement.dataset ? [html("a", { class: "button", href: "lessons/index.html" }, t("Lessons with Python"))] : [];
  return [
    html("a", { class: "button", href: "#draw" }, t("Draw one")),
    html("a", { class: "button", href: "#lay" }, t("Lay one")),
    html("a", { class: "button", href: "#open" }, t("Open a file or photograph")),
    ...lessons,
  ];
}

/** What was played in this browser: to go on with, to take away, to bring back, or to throw away. */
function played() {
  const place = html("details", { class: "played" });
  const said = html("p", { class: "quiet", role: "status" });
  fill();
  return place;

  function fill(words = isKeeping() ? t("Only this browser knows it.") : t("This browser keeps nothing of a page that is opened like this.")) {
    const { puzzles, rankings } = allKept();
    const solved = puzzles.filter(({ isSolved }) => isSolved).length;
    const away = button(t("Take it away"), () => save("played.json", new Blob([JSON.stringify({ puzzles, rankings }, null, 1)], { type: "application/json" })));
    const forget = button(t("Throw it away"), () => (forgetAll(), fill(t("Nothing is kept."))));
    const file = /** @type {HTMLInputElement} */ (html("input", { type: "file", accept: ".json", change: () => bring(file.files?.[0]) }));
    said.textContent = words;
    place.replaceChildren(
      html("summary", {}, t("Played here: {solved} solved, {all} in all", { solved, all: puzzles.length }), rankings.length > 0 && `; ${t("own rankings: {count}", { count: rankings.length })}`),
      said,
      html("div", { class: "controls" }, ...(puzzles.length || rankings.length ? [away, forget] : []), html("label", {}, t("Bring back played.json"), " ", file)),
      html("ul", { class: "shapes" }, ...puzzles.map(playedCard)),
    );
  }

  /** @param {File | undefined} file */
  async function bring(file) {
    if (!file) return;
    fill(keepAlso(await file.text()) ? t("What is in {file} is here too.", { file: file.name }) : t("{file} cannot be kept: choose a file that was taken away here.", { file: file.name }));
  }
}

/** @param {Kept} kept */
function playedCard({ given, id, rings, isSolved }) {
  const href = linkTo(whereOf("#"), { view: "play", puzzle: given });
  return html("li", {}, html("a", { class: "shape", href }, silhouette(rings), html("b", {}, titleOf(id)), html("span", { class: "quiet" }, isSolved ? t("solved") : t("begun"))));
}

/** @param {Shape} shape */
function wordsOf(shape) {
  const { title, source, difficulty, set, sets, possible } = shape;
  const count = sets === 1 ? "one set" : `${["", "", "two", "three", "four"][sets] ?? sets} sets`;
  const own = [t(title), t(levelOf(shape)), t(set)];
  return [shape.shape, title, source, difficulty, set, count, possible ? "" : "impossible", ...own].join(" ").toLowerCase();
}

/** @param {Shape} shape @param {boolean} isSolved */
function cardOf(shape, isSolved) {
  const { title, set, possible, rings } = shape;
  const name = t(title);
  const link = (/** @type {string} */ view) => linkTo(whereOf("#"), { view, puzzle: { shape: shape.shape } });
  const way = (/** @type {string} */ view, /** @type {string} */ words, /** @type {string} */ kind) => html("a", { class: kind, href: link(view), "aria-label": `${words}: ${name}` }, words);
  const level = [t(levelOf(shape)), ...(set === "tangram" ? [] : [t(set)])].join(", ");
  const ways = [...(possible ? [way("play", t("Play"), "button hint")] : []), ...(isKiosk() ? [] : [way("work", t("Workbench"), "second")])];
  return html(
    "li",
    { class: isSolved ? "shape solved" : "shape" },
    html("a", { class: "opens", href: link(possible ? "play" : "work"), tabindex: -1, "aria-hidden": "true" }, silhouette(rings)),
    html("b", {}, name),
    html("span", { class: "quiet" }, level),
    isSolved && html("span", { class: "mark" }, `✓ ${t("solved")}`),
    html("span", { class: "ways" }, ...ways),
  );
}
