// Where the site comes from, if that is a host: its files, its worker, and what the browser keeps of it.

/**
 * Fetch a file of the site.
 * @param {string} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export function fileOf(name, signal) {
  return fetch(name, { signal });
}

/** Begin a worker that has Python. @returns {Promise<Worker>} */
export async function beginWorker() {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** Keep the site, so that it opens without a network. */
export function keepSite() {
  navigator.serviceWorker?.register("sw.js").catch(() => undefined); // without it the page is not there offline
}
