// Where a reader is, as the part of a link behind '#': the view, the puzzle, the ranking, and the moves made so far.

/**
 * @typedef {{ shape: string } | { feature: any }} Given
 *   A puzzle: the name of a shape, or a feature of GeoJSON.
 * @typedef {{ name: string } | { text: string }} RankingGiven
 * @typedef {{ do: "take", number: number } | { do: "rule", line: number } | { do: "go" | "back", count: number } | { do: "finish" }} Move
 * @typedef {{ view: string, puzzle: Given | null, ranking: RankingGiven, rules: string, moves: Move[], other: Other, isLarge: boolean }} Where
 *   `rules` are those of the reader, in CLIPS notation; `isLarge`: whether a projector shows the page to a room.
 * @typedef {RankingGiven | { solver: "exact" | "ford" }} Other
 *   What a ranking is compared with.
 */

export const DEFAULT = "deutsch-hayes-1972";
/** Letters of moves, and the name of their number. */
const MOVES = /** @type {const} */ ({ t: ["take", "number"], r: ["rule", "line"], g: ["go", "count"], b: ["back", "count"], f: ["finish", null] });

/**
 * Read a link; what cannot be read in it is left out.
 * @param {string} hash with its '#'
 * @returns {Where}
 */
export function whereOf(hash) {
  const [view, query] = hash.slice(1).split("?");
  const fields = new URLSearchParams(query ?? "");
  return {
    view: view || "gallery",
    puzzle: givenOf(fields),
    ranking: rankingOf(fields, "ranking", "rules") ?? { name: DEFAULT },
    rules: fields.get("own") ?? "",
    moves: (fields.get("moves") ?? "").split(".").flatMap(moveOf),
    other: otherOf(fields),
    isLarge: fields.has("projector"),
  };
}

/**
 * Write a link. What is not given is as it is in the page that links.
 * @param {Where} where
 * @param {Partial<Where>} [change]
 * @returns {string}
 */
export function linkTo(where, change = {}) {
  const { view, puzzle, ranking, rules, moves, other, isLarge } = { ...where, ...change };
  const fields = new URLSearchParams();
  if (puzzle && "shape" in puzzle) fields.set("shape", puzzle.shape);
  if (puzzle && "feature" in puzzle) fields.set("feature", JSON.stringify(puzzle.feature));
  writeRanking(fields, ranking, "ranking", "rules");
  if (rules) fields.set("own", rules);
  if (view === "compare") writeOther(fields, other);
  if (moves.length) fields.set("moves", moves.map(textOfMove).join("."));
  if (isLarge) fields.set("projector", "");
  return `#${view}?${fields}`;
}

/**
 * Return what requests say of where a reader is.
 * @param {Where} where
 */
export function positionOf({ puzzle, ranking, rules, moves }) {
  return { puzzle, ranking, rules, moves };
}

/** @param {URLSearchParams} fields @returns {Given | null} */
function givenOf(fields) {
  const [shape, feature] = [fields.get("shape"), fields.get("feature")];
  if (shape) return { shape };
  try {
    return feature ? { feature: JSON.parse(feature) } : null;
  } catch {
    return null;
  }
}

/** @param {URLSearchParams} fields @param {string} name @param {string} text @returns {RankingGiven | null} */
function rankingOf(fields, name, text) {
  const [named, rules] = [fields.get(name), fields.get(text)];
  return rules ? { text: rules } : named ? { name: named } : null;
}

/** @param {URLSearchParams} fields @returns {Other} */
function otherOf(fields) {
  const solver = fields.get("solver") === "ford" ? "ford" : "exact";
  return rankingOf(fields, "other", "other-rules") ?? { solver };
}

/** @param {URLSearchParams} fields @param {RankingGiven} ranking @param {string} name @param {string} text */
function writeRanking(fields, ranking, name, text) {
  if ("text" in ranking) fields.set(text, ranking.text);
  else fields.set(name, ranking.name);
}

/** @param {URLSearchParams} fields @param {Other} other */
function writeOther(fields, other) {
  if ("solver" in other) fields.set("solver", other.solver);
  else writeRanking(fields, other, "other", "other-rules");
}

/** @param {string} text @returns {Move[]} */
function moveOf(text) {
  const known = /^([trgb])([0-9]{1,4})$|^(f)$/.exec(text);
  if (!known) return [];
  const [name, count] = MOVES[/** @type {keyof typeof MOVES} */ (known[1] ?? known[3])];
  return [/** @type {Move} */ (/** @type {unknown} */ (count ? { do: name, [count]: Number(known[2]) } : { do: name }))];
}

/** @param {Move} move */
function textOfMove(move) {
  const letter = move.do[0];
  const number = Object.values(move).find((value) => typeof value === "number");
  return `${letter}${number ?? ""}`;
}
