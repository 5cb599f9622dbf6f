// A list whose items are put into another order: by a mouse, a finger, or two buttons.

import { button, enable, html } from "./dom.js";
import { t } from "./language.js";

/**
 * Make the handle of an item, and its buttons.
 * @param {string} name what the item is called
 * @param {number} place of the item, from 0
 * @param {number} count number of items
 * @param {(from: number, to: number) => void} move
 * @returns {HTMLElement}
 */
export function sortingButtons(name, place, count, move) {
  const mover = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ to) => {
    const made = button(text, () => move(place, to), { class: "small", "aria-label": `${label} ${name}` });
    enable(made, to >= 0 && to < count);
    return made;
  };
  const handle = html("span", { class: "handle", "aria-hidden": "true", title: t("Drag") }, "⠿");
  handle.addEventListener("pointerdown", (event) => drag(event, place, move));
  return html("span", { class: "sorting" }, handle, mover("↑", t("Move up:"), place - 1), mover("↓", t("Move down:"), place + 1));
}

/**
 * Let an item follow the pointer until it is released.
 * @param {PointerEvent} event
 * @param {number} place
 * @param {(from: number, to: number) => void} move
 */
function drag(event, place, move) {
  const handle = /** @type {HTMLElement} */ (event.currentTarget);
  const item = handle.closest("li");
  if (!item || event.button) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const items = [...(item.parentElement?.children ?? [])].filter((each) => each instanceof HTMLElement);
  const middles = items.map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2 + scrollY);
  item.classList.add("dragged");
  let to = place;
  const follow = (/** @type {PointerEvent} */ { pageY }) => {
    item.style.transform = `translateY(${pageY - middles[place]}px)`;
    to = middles.filter((middle, n) => n !== place && middle < pageY).length;
    for (const [n, each] of items.entries()) if (n !== place) each.style.transform = shift(n, place, to, item.offsetHeight);
  };
  const end = (/** @type {boolean} */ isDone) => {
    handle.removeEventListener("pointermove", follow);
    for (const each of items) each.style.transform = "";
    item.classList.remove("dragged");
    if (isDone && to !== place) move(place, to);
  };
  handle.addEventListener("pointermove", follow);
  handle.addEventListener("pointerup", () => end(true), { once: true });
  handle.addEventListener("pointercancel", () => end(false), { once: true });
}

/** Make room for an item that is carried from a place to another. @param {number} n @param {number} from @param {number} to @param {number} height */
function shift(n, from, to, height) {
  if (from < n && n <= to) return `translateY(${-height}px)`;
  return to <= n && n < from ? `translateY(${height}px)` : "";
}

/**
 * Return a list with one item moved.
 * @template T
 * @param {T[]} list
 * @param {number} from
 * @param {number} to
 */
export function moved(list, from, to) {
  const rest = list.filter((_, n) => n !== from);
  return [...rest.slice(0, to), list[from], ...rest.slice(to)];
}
