// An empty table: what the pieces cover becomes a puzzle.

import { button, enable, html } from "./dom.js";
import { groupsOf, overlapsAmong } from "./laid.js";
import { Table } from "./table.js";
import { capital, pieceOf } from "./words.js";

/**
 * @import { Api } from "./play-table.js"
 * @import { Lying } from "./table.js"
 */

/** A puzzle with the seven pieces: they are the same in any. */
const ANY = { rings: [[[0, 0], [4, 0], [4, 2], [0, 2]]] };

/**
 * Put an empty table with the seven pieces into an element.
 * @param {Element} place
 * @param {Api} api
 * @returns {Promise<() => void>} what to do when the view is left
 */
export async function layingBoard(place, api) {
  const { pieces } = await api.ask("puzzle", { puzzle: ANY });
  const words = html("p", { class: "advice", "aria-live": "polite" });
  const said = html("p", { class: "said-small", role: "status" });
  const tell = (/** @type {string} */ text) => (words.textContent = capital(text));
  const say = (/** @type {string} */ text) => (said.textContent = `${capital(text)}. ${table.lying.length} of ${table.kinds.length} laid.`);
  const table = new Table([], pieces, { changed: () => show(), say });
  const make = (/** @type {"play" | "work"} */ view) => async () => {
    const left = table.kinds.length - table.lying.length;
    if (overlapsAmong(table.lying).length) return show();
    if (left) return tell(`Lay the other ${left === 1 ? "piece" : `${left} pieces`} too: a puzzle has all seven.`);
    try {
      await api.open?.(view, { laid: table.lying.map(({ piece, vertices }) => ({ piece, vertices })), name: "laid" });
    } catch (fault) {
      tell(/** @type {Error} */ (fault).message);
    }
  };
  const [undo, redo] = [button("Undo", () => table.undo()), button("Redo", () => table.redo())];
  const show = () => {
    const marked = new Set(overlapsAmong(table.lying).flat().map(({ number }) => number));
    table.pieces.forEach((piece, number) => piece.classList.toggle("to-take-back", marked.has(number)));
    tell(stateOf(table));
    enable(undo, table.history.canUndo);
    enable(redo, table.history.canRedo);
  };
  const controls = [undo, redo, button("Put all back", () => table.clear()), button("Play it", make("play")), button("Step it", make("work"))];
  place.replaceChildren(
    html(
      "section",
      { class: "play-table", "aria-label": "Laying board" },
      html("h1", {}, "Lay pieces to make a puzzle"),
      html("p", { class: "lead" }, "Drag the seven pieces together: where they come near each other they snap. What they cover becomes the puzzle."),
      table.element,
      html("div", { class: "controls" }, ...controls),
      words,
      said,
    ),
  );
  table.resized();
  show();
  return () => table.leave();
}

/** Say what is wrong with what lies there: at once which two overlap; what hangs apart once all is laid. @param {Table} table */
function stateOf({ kinds, lying }) {
  const names = (/** @type {Lying[]} */ some) => some.map(({ number }) => `${pieceOf(kinds[number].piece)}${kinds[number].nth ? ` ${kinds[number].nth}` : ""}`).join(" and ");
  const overlaps = overlapsAmong(lying);
  if (overlaps.length) return `${overlaps.map(([one, other]) => `${names([other])} lies on ${names([one])}`).join("; ")}. Move one of them.`;
  if (lying.length < kinds.length) return "";
  const [, ...apart] = groupsOf(lying);
  if (!apart.length) return "All pieces are laid: play it, or step it.";
  const [some] = apart;
  return `${names(some)} ${some.length > 1 ? "touch" : "touches"} none of the others, so everybody sees at once where ${some.length > 1 ? "they go" : "it goes"}. You can play it all the same.`;
}
