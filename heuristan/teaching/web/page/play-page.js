// A page to play one puzzle on, with all that it answers in it; the page around it is told how it goes.

import { html } from "./dom.js";
import { languageSwitch, speak, t, wantedLanguage } from "./language.js";
import { KnownAnswers } from "./play-answers.js";
import { playTable } from "./play-table.js";
import { telling } from "./telling.js";

/**
 * @import { PlayFile } from "./play-answers.js"
 * @import { Pose } from "./table-pieces.js"
 */

/**
 * Put a table into an element.
 * @param {Element} place
 * @param {PlayFile} file
 */
export function playHere(place, file) {
  const tell = telling("play", file.id);
  const answers = new KnownAnswers(file);
  /** @type {Pose[] | undefined} */
  let lying;
  let leave = () => undefined;
  let isShown = false;
  let moves = 0;
  let began = NaN;
  const begin = () => (began = Number.isNaN(began) ? performance.now() : began);
  const counts = () => ({ moves, seconds: Math.round((performance.now() - began) / 100) / 10 });
  const { next, gallery } = file;
  const api = {
    ask: async (/** @type {string} */ name, /** @type {any} */ body) => answers.to(name, body),
    kept: () => lying,
    keep: (/** @type {any} */ _, /** @type {Pose[]} */ poses, /** @type {boolean} */ isSolved) => {
      lying = poses;
      if (!isShown) return;
      moves += isSolved ? 0 : 1;
      tell(isSolved ? "solved" : "move", counts());
    },
    next: async () => (next ? { href: next, words: t("Next puzzle") } : undefined),
    gallery,
    isFirst: () => true,
  };
  show(wantedLanguage());
  tell("ready", { pieces: file.pieces.reduce((sum, { count }) => sum + count, 0) });

  /** @param {string} language */
  function show(language) {
    speak(language, file.texts[language] ?? {});
    leave();
    isShown = false;
    const main = html("main", { class: "view play" });
    for (const event of ["pointerdown", "keydown"]) main.addEventListener(event, begin, { capture: true });
    const back = gallery && html("a", { href: gallery }, t("All puzzles"));
    const choose = languageSwitch((chosen) => {
      show(chosen);
      place.querySelector("select")?.focus();
    });
    leave = /** @type {any} */ (playTable(main, { ...file, given: {} }, api));
    // how a drawing was read is said in English alone
    main.append(...(file.reading ? [html("p", { class: "quiet", lang: "en" }, `The outline was ${file.reading}.`)] : []));
    place.replaceChildren(html("header", { class: "top" }, back, choose), main);
    isShown = true;
  }
}
