// A ranking on all shapes: of how many does it solve the puzzle, beside what it was before and beside another?

import { DEFAULT, linkTo } from "./address.js";
import { ask, listOf } from "./api.js";
import { reportRanking } from "./class-pupil.js";
import { button, html } from "./dom.js";
import { t } from "./language.js";
import { rankingField } from "./ranking-chooser.js";
import { titleOf } from "./words.js";

/**
 * @import { RankingGiven, Where } from "./address.js"
 * @typedef {{ first: boolean, any: boolean, ended: boolean }} Attempts how far a ranking came on a shape
 * @typedef {keyof typeof MEASURES} Measure
 * @typedef {{ mine: RankingGiven, before: RankingGiven, where: Where }} Tried
 * @typedef {{ measure: Measure, name: string, mine: number, other: number, more: string[], fewer: string[], of: number, weighed: any }} Told
 */

/** What is said of each measure: its title, a ranking alone, and one beside another. */
const MEASURES = {
  first: {
    title: () => t("In the first attempt"),
    alone: (/** @type {{ mine: number, of: number }} */ counts) => t("Yours solves {mine} of {of} in the first attempt.", counts),
    beside: (/** @type {Record<string, string | number>} */ counts) => t("Yours solves {mine} of {of} in the first attempt, “{name}” {other}: {more} more, {fewer} fewer.", counts),
  },
  any: {
    title: () => t("In any attempt"),
    alone: (/** @type {{ mine: number, of: number }} */ counts) => t("Yours solves {mine} of {of} in any attempt.", counts),
    beside: (/** @type {Record<string, string | number>} */ counts) => t("Yours solves {mine} of {of} in any attempt, “{name}” {other}: {more} more, {fewer} fewer.", counts),
  },
};

/** What is known already: rankings on shapes. @type {Map<string, Promise<Attempts>>} */
const known = new Map();

/** The panel. */
export class Trial {
  /** @param {() => Tried | null} tried the ranking as it stands, and as it was before it was edited */
  constructor(tried) {
    this.tried = tried;
    this.running = new AbortController();
    /** @type {RankingGiven} */
    this.other = { name: DEFAULT };
    this.run = button(t("Run it on all shapes"), () => this.begin(), { class: "run" });
    this.stop = button(t("Stop"), () => this.running.abort(), { hidden: true });
    this.bar = /** @type {HTMLProgressElement} */ (html("progress", { "aria-label": t("On all shapes"), value: 0, hidden: true }));
    this.said = html("p", { class: "count", role: "status" });
    this.found = html("div", { class: "trial-found" });
    const field = html("label", {}, `${t("Beside")} `, rankingField(t("Beside"), this.other, (other) => (this.other = other)));
    this.element = html("section", { class: "trial", "aria-label": t("On all shapes") }, html("h2", {}, t("On all shapes")), html("p", { class: "lead" }, t("Of how many shapes does it find a solution? It runs as published, without undoing: one attempt from each place to begin at.")), html("div", { class: "controls" }, this.run, field, this.stop, this.bar, this.said), this.found);
  }

  leave() {
    this.running.abort();
  }

  /** What was found is of a ranking that is another now. */
  clear() {
    this.running.abort();
    this.found.replaceChildren();
    this.said.textContent = "";
  }

  async begin() {
    const tried = this.tried();
    if (!tried) return;
    this.clear();
    this.running = new AbortController();
    const { signal } = this.running;
    this.show(true);
    try {
      const { shapes } = await listOf("shapes");
      const names = shapes.filter((/** @type {any} */ { possible }) => possible).map((/** @type {any} */ { shape }) => shape);
      const sides = await this.sides(tried);
      const found = await this.results(names, sides.map(({ ranking }) => ranking), signal);
      const late = found.flat().filter(({ ended }) => !ended).length;
      this.said.textContent = [found.length < names.length ? t("Stopped after {count} of {of} shapes.", { count: found.length, of: names.length }) : t("It ran on {of} shapes.", { of: names.length }), late && t("Runs that were ended because they took too long, and count as not solved: {late}.", { late })].filter(Boolean).join(" ");
      if (found.length === names.length) reportRanking(sides[0].name, found.filter(([mine]) => mine.first).length, names.length);
      if (found.length) this.found.replaceChildren(...(await this.tell(tried, names, sides, found)));
    } catch (fault) {
      this.said.textContent = /** @type {Error} */ (fault).message;
    }
    this.show(false);
  }

  /** @param {boolean} isRunning */
  show(isRunning) {
    this.stop.hidden = this.bar.hidden = !isRunning;
    this.run.hidden = isRunning;
    (isRunning ? this.stop : this.run).focus({ preventScroll: true });
  }

  /** What is run: the ranking, and those that it is set beside. @param {Tried} tried @returns {Promise<{ ranking: RankingGiven, name: string }[]>} */
  async sides({ mine, before }) {
    const { rankings } = await listOf("rankings");
    const titleOfRanking = (/** @type {RankingGiven} */ ranking) => ("name" in ranking ? t(rankings.find((/** @type {any} */ { name }) => name === ranking.name)?.title ?? ranking.name) : /^title: *"?(.*?)"?$/m.exec(ranking.text)?.[1] ?? t("it was before"));
    const all = [mine, before, this.other];
    const differing = all.filter((ranking, n) => all.findIndex((each) => JSON.stringify(each) === JSON.stringify(ranking)) === n);
    return differing.map((ranking) => ({ ranking, name: titleOfRanking(ranking) }));
  }

  /**
   * Run rankings on shapes, one request each, until all are done or the reader stops it.
   * @param {string[]} names
   * @param {RankingGiven[]} rankings
   * @param {AbortSignal} signal
   * @returns {Promise<Attempts[][]>}
   */
  async results(names, rankings, signal) {
    const found = [];
    this.bar.max = names.length;
    for (const shape of names) {
      this.bar.value = found.length;
      const row = [];
      for (const ranking of rankings) {
        const result = await attemptsOf(shape, ranking, signal).catch((fault) => (signal.aborted ? null : Promise.reject(fault)));
        if (result) row.push(result);
      }
      if (signal.aborted) break;
      found.push(row);
    }
    return found;
  }

  /**
   * @param {Tried} tried
   * @param {string[]} names
   * @param {{ name: string }[]} sides
   * @param {Attempts[][]} found
   */
  async tell({ mine, where }, names, sides, found) {
    const link = (/** @type {string} */ shape) => html("a", { href: linkTo(where, { view: "work", puzzle: { shape }, ranking: mine, moves: [], rules: "" }) }, titleOf(shape));
    const list = (/** @type {string} */ words, /** @type {string[]} */ shapes) => shapes.length > 0 && html("p", {}, words, " ", ...shapes.flatMap((shape, n) => [n > 0 && ", ", link(shape)]));
    const told = [];
    for (const measure of /** @type {const} */ (["first", "any"])) {
      const words = MEASURES[measure];
      told.push(html("h3", {}, words.title()));
      const mineSolves = found.map(([first]) => first[measure]);
      if (sides.length === 1) told.push(html("p", { class: "moment" }, words.alone({ mine: mineSolves.filter(Boolean).length, of: found.length })));
      for (const [n, { name }] of sides.entries()) {
        if (!n) continue;
        const each = await weighed(measure, name, names, mineSolves, found.map((row) => row[n][measure]));
        const lists = [list(t("Solved by yours alone ({count}):", { count: each.more.length }), each.more), list(t("Solved by the other alone ({count}):", { count: each.fewer.length }), each.fewer)];
        told.push(html("div", {}, html("p", { class: "moment" }, words.beside({ ...each, more: each.more.length, fewer: each.fewer.length })), html("p", { class: "quiet" }, intervalOf(each)), ...lists));
      }
    }
    return told;
  }
}

/** @param {string} shape @param {RankingGiven} ranking @param {AbortSignal} signal @returns {Promise<Attempts>} */
function attemptsOf(shape, ranking, signal) {
  const request = { puzzle: { shape }, ranking };
  const key = JSON.stringify(request);
  const result = known.get(key) ?? ask("attempts", request, { signal });
  known.set(key, result);
  result.catch(() => known.delete(key));
  return result;
}

/** @param {Measure} measure @param {string} name @param {string[]} names @param {boolean[]} ours @param {boolean[]} theirs @returns {Promise<Told>} */
async function weighed(measure, name, names, ours, theirs) {
  const where = (/** @type {boolean} */ our, /** @type {boolean} */ their) => names.filter((_, n) => ours[n] === our && theirs[n] === their);
  const [both, more, fewer, neither] = [where(true, true), where(true, false), where(false, true), where(false, false)];
  const counts = { both: both.length, only_first: more.length, only_second: fewer.length, neither: neither.length };
  return { measure, name, mine: both.length + more.length, other: both.length + fewer.length, more, fewer, of: ours.length, weighed: await ask("difference", counts) };
}

/** Say how sure the numbers are. @param {Told} told */
function intervalOf({ weighed: { first, second, difference, p } }) {
  const chance = p < 0.0001 ? t("0.0001 or less") : p.toPrecision(2);
  const [low, high, least, most] = [...first, ...second].map(percent);
  const [from, to] = difference.map(signed);
  return t("If these shapes were drawn at random from many such: yours {low} to {high} %, the other {least} to {most} %, the difference {from} to {to} points (95 %). Were both equally good, a difference like this would come by chance with p = {chance} (McNemar).", { low, high, least, most, from, to, chance });
}

/** @param {number} share */
function percent(share) {
  return Math.round(100 * share);
}

/** @param {number} share */
function signed(share) {
  return `${share < 0 ? "−" : "+"}${Math.abs(percent(share))}`;
}
