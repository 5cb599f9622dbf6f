// Answers to a table without anybody to ask: hints from solutions that are known, and a judge of what lies there.

import { t } from "./language.js";
import { lackOf, SURE } from "./laid.js";
import { apart, withInteriorLeft } from "./plane.js";
import { faultsOf } from "./play-judge.js";
import { anglesFor, everyPiece, poseOn, ringAt } from "./table-pieces.js";

/**
 * @import { Point } from "./film.js"
 * @import { Allowed, Laid } from "./play-judge.js"
 * @import { Stock } from "./table-pieces.js"
 * @import { Texts } from "./language.js"
 * @typedef {{
 *   id: string, rings: Point[][], pieces: Stock[], drawn: boolean, reading: string | null, off: number, allowed: Allowed, complete: boolean,
 *   points: Point[], regions: string[], places: number[][], solutions: number[][], texts: Record<string, Texts>, title?: string | null, next?: string, gallery?: string,
 * }} PlayFile
 *   What heuristan.teaching.web.play_pages writes. A place has numbers: its kind, its region, which of its vertices to
 *   look at, then its vertices. A solution has places. `complete`: there are no others; `off`: how far a piece may be
 *   from its place; `allowed`: how far off pieces may be that fill the outline. `texts`: its texts in each language; `next`
 *   and `gallery`: the addresses of another such page, and of the page that shows all.
 * @typedef {{ piece: string, region: string, vertex: Point, vertices: Point[] }} Place
 */

/** How far a piece may be from where a hint lays it, in legs, to lie as there. */
const AS_LAID = 0.01;

export class KnownAnswers {
  /** @param {PlayFile} file */
  constructor(file) {
    this.file = file;
    this.outline = withInteriorLeft(file.rings);
    this.count = file.pieces.reduce((sum, { count }) => sum + count, 0);
    /** @type {Place[]} */
    this.places = file.places.map(([kind, region, look, ...ring]) => ({
      piece: file.pieces[kind].piece,
      region: file.regions[region],
      vertex: file.points[ring[look]],
      vertices: ring.map((number) => file.points[number]),
    }));
    this.asLaid = file.drawn ? asLaid(this.places, file) : [];
  }

  /** @param {string} name of the question @param {{ laid: Laid[], reveal?: string }} asked */
  to(name, { laid, reveal }) {
    return name === "judge" ? this.verdict(laid) : this.hint(laid, reveal ?? "place");
  }

  /** @param {Laid[]} laid @param {string} reveal */
  hint(laid, reveal) {
    const { solution, having } = this.nearest(laid);
    const strange = having.flatMap((place, number) => (place === null ? [number + 1] : []));
    if (strange.length) return { advice: "take-back", take_back: strange, said: this.reason() };
    const next = solution.find((place) => !having.includes(place));
    if (next === undefined) {
      const isRight = this.verdict(laid).verdict === "right";
      return { advice: "solved", said: isRight ? t("Every piece has its place.") : t("Every piece is near its place, and some not near enough: see what is wrong.") };
    }
    const { vertex, region, piece, vertices } = this.places[next];
    return { advice: "hint", vertex, region, ...(reveal !== "vertex" && { piece }), ...(reveal === "place" && { vertices }) };
  }

  /**
   * Return the solution that has most of the pieces that lie there, and the place of each in it.
   * @param {Laid[]} laid @param {number} [off] how far a piece may be from its place, in legs @param {Laid[]} [places]
   */
  nearest(laid, off = this.file.off, places = this.places) {
    const fitting = laid.map((piece) => new Set(places.flatMap((place, number) => (isAt(piece, place, off) ? [number] : []))));
    const found = this.file.solutions.map((solution) => ({ solution, having: placesIn(solution, fitting) }));
    const score = (/** @type {{ having: (number | null)[] }} */ { having }) => having.filter((place) => place !== null).length;
    return found.reduce((best, each) => (score(each) > score(best) ? each : best));
  }

  /** Say why pieces are to be taken back: what is certain, and what this file merely does not know. */
  reason() {
    const { complete, solutions } = this.file;
    if (complete) return t("What lies there cannot be completed. Take back what is marked.");
    return t("None of the {count} solutions that this page knows has what is marked. Take it back to be led on, or go on in your own way.", { count: solutions.length });
  }

  /**
   * Judge what lies there: on exact lengths by area alone. On a drawing by how wide gaps and overlaps are; or pieces lie
   * where hints lay them, of a solution that was judged before, as exactly as a table can turn them.
   * @param {Laid[]} laid
   */
  verdict(laid) {
    const { drawn, allowed } = this.file;
    const isAll = laid.length === this.count;
    const isSure = isAll && (drawn ? !this.nearest(laid, AS_LAID, this.asLaid).having.includes(null) : lackOf(laid, this.outline) < SURE);
    const faults = isSure ? [] : faultsOf(laid, this.outline, allowed);
    const isRight = isSure || (drawn && isAll && faults.length === 0);
    return { verdict: isRight ? "right" : "wrong", faults };
  }
}

/**
 * Return places as a table lays pieces there: it turns them by its own angles alone, and a drawing may have others.
 * @param {Place[]} places @param {PlayFile} file @returns {Laid[]}
 */
function asLaid(places, { pieces, rings }) {
  const [kinds, angles] = [everyPiece(pieces), anglesFor(rings)];
  return places.map(({ piece, vertices }) => {
    const kind = kinds.find((each) => each.piece === piece);
    const pose = kind && poseOn(kind, vertices, angles);
    return { piece, vertices: kind && pose ? ringAt(kind, pose, angles) : vertices };
  });
}

/** @param {Laid} laid @param {Laid} place @param {number} off */
function isAt(laid, place, off) {
  return laid.piece === place.piece && place.vertices.every((point) => laid.vertices.some((other) => apart(point, other) < off));
}

/**
 * Return for each piece that lies there its place in a solution; null if the solution has it nowhere.
 * @param {number[]} solution @param {Set<number>[]} fitting the places that each piece lies at
 */
function placesIn(solution, fitting) {
  const left = new Set(solution);
  return fitting.map((places) => {
    const place = [...left].find((each) => places.has(each)) ?? null;
    if (place !== null) left.delete(place);
    return place;
  });
}
