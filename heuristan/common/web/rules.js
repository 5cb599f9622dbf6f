// The rule panel: the ranking, what each rule finds or lacks in a scene, and the matches to point at.

import { html } from "./dom.js";
import { t } from "./language.js";
import { told } from "./told.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Film, Scene, Tile, Taken } from "./film.js"
 */

/**
 * Make the ranking as it stands in a scene.
 * @param {Film} film
 * @param {Scene} scene
 * @param {Taken | null} next the match that is taken next
 * @param {(tile: Tile | null) => void} point called with the match that the reader points at, or null
 * @param {(line: number, index: number) => void} [take] called with a match that the reader chooses; without it matches
 *   can be looked at and not taken
 * @param {(line: number) => Child} [add] makes what else stands at a rule
 * @returns {HTMLElement}
 */
export function rulePanel(film, scene, next, point, take, add) {
  const lines = film.rules.map((rule, line) => lineOf(told(rule.title), asksOf(rule.text), line, scene, next, point, take, add));
  const rest = scene.offers.find((offer) => offer.line < 0)?.matches ?? [];
  return html("div", {}, html("ol", { class: "rules" }, ...lines), (take || rest.length > 0) && restOf(rest, point, take));
}

/** Say in the reader's language what a rule asks for. @param {string} text as the engine says it, its parts between semicolons */
export function asksOf(text) {
  const parts = text.replace(/\.$/, "").split("; ").map((part) => told(part.charAt(0).toLowerCase() + part.slice(1)));
  const words = parts.join(t("; "));
  return text && t("{words}.", { words: words.charAt(0).toUpperCase() + words.slice(1) });
}

/**
 * @param {Tile[]} matches
 * @param {(tile: Tile | null) => void} point
 * @param {(line: number, index: number) => void} [take]
 */
function restOf(matches, point, take) {
  const summary = html("summary", {}, matches.length ? t("{count} more pieces fit that no rule takes", { count: matches.length }) : t("No more pieces fit that no rule takes"));
  return html("details", { class: "rest" }, summary, html("div", { class: "matches" }, ...matchButtons(matches, null, point, take && ((index) => take(-1, index)))));
}

/**
 * @param {string} title
 * @param {string} text
 * @param {number} line
 * @param {Scene} scene
 * @param {Taken | null} next
 * @param {(tile: Tile | null) => void} point
 * @param {((line: number, index: number) => void) | undefined} take
 * @param {((line: number) => Child) | undefined} add
 */
function lineOf(title, text, line, scene, next, point, take, add) {
  const offer = scene.offers.find((each) => each.line === line);
  const offered = offer?.matches ?? [];
  const ruledOut = scene.ruledOut.filter((offer) => offer.line === line).flatMap((offer) => offer.matches);
  const fires = next !== null && next.line === line;
  const known = fires && !offered.length ? [next.tile, ...next.others] : offered;
  const lacks = scene.lacking.get(line);
  // whoever has the offers of a scene knows at once of the rules that find nothing; what they lack is told later
  const idle = !fires && !known.length && !ruledOut.length && (lacks !== undefined || scene.tried.has(line) || scene.offers.length > 0);
  const state = fires ? "fires" : ruledOut.length ? "rules-out" : known.length ? "finds" : offer ? "finds-those-above" : idle ? "finds-nothing" : "";
  const words = { fires: t("fires"), "rules-out": t("rules out"), finds: t("finds {count}", { count: known.length }), "finds-those-above": t("finds those above"), "finds-nothing": t("finds nothing"), "": "" };
  const said = html("span", { class: "state" }, words[state]);
  return html(
    "li",
    { class: `rule ${state}`, "aria-current": fires ? "step" : null },
    html("div", { class: "line" }, html("span", { class: "title" }, title), add ? add(line) : said),
    text && html("p", { class: "asks" }, text),
    lacks !== undefined && !add && html("p", { class: "lacks" }, lacks),
    // where matches are chosen every rule has a row for them, so that it keeps its place
    (add || known.length + ruledOut.length > 0) &&
      html(
        "div",
        { class: "matches" },
        add && said,
        ...matchButtons(known, fires ? next.tile : null, point, take && ((index) => take(line, index))),
        ...matchButtons(ruledOut, null, point),
      ),
  );
}

/**
 * @param {Tile[]} matches
 * @param {Tile | null} taken
 * @param {(tile: Tile | null) => void} point
 * @param {(index: number) => void} [take]
 */
function matchButtons(matches, taken, point, take) {
  const isTaken = (/** @type {Tile} */ tile) => taken !== null && String(tile.ring) === String(taken.ring);
  const button = (/** @type {Tile} */ tile, /** @type {number} */ index) =>
    html(
      "button",
      {
        type: "button",
        class: isTaken(tile) ? "match taken" : "match",
        "aria-label": [told(tile.name.name), tile.grades, (isTaken(tile) || !tile.grades) && t("taken")].filter(Boolean).join(", "),
        mouseenter: () => point(tile),
        mouseleave: () => point(null),
        focus: () => point(tile),
        blur: () => point(null),
        click: () => (take ? take(index) : point(tile)),
      },
      `${told(tile.name.name)} `,
      html("b", {}, tile.grades ?? ""),
    );
  return matches.map(button);
}
