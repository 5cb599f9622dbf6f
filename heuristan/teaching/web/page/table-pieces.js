// The pieces of a table: where each lies, and where it waits until it is laid.

import { areaWithin, boxAround, centreOf, flippedOver, movedBy, sidesOf, turnedBy } from "./plane.js";

/**
 * @import { Point } from "./film.js"
 * @import { Box } from "./plane.js"
 * @typedef {{ piece: string, name: string, count: number, ring: Point[], fill: string }} Stock
 *   A kind of piece as the server tells it.
 * @typedef {{ piece: string, name: string, fill: string, ring: Point[], nth: number }} Kind
 *   One piece; its ring is about its centre; `nth` of equal ones, from 1, or 0.
 * @typedef {{ at: Point, turn: number, flipped: boolean, waits: boolean }} Pose
 *   Where a piece lies; `turn` counts the angles of the table, and a piece that waits is in the tray.
 */

const STEP = Math.PI / 4;
/** Between pieces in the tray, and around everything, in legs. */
const GAP = 0.4;

/** Return every piece of a stock by itself. @param {Stock[]} stock @returns {Kind[]} */
export function everyPiece(stock) {
  return stock.flatMap(({ piece, name, count, ring: given, fill }) => {
    const [x, y] = centreOf(given);
    const about = movedBy(given, [-x, -y]);
    const ring = areaWithin(about) > 0 ? about : about.reverse();
    // equal pieces look equal: either of them goes where the other does
    return Array.from({ length: count }, (_, k) => ({ piece, name, fill, ring, nth: count > 1 ? k + 1 : 0 }));
  });
}

/**
 * Return the angles that pieces can be turned to: eight for each turn that the edges of an outline have.
 * @param {Point[][]} rings
 * @returns {number[]}
 */
export function anglesFor(rings) {
  /** @type {number[]} */
  const odd = [];
  for (const [p, q] of rings.flatMap(sidesOf)) {
    const rest = Math.atan2(q[1] - p[1], q[0] - p[0]) % STEP;
    const off = rest < 0 ? rest + STEP : rest;
    const apart = (/** @type {number} */ other) => Math.min(Math.abs(off - other), STEP - Math.abs(off - other));
    if (Math.hypot(q[0] - p[0], q[1] - p[1]) > 0.25 && [0, ...odd].every((other) => apart(other) > 0.04)) odd.push(off);
  }
  return Array.from({ length: 8 }, (_, k) => [0, ...odd].map((off) => k * STEP + off)).flat().sort((a, b) => a - b);
}

/** Return the ring of a piece where it lies. @param {Kind} kind @param {Pose} pose @param {number[]} angles @returns {Point[]} */
export function ringAt(kind, { at, turn, flipped }, angles) {
  const side = flipped ? flippedOver(kind.ring) : kind.ring;
  const count = angles.length;
  return movedBy(turnedBy(side, angles[((turn % count) + count) % count]), at);
}

/**
 * Return a pose in which a piece covers a ring: where it is known to go.
 * @param {Kind} kind @param {Point[]} ring @param {number[]} angles @returns {Pose | null}
 */
export function poseOn(kind, ring, angles) {
  const at = centreOf(ring);
  const misses = (/** @type {Pose} */ pose) =>
    Math.max(...ringAt(kind, pose, angles).map(([x, y]) => Math.min(...ring.map(([u, v]) => Math.hypot(x - u, y - v)))));
  const poses = [false, true].flatMap((flipped) => angles.map((_, turn) => ({ at, turn, flipped, waits: false })));
  const best = poses.reduce((one, other) => (misses(other) < misses(one) - 1e-4 ? other : one));
  return misses(best) < 0.2 ? best : null;
}

/**
 * Lay the table: the outline in its middle, the pieces in a tray beside it, or beneath it where there is no room.
 * @param {Box} outline
 * @param {Kind[]} kinds
 * @param {boolean} isWide
 * @returns {{ table: Box, tray: Box, homes: Point[] }}
 */
export function laidOut(outline, kinds, isWide) {
  const width = outline.right - outline.left;
  const room = isWide ? Math.max(5.6, 0.5 * width, 0.36 * Math.sqrt(kinds.length) * 6) : Math.max(width + 2 * GAP, 6.4);
  const { homes, depth } = inRows(kinds, room);
  const left = isWide ? outline.right + 2 * GAP : (outline.left + outline.right - room) / 2;
  const top = isWide ? Math.max(outline.top, (outline.top + outline.bottom + depth) / 2) : outline.bottom - 2 * GAP;
  const bottom = isWide ? Math.min(outline.bottom, top - depth) : top - depth;
  const tray = { left, right: left + room, bottom: isWide ? Math.min(bottom, outline.bottom) : bottom, top };
  const middle = isWide ? (tray.top + tray.bottom + depth) / 2 : top;
  const table = {
    left: Math.min(outline.left - 2 * GAP, tray.left - GAP / 2),
    right: Math.max(outline.right + 2 * GAP, tray.right) + GAP / 2,
    bottom: Math.min(outline.bottom - 2 * GAP, tray.bottom) - GAP / 2,
    top: Math.max(outline.top + 2 * GAP, tray.top + GAP / 2),
  };
  return { table, tray, homes: homes.map(([x, y]) => [left + x, middle - y]) };
}

/** Put pieces side by side in rows. @param {Kind[]} kinds @param {number} room @returns {{ homes: Point[], depth: number }} */
function inRows(kinds, room) {
  /** @type {Point[]} */
  const homes = [];
  let [x, y, high] = [GAP, GAP, 0];
  for (const kind of kinds) {
    const box = boxAround(kind.ring);
    if (x > GAP && x + box.right - box.left + GAP > room) [x, y, high] = [GAP, y + high + GAP, 0];
    homes.push([x - box.left, y + box.top]);
    x += box.right - box.left + GAP;
    high = Math.max(high, box.top - box.bottom);
  }
  return { homes, depth: y + high + GAP };
}
