// The ranking editor: rules are dragged, switched off and changed; the server checks each change.

import { DEFAULT, linkTo } from "./address.js";
import { ask, listOf } from "./api.js";
import { button, html } from "./dom.js";
import { rankingField } from "./ranking-chooser.js";
import { changedLine, ruleInLine, withRules } from "./ranking-text.js";
import { save } from "./saving.js";
import { moved, sortingButtons } from "./sorting.js";

/**
 * @import { RankingGiven, Where } from "./address.js"
 * @import { View } from "./app.js"
 * @import { Rule } from "./ranking-text.js"
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
    /** @type {Checked | null} the ranking as it was last good */
    this.good = null;
    /** @type {Rule[]} rules that are switched off */
    this.off = [];
    /** @type {RankingGiven} */
    this.began = { name: DEFAULT };
    /** @type {string[]} */
    this.preferences = [];
    this.chooser = html("span", {});
    this.list = html("ol", { class: "edited" });
    this.offList = html("ul", { class: "edited off" });
    this.said = html("p", { class: "prospect", role: "status" });
    this.text = /** @type {HTMLTextAreaElement} */ (html("textarea", { rows: 18, spellcheck: "false", "aria-label": "The ranking in YAML", change: () => this.check(this.text.value) }));
    this.added = /** @type {HTMLSelectElement} */ (html("select", { "aria-label": "Rule of the catalogue" }));
    place.append(html("h1", {}, "Ranking"), html("p", { class: "lead" }, "The first rule that finds a match takes it. Drag rules into another order, switch them off, or change what they ask for."), ...this.layout());
  }

  layout() {
    return [
      html("div", { class: "controls" }, this.chooser, button("Try it", () => this.go("work"), { class: "run" }), button("Compare", () => this.go("compare")), button("Download", () => this.download()), button("Reset", () => this.reset())),
      this.said,
      html(
        "div",
        { class: "columns" },
        html("section", { "aria-label": "Rules in order" }, this.list, this.offList, html("div", { class: "controls" }, this.added, button("Add this rule", () => this.add()))),
        html("section", { "aria-label": "Text" }, html("h2", {}, "As text"), this.text, html("p", { class: "quiet" }, "Leave the field to have it checked.")),
      ),
    ];
  }

  /** @param {Where} where */
  async show(where) {
    this.where = where;
    if ("text" in where.ranking && where.ranking.text === this.good?.text) return;
    this.chooser.replaceChildren(rankingField("Begin with", where.ranking, (ranking) => this.begin(ranking)));
    this.off = [];
    this.began = where.ranking;
    const [checked, { catalogue, preferences }] = await Promise.all([ask("ranking", where.ranking), listOf("rankings")]);
    this.preferences = preferences;
    this.added.replaceChildren(...catalogue.map((/** @type {Rule} */ rule, /** @type {number} */ n) => html("option", { value: n }, rule.title)));
    this.take(checked, "text" in where.ranking ? where.ranking.text : checked.text);
  }

  /** @param {RankingGiven} ranking */
  begin(ranking) {
    if (this.where) location.hash = linkTo(this.where, { ranking });
  }

  /** Have a text checked; a good one goes into the link. @param {string} text */
  async check(text) {
    /** @type {Checked} */
    const checked = await ask("ranking", { text }).catch((fault) => ({ ok: false, line: fault.line, message: fault.message }));
    this.take(checked, text);
    if (checked.ok && this.where) {
      this.where = { ...this.where, ranking: { text } };
      history.replaceState(null, "", linkTo(this.where));
    }
  }

  /** Show what the server says of a text. @param {Checked} checked @param {string} text */
  take(checked, text) {
    this.text.value = text;
    const fault = checked.ok ? "" : `${checked.line ? `Line ${checked.line}: ` : ""}${checked.message}`;
    this.said.className = `prospect ${checked.ok ? "good" : "bad"}`;
    this.said.textContent = checked.ok ? `${checked.rules.length} rules: this ranking can be used.` : fault;
    this.text.setAttribute("aria-invalid", String(!checked.ok));
    if (checked.ok) this.good = { ...checked, text };
    this.fill();
    if (!checked.ok && checked.line) this.mark(checked.line, fault);
  }

  /** Show a fault where it is. @param {number} line @param {string} fault */
  mark(line, fault) {
    this.list.children[ruleInLine(this.text.value, line)]?.append(html("p", { class: "bad" }, fault));
    const before = this.text.value.split("\n").slice(0, line - 1).join("\n").length;
    const start = before && before + 1;
    this.text.setSelectionRange(start, start + (this.text.value.slice(start).split("\n")[0].length));
  }

  /** Show the rules; what was open stays open, and the focus where it was. */
  fill() {
    const rules = this.good?.rules ?? [];
    const opened = new Set([...this.list.querySelectorAll("details[open]")].map((each) => each.getAttribute("data-rule")));
    const focused = document.activeElement?.getAttribute("aria-label");
    this.list.replaceChildren(...rules.map((rule, n) => this.item(rule, n, rules.length)));
    this.offList.replaceChildren(...this.off.map((rule, n) => html("li", {}, this.switchOf(rule, false, () => this.switchOn(n)))));
    for (const each of this.list.querySelectorAll("details")) each.open = opened.has(each.getAttribute("data-rule"));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[aria-label="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Rule} rule @param {number} place @param {number} count */
  item(rule, place, count) {
    const top = html("div", { class: "line" }, this.switchOf(rule, true, () => this.switchOff(place)), sortingButtons(rule.title, place, count, (from, to) => this.move(from, to)));
    return html("li", {}, top, html("p", { class: "quiet" }, rule.text.replace(/^\d+\.[^:]*:\s*/, "")), this.settings(rule, place));
  }

  /** @param {Rule} rule @param {boolean} isOn @param {() => void} change */
  switchOf(rule, isOn, change) {
    return html("label", { class: "switch" }, html("input", { type: "checkbox", checked: isOn, change }), html("b", {}, rule.title), !isOn && " (switched off)");
  }

  /** @param {Rule} rule @param {number} place */
  settings(rule, place) {
    const field = (/** @type {"three-sided" | "four-sided"} */ name) => html("input", { type: "text", size: 5, maxlength: 4, value: rule[name] ?? "", "aria-label": `Grades, ${name}: ${rule.title}`, change: (/** @type {any} */ event) => this.change(place, { [name]: event.target.value.toUpperCase() }) });
    const prefers = html("select", { "aria-label": `Prefers: ${rule.title}`, change: (/** @type {any} */ event) => this.change(place, { prefer: event.target.value }) }, ...this.preferences.map((word) => html("option", { value: word, selected: word === (rule.prefer[0] ?? "vertex-order") }, word)));
    const repeats = html("input", { type: "checkbox", checked: typeof rule.entry !== "string" && rule.entry.repeat, change: (/** @type {any} */ event) => this.change(place, { repeat: event.target.checked }) });
    return html("details", { "data-rule": rule.rule }, html("summary", {}, "Change"), html("div", { class: "settings" }, html("label", {}, "three-sided ", field("three-sided")), html("label", {}, "four-sided ", field("four-sided")), html("label", {}, "prefer ", prefers), html("label", {}, repeats, " repeat")));
  }

  /** @param {string[]} lines */
  rewrite(lines) {
    const title = this.good?.title ?? "";
    return this.check(withRules(this.good?.text ?? "", title.endsWith(", changed") ? title : `${title}, changed`, lines));
  }

  get lines() {
    return (this.good?.rules ?? []).map((rule) => rule.line);
  }

  /** @param {number} from @param {number} to */
  move(from, to) {
    this.rewrite(moved(this.lines, from, to));
  }

  /** @param {number} place */
  switchOff(place) {
    const rule = this.good?.rules[place];
    if (rule) this.off.push(rule);
    this.rewrite(this.lines.filter((_, n) => n !== place));
  }

  /** @param {number} place among those that are off */
  switchOn(place) {
    const [rule] = this.off.splice(place, 1);
    this.rewrite([...this.lines, rule.line]);
  }

  /** @param {number} place @param {Record<string, any>} change */
  change(place, change) {
    const rule = this.good?.rules[place];
    if (rule) this.rewrite(this.lines.map((line, n) => (n === place ? changedLine(rule, change) : line)));
  }

  async add() {
    const { catalogue } = await listOf("rankings");
    this.rewrite([...this.lines, catalogue[Number(this.added.value)].line]);
  }

  reset() {
    this.good = null;
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
