// A film as the player reads it: what heuristan.teaching.player.film writes, with its tables looked up.

import { t } from "./language.js";
import { told } from "./told.js";

/**
 * @typedef {[number, number]} Point
 * @typedef {{ name: string, tones: [string, string | null, string][] }} Name
 * @typedef {{ name: Name, ring: Point[], grades?: string, sides?: Side[], tone: number, label?: string, inner?: boolean }} Tile
 *   A piece or composite in its place; `tone` is the number of equal ones before it.
 * @typedef {{ line: number, matches: Tile[] }} Offer
 *   The matches of a rule, whose place in the ranking is counted from 0; -1 for pieces that no rule takes.
 * @typedef {{ start: Point, end: Point, grade: string }} Side
 * @typedef {{ step: number, composite: boolean, line: number, why?: string, sides: Side[], others: Tile[], instead?: Point[], tile: Tile }} Taken
 *   `instead` is what the rules would have taken, where a person chose.
 * @typedef {{ number: number, at: Point, inner: boolean }} Vertex
 * @typedef {{ ring: Point[], fill: string, hatch: string | null, ink: string, label: string, title: string, isMarked: boolean }} Shape
 * @typedef {{
 *   number: number, heading: string, text: string, attempt: number, parent: number | null, taken: Taken | null,
 *   solution: Tile[], released: [number, Tile[]][], left: Point[][], lines: [Point, Point][], removed: [Point, Point][],
 *   internal: [Point, Point][], vertices: Vertex[], held: [number, Name, Name[][]][], tried: Set<number>,
 *   ruledOut: Offer[], putBack: string | null, offers: Offer[], isAsked: boolean, lacking: Map<number, string>,
 *   facts: [string, string, string][], shapes: Shape[]
 * }} Scene
 * @typedef {{ kind: string, scene: Scene, text: string }} Shot
 * @typedef {{ title: string, text: string, refutes: boolean }} Rule
 * @typedef {[string, [number, number, number, number]]} Picture its address, and where it lies: left, bottom, right, top
 * @typedef {{
 *   system: string, title: string, about: string, status: string, brief: string, rules: Rule[], stock: [Name, number][],
 *   leftOut: number, opens: number, note: string, picture: Picture | null, scenes: Scene[], shots: Shot[], bounds: [number, number, number, number]
 * }} Film
 */

/**
 * Read a film.
 * @param {any} json
 * @returns {Film}
 */
export function readFilm(json) {
  const reader = new Reader(json);
  const scenes = json.scenes.map((/** @type {any} */ each, /** @type {number} */ n) => reader.scene(each, n));
  return {
    system: json.system,
    title: json.title,
    about: json.about,
    status: json.status,
    brief: json.brief,
    leftOut: json.leftOut,
    opens: json.opens ?? 1,
    note: json.note ?? "",
    picture: json.picture ?? null,
    rules: json.rules,
    stock: json.stock.map((/** @type {[number, number]} */ [name, count]) => [json.names[name], count]),
    scenes,
    shots: json.shots.map((/** @type {any} */ shot) => ({ text: "", ...shot, scene: scenes[shot.scene] })),
    bounds: boundsOf(json.points),
  };
}

/**
 * Return the scenes from the whole outline to a scene, both included.
 * @param {Film} film
 * @param {Scene} scene
 * @returns {Scene[]}
 */
export function wayTo(film, scene) {
  const way = [scene];
  for (let parent = scene.parent; parent !== null; parent = film.scenes[parent].parent) way.unshift(film.scenes[parent]);
  return way;
}

/**
 * Return what is laid in a scene, piece by piece; the pieces of composites that are known instead of the composites.
 * @param {Film} film
 * @param {Scene} scene
 * @returns {Tile[]}
 */
export function laidIn(film, scene) {
  const released = new Map(scene.released);
  const laid = wayTo(film, scene).flatMap(({ taken }) => {
    if (!taken) return [];
    const parts = released.get(taken.step);
    return parts ? parts.map((tile, k) => ({ ...tile, label: `${taken.step}${"abcdefgh"[k]}`, inner: true })) : [taken.tile];
  });
  return [...laid, ...scene.solution];
}

/**
 * Return the pieces that are still there, with their numbers; those of held composites are among them.
 * @param {Film} film
 * @param {Scene} scene
 * @returns {[Name, number][]}
 */
export function stockIn(film, scene) {
  const out = new Map();
  for (const { name } of laidIn(film, scene)) out.set(name.name, (out.get(name.name) ?? 0) + 1);
  return film.stock.map(([name, count]) => [name, count - (out.get(name.name) ?? 0)]);
}

/**
 * Return what a moment is called.
 * @param {Shot} shot
 */
export function headingOf(shot) {
  const kinds = /** @type {Record<string, string>} */ ({ undone: t("Put back"), stuck: t("Stuck"), released: t("Dealt out"), ended: t("The end") });
  return kinds[shot.kind] ?? told(shot.scene.heading);
}

/**
 * Return all that is said of a moment.
 * @param {Shot} shot
 */
export function textOf(shot) {
  const own = shot.kind === "taken" || shot.kind === "start" || shot.kind === "solution" ? shot.scene.text : "";
  return [shot.text, own].filter(Boolean).join(" ");
}

class Reader {
  /** @param {any} json */
  constructor(json) {
    this.json = json;
    /** @type {Shape[]} */
    this.shapes = this.each(json.shapes, ([fill, hatch, ink, label, title, isMarked, ...ring]) => ({
      ring: this.ring(ring), fill, hatch, ink, label, title, isMarked: isMarked > 0,
    }));
  }

  /**
   * @param {any} json
   * @param {number} number
   * @returns {Scene}
   */
  scene(json, number) {
    return {
      number,
      heading: json.heading ?? "",
      text: json.text ?? "",
      attempt: json.attempt ?? 0,
      parent: json.parent ?? null,
      taken: json.taken ? this.taken(json.taken) : null,
      solution: this.tiles(json.pieces),
      released: (json.released ?? []).map((/** @type {any} */ [step, tiles]) => [step, this.tiles(tiles)]),
      left: this.each(json.left, this.ring),
      lines: this.each(json.lines, this.ring),
      removed: this.each(json.removed, this.ring),
      internal: this.each(json.internal, this.ring),
      vertices: this.each(json.vertices, ([n, at, type]) => ({ number: n, at: this.json.points[at], inner: type === "node " })),
      held: this.each(json.held, ([step, name, sets]) => [step, this.name(name), this.each(sets, (set) => this.each(set, this.name))]),
      tried: new Set(json.tried ?? []),
      ruledOut: this.each(json.ruledOut, this.offer),
      putBack: json.putBack ?? null,
      offers: this.each(json.offers, this.offered),
      isAsked: "offers" in json || "facts" in json,
      lacking: new Map(this.each(json.lacking, ([line, text]) => [line, this.json.texts[text]])),
      facts: this.each(json.facts, ([n, kind, text]) => [n, this.json.texts[kind], this.json.texts[text]]),
      shapes: this.each(json.shapes, (n) => this.shapes[n]),
    };
  }

  /**
   * @param {any[] | undefined} values
   * @param {(value: any) => any} read
   * @returns {any[]}
   */
  each(values, read) {
    return (values ?? []).map((value) => read.call(this, value));
  }

  /** @param {number} number @returns {Name} */
  name(number) {
    return this.json.names[number];
  }

  /** @param {number[]} numbers @returns {Point[]} */
  ring(numbers) {
    return numbers.map((number) => this.json.points[number]);
  }

  /** @param {any} offer @returns {Offer} */
  offer([line, matches]) {
    return { line, matches: this.each(matches, ([name, ring, grades]) => ({ name: this.name(name), ring: this.ring(ring), grades, tone: 0 })) };
  }

  /** The engine says the grades of matches side by side. @param {any} offer @returns {Offer} */
  offered(offer) {
    const { line, matches } = this.offer(offer);
    return { line, matches: matches.map((tile) => ({ ...tile, sides: sidesOf(tile), grades: sorted([...(tile.grades ?? "")]) })) };
  }

  /** @param {any} tiles @returns {Tile[]} */
  tiles(tiles) {
    return this.each(tiles, ([name, ring, tone]) => ({ name: this.name(name), ring: this.ring(ring), tone }));
  }

  /** @param {any} json @returns {Taken} */
  taken(json) {
    const grades = this.each(json.sides, (side) => side[2]);
    return {
      step: json.step,
      composite: json.composite,
      line: json.rule,
      why: json.why,
      sides: this.each(json.sides, ([start, end, grade]) => ({ start: this.json.points[start], end: this.json.points[end], grade })),
      others: this.offer([json.rule, json.others]).matches,
      instead: json.instead && this.ring(json.instead),
      tile: { name: this.name(json.name), ring: this.ring(json.ring), tone: json.earlier ?? 0, label: String(json.step), grades: sorted(grades) },
    };
  }
}

/** @param {Tile} tile whose grades are those of its sides in their order @returns {Side[]} */
function sidesOf({ ring, grades }) {
  return [...(grades ?? "")].map((grade, k) => ({ start: ring[k], end: ring[(k + 1) % ring.length], grade }));
}

/** @param {string[]} grades @returns {string} best first */
function sorted(grades) {
  return grades.sort((a, b) => "EMXO".indexOf(a) - "EMXO".indexOf(b)).join("");
}

/**
 * @param {Point[]} points
 * @returns {[number, number, number, number]}
 */
function boundsOf(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
