// Names of shapes as people type them: in any language of the page, with commas or spaces between them.

import { LANGUAGES, t } from "./language.js";
import { inOrder } from "./levels.js";
import { titleOf } from "./words.js";

/** @import { Shape } from "./gallery.js" */

const SEPARATORS = /[,;、，；\n]+/;

/**
 * Find the shapes that a text names; what no name is like is refused with the nearest name.
 * @param {string} text
 * @param {Shape[]} shapes
 * @returns {Promise<{ names: string[], fault: string }>}
 */
export async function shapesIn(text, shapes) {
  const called = await namesInAllLanguages();
  // of two shapes with one name that of the seven pieces is meant, which comes first
  const all = inOrder(shapes).reverse();
  const here = all.flatMap(({ shape, title }) => [shape, title, t(title), titleOf(shape)].map((name) => ({ shape, name })));
  const elsewhere = all.flatMap(({ shape, title }) => called(title).map((name) => ({ shape, name })));
  const known = new Map([...elsewhere, ...here].map(({ shape, name }) => [plain(name), shape]));
  const words = text.split(SEPARATORS).flatMap((part, place) => plain(part).split(" ").filter(Boolean).map((word) => ({ word, place })));
  /** @type {string[]} */
  const names = [];
  /** @type {typeof words} */
  const strange = [];
  while (words.length) {
    const lengths = words.map((_, place) => words.length - place);
    const length = lengths.find((each) => known.has(joined(words.slice(0, each))));
    const name = known.get(joined(words.slice(0, length)));
    if (length && name) names.push(name);
    else strange.push(words[0]);
    words.splice(0, length ?? 1);
  }
  if (!strange.length) return { names, fault: "" };
  const name = joined(strange.filter(({ place }) => place === strange[0].place));
  const nearest = [...known.keys()].reduce((best, each) => (likeness(each, name) > likeness(best, name) ? each : best));
  const { title } = /** @type {Shape} */ (shapes.find(({ shape }) => shape === known.get(nearest)));
  return { names: [], fault: t("There is no shape “{name}”. Is it “{nearest}”?", { name, nearest: t(title) }) };
}

/** Return what tells the names of a shape in every language, by its English title. @returns {Promise<(title: string) => string[]>} */
export async function namesInAllLanguages() {
  const catalogues = await Promise.all(Object.keys(LANGUAGES).map((language) => `texts-${language}`).map((name) => import(`./${name}.js`)));
  return (title) => catalogues.flatMap(({ TEXTS }) => TEXTS[title] ?? []);
}

/** Return a name without what people type in different ways: accents, capitals, hyphens. @param {string} name */
function plain(name) {
  return name.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** @param {{ word: string }[]} words */
function joined(words) {
  return words.map(({ word }) => word).join(" ");
}

/** Return the share of pairs of neighbouring letters that two names have in common (Dice). @param {string} one @param {string} other */
function likeness(one, other) {
  const [mine, others] = [one, other].map((name) => new Set([...` ${name} `].map((letter, place, all) => letter + (all[place + 1] ?? ""))));
  return (2 * [...mine].filter((pair) => others.has(pair)).length) / (mine.size + others.size);
}
