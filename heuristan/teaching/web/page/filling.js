// What a projector shows to a room: as large as the screen allows, without scrolling.

import { html } from "./dom.js";

/** Sizes of letters that are tried, in pixels of a screen whose letters are 16. */
const SIZES = [28, 26, 24, 22, 20, 18, 17, 16, 15, 14, 13, 12];
/** The width in pixels below which a screen is no projector, and scrolls. */
const NARROW = 960;

/**
 * Lay the rows of a table out in as many tables beside each other, and with letters as large, as the screen has room for.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} rows
 * @param {() => HTMLElement} head makes a head for each table
 */
export function fillScreen(place, rows, head) {
  const lay = (/** @type {number} */ count, /** @type {string} */ size) => {
    const many = Math.ceil(rows.length / count);
    place.style.fontSize = size;
    place.replaceChildren(...Array.from({ length: Math.ceil(rows.length / many) }, (_, k) => html("table", {}, head(), html("tbody", {}, ...rows.slice(k * many, (k + 1) * many)))));
  };
  lay(1, "16px");
  if (innerWidth < NARROW) return;
  const table = /** @type {HTMLElement} */ (place.firstElementChild);
  const width = table.scrollWidth + 24; // and what is between two tables
  const [first, all] = [/** @type {HTMLElement} */ (table.firstElementChild).offsetHeight, table.offsetHeight];
  const ways = SIZES.map((size) => {
    const count = Math.max(1, Math.floor((place.clientWidth + 24) / ((width * size) / 16)));
    return { size, count, height: ((first + (Math.ceil(rows.length / count) * (all - first)) / rows.length) * size) / 16 };
  });
  const { size, count } = ways.find(({ height }) => height < heightFor(place)) ?? ways[ways.length - 1];
  lay(count, `${size}px`);
}

/** Make the letters of a box as large as the screen has room for. @param {HTMLElement} box */
export function shrink(box) {
  const sizes = innerWidth < NARROW ? [16] : SIZES;
  sizes.find((size) => {
    box.style.fontSize = `${size}px`;
    return box.offsetHeight <= heightFor(box);
  });
}

/** @param {HTMLElement} box */
function heightFor(box) {
  return innerHeight - (box.getBoundingClientRect().top + scrollY) - 24;
}
