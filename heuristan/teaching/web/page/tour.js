// A tour of the workbench: five things, each done by the reader before it is named.

import { button, html } from "./dom.js";
import { choose, setting } from "./keeping.js";
import { t } from "./language.js";

/**
 * @typedef {"take" | "ask" | "overrule" | "fail" | "back"} Deed what a reader does, or sees
 */

/** What is to be done, and what is said of it then. @type {{ deed: Deed, task: () => string, name: () => string }[]} */
const STOPS = [
  {
    deed: "take",
    task: () => t("Press Step, and watch the board."),
    name: () => t("The rules were tried from the top; the first that found a match took it. Such a rule is often right, but not always: a heuristic."),
  },
  {
    deed: "ask",
    task: () => t("Press “Why nothing?” beside a rule that finds nothing."),
    name: () => t("The program told its reasons. It can, because all that it knows stands in rules: that is an expert system."),
  },
  {
    deed: "overrule",
    task: () => t("Now choose yourself: in the list click another match than the one that fires, or Apply a lower rule."),
    name: () => t("You overruled the ranking. The words under the board say that a person chose, and what the rules would have taken."),
  },
  {
    deed: "fail",
    task: () => t("Let it fail: go on until the line under the board says that what is left cannot be filled."),
    name: () => t("Each step looked right, and still it is a dead end: a heuristic can fail."),
  },
  {
    deed: "back",
    task: () => t("Press Take back until what is left can be filled again."),
    name: () => t("To undo a choice and try another is called backtracking. A program that does it finds a solution whenever there is one."),
  },
];

/** The tour, beside the board. */
export class Tour {
  /** @param {() => void} hard goes to a puzzle on which the ranking fails */
  constructor(hard) {
    this.at = 0;
    this.isDone = false;
    this.isBad = false;
    this.words = html("p", { role: "status" });
    this.next = button(t("Next"), () => this.go(this.at + 1), { class: "run" });
    this.hard = button(t("Take a figure that is hard"), hard);
    this.skip = button(t("Skip the tour"), () => this.end());
    this.box = html("section", { class: "tour", "aria-label": t("A tour in five steps") }, this.words, html("span", { class: "slot" }, this.hard, this.next), this.skip);
    this.again = button(t("Take the tour"), () => this.begin(), { class: "small" });
    this.element = html("div", { class: "touring" }, this.box, this.again);
    if (setting("tour")) this.show(false);
    else this.begin();
  }

  begin() {
    this.show(true);
    this.go(0);
  }

  end() {
    choose("tour", "done");
    this.show(false);
    this.again.focus({ preventScroll: true });
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.box.hidden = !isShown;
    this.again.hidden = isShown;
  }

  /** @param {number} stop */
  go(stop) {
    if (stop === STOPS.length) return this.end();
    this.at = stop;
    this.isDone = false;
    this.say(STOPS[stop].task());
    if (STOPS[stop].deed === "fail" && this.isBad) this.see("fail");
  }

  /** Note what the reader did, or saw. @param {Deed} deed */
  see(deed) {
    if (this.box.hidden || this.isDone || STOPS[this.at].deed !== deed) return;
    this.isDone = true;
    this.say(STOPS[this.at].name());
  }

  /** Say that this figure is solved where the tour wants one that is not. */
  solved() {
    if (!this.isDone && STOPS[this.at].deed === "fail") this.say(t("Solved: on this figure the rules do not fail. Take one that is hard."));
  }

  /** Note whether what is left can be filled. @param {boolean} isBad @param {boolean} isBack whether a step was taken back */
  stands(isBad, isBack) {
    this.isBad = isBad;
    if (isBad) this.see("fail");
    else if (isBack) this.see("back");
  }

  /** @param {string} words */
  say(words) {
    const isLast = this.at === STOPS.length - 1;
    this.words.replaceChildren(html("b", {}, `${this.at + 1}/${STOPS.length}`), ` ${words}`);
    this.words.classList.toggle("done", this.isDone);
    this.next.hidden = !this.isDone;
    this.next.textContent = isLast ? t("End the tour") : t("Next");
    this.skip.classList.toggle("gone", this.isDone && isLast); // its place stays, so that nothing moves
    this.hard.hidden = this.isDone || STOPS[this.at].deed !== "fail";
  }
}
