// What a table draws of a piece.

import { hatchId, toneOf } from "./board.js";
import { svg } from "./dom.js";
import { t } from "./language.js";

/** @import { Kind } from "./table-pieces.js" */

/** @param {Kind} kind */
export function drawnPiece(kind) {
  const [fill, hatch] = toneOf(kind);
  const woven = hatch ? [svg("path", { fill: `url(#${hatchId(hatch)})`, "pointer-events": "none" })] : [];
  return svg("g", { class: "piece", role: "button", tabindex: 0, "aria-roledescription": t("piece") }, svg("path", { class: "body", fill }), ...woven);
}
