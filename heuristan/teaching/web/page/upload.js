// A file or a photograph: what was recognised, drawn over it, and the figures to choose from.

import { linkTo, whereOf } from "./address.js";
import { READS, askToRead } from "./api.js";
import { html } from "./dom.js";
import { t } from "./language.js";
import { silhouette } from "./silhouette.js";

/** @import { View } from "./app.js" */

/** What was read last, for whoever comes back from one of its figures. @type {{ name: string, answer: any } | null} */
let last = null;

/**
 * Open the view.
 * @param {HTMLElement} place
 * @returns {View}
 */
export function upload(place) {
  const said = html("p", { class: "quiet", role: "status" });
  const found = html("div", { class: "found" });
  const input = /** @type {HTMLInputElement} */ (html("input", { type: "file", id: "file", change: () => read(input.files?.[0]) }));
  const zone = html("div", { class: "drop" }, html("label", { for: "file" }, t("Drop a file here, or choose one")), input);
  const over = (/** @type {boolean} */ isOver) => (/** @type {Event} */ event) => {
    event.preventDefault();
    zone.classList.toggle("over", isOver);
  };
  zone.addEventListener("dragover", over(true));
  zone.addEventListener("dragleave", over(false));
  zone.addEventListener("drop", (event) => {
    over(false)(event);
    read(event.dataTransfer?.files[0]);
  });
  place.append(html("h1", {}, t("Open a file or photograph")), zone, html("p", { class: "quiet" }, t(READS)), said, found);
  let asked = new AbortController();
  if (last) fill(last);
  return { show: () => undefined };

  /** @param {{ name: string, answer: any }} read */
  function fill({ name, answer }) {
    said.textContent = inWords(answer, name);
    found.replaceChildren(...foundIn(answer));
  }

  /** @param {File | undefined} file */
  async function read(file) {
    if (!file) return;
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    said.className = "quiet";
    said.textContent = t("Reading {file} ...", { file: file.name });
    found.replaceChildren();
    try {
      fill((last = { name: file.name, answer: await askToRead(file, signal) }));
    } catch (fault) {
      if (signal.aborted) return;
      said.className = "bad";
      said.textContent = /** @type {Error} */ (fault).message;
    }
  }
}

/** @param {any} answer @param {string} name */
function inWords({ puzzles, refused, more }, name) {
  const found = [t("{file}: {count} figures to choose from.", { file: name, count: puzzles.length })];
  if (refused.length) found.push(t("{count} cannot be used.", { count: refused.length }));
  if (more) found.push(t("The rest of the file is not read."));
  return found.join(" ");
}

/** @param {any} answer */
function foundIn({ puzzles, refused, sheet }) {
  const figures = html("ul", { class: "shapes" }, ...puzzles.map(cardOf));
  const faults = refused.map((/** @type {{ id: string, message: string }} */ { id, message }) => html("li", {}, html("b", {}, id), `: ${message}`));
  return [
    sheet ? html("img", { class: "sheet", src: sheet, alt: t("The picture with what was recognised drawn over it") }) : "",
    html("div", {}, figures, faults.length > 0 && html("ul", { class: "bad" }, ...faults)),
  ];
}

/** @param {any} puzzle */
function cardOf({ id, rings, feature, reading }) {
  const link = (/** @type {string} */ view, /** @type {string} */ words) => html("a", { class: "button", href: linkTo(whereOf("#"), { view, puzzle: { feature } }), "aria-label": `${words}: ${id}` }, words);
  return html("li", { class: "shape" }, silhouette(rings, id), html("b", {}, id), reading && html("details", { class: "quiet" }, html("summary", {}, t("How it was read")), html("span", { lang: "en" }, reading)), html("span", {}, link("work", t("Work it out")), " ", link("play", t("Play"))));
}
