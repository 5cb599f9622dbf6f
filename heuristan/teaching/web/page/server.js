// The transport to a server: every question is one request, sent again while the server has no room for it.

import { t } from "./language.js";

/** What files can be opened. */
export const READS = "GeoJSON, SVG, WKT, PDF, a photograph or a scan: of outlines, of drawn figures, or of pieces on a table.";

/** Whether worksheets can be asked for. */
export const MAKES_WORKSHEETS = true;

/** Who asks: a key of this page, so that the server gives it a turn of its own. */
const CLIENT = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** How often a request is sent again that the server has no room for. */
const TRIES = 3;

/**
 * Send a request.
 * @param {string} name of the question, like "step", or of a list
 * @param {string | Blob} [data] JSON, or a file that is to be read; nothing for a list
 * @param {{ fields?: Record<string, string>, signal?: AbortSignal }} [how] `fields`: what is said of a file
 * @returns {Promise<Response>} its status, and the answer or a message
 */
export async function send(name, data, { fields = {}, signal } = {}) {
  const address = `api/${name}${data instanceof Blob ? `?${new URLSearchParams(fields)}` : ""}`;
  const headers = new Headers({ "X-Client": CLIENT });
  if (typeof data === "string") headers.set("Content-Type", "application/json");
  return sent(address, { method: data === undefined ? "GET" : "POST", body: data, headers, signal });
}

/** @param {string} address @param {RequestInit} request @param {number} [tries] @returns {Promise<Response>} */
async function sent(address, request, tries = TRIES) {
  const answer = await fetch(address, request).catch((fault) => {
    if (fault.name === "AbortError") throw fault;
    return Response.json({ message: t("The server does not answer. Is heuristan serve still running?") }, { status: 503 });
  });
  const wait = Number(answer.headers.get("Retry-After"));
  if (answer.ok || !wait || tries === 1) return answer;
  await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
  return sent(address, request, tries - 1);
}
