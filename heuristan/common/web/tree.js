// The tree of a run: every scene that it came to, what was put back and which attempts stuck; each can be visited.

import { html, svg } from "./dom.js";
import { t } from "./language.js";
import { told } from "./told.js";

/** @import { Film, Scene } from "./film.js" */

const STEP = 26;
const ROW = 24;

/**
 * Make the tree.
 * @param {Film} film
 * @param {(scene: Scene) => void} visit called with the scene that a reader chooses
 * @returns {{ element: HTMLElement, mark: (scene: Scene) => void }}
 */
export function sceneTree(film, visit) {
  const places = placesOf(film);
  const rows = Math.max(...places.map(([, row]) => row)) + 1;
  const depth = Math.max(...places.map(([column]) => column)) + 1;
  const stuck = new Set(film.shots.filter((shot) => shot.kind === "stuck").map((shot) => shot.scene.number));
  const at = (/** @type {number} */ n) => ({ x: places[n][0] * STEP + STEP / 2, y: places[n][1] * ROW + ROW / 2 });
  const lines = film.scenes.filter((scene) => scene.parent !== null).map((scene) => branch(at(scene.parent ?? 0), at(scene.number), scene));
  const levels = film.scenes.map((scene) => places[scene.number][0] + 1);
  const dots = film.scenes.map((scene) => dot(scene, at(scene.number), levels[scene.number], stuck.has(scene.number), visit));
  const size = { width: depth * STEP, height: rows * ROW };
  const drawing = svg("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: "tree", "aria-label": t("Every state of the run") }, ...lines, ...dots);
  drawing.addEventListener("keydown", (event) => {
    const target = event instanceof KeyboardEvent && dots.findIndex((each) => each === event.target);
    const scene = typeof target === "number" && target >= 0 ? nextBy(event.key, film, film.scenes[target], places) : null;
    if (!scene) return;
    event.preventDefault();
    event.stopPropagation();
    visit(scene);
    dots[scene.number].focus();
  });
  return {
    element: html("div", { class: "tree" }, drawing),
    mark: (scene) => dots.forEach((each, n) => markDot(each, n === scene.number)),
  };
}

/**
 * Return the scene to which a key leads, as in every tree: left to what it comes from, right to what follows, up and
 * down through all of them, and to the first and the last.
 * @param {string} key
 * @param {Film} film
 * @param {Scene} scene
 * @param {[number, number][]} places
 * @returns {Scene | null}
 */
function nextBy(key, film, scene, places) {
  const inOrder = [...film.scenes].sort((a, b) => places[a.number][1] - places[b.number][1] || places[a.number][0] - places[b.number][0]);
  const here = inOrder.indexOf(scene);
  switch (key) {
    case "ArrowLeft":
      return scene.parent === null ? null : film.scenes[scene.parent];
    case "ArrowRight":
      return film.scenes.find(({ parent }) => parent === scene.number) ?? null;
    case "ArrowUp":
      return inOrder[here - 1] ?? null;
    case "ArrowDown":
      return inOrder[here + 1] ?? null;
    case "Home":
      return inOrder[0];
    case "End":
      return inOrder[inOrder.length - 1];
    case "Enter":
    case " ":
      return scene;
    default:
      return null;
  }
}

/**
 * Give each scene a column, its depth, and a row: the first that follows goes on in the row of its parent.
 * @param {Film} film
 * @returns {[number, number][]}
 */
function placesOf(film) {
  const children = film.scenes.map(() => /** @type {Scene[]} */ ([]));
  for (const scene of film.scenes) if (scene.parent !== null) children[scene.parent].push(scene);
  /** @type {[number, number][]} */
  const places = film.scenes.map(() => [0, 0]);
  let row = 0;
  for (const root of film.scenes.filter((scene) => scene.parent === null)) {
    const waiting = [{ scene: root, column: 0, opensRow: false }];
    while (waiting.length) {
      const { scene, column, opensRow } = /** @type {typeof waiting[0]} */ (waiting.pop());
      if (opensRow) row += 1;
      places[scene.number] = [column, row];
      const next = children[scene.number].map((child, k) => ({ scene: child, column: column + 1, opensRow: k > 0 }));
      waiting.push(...next.reverse());
    }
    row += 1;
  }
  return places;
}

/**
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {Scene} scene
 */
function branch(from, to, scene) {
  const d = from.y === to.y ? `M${from.x},${from.y}H${to.x}` : `M${from.x},${from.y}V${to.y}H${to.x}`;
  return svg("path", { class: scene.putBack ? "branch put-back" : "branch", d });
}

/**
 * @param {Scene} scene
 * @param {{ x: number, y: number }} at
 * @param {number} level its depth in the tree, from 1
 * @param {boolean} isStuck
 * @param {(scene: Scene) => void} visit
 */
function dot(scene, { x, y }, level, isStuck, visit) {
  const shape = scene.putBack
    ? svg("path", { d: `M${x - 5},${y - 5}L${x + 5},${y + 5}M${x + 5},${y - 5}L${x - 5},${y + 5}` })
    : svg("circle", { cx: x, cy: y, r: 6 });
  const said = [told(scene.heading), scene.putBack && t("put back"), isStuck && t("stuck")].filter(Boolean).join(", ");
  return svg(
    "g",
    {
      class: `dot${scene.putBack ? " put-back" : ""}${isStuck ? " stuck" : ""}`,
      role: "treeitem",
      tabindex: "-1",
      "aria-level": level,
      "aria-label": said,
      click: () => visit(scene),
    },
    svg("title", {}, said),
    svg("rect", { class: "target", x: x - STEP / 2, y: y - ROW / 2, width: STEP, height: ROW }),
    shape,
  );
}

/** @param {SVGElement} dot @param {boolean} isHere */
function markDot(dot, isHere) {
  dot.classList.toggle("here", isHere);
  dot.setAttribute("tabindex", isHere ? "0" : "-1");
  dot.setAttribute("aria-selected", String(isHere));
  if (isHere) reveal(dot);
}

/** Bring a dot into sight within the tree; the page around it stays where it is. @param {SVGElement} dot */
function reveal(dot) {
  const tree = dot.closest(".tree");
  if (!tree) return;
  const [inner, outer] = [dot.getBoundingClientRect(), tree.getBoundingClientRect()];
  tree.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
  tree.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}
