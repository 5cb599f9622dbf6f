// Elements of HTML and SVG, made in one call.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | Node | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * Make an HTML element. An attribute that is a function is a listener for the event of its name; one that is false, null
 * or undefined is left out. Styles are set one by one, since the policy of a server may refuse them as an attribute.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Make a button. While it is switched off it keeps its place and the focus, and does nothing.
 * @param {Child} words
 * @param {() => void} act
 * @param {Attributes} [attributes]
 * @returns {HTMLElement}
 */
export function button(words, act, attributes = {}) {
  const made = html("button", { type: "button", ...attributes, click: () => made.getAttribute("aria-disabled") !== "true" && act() }, words);
  return made;
}

/** Switch a button on or off. @param {Element} each @param {boolean} canBeUsed */
export function enable(each, canBeUsed) {
  each.setAttribute("aria-disabled", String(!canBeUsed));
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "style" && "style" in element) /** @type {any} */ (element.style).cssText = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter(isThere));
  return element;
}

/**
 * @param {Child} child
 * @returns {child is string | Node}
 */
function isThere(child) {
  return child !== null && child !== undefined && child !== false;
}
