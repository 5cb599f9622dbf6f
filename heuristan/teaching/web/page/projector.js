// The switch for a projector: large text and strong lines, for a room; the link carries it.

import { linkTo } from "./address.js";
import { html } from "./dom.js";
import { t } from "./language.js";

/** @import { Where } from "./address.js" */

/** Make the switch. @param {() => Where | null} where where the reader is */
export function projectorSwitch(where) {
  const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", change: () => follow() }));
  const follow = () => {
    const now = where();
    if (now) location.hash = linkTo(now, { isLarge: box.checked });
  };
  return {
    element: html("label", {}, box, ` ${t("projector")}`),
    /** Show what a link says. @param {Where} now */
    show: (now) => void (box.checked = now.isLarge),
  };
}
