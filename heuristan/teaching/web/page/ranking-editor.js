// The ranking editor: rules are dragged, switched off and changed; the server checks each change.

import { DEFAULT, linkTo } from "./address.js";
import { ask, listOf } from "./api.js";
import { button, html } from "./dom.js";
import { keepRanking } from "./keeping.js";
import { t } from "./language.js";
import { rankingField } from "./ranking-chooser.js";
import { asksOf } from "./rules.js";
import { changedLine, offAmong, ruleInLine, withOff, withRules } from "./ranking-text.js";
import { save } from "./saving.js";
import { moved, sortingButtons } from "./sorting.js";
import { told } from "./told.js";
import { Trial } from "./trial.js";
import { coming } from "./words.js";

/**
 * @import { RankingGiven, Where } from "./address.js"
 * @import { View } from "./app.js"
 * @import { Entry, Off, Rule } from "./ranking-text.js"
 * @typedef {{ ok: boolean, line?: number | null, message?: string, name: string, title: string, text: string, rules: Rule[] }} Checked
 */

/**
 * Open the editor.
 * @param {HTMLElement} place
 * @returns {View}
 */
export function rankingEditor(place) {
  return new RankingEditor(place);
}

class RankingEditor {
  /** @param {HTMLElement} place */
  constructor(place) {
    /** @type {Where | null} */
    this.where = null;
    /** @type {Checked | null} the ranking as it is listed */
    this.good = null;
    /** @type {Off[]} */
    this.off = [];
    /** What was listed when the server last said that it is good. @type {{ good: Checked | null, off: Off[] }} */
    this.sure = { good: null, off: [] };
    /** What the list shows. */
    this.listed = "";
    /** How often the server was asked: an answer that another question has overtaken is not shown. */
    this.asked = 0;
    /** @type {RankingGiven} */
    this.began = { name: DEFAULT };
    /** @type {string[]} */
    this.preferences = [];
    this.trial = new Trial(() => this.where && { mine: this.where.ranking, before: this.began, where: this.where });
    this.chooser = html("span", {});
    this.list = html("ol", { class: "edited" });
    this.said = html("p", { class: "prospect", role: "status" }, coming("ranking"));
    this.text = /** @type {HTMLTextAreaElement} */ (html("textarea", { rows: 18, spellcheck: "false", "aria-label": t("The ranking in YAML"), change: () => this.check({ text: this.text.value }) }));
    this.added = /** @type {HTMLSelectElement} */ (html("select", { "aria-label": t("Rule of the catalogue") }));
    place.append(html("h1", {}, t("Ranking")), html("p", { class: "lead" }, t("The first rule that finds a match takes it. Drag rules into another order, switch them off, or change what they ask for.")), ...this.layout());
  }

  layout() {
    return [
      html("div", { class: "controls" }, this.chooser, button(t("Try it"), () => this.go("work"), { class: "run" }), button(t("Compare"), () => this.go("compare")), button(t("Download"), () => this.download()), button(t("Reset"), () => this.reset())),
      this.said,
      html(
        "div",
        { class: "columns" },
        html("section", { "aria-label": t("Rules in order") }, this.list, html("div", { class: "controls" }, this.added, button(t("Add this rule"), () => this.add()))),
        html("div", { class: "stack" }, this.trial.element, html("section", { "aria-label": t("As text") }, html("h2", {}, t("As text")), this.text, html("p", { class: "quiet" }, t("Leave the field to have it checked.")))),
      ),
    ];
  }

  leave() {
    this.trial.leave();
  }

  /** @param {Where} where */
  async show(where) {
    this.where = where;
    if ("text" in where.ranking && where.ranking.text === this.good?.text) return;
    this.chooser.replaceChildren(rankingField(t("Begin with"), where.ranking, (ranking) => this.begin(ranking)));
    this.off = [];
    this.trial.clear();
    this.began = where.ranking;
    try {
      const { catalogue, preferences } = await listOf("rankings");
      this.preferences = preferences;
      this.added.replaceChildren(...catalogue.map((/** @type {Rule} */ rule, /** @type {number} */ n) => html("option", { value: n }, told(rule.title))));
      await this.check(where.ranking);
    } catch (fault) {
      this.refuse(/** @type {Error} */ (fault).message);
    }
  }

  /** @param {RankingGiven} ranking */
  begin(ranking) {
    if (this.where) location.hash = linkTo(this.where, { ranking });
  }

  /** Have a ranking checked, and show it unless another was asked for since; a good text goes into the link. @param {RankingGiven} ranking */
  async check(ranking) {
    const turn = (this.asked += 1);
    const { off } = this;
    /** @type {Checked} */
    const checked = await ask("ranking", ranking).catch((fault) => ({ ok: false, line: fault.line, message: fault.message }));
    const text = "text" in ranking ? ranking.text : checked.text ?? "";
    if (checked.ok) this.sure = { good: { ...checked, text }, off };
    if (turn !== this.asked) return;
    this.take(checked, text);
    if (checked.ok && "text" in ranking && this.where) {
      const before = this.where.ranking;
      if (ranking !== this.began) keepRanking({ title: checked.title, text }, "text" in before ? before.text : "");
      if (JSON.stringify(before) !== JSON.stringify(ranking)) this.trial.clear();
      this.where = { ...this.where, ranking };
      history.replaceState(null, "", linkTo(this.where));
    }
  }

  /** Show what the server says of a text. @param {Checked} checked @param {string} text */
  take(checked, text) {
    this.text.value = text;
    this.text.setAttribute("aria-invalid", String(!checked.ok));
    ({ good: this.good, off: this.off } = this.sure);
    this.fill();
    if (!checked.ok) return this.refuse(checked.message ?? "", checked.line);
    this.said.className = "prospect good";
    this.said.textContent = t("{count} rules: this ranking can be used.", { count: checked.rules.length });
  }

  /** Say what is wrong, and where. @param {string} message @param {number | null} [line] */
  refuse(message, line) {
    const fault = line ? t("Line {line}: {message}", { line, message }) : message;
    this.said.className = "prospect bad";
    this.said.textContent = fault;
    if (line) this.mark(line, fault);
  }

  /** Show a fault where it is. @param {number} line @param {string} fault */
  mark(line, fault) {
    this.listed = "";
    this.list.querySelectorAll("li:not(.off)")[ruleInLine(this.text.value, line)]?.append(html("p", { class: "bad" }, fault));
    const before = this.text.value.split("\n").slice(0, line - 1).join("\n").length;
    const start = before && before + 1;
    this.text.setSelectionRange(start, start + (this.text.value.slice(start).split("\n")[0].length));
  }

  /** Show the rules; what was open stays open, and the focus where it was. */
  fill() {
    const { entries } = this;
    const listed = JSON.stringify(entries.map(({ rule, isOn }) => [isOn, rule.line, meaningOf(rule)]));
    // a list that is the same already is left alone: somebody may be dragging in it
    if (listed === this.listed) return;
    this.listed = listed;
    const opened = new Set([...this.list.querySelectorAll("details[open]")].map((each) => each.getAttribute("data-rule")));
    const focused = document.activeElement?.getAttribute("aria-label");
    this.list.replaceChildren(...entries.map((entry, n) => this.item(entry, n, entries.length)));
    for (const each of this.list.querySelectorAll("details")) each.open = opened.has(each.getAttribute("data-rule"));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[aria-label="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Entry} entry @param {number} place @param {number} count */
  item({ rule, isOn }, place, count) {
    const top = html("div", { class: "line" }, this.switchOf(rule, isOn, place), sortingButtons(told(rule.title), place, count, (from, to) => this.arrange(moved(this.entries, from, to))));
    if (!isOn) return html("li", { class: "off" }, top);
    return html("li", {}, top, html("p", { class: "quiet" }, meaningOf(rule)), this.settings(rule, place));
  }

  /** @param {Rule} rule @param {boolean} isOn @param {number} place */
  switchOf(rule, isOn, place) {
    const box = html("input", { type: "checkbox", checked: isOn, "aria-label": `${t("Use:")} ${told(rule.title)}`, change: () => this.change(place, (entry) => ({ ...entry, isOn: !isOn })) });
    return html("label", { class: "switch" }, box, html("span", {}, html("b", {}, told(rule.title)), !isOn && ` ${t("(switched off)")}`));
  }

  /** @param {Rule} rule @param {number} place */
  settings(rule, place) {
    const field = (/** @type {"three-sided" | "four-sided"} */ name, /** @type {string} */ label) => html("input", { type: "text", size: 5, maxlength: 4, value: rule[name] ?? "", "aria-label": `${label}: ${told(rule.title)}`, change: (/** @type {any} */ event) => this.set(place, { [name]: event.target.value.toUpperCase() }) });
    const prefers = html("select", { "aria-label": `${t("Prefers:")} ${told(rule.title)}`, change: (/** @type {any} */ event) => this.set(place, { prefer: event.target.value }) }, ...this.preferences.map((word) => html("option", { value: word, selected: word === (rule.prefer[0] ?? "vertex-order") }, word)));
    const repeats = html("input", { type: "checkbox", checked: typeof rule.entry !== "string" && rule.entry.repeat, change: (/** @type {any} */ event) => this.set(place, { repeat: event.target.checked }) });
    return html("details", { "data-rule": rule.rule }, html("summary", {}, t("Change")), html("div", { class: "settings" }, html("label", {}, `${t("three-sided")} `, field("three-sided", t("Grades, three-sided"))), html("label", {}, `${t("four-sided")} `, field("four-sided", t("Grades, four-sided"))), html("label", {}, `${t("prefer")} `, prefers), html("label", {}, repeats, ` ${t("repeat")}`)));
  }

  /** The rules as they are listed; one that is switched off stays in its place. */
  get entries() {
    return withOff(this.good?.rules ?? [], this.off);
  }

  /** Have the rules in another order, or with other settings: at once in the list, which the server then checks. @param {Entry[]} entries */
  arrange(entries) {
    if (!this.good) return;
    const title = this.good.title.endsWith(", changed") ? this.good.title : `${this.good.title}, changed`;
    const rules = entries.filter(({ isOn }) => isOn).map(({ rule }) => rule);
    const text = withRules(this.good.text, title, rules.map(({ line }) => line));
    this.good = { ...this.good, title, text, rules };
    this.off = offAmong(entries);
    this.fill();
    this.check({ text });
  }

  /** @param {number} place @param {(entry: Entry) => Entry} change */
  change(place, change) {
    this.arrange(this.entries.map((entry, n) => (n === place ? change(entry) : entry)));
  }

  /** Change settings of a rule. @param {number} place @param {Record<string, any>} settings */
  set(place, settings) {
    this.change(place, ({ rule, isOn }) => ({ rule: { ...rule, line: changedLine(rule, settings) }, isOn }));
  }

  async add() {
    const { catalogue } = await listOf("rankings");
    this.arrange([...this.entries, { rule: catalogue[Number(this.added.value)], isOn: true }]);
  }

  reset() {
    this.good = null;
    this.sure = { good: null, off: [] };
    if (!this.where) return;
    history.replaceState(null, "", linkTo(this.where, { ranking: this.began }));
    this.show({ ...this.where, ranking: this.began });
  }

  download() {
    save("ranking.yaml", new Blob([this.text.value], { type: "application/yaml" }));
  }

  /** @param {string} view */
  go(view) {
    if (this.where) location.hash = linkTo(this.where, { view, moves: [], puzzle: this.where.puzzle ?? { shape: "cat" } });
  }
}

/** Return what a rule takes, without its number and title. @param {Rule} rule */
function meaningOf({ text }) {
  return asksOf(text.replace(/^\d+\.[^:]*:\s*/, ""));
}
