// The engine between two extractions: what fired, as a list that can be opened, and a place to type rules of one's own.

import { ask } from "./api.js";
import { html } from "./dom.js";
import { t } from "./language.js";

/** A rule to begin with. */
const EXAMPLE = `(defrule squares-first "Squares first"
   (declare (salience 8000))
   (Match (id ?match) (kind piece) (name square))
   =>
   (propose ?match))`;

/** The panel. */
export class EnginePanel {
  /** @param {(rules: string) => void} use puts rules to work, from the beginning */
  constructor(use) {
    /** @type {any} */
    this.position = null;
    this.asked = new AbortController();
    this.list = html("ol", { class: "firings" });
    this.firings = /** @type {HTMLDetailsElement} */ (html("details", { toggle: () => this.fill() }, html("summary", {}, t("What fired in the last step")), this.list));
    this.text = /** @type {HTMLTextAreaElement} */ (html("textarea", { rows: "8", "aria-label": t("Rules of your own"), spellcheck: "false", placeholder: EXAMPLE }));
    this.fault = html("p", { class: "bad", role: "status" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      use(this.text.value.trim());
    };
    const form = html("form", { submit }, this.text, html("button", { type: "submit" }, t("Use them")), this.fault);
    const words = html("p", { class: "quiet" }, t("Rules in the notation of CLIPS stand beside those of the ranking, over the same facts; with them, everything begins anew."));
    this.own = /** @type {HTMLDetailsElement} */ (html("details", {}, html("summary", {}, t("Rules of your own")), words, form));
    this.element = html("section", { "aria-label": t("Engine") }, this.firings, this.own);
  }

  /** Show another position. @param {any} position as requests say it */
  at(position) {
    this.position = position;
    this.text.value = position.rules;
    this.fault.textContent = "";
    this.list.replaceChildren();
    if (position.rules) this.own.open = true;
    this.fill();
  }

  /** Say what is wrong with the rules. @param {string} rules @param {{ message: string, line: number | null }} fault */
  refuse(rules, { message, line }) {
    this.text.value = rules;
    this.own.open = true;
    this.fault.textContent = line ? t("Line {line}: {message}", { line, message }) : message;
  }

  /** Ask for what fired, if the list is open. */
  async fill() {
    if (!this.firings.open || !this.position) return;
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      const { words } = await ask("ask", { ...this.position, question: { ask: "firings" } }, { signal });
      this.list.replaceChildren(...words.map((/** @type {string} */ line) => html("li", {}, line)));
    } catch (fault) {
      if (!signal.aborted) this.list.replaceChildren(html("li", { class: "bad" }, /** @type {Error} */ (fault).message));
    }
  }
}
