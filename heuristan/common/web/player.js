// The player: goes through a film step by step, on one page without a server.

import { drawBoard, underlay } from "./board.js";
import { button, html, svg } from "./dom.js";
import { headingOf, laidIn, readFilm, textOf } from "./film.js";
import { isEnglish, languageSwitch, speak, t, wantedLanguage } from "./language.js";
import { legend } from "./legend.js";
import { factTable, stockList } from "./memory.js";
import { fillPrinted, transcript } from "./printed.js";
import { rulePanel } from "./rules.js";
import { telling } from "./telling.js";
import { recognise, told } from "./told.js";
import { sceneTree } from "./tree.js";

/** @import { Film, Scene, Tile } from "./film.js" */

/** Seconds between two steps at speed 1. */
const PACE = 1.5;

/**
 * Put a player into an element.
 * @param {Element} place
 * @param {any} json the film
 */
export function play(place, json) {
  const { languages, patterns } = json;
  const language = wantedLanguage();
  if (languages) {
    speak(language, languages[language]);
    recognise(patterns);
  }
  const player = new Player(place, readFilm(json));
  player.show(momentAsked(player.film) - 1);
  // what frames the page gave it no address that could say a language
  if (languages && parent === window) place.querySelector("header")?.append(languageSwitch((chosen) => (location.search = `?language=${chosen}`)));
  if (parent !== window) converse(player);
}

/**
 * Tell the page around this one which moment is shown, and show the moment that it names: a notebook's widget does.
 * @param {Player} player
 */
function converse(player) {
  const { title, shots } = player.film;
  const tell = telling("player", title);
  player.shown = (moment) => tell("moment", { moment, moments: shots.length });
  tell("ready", { moments: shots.length });
  addEventListener("message", ({ source, data }) => {
    if (source === parent && Number.isInteger(data?.moment) && data.moment !== player.now + 1) player.show(data.moment - 1);
  });
}

/**
 * The moment that the address of the page names, as in #moment-4; if it names none, that at which the film opens.
 * @param {Film} film
 */
function momentAsked({ opens }) {
  return Number(/^#moment-([0-9]+)$/.exec(location.hash)?.[1] ?? opens);
}

class Player {
  /**
   * @param {Element} place
   * @param {Film} film
   */
  constructor(place, film) {
    this.film = film;
    this.now = 0;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
    /** @type {Tile | null} */
    this.pointed = null;
    /** @type {(moment: number) => void} what is called when a moment is shown */
    this.shown = () => {};
    this.board = svg("svg", { class: "board", role: "img" });
    this.heading = html("h2", {});
    this.words = html("p", { class: "words" });
    this.rules = html("section", { class: "panel ranking", "aria-label": t("Ranking") });
    this.stock = html("section", { class: "panel", "aria-label": t("Stock and abeyance lists") });
    this.memory = html("section", { "aria-label": t("Working memory") });
    this.tree = sceneTree(film, (scene) => this.visit(scene));
    this.slider = /** @type {HTMLInputElement} */ (
      html("input", { type: "range", min: 0, max: film.shots.length - 1, value: 0, "aria-label": t("Moment of the run"), input: () => this.show(Number(this.slider.value)) })
    );
    this.speed = /** @type {HTMLSelectElement} */ (
      html("select", { "aria-label": t("Speed"), change: () => this.timer && this.run() }, ...[0.5, 1, 2, 4].map((n) => html("option", { value: n, selected: n === 1 }, `${n}×`)))
    );
    this.running = button(t("Run"), () => this.toggle(), { class: "run" });
    this.count = html("span", { class: "count" });
    this.numbers = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", checked: true, change: () => this.draw() }));
    // read out where a reader steps, and not while the film runs
    this.said = html("div", { class: "said", "aria-live": "polite", "aria-atomic": "true" }, this.heading, this.words);
    this.transcript = transcript(film);
    place.replaceChildren(...this.layout());
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("beforeprint", () => fillPrinted(this.transcript, film));
  }

  layout() {
    const { film } = this;
    const isOfPieces = film.stock.length > 0;
    const control = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => button(text, act, { "aria-label": label, title: label });
    return [
      html("header", {}, html("h1", {}, t(film.title.charAt(0).toUpperCase() + film.title.slice(1).replaceAll("-", " "))), html("p", {}, `${film.about} `, html("b", { class: `status ${film.status}` }, t(film.status)))),
      html(
        "main",
        { class: film.rules.length > 0 ? "" : "unranked" },
        html(
          "section",
          { class: "stage", "aria-label": t("Board") },
          film.picture && underlay(film.picture),
          this.board,
          html(
            "div",
            { class: "controls" },
            control("|◀", t("To the start (Home)"), () => this.show(0)),
            control("◀", t("Back (left arrow)"), () => this.show(this.now - 1)),
            this.running,
            control("▶", t("Forward (right arrow)"), () => this.show(this.now + 1)),
            control("▶|", t("To the end (End)"), () => this.show(film.shots.length - 1)),
            this.slider,
            this.speed,
            this.count,
          ),
          this.said,
          !isEnglish() && html("p", { class: "none" }, t("Full explanations, answers and error messages are in English.")),
          isOfPieces && html("details", { class: "legend" }, html("summary", {}, t("What the letters and lines mean")), legend(), html("label", {}, this.numbers, ` ${t("numbers of vertices")}`)),
        ),
        film.rules.length > 0 && html("div", { class: "beside" }, html("h2", {}, t("Ranking")), film.note && html("p", { class: "none" }, film.note), this.rules),
        html(
          "div",
          { class: "more" },
          isOfPieces && this.stock,
          html("details", { open: true }, html("summary", {}, t("The run as a tree")), this.tree.element, leftOut(film)),
          film.rules.length > 0 && html("details", { open: matchMedia("(min-width: 100rem)").matches }, html("summary", {}, t("Working memory")), this.memory),
          this.transcript,
        ),
      ),
    ];
  }

  /** @param {number} number of the shot, brought into range */
  show(number) {
    this.now = Math.max(0, Math.min(number, this.film.shots.length - 1));
    this.pointed = null;
    const shot = this.film.shots[this.now];
    const { scene } = shot;
    this.heading.textContent = headingOf(shot);
    this.words.textContent = textOf(shot);
    this.slider.value = String(this.now);
    this.count.textContent = t("{now} of {all}", { now: this.now + 1, all: this.film.shots.length });
    // what happens is read out of the words; twice would be too much
    this.slider.setAttribute("aria-valuetext", this.count.textContent);
    this.rules.replaceChildren(rulePanel(this.film, scene, this.next(), (tile) => this.point(tile)));
    this.stock.replaceChildren(stockList(this.film, scene));
    this.memory.replaceChildren(factTable(scene));
    this.tree.mark(scene);
    if (this.now === this.film.shots.length - 1) this.pause();
    this.draw();
    this.shown(this.now + 1);
  }

  /** The match that the run takes next from here; null if it takes none. */
  next() {
    const after = this.film.shots[this.now + 1];
    return after && after.kind === "taken" ? after.scene.taken : null;
  }

  draw() {
    const { scene } = this.film.shots[this.now];
    this.board.setAttribute("aria-label", boardInWords(this.film, scene));
    const view = { laid: laidIn(this.film, scene), scene, next: this.pointed ? null : this.next(), pointed: this.pointed, withNumbers: this.numbers.checked };
    drawBoard(this.board, this.film.bounds, view);
  }

  /** @param {Tile | null} tile */
  point(tile) {
    this.pointed = tile;
    this.draw();
  }

  /** @param {Scene} scene */
  visit(scene) {
    this.show(this.film.shots.findIndex((shot) => shot.scene === scene));
  }

  toggle() {
    if (this.timer) this.pause();
    else {
      if (this.now === this.film.shots.length - 1) this.show(0);
      this.run();
    }
  }

  run() {
    this.pause();
    this.timer = setInterval(() => this.show(this.now + 1), (1000 * PACE) / Number(this.speed.value));
    this.running.textContent = t("Pause");
    this.said.setAttribute("aria-live", "off");
  }

  pause() {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.running.textContent = t("Run");
    this.said.setAttribute("aria-live", "polite");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const inField = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = event.target instanceof Element && event.target.closest("button, summary");
    const moves = /** @type {Record<string, () => void>} */ ({
      ArrowRight: () => this.show(this.now + 1),
      ArrowLeft: () => this.show(this.now - 1),
      Home: () => this.show(0),
      End: () => this.show(this.film.shots.length - 1),
      ...(isButton ? {} : { " ": () => this.toggle() }),
    });
    if (!(event.key in moves)) return;
    event.preventDefault();
    moves[event.key]();
  }
}

/**
 * Describe what the board shows.
 * @param {Film} film
 * @param {Scene} scene
 */
function boardInWords(film, scene) {
  const laid = laidIn(film, scene).map(({ name }) => told(name.name));
  return `${t("Board")}: ${scene.shapes.length ? told(scene.heading) : laid.join(", ") || t("Nothing is taken yet.")}`;
}

/** @param {Film} film */
function leftOut({ leftOut: count, stock }) {
  const words = stock.length ? t("{count} later states are left out of this page, except those that lead to the end; the trace has them.", { count }) : t("{count} states between these are left out of this page.", { count });
  return count > 0 && html("p", { class: "none" }, words);
}
