// The lesson of 45 minutes, told part by part for a projector; its links set the workbench up.

import { DEFAULT, linkTo, whereOf } from "./address.js";
import { isInClass } from "./class-pupil.js";
import { button, html } from "./dom.js";
import { t } from "./language.js";
import { projectorSwitch } from "./projector.js";

/**
 * @import { Given, Where } from "./address.js"
 * @import { View } from "./app.js"
 * @typedef {{ minutes: string, title: string, words: string[], questions: string[], links: [string, Partial<Where>][] }} Part
 */

const R = Math.SQRT2;
/** Seven pieces in a row that touch in points. @type {Given} */
const BUNTING = {
  feature: {
    type: "Feature",
    id: "bunting",
    properties: { sets: 1 },
    geometry: {
      type: "MultiPolygon",
      coordinates: [
        [[R, -R], [2 * R, 0], [0, 0]],
        [[2 * R, 0], [2.5 * R, -0.5 * R], [3 * R, 0]],
        [[6 * R + 4, 0], [6 * R + 3, 0], [6 * R + 4, -1], [6 * R + 5, -1]],
        [[3 * R, 0], [3 * R, -1], [3 * R + 1, -1], [3 * R + 1, 0]],
        [[3 * R + 1, 0], [3 * R + 2, -1], [3 * R + 3, 0]],
        [[3 * R + 3, 0], [3.5 * R + 3, -0.5 * R], [4 * R + 3, 0]],
        [[4 * R + 3, 0], [5 * R + 3, -R], [6 * R + 3, 0]],
      ].map((ring) => [[...ring, ring[0]]]),
    },
  },
};

/** @param {string} shape @param {Where["moves"]} [moves] @returns {Partial<Where>} */
function on(shape, moves = []) {
  return { view: "work", puzzle: { shape }, moves };
}

/** @returns {Part[]} */
const parts = () => [
  {
    minutes: "0–8",
    title: t("By hand"),
    words: [t("Fill the cat with your seven pieces."), t("Afterwards see what the program does. It only has rules like yours.")],
    questions: [t("Which piece did you lay first, and why there?")],
    links: [[t("The cat, with nothing laid"), on("cat")], [t("The cat, after two steps"), on("cat", [{ do: "go", count: 2 }])], [t("The cat, filled"), on("cat", [{ do: "finish" }])]],
  },
  {
    minutes: "8–18",
    title: t("What gives a piece away"),
    words: [t("In the bunting every piece hangs by itself: all its sides are edges. One rule is enough."), t("In the runner lay a ruler along an edge that ends at a vertex which points inwards, and draw the edge on into the figure. Sides of pieces lie there: such a line is an extension line.")],
    questions: [t("The long side of the runner's third piece is partly edge and partly extension line. Which is the better evidence: edge, mixed, or extension line?")],
    links: [[t("The bunting"), { view: "work", puzzle: BUNTING, moves: [] }], [t("The runner, before its third piece"), on("runner", [{ do: "go", count: 2 }])]],
  },
  {
    minutes: "18–25",
    title: t("Several pieces at once"),
    words: [t("In the crown two large figures can be seen, but no single piece. The program takes such a composite out before it knows its pieces.")],
    questions: [t("Which sets of pieces can make the first composite? There are three.")],
    links: [[t("The crown, before its first step"), on("crown")], [t("The crown, after it"), on("crown", [{ do: "go", count: 1 }])]],
  },
  {
    minutes: "25–32",
    title: t("Stuck, and starting again"),
    words: [t("The program of 1972 never took a step back. It swept the table, and started with another rule: with the goose, seven attempts got stuck, and the eighth filled it.")],
    questions: [t("Why may a worse rule at the start lead to a better end?")],
    links: [[t("The goose, stuck"), on("goose", [{ do: "finish" }])]],
  },
  {
    minutes: "32–40",
    title: t("Undoing"),
    words: [t("Sometimes every start leads nowhere. With backtracking a match that leads nowhere is put back, and the next best is tried."), t("Is it the ranking that is good, or the search? Set it beside a search that has no ranking.")],
    questions: [t("Which step of the digit 9 was wrong?")],
    links: [[t("The digit 9, stuck"), on("digit-9", [{ do: "finish" }])], [t("The digit 9, with backtracking and without a ranking"), { view: "compare", puzzle: { shape: "digit-9" }, other: { solver: "exact" }, moves: [] }]],
  },
  {
    minutes: "40–45",
    title: t("What did we learn?"),
    words: [t("A rule is often right: a heuristic.")],
    questions: [t("What does a program do when a rule is wrong? Name two ways."), t("Stuck and unsolvable are different answers. What does each of them mean?"), t("Does a better ranking make a search shorter, or make it succeed?"), t("Change the order of the rules. What would you count, over many puzzles, to decide which order is better, and how sure could you be?")],
    links: [[t("Other orders, on all shapes"), { view: "rank", puzzle: { shape: "swan" }, ranking: { name: "composites-first" }, moves: [] }]],
  },
];
/** What pupils of a class do in it: a part's first question, and the shapes that its links lead to on the workbench. */
export const tasks = () => parts().map(({ questions, links }) => ({
  question: questions[0],
  shapes: [...new Set(links.flatMap(([, { view, puzzle }]) => (view === "work" && puzzle && "shape" in puzzle ? [puzzle.shape] : [])))],
})).filter(({ shapes }) => shapes.length);
const COMMAND = "heuristan worksheet cat runner crown goose digit-9 --output sheet.pdf";

/** The part that was looked at last: whoever comes back from the workbench goes on there. */
let at = 0;

/**
 * Open the view.
 * @param {HTMLElement} place
 * @returns {View}
 */
export function lesson(place) {
  let where = whereOf("");
  const large = projectorSwitch(() => where);
  const told = html("section", { class: "part", "aria-live": "polite" });
  const back = button(t("Back"), () => go(at - 1));
  const next = button(t("Next"), () => go(at + 1), { class: "run" });
  const sheet = html("details", {}, html("summary", {}, t("The worksheet that belongs to it")), html("p", {}, t("This command writes its outlines, pieces and solutions to sheet.pdf, to print:")), html("p", {}, html("code", {}, COMMAND)));
  place.append(html("h1", {}, t("A lesson of 45 minutes")), html("p", { class: "lead" }, t("For a class from about age 14 that has never met heuristics, with a tangram for each pair.")), told, html("div", { class: "controls" }, back, next, isInClass() && html("a", { class: "button", href: "#class" }, t("Class")), large.element), sheet);

  /** @param {number} part */
  function go(part) {
    const all = parts();
    at = Math.max(0, Math.min(part, all.length - 1));
    const { minutes, title, words, questions, links } = all[at];
    told.replaceChildren(
      html("p", { class: "quiet" }, t("Part {number} of {of}", { number: at + 1, of: all.length }), " · ", t("Minutes {minutes}", { minutes })),
      html("h2", {}, title),
      ...words.map((text) => html("p", {}, text)),
      html("ul", { class: "links" }, ...links.map(([text, change]) => html("li", {}, html("a", { class: "button", href: linkTo(where, { ranking: { name: DEFAULT }, rules: "", ...change }) }, text)))),
      ...questions.map((text) => html("p", { class: "asked" }, text)),
    );
    back.hidden = at === 0;
    next.hidden = at === all.length - 1;
  }

  return {
    show: (now) => {
      where = now;
      large.show(now);
      go(at);
    },
  };
}
