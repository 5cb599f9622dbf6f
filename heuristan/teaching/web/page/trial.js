// A ranking on all shapes: of how many does it solve the puzzle, beside what it was before and beside another?

import { DEFAULT, linkTo } from "./address.js";
import { ask, listOf } from "./api.js";
import { reportRanking } from "./class-pupil.js";
import { button, html } from "./dom.js";
import { rankingField } from "./ranking-chooser.js";
import { titleOf } from "./words.js";

/**
 * @import { RankingGiven, Where } from "./address.js"
 * @typedef {{ first: boolean, any: boolean, ended: boolean }} Attempts how far a ranking came on a shape
 * @typedef {"first" | "any"} Measure
 * @typedef {{ mine: RankingGiven, before: RankingGiven, where: Where }} Tried
 * @typedef {{ measure: Measure, name: string, mine: number, other: number, more: string[], fewer: string[], of: number, weighed: any }} Told
 */

const WORDS = {
  title: "On all shapes",
  lead: "Of how many shapes does it find a solution? It runs as published, without undoing: one attempt from each place to begin at.",
  run: "Run it on all shapes",
  stop: "Stop",
  other: "Beside",
  before: "it was before",
  ended: (/** @type {number} */ of) => `It ran on ${of} shapes.`,
  stopped: (/** @type {number} */ count, /** @type {number} */ of) => `Stopped after ${count} of ${of} shapes.`,
  late: (/** @type {number} */ count) => `Runs that were ended because they took too long, and count as not solved: ${count}.`,
  measures: { first: "In the first attempt", any: "In any attempt" },
  alone: {
    first: (/** @type {number} */ mine, /** @type {number} */ of) => `Yours solves ${mine} of ${of} in the first attempt.`,
    any: (/** @type {number} */ mine, /** @type {number} */ of) => `Yours solves ${mine} of ${of} in any attempt.`,
  },
  sentence: {
    first: (/** @type {Told} */ told) => `Yours solves ${told.mine} of ${told.of} in the first attempt, “${told.name}” ${told.other}: ${told.more.length} more, ${told.fewer.length} fewer.`,
    any: (/** @type {Told} */ told) => `Yours solves ${told.mine} of ${told.of} in any attempt, “${told.name}” ${told.other}: ${told.more.length} more, ${told.fewer.length} fewer.`,
  },
  interval: (/** @type {Told} */ { weighed: { first, second, difference, p } }) =>
    `If these shapes were drawn at random from many such: yours ${percent(first[0])} to ${percent(first[1])} %, the other ${percent(second[0])} to ${percent(second[1])} %, the difference ${signed(difference[0])} to ${signed(difference[1])} points (95 %). Were both equally good, a difference like this would come by chance with p = ${p < 0.0001 ? "0.0001 or less" : p.toPrecision(2)} (McNemar).`,
  more: (/** @type {number} */ count) => `Solved by yours alone (${count}): `,
  fewer: (/** @type {number} */ count) => `Solved by the other alone (${count}): `,
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
    this.run = button(WORDS.run, () => this.begin(), { class: "run" });
    this.stop = button(WORDS.stop, () => this.running.abort(), { hidden: true });
    this.bar = /** @type {HTMLProgressElement} */ (html("progress", { "aria-label": WORDS.title, value: 0, hidden: true }));
    this.said = html("p", { class: "count", role: "status" });
    this.found = html("div", { class: "trial-found" });
    const field = html("label", {}, `${WORDS.other} `, rankingField(WORDS.other, this.other, (other) => (this.other = other)));
    this.element = html("section", { class: "trial", "aria-label": WORDS.title }, html("h2", {}, WORDS.title), html("p", { class: "lead" }, WORDS.lead), html("div", { class: "controls" }, this.run, field, this.stop, this.bar, this.said), this.found);
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
      this.said.textContent = [found.length < names.length ? WORDS.stopped(found.length, names.length) : WORDS.ended(names.length), late && WORDS.late(late)].filter(Boolean).join(" ");
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
    const titleOfRanking = (/** @type {RankingGiven} */ ranking) => ("name" in ranking ? rankings.find((/** @type {any} */ { name }) => name === ranking.name)?.title ?? ranking.name : /^title: *"?(.*?)"?$/m.exec(ranking.text)?.[1] ?? WORDS.before);
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
    const list = (/** @type {string} */ words, /** @type {string[]} */ shapes) => shapes.length > 0 && html("p", {}, words, ...shapes.flatMap((shape, n) => [n > 0 && ", ", link(shape)]));
    const told = [];
    for (const measure of /** @type {Measure[]} */ (["first", "any"])) {
      told.push(html("h3", {}, WORDS.measures[measure]));
      const mineSolves = found.map(([first]) => first[measure]);
      if (sides.length === 1) told.push(html("p", { class: "moment" }, WORDS.alone[measure](mineSolves.filter(Boolean).length, found.length)));
      for (const [n, { name }] of sides.entries()) {
        if (!n) continue;
        const each = await weighed(measure, name, names, mineSolves, found.map((row) => row[n][measure]));
        const lists = [list(WORDS.more(each.more.length), each.more), list(WORDS.fewer(each.fewer.length), each.fewer)];
        told.push(html("div", {}, html("p", { class: "moment" }, WORDS.sentence[measure](each)), html("p", { class: "quiet" }, WORDS.interval(each)), ...lists));
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

/** @param {number} share */
function percent(share) {
  return Math.round(100 * share);
}

/** @param {number} share */
function signed(share) {
  return `${share < 0 ? "−" : "+"}${Math.abs(percent(share))}`;
}
