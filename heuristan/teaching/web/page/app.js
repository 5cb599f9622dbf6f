// The page: a header, and the view that the link names.

import { linkTo, whereOf } from "./address.js";
import { isInClass, me } from "./class-pupil.js";
import { classView } from "./class-view.js";
import { comparison } from "./comparison.js";
import { html } from "./dom.js";
import { gallery } from "./gallery.js";
import { lesson } from "./lesson.js";
import { rankingEditor } from "./ranking-editor.js";
import { draw, lay, play } from "./tables.js";
import { takeAway } from "./take-away.js";
import { upload } from "./upload.js";
import { workbench } from "./workbench.js";

/**
 * @import { Where } from "./address.js"
 * @typedef {{ show: (where: Where) => void, leave?: () => void }} View
 *   A view in its place: shows where a reader is, as long as the view stays the same.
 *   One that is a way to a puzzle is reached from the gallery, and not from everywhere.
 * @typedef {{ title: string, needsPuzzle: boolean, isWay?: boolean, open: (place: HTMLElement) => View }} Entry
 */

/** @type {Record<string, Entry>} */
const VIEWS = {
  gallery: { title: "Shapes", needsPuzzle: false, open: gallery },
  open: { title: "Open", needsPuzzle: false, isWay: true, open: upload },
  draw: { title: "Draw", needsPuzzle: false, isWay: true, open: draw },
  lay: { title: "Lay", needsPuzzle: false, isWay: true, open: lay },
  work: { title: "Workbench", needsPuzzle: true, open: workbench },
  play: { title: "Play", needsPuzzle: true, open: play },
  compare: { title: "Side by side", needsPuzzle: true, open: comparison },
  rank: { title: "Ranking", needsPuzzle: false, open: rankingEditor },
  lesson: { title: "Lesson", needsPuzzle: false, open: lesson },
  take: { title: "Take away", needsPuzzle: true, open: takeAway },
  class: { title: "Class", needsPuzzle: false, isWay: !isInClass(), open: classView },
};

class Page {
  /** @param {Element} place */
  constructor(place) {
    this.nav = html("nav", { "aria-label": "Views" });
    this.main = html("main", { id: "main", tabindex: -1 });
    /** @type {View | null} */
    this.view = null;
    this.shown = "";
    place.replaceChildren(
      html("a", { class: "skip", href: "#main", click: (/** @type {Event} */ event) => this.skip(event) }, "To the content"),
      html("header", { class: "top" }, html("a", { class: "name", href: "#gallery" }, "heuristan"), this.nav),
      this.main,
    );
    addEventListener("hashchange", () => this.show());
  }

  show() {
    const where = whereOf(location.hash);
    const entry = VIEWS[where.view];
    if (!entry || (entry.needsPuzzle && !where.puzzle)) return location.replace("#gallery");
    this.nav.replaceChildren(navigation(where));
    document.title = `${entry.title} – heuristan`;
    document.documentElement.classList.toggle("large", where.isLarge);
    if (where.view !== this.shown) this.open(where.view, entry);
    this.view?.show(where);
  }

  /** @param {string} name @param {Entry} entry */
  open(name, entry) {
    const isFirst = this.shown === "";
    this.view?.leave?.();
    this.shown = name;
    this.main.className = `view ${name}`;
    this.main.setAttribute("aria-label", entry.title);
    this.main.replaceChildren();
    this.view = entry.open(this.main);
    if (!isFirst) this.main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Go to the content; the link behind '#' stays what it is. @param {Event} event */
  skip(event) {
    event.preventDefault();
    this.main.focus();
  }
}

/** @param {Where} where */
function navigation(where) {
  const entries = Object.entries(VIEWS).filter(([view, entry]) => (where.puzzle || !entry.needsPuzzle) && (!entry.isWay || view === where.view));
  const link = (/** @type {string} */ view, /** @type {string} */ title) =>
    html("a", { href: linkTo(where, { view }), "aria-current": view === where.view ? "page" : null }, title);
  return html("ul", {}, ...entries.map(([view, { title }]) => html("li", {}, link(view, title))));
}

if (!location.hash && isInClass() && !me()) history.replaceState(null, "", "#class");
const place = document.getElementById("page");
if (place) new Page(place).show();
