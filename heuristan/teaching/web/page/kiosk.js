// A page that stands in a museum: visitors follow one another, and nothing leads out of it. docs/museums.md describes it.

import { button, html } from "./dom.js";
import { t } from "./language.js";

/** After how many seconds without a touch a visitor has gone, if nothing else is said. */
const IDLE = 120;
/** How long before that it is said, in seconds. */
const WARNING = 15;

/** Return after how many seconds without a touch the page begins anew; null for a page that is no kiosk. @returns {number | null} */
function idleSeconds() {
  const said = new URLSearchParams(location.search).get("kiosk") ?? document.documentElement.dataset.kiosk;
  if (said === undefined) return null;
  return Number(said) > 0 ? Number(said) : IDLE;
}

/** Return whether the page is one for a museum: as it was written or served, or by its address (?kiosk, ?kiosk=60). */
export function isKiosk() {
  return idleSeconds() !== null;
}

/** Close the ways out, and begin anew whenever a visitor has gone. @param {() => void} begin for the next visitor */
export function beKiosk(begin) {
  const idle = 1000 * (idleSeconds() ?? IDLE);
  const bar = html("div", { class: "idle", role: "alert" });
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = [];
  let isTouched = false;
  const wait = () => {
    timers.forEach(clearTimeout);
    bar.remove();
    timers = [setTimeout(warn, idle - Math.min(1000 * WARNING, idle / 2)), setTimeout(leave, idle)];
  };
  const warn = () => {
    if (!isTouched) return;
    bar.replaceChildren(t("Are you still there?"), " ", button(t("Yes, go on"), wait));
    document.body.append(bar);
  };
  const leave = () => {
    if (isTouched) begin();
    isTouched = false;
    wait();
  };
  const touched = () => {
    isTouched = true;
    wait();
  };
  document.documentElement.classList.add("kiosk");
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel"]) addEventListener(event, touched, { capture: true, passive: true });
  for (const event of ["contextmenu", "dragstart", "drop", "dragover"]) addEventListener(event, (each) => each.preventDefault());
  addEventListener("keydown", (event) => (event.ctrlKey || event.metaKey || event.altKey) && !"zy".includes(event.key.toLowerCase()) && event.preventDefault());
  wait();
}
