// The server: every question is one request in JSON, and every refusal is an error with words for people.

import { sentence } from "./words.js";

/** Who asks: a key of this page, so that the server gives it a turn of its own. */
const CLIENT = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** How often a request is sent again that the server has no room for. */
const TRIES = 3;

/** A refusal of the server. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number | null} [line] the line of a ranking that is at fault
   */
  constructor(message, line = null) {
    super(message);
    this.line = line;
  }
}

/**
 * Ask the server.
 * @param {string} name of the question, like "step"
 * @param {any} body
 * @param {{ signal?: AbortSignal }} [how]
 * @returns {Promise<any>}
 */
export async function ask(name, body, { signal } = {}) {
  return (await sent(`/api/${name}`, asJson(body, signal))).json();
}

/**
 * Ask the server for a file.
 * @param {any} body
 * @returns {Promise<Blob>}
 */
export async function askForFile(body) {
  return (await sent("/api/export", asJson(body))).blob();
}

/**
 * Let the server read a file.
 * @param {File} file
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function askToRead(file, signal) {
  const name = encodeURIComponent(file.name.slice(-80) || "file");
  return (await sent(`/api/read?name=${name}`, { method: "POST", body: file, headers: { "X-Client": CLIENT }, signal })).json();
}

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * Return a list that is always the same, and is asked for once.
 * @param {"shapes" | "rankings"} name
 * @returns {Promise<any>}
 */
export function listOf(name) {
  const list = known.get(name) ?? sent(`/api/${name}`, { headers: { "X-Client": CLIENT } }).then((answer) => answer.json());
  known.set(name, list);
  list.catch(() => known.delete(name));
  return list;
}

/** @param {any} body @param {AbortSignal} [signal] @returns {RequestInit} */
function asJson(body, signal) {
  return { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", "X-Client": CLIENT }, signal };
}

/** @param {string} address @param {RequestInit} request @param {number} [tries] @returns {Promise<Response>} */
async function sent(address, request, tries = TRIES) {
  const answer = await fetch(address, request).catch((fault) => {
    if (fault.name === "AbortError") throw fault;
    throw new Refusal("The server does not answer. Is heuristan serve still running?");
  });
  if (answer.ok) return answer;
  const wait = Number(answer.headers.get("Retry-After"));
  if (wait && tries > 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
    return sent(address, request, tries - 1);
  }
  const { message, line } = await answer.json().catch(() => ({ message: `The server answers ${answer.status}.` }));
  throw new Refusal(sentence(message), line);
}
