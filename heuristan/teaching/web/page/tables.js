// The play table and the drawing board on their pages; their modules are loaded when they are opened.

import { linkTo, whereOf } from "./address.js";
import { ask, listOf } from "./api.js";
import { checkSwitch } from "./check-switch.js";
import { taskOf } from "./class-pupil.js";
import { html } from "./dom.js";
import { isChecking, isFirstVisit, keep, keptOf } from "./keeping.js";
import { isKiosk } from "./kiosk.js";
import { t } from "./language.js";
import { nextShape, solvedShapes } from "./levels.js";
import { coming } from "./words.js";

/**
 * @import { View } from "./app.js"
 * @import { Api } from "./play-table.js"
 */

/** @returns {Api} */
const api = () => ({
  ask,
  open: isKiosk() ? undefined : async (view, given) => {
    const { feature } = await ask("puzzle", { puzzle: given });
    location.hash = linkTo(whereOf("#"), { view, puzzle: { feature } });
  },
  kept: ({ given, pieces }) => {
    const poses = keptOf(given)?.poses;
    return poses?.length === pieces.reduce((sum, { count }) => sum + count, 0) ? poses : undefined;
  },
  keep: ({ given, id, rings }, poses, isSolved) => keep({ given, id, rings, poses, isSolved }),
  next: async ({ given }) => {
    const play = (/** @type {string} */ shape) => linkTo(whereOf("#"), { view: "play", puzzle: { shape } });
    const task = await taskOf(given.shape);
    if (task) {
      const { number, shapes, left } = task;
      const said = t("Task {number}: {solved} of {all} solved", { number, solved: shapes.length - left.length, all: shapes.length });
      return left.length ? { href: play(left[0]), words: t("Next of the task"), said } : { href: "#class", words: t("Back to the class"), said };
    }
    const next = nextShape((await listOf("shapes")).shapes, given.shape, solvedShapes());
    return next && { href: play(next.shape), words: t("Next puzzle") };
  },
  gallery: "#gallery",
  isFirst: () => isFirstVisit("play"),
  isChecking,
  checkSwitch: isKiosk() ? undefined : checkSwitch,
});

/** @param {HTMLElement} place @returns {View} */
export function play(place) {
  return table(place, "play-table", async (module, inner, given) => {
    const puzzle = await ask("puzzle", { puzzle: given });
    return module.playTable(inner, { ...puzzle, given }, api());
  });
}

/** @param {HTMLElement} place @returns {View} */
export function draw(place) {
  return table(place, "draw-board", (module, inner) => module.drawingBoard(inner, api()));
}

/** @param {HTMLElement} place @returns {View} */
export function lay(place) {
  return table(place, "lay-board", (module, inner) => module.layingBoard(inner, api()));
}

/**
 * @param {HTMLElement} place
 * @param {string} name of the module
 * @param {(module: any, inner: HTMLElement, given: any) => any} open returns what is to be done when it is left
 * @returns {View}
 */
function table(place, name, open) {
  /** @type {(() => void) | null} */
  let close = null;
  let shown = html("div", {});
  const leave = () => {
    close?.();
    close = null;
    shown.remove();
  };
  return {
    show: async ({ puzzle }) => {
      leave();
      const inner = (shown = html("div", { class: "table" }, html("p", { class: "quiet", role: "status" }, coming("table"))));
      place.replaceChildren(inner);
      try {
        const left = await open(await import(`./${name}.js`), inner, puzzle);
        if (typeof left !== "function") return;
        if (inner.isConnected) close = left;
        else left();
      } catch (fault) {
        inner.replaceChildren(html("h1", {}, t("This cannot be shown")), html("p", { class: "bad" }, /** @type {Error} */ (fault).message));
      }
    },
    leave,
  };
}
