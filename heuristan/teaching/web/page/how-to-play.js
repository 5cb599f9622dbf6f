// How to play, in four pictures on the table; they go when somebody plays, and come back when asked for.

import { button, html, svg } from "./dom.js";
import { t } from "./language.js";

/** @import { Table } from "./table.js" */

/**
 * Put the pictures on a table, with the button that calls them.
 * @param {Table} table @param {boolean} isShown at once
 * @returns {() => void} what takes them away
 */
export function showHowToPlay(table, isShown) {
  const close = button("×", () => toggle(false), { class: "close", "aria-label": t("Close") });
  const open = button("?", () => toggle(panel.hidden), { class: "ask-how", "aria-label": t("How to play"), title: t("How to play") });
  const panel = html("div", { class: "how", role: "group", "aria-label": t("How to play") }, close, html("ul", {}, ...pictures().map(item)));
  const toggle = (/** @type {boolean} */ isOpen) => {
    panel.hidden = !isOpen;
    open.setAttribute("aria-expanded", String(isOpen));
  };
  const hide = () => toggle(false);
  toggle(isShown);
  table.svg.addEventListener("pointerdown", hide);
  table.svg.addEventListener("keydown", (event) => event.key !== "Tab" && hide());
  table.svg.before(open, panel);
  return hide;
}

/** @param {[string, SVGElement[]]} picture */
function item([words, drawn]) {
  return html("li", {}, svg("svg", { viewBox: "0 0 120 80", "aria-hidden": "true" }, ...drawn), words);
}

/** @returns {[string, SVGElement[]][]} */
function pictures() {
  const path = (/** @type {string} */ className, /** @type {string} */ d) => svg("path", { class: className, d });
  const figure = () => path("figure", "M62 66V34L80 16L98 34V66Z");
  const hand = (/** @type {number} */ x, /** @type {number} */ y) => svg("path", { class: "hand", transform: `translate(${x},${y})`, d: "M0 0V17L4 13L8 21L11 19.5L7 12H13Z" });
  return [
    [t("Drag a piece onto the figure."), [figure(), path("ghost", "M62 66V34H94Z"), path("one", "M10 60V28H42Z"), path("way", "M34 42Q50 26 66 42"), path("tip", "M70 46L60 43L67 36Z"), hand(24, 38)]],
    [t("Turn it."), [path("ghost", "M66 58V30H94Z"), path("two", "M26 62L26 26L62 62Z"), path("way", "M44 16A32 32 0 0 1 76 26"), path("tip", "M80 31L70 28L77 21Z"), path("button", "M86 54h24v22h-24Z"), path("sign", "M104 60A8 8 0 1 0 106 67"), path("sign", "M106 57V62H101")]],
    [t("Flip it."), [path("three", "M10 56L30 30H54L34 56Z"), path("ghost", "M66 30L86 56H110L90 30Z"), path("axis", "M60 18V70"), path("way", "M46 20Q60 8 72 18"), path("tip", "M77 22L67 20L73 13Z")]],
    [t("Stuck? Ask for a hint."), [figure(), svg("circle", { class: "look", cx: 80, cy: 18, r: 11 }), path("bulb", "M30 20A14 14 0 0 1 39 45V52H21V45A14 14 0 0 1 30 20Z"), path("sign", "M23 57H37M25 62H35")]],
  ];
}
