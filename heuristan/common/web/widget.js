// The player in a notebook's cell, where Python and the page name the moment to each other.

/**
 * @typedef {{ get(name: string): any, set(name: string, value: any): void, save_changes(): void,
 *   on(event: string, heard: () => void): void, off(event: string, heard: () => void): void }} Model
 *   What anywidget keeps the same here and in Python.
 */

/**
 * Show the player's page in a frame of its own, which has nothing of the notebook's.
 * @param {{ model: Model, el: HTMLElement }} cell
 * @returns {() => void} what ends the conversation
 */
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = model.get("title");
  frame.setAttribute("sandbox", "allow-scripts allow-modals");
  frame.style.cssText = "width: 100%; height: 48rem; border: 0";
  frame.srcdoc = model.get("page");
  // the frame has no origin that could be named
  const tell = () => frame.contentWindow?.postMessage({ moment: model.get("moment") }, "*");
  /** @param {MessageEvent} event */
  const hear = (event) => {
    const moment = event.data?.moment;
    if (event.source !== frame.contentWindow || !Number.isInteger(moment) || moment === model.get("moment")) return;
    model.set("moment", moment);
    model.save_changes();
  };
  frame.addEventListener("load", tell);
  model.on("change:moment", tell);
  addEventListener("message", hear);
  el.append(frame);
  return () => {
    model.off("change:moment", tell);
    removeEventListener("message", hear);
  };
}

export default { render };
