// The board: an outline as it stands, with its extension lines, numbered vertices, pieces and grades, as SVG.

import { svg } from "./dom.js";
import { t } from "./language.js";

/**
 * @import { Point, Tile, Scene, Film, Side } from "./film.js"
 * @typedef {{ laid: Tile[], scene: Scene, next: import("./film.js").Taken | null, pointed: Tile | null, withNumbers: boolean }} View
 *   What to draw: the pieces laid, the scene, the match that is taken next, a match that the reader points at.
 */

/** Say what a side of each grade is drawn like; see the legend. */
export function gradesInWords() {
  return { E: t("edge"), M: t("mixed: edge and extension line"), X: t("extension line"), O: t("open: nothing need lie along it") };
}

/** How far the lines of a hatch are apart, as a share of the board. */
const HATCH = 0.025;
/** The margin around what is drawn, as a share of its size. */
const MARGIN = 0.07;

/**
 * Draw a scene.
 * @param {SVGElement} board what it holds is replaced.
 * @param {Film["bounds"]} bounds of everything that is drawn, so that nothing jumps from scene to scene.
 * @param {View} view
 */
export function drawBoard(board, bounds, view) {
  const [left, bottom, right, top] = bounds;
  const margin = MARGIN * Math.max(right - left, top - bottom);
  const unit = Math.max(right - left, top - bottom) + 2 * margin;
  board.setAttribute("viewBox", [left - margin, -top - margin, right - left + 2 * margin, top - bottom + 2 * margin].join(" "));
  board.style.setProperty("--unit", `${unit / 400}px`);
  board.replaceChildren(
    ...hatches([...view.laid.map((tile) => toneOf(tile)[1]), ...view.scene.shapes.map((shape) => shape.hatch)], HATCH * unit),
    ...view.scene.shapes.flatMap(drawShape),
    region(view.scene.left, "left"),
    ...[view.next?.tile, view.pointed].flatMap((tile) => (tile ? [drawMatch(tile)] : [])),
    ...view.laid.flatMap(drawTile),
    ...view.scene.removed.map((line) => stroke(line, "removed")),
    ...view.scene.lines.map((line) => stroke(line, "extension")),
    ...view.scene.internal.map((line) => stroke(line, "internal")),
    region(view.scene.left, "outline"),
    ...(view.scene.taken?.instead ? [region([view.scene.taken.instead], "instead")] : []),
    ...(view.next ? drawSides(view.next.tile, view.next.sides) : []),
    ...(view.pointed?.sides ? drawSides(view.pointed, view.pointed.sides) : []),
    ...(view.withNumbers ? view.scene.vertices.map(drawNumber) : []),
  );
}

/** @param {Point[][]} rings @param {string} className */
function region(rings, className) {
  return svg("path", { class: className, d: rings.map(pathOf).join(" "), "fill-rule": "evenodd" });
}

/** @param {Point[]} ring */
export function pathOf(ring) {
  return `M${ring.map(([x, y]) => `${x},${-y}`).join("L")}Z`;
}

/** @param {Tile} tile @returns {SVGElement[]} */
function drawTile(tile) {
  const [fill, hatch, ink] = toneOf(tile);
  const [x, y] = middleOf(tile.ring);
  const d = pathOf(tile.ring);
  return [
    svg("path", { class: "tile", d, fill }, svg("title", {}, `${tile.label ?? ""} ${tile.name.name}`.trim())),
    ...(hatch ? [svg("path", { d, fill: `url(#${hatchId(hatch)})`, "pointer-events": "none" })] : []),
    ...(tile.label ? [svg("text", { class: "label", x, y: -y, fill: ink }, tile.label)] : []),
  ];
}

/**
 * Draw a shape of any system; what is written on it is as large as it has room for.
 * @param {import("./film.js").Shape} shape
 * @returns {SVGElement[]}
 */
function drawShape({ ring, fill, hatch, ink, label, title, isMarked }) {
  const d = pathOf(ring);
  const [x, y] = middleOf(ring);
  const [wide, high] = [0, 1].map((k) => Math.max(...ring.map((spot) => spot[k])) - Math.min(...ring.map((spot) => spot[k])));
  const size = Math.min(0.45 * Math.min(wide, high), (0.8 * wide) / Math.max(label.length, 1));
  return [
    svg("path", { class: isMarked ? "shape marked" : "shape", d, fill }, title && svg("title", {}, title)),
    ...(hatch ? [svg("path", { d, fill: `url(#${hatchId(hatch)})`, "pointer-events": "none" })] : []),
    ...(label ? [svg("text", { class: "written", x, y: -y, fill: ink, "font-size": size }, label)] : []),
  ];
}

/** @param {Pick<Tile, "name" | "tone">} tile */
export function toneOf(tile) {
  return tile.name.tones[tile.tone % tile.name.tones.length];
}

/** @param {string} colour */
export function hatchId(colour) {
  return `hatch-${colour.slice(1)}`;
}

/**
 * Equal pieces differ in hatching, so that colour is not the only sign.
 * @param {(string | null)[]} used
 * @param {number} [apart] how far the lines are apart
 * @returns {SVGElement[]}
 */
export function hatches(used, apart = 0.16) {
  const colours = new Set(used.filter((colour) => colour !== null));
  const line = (/** @type {string} */ colour) => svg("line", { x1: 0, y1: 0, x2: 0, y2: apart, stroke: colour, "stroke-width": 0.3 * apart });
  const size = { width: apart, height: apart, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  return [...colours].map((colour) => svg("pattern", { id: hatchId(colour), ...size }, line(colour)));
}

/**
 * Draw the picture that shapes are filled with, once for all boards of a page; it cannot be seen by itself.
 * @param {import("./film.js").Picture} picture
 */
export function underlay([data, [left, bottom, right, top]]) {
  const size = { width: right - left, height: top - bottom };
  const pattern = svg("pattern", { id: "picture", patternUnits: "userSpaceOnUse", x: left, y: -top, ...size }, svg("image", { href: data, ...size, preserveAspectRatio: "none" }));
  return svg("svg", { class: "underlay", width: 0, height: 0, "aria-hidden": "true" }, pattern);
}

/** @param {Tile} tile */
function drawMatch(tile) {
  return svg("path", { class: "match", d: pathOf(tile.ring) }, svg("title", {}, `${t(tile.name.name)} ${tile.grades ?? ""}`.trim()));
}

/** @param {Tile} tile @param {Side[]} sides @returns {SVGElement[]} */
function drawSides(tile, sides) {
  return [
    ...sides.map((side) => stroke([side.start, side.end], `side grade-${side.grade}`)),
    ...sides.map((side) => gradeLetter(side, middleOf(tile.ring))),
  ];
}

/** @param {Side} side @param {Point} middle of the match: letters stand towards it */
function gradeLetter(side, middle) {
  const half = /** @type {Point} */ ([(side.start[0] + side.end[0]) / 2, (side.start[1] + side.end[1]) / 2]);
  const away = Math.hypot(middle[0] - half[0], middle[1] - half[1]) || 1;
  // in a small match they stay on their own half of the way, so that they are not on each other
  const share = Math.min(0.24 / away, 0.5);
  const [x, y] = [0, 1].map((k) => half[k] + share * (middle[k] - half[k]));
  return svg("text", { class: "grade", x, y: -y }, side.grade);
}

/** @param {import("./film.js").Vertex} vertex @returns {SVGElement} */
function drawNumber(vertex) {
  const [x, y] = vertex.at;
  return svg("g", { class: vertex.inner ? "node" : "vertex" }, svg("circle", { cx: x, cy: -y }), svg("text", { x, y: -y }, String(vertex.number)));
}

/** @param {Point[]} line @param {string} className */
function stroke([[x1, y1], [x2, y2]], className) {
  return svg("line", { class: className, x1, y1: -y1, x2, y2: -y2 });
}

/** @param {Point[]} ring @returns {Point} */
function middleOf(ring) {
  return [ring.reduce((sum, [x]) => sum + x, 0) / ring.length, ring.reduce((sum, [, y]) => sum + y, 0) / ring.length];
}
