// The play table: the pieces are laid on the outline by hand, until the judge says that it is filled.

import { pathOf } from "./board.js";
import { button, enable, html, svg } from "./dom.js";
import { SURE } from "./laid.js";
import { hintsFor } from "./table-hints.js";
import { Table } from "./table.js";
import { capital, titleOf } from "./words.js";

/**
 * @import { Point } from "./film.js"
 * @import { Pose, Stock } from "./table-pieces.js"
 * @typedef {{ id: string, rings: Point[][], pieces: Stock[], drawn?: boolean, given: any }} Puzzle
 *   A puzzle as the server describes it; `given` is what requests say for it.
 * @typedef {{
 *   ask: (name: string, body: any, how?: { signal?: AbortSignal }) => Promise<any>,
 *   open?: (view: "work" | "play", given: any) => unknown,
 *   kept?: (puzzle: Puzzle) => Pose[] | undefined,
 *   keep?: (puzzle: Puzzle, poses: Pose[], isSolved: boolean) => void,
 * }} Api
 *   What the page around does: it asks questions, goes to another view, and keeps where pieces lie.
 */

/** The area that may be lacking when the judge is asked, in legs squared: of a drawing, pieces are a little off. */
const NEARLY = { exact: 0.05, drawn: 0.6 };
/** The area by which a piece on a drawing may stick out or lie on another, in legs squared: a tenth of a leg along its longest side. */
const DRAWN_SLACK = 0.3;
const HELP = [
  "Drag a piece onto the outline; near a vertex or an edge it snaps into place, from three tenths of a small leg.",
  "Turn: the buttons at the piece, the mouse wheel, or R and Shift+R. Flip: double tap, or F.",
  "Keys alone: Tab goes through the pieces, Enter picks one up, arrows move it (finely with Shift), Enter lays it, Escape lets it go, Delete puts it back.",
];

/**
 * Put a play table into an element.
 * @param {Element} place
 * @param {Puzzle} puzzle
 * @param {Api} api
 * @returns {() => void} what to do when the view is left
 */
export function playTable(place, puzzle, api) {
  const play = new Play(place, puzzle, api);
  return () => play.table.leave();
}

class Play {
  /** @param {Element} place @param {Puzzle} puzzle @param {Api} api */
  constructor(place, puzzle, api) {
    this.puzzle = puzzle;
    this.api = api;
    this.isSolved = false;
    this.said = html("p", { class: "said-small", role: "status" });
    this.words = html("p", { class: "advice", "aria-live": "polite" });
    const listener = { changed: () => this.changed(), say: (/** @type {string} */ words) => this.say(words) };
    this.table = new Table(puzzle.rings, puzzle.pieces, listener, puzzle.drawn ? DRAWN_SLACK : undefined);
    this.hints = hintsFor(this.table, puzzle, api, (words) => this.tell(words));
    this.buttons = {
      undo: button("Undo", () => this.table.undo()),
      redo: button("Redo", () => this.table.redo()),
      clear: button("Put all back", () => this.table.clear()),
      wrong: button("What is wrong?", () => this.faults()),
    };
    place.replaceChildren(
      html(
        "section",
        { class: "play-table", "aria-label": "Play table" },
        html("h1", {}, titleOf(puzzle.id)),
        this.table.element,
        html("div", { class: "controls" }, ...Object.values(this.buttons), ...this.hints.buttons),
        this.words,
        this.said,
        html("details", { class: "help" }, html("summary", {}, "How to play"), html("ul", {}, ...HELP.map((line) => html("li", {}, line)))),
      ),
    );
    this.table.element.addEventListener("keydown", (event) => this.undoByKey(event));
    this.table.resized();
    const poses = api.kept?.(puzzle);
    if (poses) this.table.begin(poses);
    else this.show();
  }

  /** @param {KeyboardEvent} event */
  undoByKey(event) {
    if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(event.key.toLowerCase())) return;
    event.preventDefault();
    if (event.key.toLowerCase() === "y" || event.shiftKey) this.table.redo();
    else this.table.undo();
  }

  /** Something lies elsewhere: look whether the puzzle is solved. */
  changed() {
    this.hints.forget();
    this.isSolved = false;
    this.tell("");
    this.show();
    const { table } = this;
    this.api.keep?.(this.puzzle, table.poses, false);
    const isFilled = table.lying.length === table.kinds.length && table.lack < NEARLY[this.puzzle.drawn ? "drawn" : "exact"];
    if (isFilled) this.judge(table.poses);
  }

  /** @param {Table["poses"]} poses that are judged */
  async judge(poses) {
    const isSure = this.puzzle.given.shape && this.table.lack < SURE;
    const verdict = isSure ? { verdict: "right" } : await this.asked("judge");
    if (!verdict || poses !== this.table.poses) return;
    if (verdict.verdict !== "right") return this.tell(`Nearly: ${verdict.faults[0]?.message ?? verdict.notes[0]}.`);
    this.isSolved = true;
    this.api.keep?.(this.puzzle, poses, true);
    this.table.choose(null);
    const count = this.table.kinds.length;
    this.words.replaceChildren(
      html("strong", {}, "Solved! "),
      `All ${count} pieces lie in the outline. Any way that fills it counts, and this one is yours. `,
      ...(this.api.open ? [button("Watch how the rules do it", () => this.api.open?.("work", this.puzzle.given))] : []),
    );
    this.show();
  }

  /** Show what is wrong with what lies there. */
  async faults() {
    const lying = this.table.lying.length;
    if (lying === 0) return this.tell("Nothing lies on the outline yet.");
    const verdict = await this.asked("judge");
    if (!verdict) return;
    if (verdict.verdict === "right") return this.tell("Nothing: it is solved.");
    const isAll = lying === this.table.kinds.length;
    const faults = verdict.faults.filter((/** @type {any} */ fault) => isAll || !["count", "gap"].includes(fault.kind));
    if (faults.length === 0) return this.hints.check();
    this.table.marks.replaceChildren(...faults.flatMap(markOf));
    this.tell(`${[...new Set(faults.map((/** @type {any} */ fault) => fault.message))].slice(0, 3).join("; ")}.`);
  }

  /** @param {string} name */
  async asked(name) {
    const laid = this.table.lying.map(({ piece, vertices }) => ({ piece, vertices }));
    try {
      return await this.api.ask(name, { puzzle: this.puzzle.given, laid });
    } catch (fault) {
      this.tell(/** @type {Error} */ (fault).message);
      return null;
    }
  }

  /** @param {string} words */
  tell(words) {
    this.words.textContent = capital(words);
  }

  /** @param {string} words */
  say(words) {
    const { kinds, lying } = this.table;
    this.said.textContent = `${capital(words)}. ${lying.length} of ${kinds.length} on the outline.`;
  }

  show() {
    this.table.element.classList.toggle("solved", this.isSolved);
    this.table.marks.replaceChildren();
    enable(this.buttons.undo, this.table.history.canUndo);
    enable(this.buttons.redo, this.table.history.canRedo);
    enable(this.buttons.clear, this.table.poses.some((pose) => !pose.waits));
  }
}

/** @param {any} fault @returns {SVGElement[]} */
function markOf(fault) {
  const place = (fault.region ?? []).map((/** @type {Point[]} */ ring) => pathOf(ring)).join(" ");
  const point = fault.point ? [svg("circle", { class: "fault", cx: fault.point[0], cy: -fault.point[1], r: 0.25 })] : [];
  return [...(place ? [svg("path", { class: "fault", d: place, "fill-rule": "evenodd" })] : []), ...point];
}
