// A page to play one puzzle on, with all that it answers in it; the page around it is told how it goes.

import { html } from "./dom.js";
import { KnownAnswers } from "./play-answers.js";
import { playTable } from "./play-table.js";
import { telling } from "./telling.js";

/** @import { PlayFile } from "./play-answers.js" */

/**
 * Put a table into an element.
 * @param {Element} place
 * @param {PlayFile} file
 */
export function playHere(place, file) {
  const main = html("main", { class: "view play" });
  const tell = telling("play", file.id);
  const answers = new KnownAnswers(file);
  let moves = 0;
  let began = NaN;
  const begin = () => (began = Number.isNaN(began) ? performance.now() : began);
  const counts = () => ({ moves, seconds: Math.round((performance.now() - began) / 100) / 10 });
  for (const event of ["pointerdown", "keydown"]) main.addEventListener(event, begin, { capture: true });
  playTable(main, { ...file, given: {} }, {
    ask: async (name, body) => answers.to(name, body),
    keep: (_, __, isSolved) => {
      moves += isSolved ? 0 : 1;
      tell(isSolved ? "solved" : "move", counts());
    },
  });
  main.append(...(file.reading ? [html("p", { class: "quiet" }, `The outline was ${file.reading}.`)] : []));
  place.replaceChildren(main);
  tell("ready", { pieces: file.pieces.reduce((sum, { count }) => sum + count, 0) });
}
