// An empty table: what the pieces cover becomes a puzzle.

import { html } from "./dom.js";
import { Table } from "./table.js";

/** @import { Api } from "./play-table.js" */

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
  const tell = (/** @type {string} */ text) => (words.textContent = text.charAt(0).toUpperCase() + text.slice(1));
  const table = new Table([], pieces, { changed: () => show(), say: tell });
  const button = (/** @type {string} */ name, /** @type {() => void} */ click) => html("button", { type: "button", click }, name);
  const make = (/** @type {"play" | "work"} */ view) => async () => {
    const left = table.kinds.length - table.lying.length;
    if (left) return tell(`Lay the other ${left === 1 ? "piece" : `${left} pieces`} too: a puzzle has all seven.`);
    try {
      await api.open(view, { laid: table.lying.map(({ piece, vertices }) => ({ piece, vertices })), name: "laid" });
    } catch (fault) {
      tell(/** @type {Error} */ (fault).message);
    }
  };
  const [undo, redo] = [button("Undo", () => table.undo()), button("Redo", () => table.redo())];
  const show = () => {
    undo.setAttribute("aria-disabled", String(!table.history.canUndo));
    redo.setAttribute("aria-disabled", String(!table.history.canRedo));
  };
  const controls = [undo, redo, button("Put all back", () => table.clear()), button("Play it", make("play")), button("Step it", make("work"))];
  place.replaceChildren(
    html(
      "section",
      { class: "play-table", "aria-label": "Laying board" },
      html("h1", {}, "Lay pieces to make a puzzle"),
      table.element,
      html("div", { class: "controls" }, ...controls),
      words,
    ),
  );
  table.resized();
  show();
  return () => table.leave();
}
