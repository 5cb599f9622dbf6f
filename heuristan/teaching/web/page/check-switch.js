// The switch for what the page says by itself: whether what is left can still be filled. In a lesson a class finds out.

import { html } from "./dom.js";
import { choose, isChecking } from "./keeping.js";
import { t } from "./language.js";

/** Return the switch. @param {() => void} [changed] */
export function checkSwitch(changed = () => undefined) {
  const act = () => {
    choose("check", box.checked ? "on" : "off");
    changed();
  };
  const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", checked: isChecking(), change: act }));
  return html("label", { class: "check-switch" }, box, ` ${t("say whether it can still be filled")}`);
}
