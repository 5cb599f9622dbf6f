// Every step in words; on paper with a board for each step that leads to the end.

import { drawBoard } from "./board.js";
import { html, svg } from "./dom.js";
import { headingOf, laidIn, textOf, wayTo } from "./film.js";
import { t } from "./language.js";

/** @import { Film, Scene } from "./film.js" */

/**
 * Make the list of all moments in words.
 * @param {Film} film
 * @returns {HTMLElement}
 */
export function transcript(film) {
  const items = film.shots.map((shot) => html("li", {}, html("b", {}, headingOf(shot)), " ", textOf(shot)));
  return html("details", { class: "transcript" }, html("summary", {}, t("Every step in words")), html("ol", {}, ...items));
}

/**
 * Give each step that leads to the end its board, once, for printing.
 * @param {HTMLElement} list what `transcript` made
 * @param {Film} film
 */
export function fillPrinted(list, film) {
  if (list.querySelector("svg")) return;
  const kept = new Set(wayTo(film, film.shots[film.shots.length - 1].scene));
  list.querySelectorAll("li").forEach((item, n) => {
    const shot = film.shots[n];
    if (shot.kind !== "ended" && kept.has(shot.scene)) item.prepend(boardOf(film, shot.scene));
    kept.delete(shot.scene);
  });
}

/** @param {Film} film @param {Scene} scene */
function boardOf(film, scene) {
  const board = svg("svg", { class: "board", "aria-hidden": "true" });
  drawBoard(board, film.bounds, { laid: laidIn(film, scene), scene, next: null, pointed: null, withNumbers: true });
  return board;
}
