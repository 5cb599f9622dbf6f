// Words as people write them.

import { t } from "./language.js";
import { told } from "./told.js";

/** Begin with a capital letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return the name of a puzzle as a title. @param {string} id */
export function titleOf(id) {
  return t(capital(id.replaceAll("-", " ")));
}

/** Return the heading of a step in the reader's language, without coordinates: the number stands on the board. @param {string} heading */
export function stepIn(heading) {
  return told(heading).replace(/\s?[(（]-?[\d.]+,\s?-?[\d.]+[)）]/u, "");
}

/** Return what a kind of piece is called within a sentence. @param {string} piece */
export function pieceOf(piece) {
  return t(`the ${piece.replaceAll("-", " ")}`);
}

/** Say that something is waited for. @param {"board" | "gallery" | "ranking" | "table"} what */
export function coming(what) {
  return t(`The ${what} is coming. Right after the start this takes some seconds.`);
}

/** End with a full stop, if with nothing of the kind. @param {string} text */
export function sentence(text) {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}
