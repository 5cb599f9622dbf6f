// The page: a header, and the view that the link names.

import { linkTo, whereOf } from "./address.js";
import { isInClass, me } from "./class-pupil.js";
import { classView } from "./class-view.js";
import { comparison } from "./comparison.js";
import { html } from "./dom.js";
import { gallery } from "./gallery.js";
import { beginVisitor, choose, setting } from "./keeping.js";
import { beKiosk, isKiosk } from "./kiosk.js";
import { languageSwitch, speak, t, wantedLanguage } from "./language.js";
import { lesson } from "./lesson.js";
import { rankingEditor } from "./ranking-editor.js";
import { draw, lay, play } from "./tables.js";
import { takeAway } from "./take-away.js";
import { recognise } from "./told.js";
import { upload } from "./upload.js";
import { workbench } from "./workbench.js";

/**
 * @import { Where } from "./address.js"
 * @typedef {{ show: (where: Where) => void, leave?: () => void }} View
 *   A view in its place: shows where a reader is, as long as the view stays the same.
 *   One that is a way to a puzzle is reached from the gallery, and not from everywhere.
 * @typedef {{ title: () => string, needsPuzzle: boolean, isWay?: boolean, isForVisitors?: boolean, open: (place: HTMLElement) => View }} Entry
 */

/** @type {Record<string, Entry>} */
const VIEWS = {
  gallery: { title: () => t("Shapes"), needsPuzzle: false, isForVisitors: true, open: gallery },
  open: { title: () => t("Open"), needsPuzzle: false, isWay: true, open: upload },
  draw: { title: () => t("Draw"), needsPuzzle: false, isWay: true, open: draw },
  lay: { title: () => t("Lay"), needsPuzzle: false, isWay: true, open: lay },
  work: { title: () => t("Workbench"), needsPuzzle: true, open: workbench },
  play: { title: () => t("Play"), needsPuzzle: true, isForVisitors: true, open: play },
  compare: { title: () => t("Side by side"), needsPuzzle: true, open: comparison },
  rank: { title: () => t("Ranking"), needsPuzzle: false, open: rankingEditor },
  lesson: { title: () => t("Lesson"), needsPuzzle: false, open: lesson },
  take: { title: () => t("Take away"), needsPuzzle: true, open: takeAway },
  class: { title: () => t("Class"), needsPuzzle: false, isWay: !isInClass(), open: classView },
};

class Page {
  /** @param {Element} place */
  constructor(place) {
    this.place = place;
    this.nav = html("nav", {});
    this.main = html("main", { id: "main", tabindex: -1 });
    /** @type {View | null} */
    this.view = null;
    this.shown = "";
    this.begin();
    addEventListener("hashchange", () => this.show());
  }

  /** Begin, in the language that is spoken now. */
  begin() {
    this.shown = "";
    this.nav.setAttribute("aria-label", t("Views"));
    const skip = html("a", { class: "skip", href: "#main", click: (/** @type {Event} */ event) => this.skip(event) }, t("To the content"));
    const home = isKiosk() ? html("a", { class: "button", href: "#gallery" }, t("All puzzles")) : html("a", { class: "name", href: "#gallery" }, "heuristan");
    const language = languageSwitch(async (chosen) => {
      choose("language", chosen);
      await speakNow(chosen);
      this.begin();
      this.place.querySelector("select")?.focus();
    });
    this.place.replaceChildren(skip, html("header", { class: "top" }, home, !isKiosk() && this.nav, language), this.main);
    this.show();
  }

  show() {
    const where = whereOf(location.hash);
    const entry = VIEWS[where.view];
    if (!entry || (entry.needsPuzzle && !where.puzzle) || (isKiosk() && !entry.isForVisitors)) return location.replace("#gallery");
    const views = navigation(where);
    this.nav.replaceChildren(views);
    const here = /** @type {HTMLElement | null} */ (views.querySelector("[aria-current]"));
    views.scrollLeft = (here?.offsetLeft ?? 0) - views.offsetLeft - 0.3 * views.clientWidth;
    document.title = `${entry.title()} – heuristan`;
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
    this.main.setAttribute("aria-label", entry.title());
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
  return html("ul", {}, ...entries.map(([view, { title }]) => html("li", {}, link(view, title()))));
}

/** Speak a language; its catalogue is loaded. @param {string} language */
async function speakNow(language) {
  const name = `texts-${language}`;
  const { TEXTS, PATTERNS } = await import(`./${name}.js`);
  speak(language, TEXTS);
  recognise(PATTERNS);
}

/** @param {Element} place */
async function begin(place) {
  if (isKiosk()) beginVisitor();
  const check = new URLSearchParams(location.search).get("check");
  if (check) choose("check", check);
  await speakNow(wantedLanguage(setting("language")));
  const page = new Page(place);
  if (isKiosk()) beKiosk(() => beginAnew(page));
}

/** Begin for the next visitor of a museum. @param {Page} page */
async function beginAnew(page) {
  beginVisitor();
  await speakNow(wantedLanguage());
  history.replaceState(null, "", "#gallery");
  page.begin();
}

if (!location.hash && isInClass() && !me()) history.replaceState(null, "", "#class");
const place = document.getElementById("page");
if (place) begin(place);
