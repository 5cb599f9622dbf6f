// Texts in the reader's language. Their catalogues are in heuristan/teaching/texts; a key is the English text.

import { html } from "./dom.js";

/**
 * @typedef {Record<string, string | Record<string, string>>} Texts translations, or translations by plural form
 * @typedef {[text: string, values: Record<string, Value>]} Said a text with values in its places, as the server says it
 * @typedef {string | number | Said | Said[]} Value
 */

/** Names of languages, each in itself. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch", fr: "Français", es: "Español", zh: "简体中文" });
/** What browsers are told of languages, where it is not the name here. */
const TAGS = /** @type {Record<string, string>} */ ({ zh: "zh-Hans" });

const now = { language: "en", texts: /** @type {Texts} */ ({}), patterns: /** @type {[RegExp, string][]} */ ([]), plurals: new Intl.PluralRules("en") };

/**
 * Speak a language from now on.
 * @param {string} language @param {Texts} texts @param {string[]} [patterns] those texts that the program says with values in them
 */
export function speak(language, texts, patterns = []) {
  now.language = language;
  now.texts = texts;
  now.patterns = patterns.map((pattern) => [expressionOf(pattern), pattern]);
  now.plurals = new Intl.PluralRules(language);
  document.documentElement.lang = TAGS[language] ?? language;
}

/**
 * Return a text in the reader's language, with values in its places; `count` decides its plural form. What the catalogue
 * lacks stays English.
 * @param {string} text @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
  const entry = Object.hasOwn(now.texts, text) ? now.texts[text] : text;
  const form = typeof entry === "string" ? entry : (entry[now.plurals.select(Number(values.count))] ?? entry.other);
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Return in the reader's language what the program says in English; what is like no entry of the catalogue stays so.
 * @param {string} text @returns {string}
 */
export function told(text) {
  if (Object.hasOwn(now.texts, text)) return t(text);
  const plain = text.replaceAll("\u00a0", " ");
  for (const [expression, pattern] of now.patterns) {
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
  return new Intl.ListFormat(now.language === "en" ? "en-GB" : now.language).format(items);
}

/** Return the reader's language. */
export function spoken() {
  return now.language;
}

/** Return whether it is English, in which alone all is said. */
export function isEnglish() {
  return spoken() === "en";
}

/**
 * Return the language that is wanted: by the address (?language=de), by what was chosen, or by the browser.
 * @param {string | null} [chosen]
 */
export function wantedLanguage(chosen) {
  const wanted = [new URLSearchParams(location.search).get("language"), chosen, ...navigator.languages];
  const known = wanted.map((tag) => tag?.toLowerCase().split("-")[0] ?? "").find((language) => language in LANGUAGES);
  return known ?? "en";
}

/**
 * Return a switch for the language.
 * @param {(language: string) => void} changed
 */
export function languageSwitch(changed) {
  const select = /** @type {HTMLSelectElement} */ (html("select", { class: "language", "aria-label": t("Language"), change: () => changed(select.value) }));
  select.append(...Object.entries(LANGUAGES).map(([language, name]) => html("option", { value: language, lang: TAGS[language] ?? language, selected: language === now.language }, name)));
  return select;
}
