// Questions about a position, and their answers in words and pictures.

import { ask } from "./api.js";
import { button, html } from "./dom.js";
import { isEnglish, t } from "./language.js";
import { said, told } from "./told.js";

/**
 * @import { Film, Scene } from "./film.js"
 * @import { Said } from "./told.js"
 * @typedef {Record<string, any> & { ask: string }} Question
 */

const kinds = () => ({
  why: t("Why this match next?"),
  "why-not": t("Why not a rule, or a piece there?"),
  how: t("How did a step come about?"),
  "what-if": t("What if a rule stood first?"),
  agenda: t("What is on the agenda?"),
  check: t("Can it still be filled?"),
});
/** The fields that a question has. */
const FIELDS = /** @type {Record<string, string[]>} */ ({ "why-not": ["line", "piece", "vertex"], how: ["step"], "what-if": ["line"] });

/** The panel of questions. */
export class Questions {
  /** @param {() => void} told is called when a question was answered */
  constructor(told) {
    this.told = told;
    /** @type {any} */
    this.position = null;
    this.asked = new AbortController();
    this.kind = select(t("Question"), Object.entries(kinds()), () => this.showFields());
    this.fields = /** @type {Record<string, HTMLSelectElement>} */ ({
      line: select(t("Rule")),
      piece: select(t("Piece")),
      vertex: select(t("At vertex")),
      step: select(t("Step number")),
    });
    this.labels = Object.fromEntries(Object.entries(this.fields).map(([name, field]) => [name, html("label", {}, `${field.ariaLabel} `, field)]));
    /** It stands below the board, beside the rules that are asked about. */
    this.answer = html("div", { class: "answer", "aria-live": "polite" });
    /** The picture of an answer; it lies on the board until the answer is closed. */
    this.picture = html("div", { class: "picture" });
    const form = html("form", { class: "question", submit: (/** @type {Event} */ event) => this.submit(event) }, this.kind, ...Object.values(this.labels), html("button", { type: "submit" }, t("Ask")));
    this.element = html("section", { class: "questions", "aria-label": t("Questions") }, html("h2", {}, t("Ask")), form);
    this.showFields();
  }

  /**
   * Ask about another position from now on.
   * @param {any} position
   * @param {Film} film
   * @param {Scene} scene
   * @param {{ steps: number }} standing
   */
  at(position, film, scene, { steps }) {
    this.position = position;
    this.film = film;
    this.close();
    fill(this.fields.line, film.rules.map((rule, line) => [String(line), `${line + 1}. ${told(rule.title)}`]));
    fill(this.fields.piece, [["", t("any")], ...film.stock.map(([{ name }]) => [name.replaceAll(" ", "-"), t(name)])]);
    fill(this.fields.vertex, [["", t("any")], ...scene.vertices.map(({ number }) => [String(number), String(number)])]);
    fill(this.fields.step, Array.from({ length: steps }, (_, n) => [String(n + 1), String(n + 1)]));
  }

  showFields() {
    const shown = FIELDS[this.kind.value] ?? [];
    for (const [name, label] of Object.entries(this.labels)) label.hidden = !shown.includes(name);
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const names = FIELDS[this.kind.value] ?? [];
    const given = names.map((name) => [name, this.fields[name].value]).filter(([, value]) => value !== "");
    const values = given.map(([name, value]) => [name, name === "piece" ? value : Number(value)]);
    this.ask({ ask: this.kind.value, ...Object.fromEntries(values) });
  }

  /** @param {Question} question */
  async ask(question) {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.fill(question, [html("p", { class: "quiet" }, t("Thinking ..."))]);
    try {
      const { words, short, svg } = await ask("ask", { ...this.position, question }, { signal });
      this.fill(question, inShort(short, words.map(paragraph)));
      this.told();
      if (svg) this.picture.replaceChildren(pictureOf(svg, words[0]));
    } catch (fault) {
      if (!signal.aborted) this.fill(question, [html("p", { class: "bad" }, /** @type {Error} */ (fault).message)]);
    }
  }

  close() {
    this.answer.replaceChildren();
    this.picture.replaceChildren();
  }

  /** @param {Question} question @param {Node[]} children */
  fill(question, children) {
    this.close();
    const close = button(t("Close"), () => this.close(), { class: "small" });
    this.answer.replaceChildren(html("h2", {}, this.inWords(question), " ", close), ...children);
    this.answer.parentElement?.scrollTo(0, 0);
    this.answer.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  /** @param {Question} question */
  inWords({ ask: kind, line, piece, vertex, step }) {
    const rule = line === undefined ? "" : t("rule {number}, {title}", { number: line + 1, title: told(this.film?.rules[line]?.title ?? "") });
    const asked = [rule, piece && t(piece.replaceAll("-", " ")), vertex !== undefined && t("vertex {number}", { number: vertex })].filter(Boolean).join(", ");
    if (kind === "why-not") return t("Why not {asked}?", { asked });
    if (kind === "what-if") return t("What if {rule}, stood first?", { rule });
    if (kind === "how" && step) return t("How did step {step} come about?", { step });
    return kinds()[/** @type {keyof ReturnType<typeof kinds>} */ (kind)];
  }
}

/**
 * Say the short form first, and the full one when it is asked for.
 * @param {Said[]} short nothing if there is none
 * @param {HTMLElement[]} whole
 * @returns {HTMLElement[]}
 */
export function inShort(short, whole) {
  const note = isEnglish() ? [] : [html("p", { class: "quiet" }, t("Full explanations, answers and error messages are in English."))];
  const words = [...note, html("div", { lang: "en" }, ...whole)];
  return short.length ? [html("p", {}, short.map(said).join(" ")), html("details", { class: "whole" }, html("summary", {}, t("In full")), ...words)] : words;
}

/** @param {string} label @param {string[][]} [options] @param {() => void} [change] @returns {HTMLSelectElement} */
function select(label, options = [], change = () => undefined) {
  const made = /** @type {HTMLSelectElement} */ (html("select", { "aria-label": label, change }));
  fill(made, options);
  return made;
}

/** Fill a select; what was chosen stays. @param {HTMLSelectElement} select @param {string[][]} options */
function fill(select, options) {
  const { value } = select;
  select.replaceChildren(...options.map(([name, words]) => html("option", { value: name }, words)));
  if (options.some(([name]) => name === value)) select.value = value;
}

/** Lines of a paragraph are joined; what it is indented by shows what it depends on. @param {string} text */
function paragraph(text) {
  const depth = Math.min(6, text.search(/\S|$/) / 2);
  return html("p", { style: `padding-left: ${depth}em` }, text.trim().replace(/\s*\n\s*/g, " "));
}

/** @param {string} svg @param {string} words */
function pictureOf(svg, words) {
  return html("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt: t("Picture: {words}", { words: words.replace(/\s+/g, " ") }) });
}
