// The end of a puzzle, seen on the table: stars about the figure, and what comes next where the pieces waited.

import { button, html, svg } from "./dom.js";
import { t } from "./language.js";
import { boxAround } from "./plane.js";

/**
 * @import { Api, Puzzle } from "./play-table.js"
 * @import { Table } from "./table.js"
 */

/** How many stars there are, and how far they are from the figure, in legs. */
const STARS = 12;
const AWAY = 0.45;

export class End {
  /** @param {Table} table @param {Puzzle} puzzle @param {Api} api */
  constructor(table, puzzle, api) {
    this.table = table;
    this.puzzle = puzzle;
    this.api = api;
    this.element = html("div", { class: "end", role: "group", tabindex: -1, "aria-label": t("Solved!") });
    this.element.hidden = true;
    this.stars = svg("g", { class: "stars", "aria-hidden": "true" });
    table.svg.append(this.stars);
    table.tools.before(this.element);
    this.watch = new ResizeObserver(() => this.place());
    this.watch.observe(table.element);
  }

  /** Show it, with what comes next; whoever plays with keys is led there. */
  async show() {
    const { api, puzzle, table, element } = this;
    const next = await api.next?.(puzzle);
    if (!table.element.classList.contains("solved")) return;
    const link = next && html("a", { class: "button hint", href: next.href }, next.words);
    const watch = api.open && button(t("Watch how the rules do it"), () => api.open?.("work", puzzle.given));
    const again = button(t("Play it again"), () => table.clear());
    const all = api.gallery && html("a", { class: "button", href: api.gallery }, t("All puzzles"));
    element.replaceChildren(html("strong", {}, t("Solved!")), ...[next?.said && html("span", {}, next.said), link, again, all, watch].filter((each) => each instanceof Node));
    this.stars.replaceChildren(...this.drawn());
    element.hidden = false;
    this.place();
    (link ?? element).focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.stars.replaceChildren();
    this.element.hidden = true;
  }

  /** Lay it where the pieces waited, which is empty now. */
  place() {
    const { table, element } = this;
    if (element.hidden) return;
    const [frame, tray] = [table.element.getBoundingClientRect(), table.surface.getBoundingClientRect()];
    const within = (/** @type {number} */ middle, /** @type {number} */ size, /** @type {number} */ room) => Math.max(0, Math.min(room - size, middle - size / 2));
    element.style.left = `${within(tray.left + tray.width / 2 - frame.left, element.offsetWidth, frame.width)}px`;
    element.style.top = `${within(tray.top + tray.height / 2 - frame.top, element.offsetHeight, table.svg.clientHeight)}px`;
  }

  /** Draw stars around the figure. */
  drawn() {
    const { left, right, bottom, top } = boxAround(this.table.outline.flat());
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    return Array.from({ length: STARS }, (_, k) => {
      const angle = (2 * Math.PI * (k + 0.5)) / STARS;
      const at = [x + ((right - left) / 2 + AWAY) * Math.cos(angle), -y + ((top - bottom) / 2 + AWAY) * Math.sin(angle)];
      const place = svg("g", { transform: `translate(${at[0]},${at[1]})` }, svg("path", { class: "star", d: STAR }));
      place.style.setProperty("--nth", String(k));
      return place;
    });
  }

  leave() {
    this.watch.disconnect();
  }
}

/** A star of five points, in legs. */
const STAR = `M${Array.from({ length: 10 }, (_, k) => {
  const [size, angle] = [k % 2 ? 0.08 : 0.2, (Math.PI * k) / 5 - Math.PI / 2];
  return `${(size * Math.cos(angle)).toFixed(3)},${(size * Math.sin(angle)).toFixed(3)}`;
}).join("L")}Z`;
