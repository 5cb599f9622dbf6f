// An empty table: what the pieces cover becomes a puzzle.

import { button, enable, html } from "./dom.js";
import { t } from "./language.js";
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
  const say = (/** @type {string} */ text) => (said.textContent = `${capital(text)}. ${t("{laid} of {all} laid.", { laid: table.lying.length, all: table.kinds.length })}`);
  const table = new Table([], pieces, { changed: () => show(), say });
  const make = (/** @type {"play" | "work"} */ view) => async () => {
    const left = table.kinds.length - table.lying.length;
    if (overlapsAmong(table.lying).length) return show();
    if (left) return tell(t("Lay the other {count} pieces too: a puzzle has all seven.", { count: left }));
    try {
      await api.open?.(view, { laid: table.lying.map(({ piece, vertices }) => ({ piece, vertices })), name: "laid" });
    } catch (fault) {
      tell(/** @type {Error} */ (fault).message);
    }
  };
  const [undo, redo] = [button(t("Undo"), () => table.undo()), button(t("Redo"), () => table.redo())];
  const show = () => {
    const marked = new Set(overlapsAmong(table.lying).flat().map(({ number }) => number));
    table.pieces.forEach((piece, number) => piece.classList.toggle("to-take-back", marked.has(number)));
    tell(stateOf(table));
    enable(undo, table.history.canUndo);
    enable(redo, table.history.canRedo);
  };
  const controls = [undo, redo, button(t("Put all back"), () => table.clear()), button(t("Play it"), make("play")), button(t("Step it"), make("work"))];
  place.replaceChildren(
    html(
      "section",
      { class: "play-table", "aria-label": t("Laying board") },
      html("h1", {}, t("Lay pieces to make a puzzle")),
      html("p", { class: "lead" }, t("Drag the seven pieces together: where they come near each other they snap. What they cover becomes the puzzle.")),
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
  const nameOf = (/** @type {Lying} */ { number }) => pieceOf(kinds[number].piece);
  const overlaps = overlapsAmong(lying);
  const words = overlaps.map(([one, other]) => capital(t("{piece} and {other} lie on each other.", { piece: nameOf(other), other: nameOf(one) })));
  if (overlaps.length) return `${words.join(" ")} ${t("Move one of them.")}`;
  if (lying.length < kinds.length) return "";
  const [, ...apart] = groupsOf(lying);
  if (!apart.length) return t("All pieces are laid: play it, or step it.");
  const [some] = apart;
  return some.map((piece) => t("{piece} hangs apart from the others, so everybody sees at once where it goes.", { piece: nameOf(piece) })).join(" ") + ` ${t("You can play it all the same.")}`;
}
