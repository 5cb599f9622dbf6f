// Hints at a table, from a nudge to the piece in its place; and which piece to take back.

import { pathOf } from "./board.js";
import { button, svg } from "./dom.js";
import { t } from "./language.js";
import { poseOn } from "./table-pieces.js";
import { capital, pieceOf } from "./words.js";

/**
 * @import { Api, Puzzle } from "./play-table.js"
 * @import { Table } from "./table.js"
 */

/** What a hint reveals, and what the button is called that asks for it. */
const levels = () => /** @type {const} */ ([
  ["vertex", t("Hint")],
  ["piece", t("Which piece?")],
  ["place", t("Where exactly?")],
]);

/**
 * Return the hints of a table.
 * @param {Table} table @param {Puzzle} puzzle @param {Api} api @param {(words: string) => void} tell
 */
export function hintsFor(table, puzzle, api, tell) {
  return new Hints(table, puzzle, api, tell);
}

class Hints {
  /** @param {Table} table @param {Puzzle} puzzle @param {Api} api @param {(words: string) => void} tell */
  constructor(table, puzzle, api, tell) {
    this.table = table;
    this.puzzle = puzzle;
    this.api = api;
    this.tell = tell;
    this.levels = levels();
    this.level = 0;
    /** @type {any} */
    this.place = null;
    /** What is marked, and what lay on the outline when it was said. @type {SVGElement[]} */
    this.marks = [];
    this.about = "";
    this.more = button(this.levels[0][1], () => this.hint(), { class: "hint" });
    this.lay = button(t("Lay it for me"), () => this.layIt());
    this.lay.hidden = true;
    this.buttons = [this.more, this.lay];
  }

  /** Whether the last hint holds: who turns a piece beside the outline still needs the place that was shown. */
  get stands() {
    return this.about !== "" && this.about === this.laid;
  }

  get laid() {
    return JSON.stringify(this.table.lying);
  }

  /** What lies there has changed: begin again with a nudge. */
  forget() {
    this.marks = [];
    this.about = "";
    this.level = 0;
    this.place = null;
    this.lay.hidden = true;
    this.more.textContent = this.levels[0][1];
    for (const piece of this.table.pieces) piece.classList.remove("meant", "to-take-back");
  }

  async hint() {
    const answer = await this.asked(this.levels[this.level][0]);
    if (!answer) return;
    this.mark(answer);
    this.tell(inShort(answer));
    if (answer.advice !== "hint") return;
    if (this.level < this.levels.length - 1) this.level += 1;
    else {
      this.place = answer;
      this.lay.hidden = false;
    }
    this.more.textContent = this.levels[this.level][1];
  }

  /** Say whether what lies there can be completed. */
  async check() {
    const answer = await this.asked("vertex");
    if (!answer) return;
    if (answer.advice === "hint") return this.tell(t("Nothing so far: what lies there can be completed."));
    this.mark(answer);
    this.tell(inShort(answer));
  }

  layIt() {
    const { table, place } = this;
    if (!place) return;
    const number = table.kinds.findIndex((kind, k) => kind.piece === place.piece && !table.lying.some((other) => other.number === k));
    const pose = number < 0 ? null : poseOn(table.kinds[number], place.vertices, table.angles);
    // it lies there already; in a drawing a vertex of the outline may be near that is not meant
    if (pose) table.put(number, pose, t("{piece}: laid", { piece: table.labelOf(number) }));
    this.more.focus();
  }

  /** @param {string} reveal */
  async asked(reveal) {
    const { lying, misfits, poses: before } = this.table;
    // no search is needed to see that, and none can say what to do with it
    if (misfits.length) return { advice: "take-back", taken: misfits, said: t("Take back what is marked, or move it: it sticks out of the figure or lies on another piece.") };
    const laid = lying.map(({ piece, vertices }) => ({ piece, vertices }));
    try {
      const answer = await this.api.ask("hint", { puzzle: this.puzzle.given, laid, reveal });
      if (before !== this.table.poses) return null;
      const taken = (answer.take_back ?? []).map((/** @type {number} */ place) => lying[place - 1].number);
      return { ...answer, taken };
    } catch (fault) {
      this.tell(/** @type {Error} */ (fault).message);
      return null;
    }
  }

  /** @param {any} answer */
  mark({ vertex, vertices, piece, taken }) {
    const { table } = this;
    table.choose(null);
    this.marks = [
      ...(vertices ? [svg("path", { class: "place", d: pathOf(vertices) })] : []),
      ...(vertex ? [svg("circle", { class: "look", cx: vertex[0], cy: -vertex[1], r: 0.3 })] : []),
    ];
    this.about = this.laid;
    table.marks.replaceChildren(...this.marks);
    const lying = new Set(table.lying.map(({ number }) => number));
    table.pieces.forEach((each, number) => {
      each.classList.toggle("to-take-back", taken.includes(number));
      each.classList.toggle("meant", table.kinds[number].piece === piece && !lying.has(number));
    });
  }
}

/** @param {any} answer */
function inShort(answer) {
  if (answer.advice !== "hint") return answer.said ?? withoutPlace(answer);
  const [region, piece] = [t(answer.region), pieceOf(answer.piece ?? "")];
  if (answer.vertices) return capital(t("{piece} goes here, {region}.", { piece, region }));
  if (answer.piece) return capital(t("{piece} goes to this corner, {region}.", { piece, region }));
  return t("Look at this corner, {region}.", { region });
}

/** Say what a server advises that names no place. @param {{ advice: string, taken: number[] }} answer */
function withoutPlace({ advice, taken }) {
  if (advice === "solved") return t("Every piece has its place.");
  if (advice === "unsolvable") return t("These pieces cannot fill this figure, whatever you lay.");
  if (advice !== "take-back") return t("No hint was found in time. Lay or take back a piece, and ask again.");
  return taken.length ? t("What lies there cannot be completed. Take back what is marked.") : t("What lies there cannot be completed. Which piece is in the way was not found in time.");
}
