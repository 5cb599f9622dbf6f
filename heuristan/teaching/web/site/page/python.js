// The transport without a server: a worker of this page has Python, which answers as the server would.

import { html } from "./dom.js";
import { beginWorker, fileOf, keepSite } from "./host.js";
import { t } from "./language.js";

/** Whether worksheets can be asked for: what sets them does not run in a browser. */
export const MAKES_WORKSHEETS = false;
/** What files can be opened. */
export const READS =
  "GeoJSON, YAML and WKT of outlines on the lattice, and SVG that heuristan wrote. Photographs, scans, PDF, other SVG and drawings off the lattice are not read in this page: heuristan serve has it.";

/**
 * @typedef {{ fields: any, data: string | Blob, answer: (answer: Response) => void, refuse: (reason: any) => void, signal?: AbortSignal }} Job
 */

/** What somebody looks at, and waits for; it comes before what takes long. */
const SOON = new Set(["step", "inspect", "puzzle", "judge", "ranking", "difference"]);
/** Milliseconds that Python goes on with a job that nobody waits for any more; then it is begun anew, which takes longer than what is soon done. */
const PATIENCE = 2000;
const MORE_PATIENCE = 10_000;
/** Questions about a shape that ships, as long as nothing is done with it, are answered by a file. */
const SHAPE = /^\{"puzzle":\{"shape":"([a-z0-9-]+)"\}/;

/**
 * Send a request; a list, and what was answered beforehand, is a file.
 * @param {string} name of the question, like "step", or of a list
 * @param {string | Blob} [data] JSON, or a file that is to be read; nothing for a list
 * @param {{ fields?: Record<string, string>, signal?: AbortSignal }} [how] `fields`: what is said of a file
 * @returns {Promise<Response>} its status, and the answer or a message
 */
export async function send(name, data, { fields, signal } = {}) {
  const known = data === undefined ? await fileOf(`lists/${name}.json`, signal) : await prepared(name, data);
  python.begin();
  return known ?? new Promise((answer, refuse) => python.ask({ fields: { do: name, ...fields }, data: data ?? "", answer, refuse, signal }));
}

/** @type {Map<string, Promise<Record<string, string>>>} */
const files = new Map();

/** @param {string} name @param {string | Blob} data @returns {Promise<Response | null>} */
async function prepared(name, data) {
  const shape = typeof data === "string" && SHAPE.exec(data)?.[1];
  if (!shape) return null;
  const file = files.get(shape) ?? fileOf(`answers/${shape}.json`).then((answer) => (answer.ok ? answer.json() : {}), /** @returns {any} */ () => ({}));
  files.set(shape, file);
  const answer = (await file)[`${name} ${data}`];
  return answer ? new Response(answer, { headers: { "Content-Type": "application/json" } }) : null;
}

/** Python in its worker, with the jobs that wait for it. */
class Python {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    this.isBegun = false;
    this.isReady = false;
    this.isBroken = false;
    /** @type {Job[]} */
    this.waiting = [];
    /** @type {Job | null} */
    this.job = null;
    this.bar = /** @type {HTMLProgressElement} */ (html("progress", { max: 4, "aria-label": "Python" }));
    this.said = html("p", { class: "starting", role: "status" });
  }

  begin() {
    if (this.isBegun) return;
    this.isBegun = true;
    this.isReady = this.isBroken = false;
    this.bar.value = 0;
    this.said.replaceChildren(t("Python is starting; look at the shapes and play meanwhile."), " ", this.bar);
    document.body.append(this.said);
    beginWorker().then((worker) => this.listen(worker), ({ message }) => this.fail(message));
  }

  /** @param {Worker} worker */
  listen(worker) {
    this.worker = worker;
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = ({ message }) => this.hear({ fault: message });
  }

  /** @param {Job} job */
  ask(job) {
    const { signal } = job;
    if (signal?.aborted) return job.refuse(signal.reason);
    if (this.isBroken) return this.answerWithout(job);
    signal?.addEventListener("abort", () => this.leave(job), { once: true });
    this.waiting.push(job);
    this.next();
  }

  /** Nobody waits for a job any more. @param {Job} job */
  leave(job) {
    job.refuse(job.signal?.reason);
    this.waiting = this.waiting.filter((other) => other !== job);
    if (this.job === job) setTimeout(() => this.job === job && this.again(), SOON.has(job.fields.do) ? MORE_PATIENCE : PATIENCE);
  }

  again() {
    this.worker?.terminate();
    this.worker = this.job = null;
    this.isBegun = false;
    this.begin();
  }

  async next() {
    if (!this.isReady || this.job || !this.waiting.length) return;
    const first = this.waiting.find(({ fields }) => SOON.has(fields.do)) ?? this.waiting[0];
    this.waiting = this.waiting.filter((other) => other !== first);
    this.job = first;
    const data = await new Blob([first.data]).arrayBuffer();
    if (this.job === first) this.worker?.postMessage({ fields: first.fields, data }, [data]);
  }

  /** Take what the worker says: how far it is, an answer, or why there is none. @param {any} said */
  hear({ stage, reply, fault }) {
    if (fault) return this.fail(fault);
    if (stage) {
      this.bar.value = stage;
      this.isReady = stage === this.bar.max;
      if (this.isReady) this.ready();
    } else {
      const { status, media, data } = reply;
      this.job?.answer(new Response(data, { status, headers: { "Content-Type": media } }));
      this.job = null;
    }
    this.next();
  }

  ready() {
    this.said.remove();
    keepSite();
  }

  /** @param {string} fault */
  fail(fault) {
    this.said.textContent = t("Python cannot be started in this browser ({fault}). Shapes can be looked at and laid; heuristan serve has all the rest.", { fault });
    this.isBroken = true;
    for (const job of [...(this.job ? [this.job] : []), ...this.waiting]) this.answerWithout(job);
    this.waiting = [];
    this.job = null;
  }

  /** @param {Job} job */
  answerWithout(job) {
    job.answer(Response.json({ message: t("this needs Python, which cannot be started in this browser") }, { status: 503 }));
  }
}

const python = new Python();
