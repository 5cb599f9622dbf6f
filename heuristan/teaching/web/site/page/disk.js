// Where the site comes from, if that is a disk, of which a page may read nothing but scripts: so two scripts have all files.

/** @typedef {Record<string, any>} Files values of JSON by their names, or files, compressed, in base64 */

/** @type {Files} */
const lists = /** @type {any} */ (globalThis).heuristan;

/**
 * Return a list, or what was answered beforehand.
 * @param {string} name
 * @returns {Promise<Response>}
 */
export async function fileOf(name) {
  return name in lists ? Response.json(lists[name]) : new Response(null, { status: 404 });
}

/** Begin a worker that has Python, whose files come from the second script. @returns {Promise<Worker>} */
export async function beginWorker() {
  const { "web/worker.js": code, ...files } = await python();
  const address = URL.createObjectURL(await (await plain(code)).blob());
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  const given = await Promise.all(Object.entries(files).map(async ([name, file]) => /** @type {const} */ ([name, await (await plain(file)).arrayBuffer()])));
  worker.postMessage(Object.fromEntries(given), given.map(([, data]) => data));
  return worker;
}

export function keepSite() {
  // it is on a disk already
}

/** @returns {Promise<Files>} */
async function python() {
  const script = document.createElement("script");
  script.src = "python.js";
  const ended = new Promise((resolve, refuse) => {
    script.onload = resolve;
    script.onerror = () => refuse(new Error("python.js is missing beside this page"));
  });
  document.head.append(script);
  await ended;
  script.remove();
  return /** @type {any} */ (globalThis).python;
}

/** Return a file as it was before it was compressed. @param {string} file @returns {Promise<Response>} */
async function plain(file) {
  const { body } = await fetch(`data:application/gzip;base64,${file}`);
  return new Response(/** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream("gzip")));
}
