// The ranking that is at work: another can be chosen, or this one edited.

import { linkTo } from "./address.js";
import { listOf } from "./api.js";
import { html } from "./dom.js";
import { allKept } from "./keeping.js";
import { t } from "./language.js";

/** @import { RankingGiven, Where } from "./address.js" */

/**
 * Make a field to choose a ranking; choosing one begins anew with it.
 * @param {Where} where
 * @returns {HTMLElement}
 */
export function rankingChooser(where) {
  const field = rankingField(t("Ranking"), where.ranking, (ranking) => (location.hash = linkTo(where, { ranking, moves: [] })));
  return html("span", { class: "chooser" }, html("label", {}, `${t("Ranking")} `, field), html("a", { class: "button", href: linkTo(where, { view: "rank", moves: [] }) }, t("Edit")));
}

/**
 * Make a field with all rankings.
 * @param {string} label
 * @param {RankingGiven} chosen
 * @param {(ranking: RankingGiven) => void} choose
 * @param {[string, string][]} [others] values and words of what can be chosen besides
 * @returns {HTMLSelectElement}
 */
export function rankingField(label, chosen, choose, others = []) {
  const texts = allKept().rankings;
  const own = "text" in chosen ? chosen.text : null;
  const isKept = texts.some(({ text }) => text === own);
  const option = (/** @type {string} */ value, /** @type {string} */ words) => html("option", { value, selected: value === ("name" in chosen ? chosen.name : own) }, words);
  const given = (/** @type {string} */ value) => (value === own || texts.some(({ text }) => text === value) ? { text: value } : { name: value });
  const field = /** @type {HTMLSelectElement} */ (html("select", { "aria-label": label, change: () => choose(given(field.value)) }));
  const yours = () => [...(own === null || isKept ? [] : [option(own, t("yours"))]), ...texts.map(({ title, text }) => option(text, `${t("yours")}: ${title}`))];
  field.append(...yours(), ...("name" in chosen ? [option(chosen.name, chosen.name)] : []));
  listOf("rankings").then(({ rankings }) => {
    const known = rankings.map((/** @type {{ name: string, title: string }} */ each) => option(each.name, t(each.title)));
    field.replaceChildren(...known, ...yours(), ...others.map(([value, words]) => option(value, words)));
  }, () => undefined); // without the list there is the one that is chosen; that the server is gone is said where it is asked
  return field;
}
