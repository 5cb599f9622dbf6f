// What the program says, in the reader's language: texts with values, and English that is like an entry of the catalogue.

import { isEnglish, isKnown, spoken, t } from "./language.js";

/**
 * @typedef {[text: string, values: Record<string, Value>]} Said a text with values in its places, as the server says it
 * @typedef {string | number | Said | Said[]} Value
 */

/** Texts that the program says with values in them. @type {[RegExp, string][]} */
let patterns = [];

/** Recognise texts from now on. @param {string[]} texts */
export function recognise(texts) {
  patterns = texts.map((text) => [expressionOf(text), text]);
}

/**
 * Return in the reader's language what the program says in English; what is like no entry of the catalogue stays so.
 * @param {string} text @returns {string}
 */
export function told(text) {
  if (isKnown(text)) return t(text);
  const plain = text.replaceAll("\u00a0", " ");
  for (const [expression, pattern] of patterns) {
    const { groups } = expression.exec(plain) ?? {};
    if (groups) return t(pattern, Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, told(value)])));
  }
  return text;
}

/** @param {string} pattern a text with places, each once; a size has no words */
function expressionOf(pattern) {
  const escaped = pattern.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace("{size}", "(?<size>[^a-z]+)").replace(/\{(\w+)\}/g, "(?<$1>.+?)")}$`);
}

/** Return what the server says as a text with values. @param {Said} words @returns {string} */
export function said([text, values]) {
  return t(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value)])));
}

/** @param {Value} value @returns {string | number} */
function valueOf(value) {
  if (typeof value === "string") return told(value);
  if (typeof value === "number") return value;
  return isOne(value) ? said(value) : listed(value.map(said));
}

/** @param {Said | Said[]} value @returns {value is Said} */
function isOne(value) {
  return typeof value[0] === "string";
}

/** Join items as in a sentence. @param {string[]} items */
export function listed(items) {
  return new Intl.ListFormat(isEnglish() ? "en-GB" : spoken()).format(items);
}
