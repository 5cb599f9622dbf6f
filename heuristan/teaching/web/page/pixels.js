// Pictures in pixels, which the browser itself draws.

import { html } from "./dom.js";
import { t } from "./language.js";

/**
 * Return a picture as PNG.
 * @param {Blob} picture in SVG
 * @param {number} wide its width in pixels
 * @returns {Promise<Blob>}
 */
export async function inPixels(picture, wide) {
  const image = new Image();
  image.src = URL.createObjectURL(picture);
  await image.decode();
  const height = Math.round((wide * image.naturalHeight) / image.naturalWidth);
  const canvas = /** @type {HTMLCanvasElement} */ (html("canvas", { width: wide, height }));
  canvas.getContext("2d")?.drawImage(image, 0, 0, wide, height);
  URL.revokeObjectURL(image.src);
  const drawn = /** @type {Blob | null} */ (await new Promise((done) => canvas.toBlob(done, "image/png")));
  if (!drawn) throw new Error(t("This browser cannot draw {wide} by {height} pixels. Choose a smaller width, or take the SVG.", { wide, height }));
  return drawn;
}
