// Parts of the drawing board's picture: its grid, lengths and areas as they are written, and pieces over a drawing.

import { pathOf } from "./board.js";
import { svg } from "./dom.js";
import { GRID } from "./draw-snapping.js";
import { boxAround } from "./plane.js";

/** @import { Point } from "./film.js" */

/** @param {Point[]} ring @param {any} kind */
export function answered(ring, { name, fill }) {
  return svg("path", { class: "answer", d: pathOf(ring), fill }, svg("title", {}, name));
}

/**
 * Return how an outline in legs comes onto the drawing that it was read from, which may be of another size.
 * @param {Point[]} outline @param {Point[]} drawing @returns {(ring: Point[]) => Point[]}
 */
export function ontoDrawing(outline, drawing) {
  const [from, to] = [boxAround(outline), boxAround(drawing)];
  const scale = (to.right - to.left) / (from.right - from.left);
  return (ring) => ring.map(([x, y]) => [to.left + scale * (x - from.left), to.bottom + scale * (y - from.bottom)]);
}

/** The width and height of the part around the cross that a loupe shows, and how much larger, in legs. */
const SEEN = 1.6;
const LARGER = 2;

/**
 * Return a loupe in the upper corner that is farther from a point: a finger hides what it points at.
 * @param {Point} at @param {{ width: number, height: number }} size of the board @param {string} drawing the id of what it shows
 */
export function loupe([x, y], size, drawing) {
  const side = SEEN * LARGER;
  const place = { x: x > size.width / 2 ? 0 : size.width - side, y: -size.height, width: side, height: side };
  const view = svg("svg", { ...place, viewBox: [x - SEEN / 2, -y - SEEN / 2, SEEN, SEEN].join(" ") }, svg("use", { href: `#${drawing}` }));
  return [svg("rect", { class: "loupe", ...place }), view, svg("rect", { class: "loupe-rim", ...place })];
}

/** Return the dots of a grid. @param {{ width: number, height: number }} size */
export function gridDots({ width, height }) {
  const many = (/** @type {number} */ size) => Array.from({ length: size / GRID + 1 }, (_, k) => k * GRID);
  return many(width).flatMap((x) => many(height).map((y) => svg("circle", { cx: x, cy: -y, r: x % 1 || y % 1 ? 0.025 : 0.05 })));
}

/** Return a length as a + b√2 where it is a simple one. @param {number} length */
export function inRoots(length) {
  for (let b = 0; b <= 8; b += 0.5) {
    const a = length - b * Math.SQRT2;
    if (Math.abs(a * 2 - Math.round(a * 2)) > 1e-6 || a < -4) continue;
    const roots = b === 0 ? "" : b === 1 ? "√2" : `${b}√2`;
    const whole = Math.round(a * 2) / 2;
    if (whole === 0) return roots;
    return whole > 0 ? [whole, roots].filter(Boolean).join(" + ") : `${roots} − ${-whole}`;
  }
  return length.toFixed(2);
}

/** @param {number} area */
export function short(area) {
  return String(Math.round(area * 100) / 100);
}
