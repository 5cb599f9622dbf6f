// What the drawing board shows: the grid, what is drawn, the cross, and a loupe for fingers.

import { pathOf } from "./board.js";
import { svg } from "./dom.js";
import { gridDots, inRoots, loupe } from "./draw-parts.js";
import { apart } from "./plane.js";

/**
 * @import { Point } from "./film.js"
 * @typedef {{ rings: Point[][], open: Point[] }} Drawn the rings that are closed, and the one that is drawn
 */

/** The surface in legs: lying and as wide as there is room, else standing, so that each leg is larger under a finger. */
const LYING = { width: 12, height: 8 };
const STANDING = { width: 8, height: 9 };
/** From this width on it lies, in pixels. */
const WIDE = 600;
/** Around the surface, in legs. */
const MARGIN = 0.5;

export class Surface {
  /** @param {import("./dom.js").Attributes} attributes of its element: what listens there */
  constructor(attributes) {
    this.size = LYING;
    this.grid = svg("g", { class: "grid" });
    this.drawing = svg("g", {});
    this.answer = svg("g", {});
    this.loupe = svg("g", { "aria-hidden": "true" });
    this.svg = /** @type {SVGSVGElement} */ (svg("svg", { class: "drawing", ...attributes }, svg("g", { id: "drawing", class: "surface" }, this.grid, this.drawing, this.answer), this.loupe));
  }

  /** Lay the surface for the width that there is; nothing that is drawn is cut off. @param {Drawn} drawn */
  layOut({ rings, open }) {
    const room = this.svg.getBoundingClientRect();
    const { width, height } = room.width < WIDE ? STANDING : { ...LYING, width: widthIn(room) };
    const drawn = [...rings.flat(), ...open];
    this.size = { width: Math.max(width, ...drawn.map(([x]) => Math.ceil(x))), height: Math.max(height, ...drawn.map(([, y]) => Math.ceil(y))) };
    this.svg.setAttribute("viewBox", [-MARGIN, -this.size.height - MARGIN, this.size.width + 2 * MARGIN, this.size.height + 2 * MARGIN].join(" "));
    this.grid.replaceChildren(...gridDots(this.size));
  }

  /** Return where a pointer is, in legs. @param {PointerEvent} event @returns {Point} */
  pointOf(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return this.within([x, -y]);
  }

  /** Return the nearest point of the surface. @param {Point} point @returns {Point} */
  within([x, y]) {
    return [Math.min(Math.max(x, 0), this.size.width), Math.min(Math.max(y, 0), this.size.height)];
  }

  /** @param {Drawn} drawn @param {Point} cross @param {boolean} isTouched whether a finger hides the cross */
  draw({ rings, open }, cross, isTouched) {
    const [x, y] = cross;
    const last = open.at(-1);
    const length = last ? apart(last, cross) : 0;
    const path = rings.map(pathOf).join(" ");
    this.drawing.replaceChildren(
      ...(path ? [svg("path", { class: "drawn", d: path, "fill-rule": "evenodd" })] : []),
      ...(open.length ? [svg("polyline", { class: "open", points: open.map(([u, v]) => `${u},${-v}`).join(" ") })] : []),
      ...(last ? [svg("line", { class: "rubber", x1: last[0], y1: -last[1], x2: x, y2: -y })] : []),
      ...(open.length ? [svg("circle", { class: "first", cx: open[0][0], cy: -open[0][1], r: 0.14 })] : []),
      svg("circle", { class: "cursor", cx: x, cy: -y, r: 0.09 }),
      ...(length > 0.2 ? [svg("text", { class: "length", x: x + 0.2, y: -y - 0.2 }, inRoots(length))] : []),
    );
    this.loupe.replaceChildren(...(isTouched ? loupe(cross, this.size, "drawing") : []));
  }
}

/** Return how many legs go beside each other in a room in which those of the height fit. @param {DOMRect} room */
function widthIn({ width, height }) {
  const legs = (width / height) * (LYING.height + 2 * MARGIN) - 2 * MARGIN;
  return Math.max(LYING.width, Math.floor(legs));
}
