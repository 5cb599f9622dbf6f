// Texts in the reader's language. Their catalogues are in heuristan/teaching/texts; a key is the English text.

import { html } from "./dom.js";

/** @typedef {Record<string, string | Record<string, string>>} Texts translations, or translations by plural form */

/** Names of languages, each in itself. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch", fr: "Français", es: "Español", zh: "简体中文" });
/** What browsers are told of languages, where it is not the name here. */
const TAGS = /** @type {Record<string, string>} */ ({ zh: "zh-Hans" });

const now = { language: "en", texts: /** @type {Texts} */ ({}), plurals: new Intl.PluralRules("en") };

/** Speak a language from now on. @param {string} language @param {Texts} texts */
export function speak(language, texts) {
  now.language = language;
  now.texts = texts;
  now.plurals = new Intl.PluralRules(language);
  document.documentElement.lang = TAGS[language] ?? language;
}

/**
 * Return a text in the reader's language, with values in its places; `count` decides its plural form. What the catalogue
 * lacks stays English.
 * @param {string} text @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
  const entry = isKnown(text) ? now.texts[text] : text;
  const form = typeof entry === "string" ? entry : (entry[now.plurals.select(Number(values.count))] ?? entry.other);
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Return whether the catalogue has a text. @param {string} text */
export function isKnown(text) {
  return Object.hasOwn(now.texts, text);
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
