// Silhouettes: outlines filled, as puzzles are printed.

import { pathOf } from "./board.js";
import { svg } from "./dom.js";

/** @import { Point } from "./film.js" */

/** The margin around a silhouette, as a share of its size. */
const MARGIN = 0.04;

/**
 * Draw a silhouette.
 * @param {Point[][]} rings
 * @param {string} [title] for readers who do not see it; without it, it is an ornament
 * @returns {SVGElement}
 */
export function silhouette(rings, title) {
  const [xs, ys] = [0, 1].map((k) => rings.flat().map((point) => point[k]));
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = MARGIN * Math.max(right - left, top - bottom);
  const viewBox = [left - margin, -top - margin, right - left + 2 * margin, top - bottom + 2 * margin].join(" ");
  const named = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  return svg("svg", { class: "silhouette", viewBox, ...named }, svg("path", { d: rings.map(pathOf).join(" "), "fill-rule": "evenodd" }));
}
