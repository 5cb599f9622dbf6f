// The play table: the pieces are laid on the outline by hand, until the judge says that it is filled.

import { pathOf } from "./board.js";
import { button, enable, html, svg } from "./dom.js";
import { showHowToPlay } from "./how-to-play.js";
import { SURE } from "./laid.js";
import { t } from "./language.js";
import { centreOf } from "./plane.js";
import { End } from "./play-end.js";
import { hintsFor } from "./table-hints.js";
import { Table } from "./table.js";
import { capital, pieceOf, titleOf } from "./words.js";

/**
 * @import { Point } from "./film.js"
 * @import { Pose, Stock } from "./table-pieces.js"
 * @typedef {{ id: string, title?: string | null, rings: Point[][], pieces: Stock[], drawn?: boolean, given: any }} Puzzle
 *   A puzzle as the server describes it; `given` is what requests say for it.
 * @typedef {{
 *   ask: (name: string, body: any, how?: { signal?: AbortSignal }) => Promise<any>,
 *   open?: (view: "work" | "play", given: any) => unknown,
 *   kept?: (puzzle: Puzzle) => Pose[] | undefined,
 *   keep?: (puzzle: Puzzle, poses: Pose[], isSolved: boolean) => void,
 *   next?: (puzzle: Puzzle) => Promise<{ href: string, words: string, said?: string } | undefined>,
 *   gallery?: string,
 *   isFirst?: () => boolean,
 *   isChecking?: () => boolean,
 *   checkSwitch?: () => HTMLElement,
 * }} Api
 *   What the page around does: it asks questions, goes to another view, keeps where pieces lie, and knows what is to be
 *   played next, where all puzzles are, whether somebody plays for the first time, and whether the page may say that what
 *   lies there can still be completed.
 */

/** The area that may be lacking when the judge is asked, in legs squared: of a drawing, pieces are a little off. */
const NEARLY = { exact: 0.05, drawn: 0.6 };
/** The area by which a piece on a drawing may stick out or lie on another, in legs squared: a tenth of a leg along its longest side. */
const DRAWN_SLACK = 0.3;
const help = () => [
  t("Drag a piece onto the figure; near a corner or an edge it snaps into place."),
  t("Turn: the buttons below the table, the mouse wheel, or R and Shift+R. Flip: double tap, or F."),
  t("Keys alone: Tab goes through the pieces, Enter picks one up, arrows move it (finely with Shift), Enter lays it, Escape lets it go, Delete puts it back."),
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
  return () => {
    play.table.leave();
    play.end.leave();
  };
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
    this.end = new End(this.table, puzzle, api);
    this.hints = hintsFor(this.table, puzzle, api, (words) => this.tell(words));
    this.buttons = {
      undo: button(t("Undo"), () => this.table.undo()),
      redo: button(t("Redo"), () => this.table.redo()),
      clear: button(t("Put all back"), () => this.table.clear()),
      wrong: button(t("What is wrong?"), () => this.faults()),
    };
    place.replaceChildren(
      html(
        "section",
        { class: "play-table", "aria-label": t("Play table") },
        html("h1", {}, puzzle.title ? t(puzzle.title) : titleOf(puzzle.id)),
        this.table.element,
        html("div", { class: "controls" }, ...Object.values(this.buttons), ...this.hints.buttons),
        this.words,
        this.said,
        html("details", { class: "help" }, html("summary", {}, t("Mouse, finger and keys")), html("ul", {}, ...help().map((line) => html("li", {}, line))), api.checkSwitch?.()),
      ),
    );
    this.table.element.addEventListener("keydown", (event) => this.undoByKey(event));
    this.table.resized();
    const poses = api.kept?.(puzzle);
    this.hideHow = showHowToPlay(this.table, !poses && Boolean(api.isFirst?.()));
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
    if (!this.hints.stands) {
      this.hints.forget();
      this.tell("");
    }
    this.hideHow();
    this.isSolved = false;
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
    if (verdict.verdict !== "right") return this.tell(`${t("Nearly!")} ${verdict.faults.length ? this.inWords(verdict.faults[0]) : t("A piece lies a little beside its place.")}`);
    this.isSolved = true;
    this.api.keep?.(this.puzzle, poses, true);
    this.table.choose(null);
    const words = t("All {count} pieces lie in the figure. Any way that fills it counts, and this one is yours.", { count: this.table.kinds.length });
    this.words.replaceChildren(html("strong", {}, `${t("Solved!")} `), words);
    this.show();
    this.end.show();
  }

  /** Show what is wrong with what lies there. */
  async faults() {
    const lying = this.table.lying.length;
    if (lying === 0) return this.tell(t("Nothing lies on the figure yet."));
    const verdict = await this.asked("judge");
    if (!verdict) return;
    if (verdict.verdict === "right") return this.tell(t("Nothing: it is solved."));
    const isAll = lying === this.table.kinds.length;
    const faults = verdict.faults.filter((/** @type {any} */ fault) => isAll || !["count", "gap"].includes(fault.kind));
    if (faults.length === 0) return this.api.isChecking?.() === false ? this.tell(t("No piece lies wrongly.")) : this.hints.check();
    this.table.marks.replaceChildren(...faults.flatMap((/** @type {any} */ fault) => markOf(fault, this.table.lying)));
    this.warn(faults.flatMap((/** @type {any} */ { pieces }) => pieces ?? []).map((/** @type {number} */ place) => this.table.lying[place - 1]?.number));
    this.tell([...new Set(faults.map((/** @type {any} */ fault) => this.inWords(fault)))].slice(0, 3).join(" "));
  }

  /** Say a fault as one says it to a child: where it is, the table shows. @param {{ kind: string, pieces?: number[] }} fault */
  inWords({ kind, pieces = [] }) {
    const [piece, other] = pieces.map((place) => pieceOf(this.table.lying[place - 1]?.piece ?? "piece"));
    if (kind === "overlap" && piece && other) return capital(t("{piece} and {other} lie on each other.", { piece, other }));
    if (kind === "outside" && piece) return capital(t("{piece} sticks out.", { piece }));
    if (kind === "gap") return t("There is still a gap.");
    if (kind === "count") return t("Not all pieces are laid yet.");
    return piece ? capital(t("{piece} lies a little beside its place: push it until it snaps.", { piece })) : t("A piece lies a little beside its place.");
  }

  /** Put a sign on pieces that do not fit. @param {(number | undefined)[]} numbers */
  warn(numbers) {
    const { table } = this;
    table.pieces.forEach((piece, number) => piece.classList.toggle("misfit", numbers.includes(number)));
    const signs = [...new Set(numbers)].flatMap((number) => (number === undefined ? [] : [centreOf(table.ringOf(number))]));
    table.marks.append(...signs.map(([x, y]) => svg("g", { class: "warning" }, svg("circle", { cx: x, cy: -y, r: 0.24 }), svg("text", { x, y: -y }, "!"))));
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
    if (words) this.hideHow();
  }

  /** @param {string} words */
  say(words) {
    const { kinds, lying } = this.table;
    this.said.textContent = `${capital(words)}. ${t("{laid} of {all} on the figure.", { laid: lying.length, all: kinds.length })}`;
  }

  show() {
    this.table.element.classList.toggle("solved", this.isSolved);
    this.table.marks.replaceChildren(...this.hints.marks);
    this.warn(this.isSolved ? [] : this.table.misfits);
    if (!this.isSolved) this.end.hide();
    enable(this.buttons.undo, this.table.history.canUndo);
    enable(this.buttons.redo, this.table.history.canRedo);
    enable(this.buttons.clear, this.table.poses.some((pose) => !pose.waits));
  }
}

/**
 * Mark the place of a fault; if it has none, the pieces that it is about.
 * @param {any} fault
 * @param {import("./table.js").Lying[]} lying
 * @returns {SVGElement[]}
 */
function markOf(fault, lying) {
  if (!fault.region?.length && !fault.point) {
    const rings = (fault.pieces ?? []).flatMap((/** @type {number} */ number) => (lying[number - 1] ? [lying[number - 1].vertices] : []));
    return rings.map((/** @type {Point[]} */ ring) => svg("path", { class: "fault", d: pathOf(ring) }));
  }
  const place = (fault.region ?? []).map((/** @type {Point[]} */ ring) => pathOf(ring)).join(" ");
  const point = fault.point ? [svg("circle", { class: "fault", cx: fault.point[0], cy: -fault.point[1], r: 0.25 })] : [];
  return [...(place ? [svg("path", { class: "fault", d: place, "fill-rule": "evenodd" })] : []), ...point];
}
