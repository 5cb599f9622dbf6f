// What a table draws of a piece, and where the buttons of a piece stand.

import { hatchId, toneOf } from "./board.js";
import { svg } from "./dom.js";

/** @import { Kind } from "./table-pieces.js" */

/** Between a piece and its buttons, in pixels. */
const BESIDE = 6;

/** @param {Kind} kind */
export function drawnPiece(kind) {
  const [fill, hatch] = toneOf(kind);
  const woven = hatch ? [svg("path", { fill: `url(#${hatchId(hatch)})`, "pointer-events": "none" })] : [];
  return svg("g", { class: "piece", role: "button", tabindex: 0, "aria-roledescription": "piece" }, svg("path", { class: "body", fill }), ...woven);
}

/**
 * Put buttons below a piece, or above it where there is no room, and within the frame.
 * @param {HTMLElement} tools @param {Element} piece @param {Element} frame
 */
export function placeBeside(tools, piece, frame) {
  const [around, box] = [frame.getBoundingClientRect(), piece.getBoundingClientRect()];
  const { offsetWidth: width, offsetHeight: height } = tools;
  const below = box.bottom - around.top + BESIDE;
  const top = below + height <= around.height ? below : Math.max(box.top - around.top - height - BESIDE, 0);
  const left = Math.min(Math.max((box.left + box.right - width) / 2 - around.left, 0), around.width - width);
  tools.style.left = `${left}px`;
  tools.style.top = `${top}px`;
}
