// How to play, in four pictures beside the figure or below the table; they go when somebody plays, and come back when asked for.

import { button, html, svg } from "./dom.js";
import { t } from "./language.js";

/**
 * @import { Box } from "./plane.js"
 * @import { Table } from "./table.js"
 */

/** How wide the table must be empty beside the figure for the pictures to lie there, in pixels. */
const ROOM = 120;
/** How wide it must be beside the buttons below the table; else the pictures come before them. */
const BESIDE = 320;

/**
 * Put the pictures where they hide nothing of a table, with the button that calls them.
 * @param {Table} table @param {boolean} isShown at once
 * @returns {() => void} what takes them away
 */
export function showHowToPlay(table, isShown) {
  const close = button("×", () => hide(), { class: "close", "aria-label": t("Close") });
  const open = button("?", () => toggle(panel.hidden), { class: "ask-how", "aria-label": t("How to play"), title: t("How to play") });
  const panel = html("div", { class: "how", role: "group", "aria-label": t("How to play"), click: () => hide() }, close, html("ul", {}, ...pictures().map(item)));
  const toggle = (/** @type {boolean} */ isOpen) => {
    panel.hidden = !isOpen;
    open.setAttribute("aria-expanded", String(isOpen));
    place();
  };
  const hide = () => toggle(false);
  const place = () => {
    const { svg, element } = table;
    const box = /** @type {Box} */ (table.box);
    const drawn = (svg.clientHeight * (box.right - box.left)) / (box.top - box.bottom);
    const room = (svg.clientWidth - drawn) / 2;
    const isLow = matchMedia("(max-height: 30rem)").matches;
    const hint = /** @type {HTMLElement | null | undefined} */ (panel.nextElementSibling?.querySelector(".hint"));
    const taken = hint ? hint.offsetLeft + hint.offsetWidth + 12 : 0;
    const isAside = !isLow && room >= ROOM;
    const isRight = !isLow && !isAside && element.clientWidth - taken >= BESIDE;
    panel.className = `how ${isAside ? "aside" : isRight ? "right" : ""}`;
    const [top, left, width] = isAside ? [open.offsetTop + open.offsetHeight, 5, room] : [element.offsetHeight, taken, element.clientWidth - taken];
    Object.assign(panel.style, isAside || isRight ? { top: `${element.offsetTop + top}px`, left: `${left}px`, width: `${width}px` } : { top: "", left: "", width: "" });
  };
  toggle(isShown);
  table.svg.addEventListener("pointerdown", hide);
  table.svg.addEventListener("keydown", (event) => event.key !== "Tab" && hide());
  table.svg.before(open);
  table.element.after(panel);
  new ResizeObserver(place).observe(table.element);
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
  // whoever touches the screen sees a finger, and where to tap; a mouse also has the wheel and keys
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const d = isTouched ? "M0 0a4 4 0 0 1 4 4V15L13 18Q16 19 15.5 23L13 34H-3L-11 22Q-13 18.5-10 17Q-7.5 16-4 20V4A4 4 0 0 1 0 0Z" : "M0 0V17L4 13L8 21L11 19.5L7 12H13Z";
  const hand = (/** @type {number} */ x, /** @type {number} */ y) => svg("path", { class: "hand", transform: `translate(${x},${y})`, d });
  const tapped = () => (isTouched ? [hand(98, 66)] : []);
  return [
    [t("Drag a piece onto the figure."), [figure(), path("ghost", "M62 66V34H94Z"), path("one", "M10 60V28H42Z"), path("way", "M34 42Q50 26 66 42"), path("tip", "M70 46L60 43L67 36Z"), hand(24, 38)]],
    [t("Turn it."), [path("ghost", "M66 58V30H94Z"), path("two", "M26 62L26 26L62 62Z"), path("way", "M44 16A32 32 0 0 1 76 26"), path("tip", "M80 31L70 28L77 21Z"), path("button", "M86 54h24v22h-24Z"), path("sign", "M104 60A8 8 0 1 0 106 67"), path("sign", "M106 57V62H101"), ...tapped()]],
    [t("Flip it."), [path("three", "M10 56L30 30H54L34 56Z"), path("ghost", "M66 30L86 56H110L90 30Z"), path("axis", "M60 18V70"), path("way", "M46 20Q60 8 72 18"), path("tip", "M77 22L67 20L73 13Z"), path("button", "M86 54h24v22h-24Z"), path("sign", "M91 61H105L101 58M105 69H91L95 72"), ...tapped()]],
    [t("Stuck? Ask for a hint."), [figure(), svg("circle", { class: "look", cx: 80, cy: 18, r: 11 }), path("bulb", "M30 20A14 14 0 0 1 39 45V52H21V45A14 14 0 0 1 30 20Z"), path("sign", "M23 57H37M25 62H35")]],
  ];
}
