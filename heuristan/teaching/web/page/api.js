// Questions: each is one request in JSON, and every refusal is an error with words for people.

import { t } from "./language.js";
import { MAKES_WORKSHEETS, READS, send } from "./server.js";
import { sentence } from "./words.js";

export { MAKES_WORKSHEETS, READS };

/** A refusal. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number | null} [line] the line of a ranking that is at fault
   * @param {number} [status] of the answer
   */
  constructor(message, line = null, status = 0) {
    super(message);
    this.line = line;
    this.status = status;
  }
}

/**
 * Ask a question.
 * @param {string} name of the question, like "step"
 * @param {any} body
 * @param {{ signal?: AbortSignal }} [how]
 * @returns {Promise<any>}
 */
export async function ask(name, body, how) {
  return (await answered(send(name, JSON.stringify(body), how))).json();
}

/**
 * Ask for a file.
 * @param {"export" | "worksheet"} name
 * @param {any} body
 * @returns {Promise<Blob>}
 */
export async function askForFile(name, body) {
  return (await answered(send(name, JSON.stringify(body)))).blob();
}

/**
 * Let a file be read.
 * @param {File} file
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function askToRead(file, signal) {
  return (await answered(send("read", file, { fields: { name: file.name.slice(-80) || "file" }, signal }))).json();
}

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * Return a list that is always the same, and is asked for once.
 * @param {"shapes" | "rankings"} name
 * @returns {Promise<any>}
 */
export function listOf(name) {
  const list = known.get(name) ?? answered(send(name)).then((answer) => answer.json());
  known.set(name, list);
  list.catch(() => known.delete(name));
  return list;
}

/** @param {Promise<Response>} sent @returns {Promise<Response>} */
async function answered(sent) {
  const answer = await sent;
  if (answer.ok) return answer;
  const { message, line } = await answer.json().catch(() => ({ message: t("The answer is {status}.", { status: answer.status }) }));
  throw new Refusal(sentence(message), line, answer.status);
}
