// Python in a worker: it starts, and answers one request after another.

import { loadPyodide } from "../python/pyodide.mjs";

const BEGIN = `
from heuristan.teaching.web.site import in_browser
in_browser
`;
/** Whether the site has a snapshot of Python's memory. */
const HAS_SNAPSHOT = false;
const place = new URL("../python/", import.meta.url).href;
/** @type {any} */
let python;
const begun = begin();

begun.then(
  () => postMessage({ stage: 4 }),
  (fault) => postMessage({ fault: String(fault.message ?? fault).trim().split("\n").at(-1) }),
);

onmessage = async ({ data: { fields, data } }) => {
  const answer = await answerOf(fields, data);
  const view = answer.data.getBuffer();
  const bytes = view.data.slice();
  const reply = { status: answer.status, media: answer.media, data: bytes };
  view.release();
  answer.destroy();
  postMessage({ reply }, { transfer: [bytes.buffer] });
};

/**
 * Answer. If a library was lacking that the site has, load it and answer again.
 * @param {any} fields
 * @param {ArrayBuffer} data
 */
async function answerOf(fields, data) {
  const answering = await begun;
  const answer = answering.reply_to(fields, data);
  const has = (/** @type {string} */ name) => name in python.loadedPackages;
  const wheels = Object.keys(python.lockfile.packages);
  if (!answering.is_lacking() || !wheels.length || wheels.every(has)) return answer;
  await python.loadPackage(wheels, { messageCallback: () => undefined }).catch(() => undefined);
  if (!wheels.every(has)) return answer;
  answering.allow();
  return answering.reply_to(fields, data);
}

async function begin() {
  python = await quickly().catch(plainly);
  postMessage({ stage: 2 });
  const answering = python.runPython(BEGIN);
  postMessage({ stage: 3 });
  return answering;
}

async function quickly() {
  if (!HAS_SNAPSHOT) throw new Error("there is no snapshot");
  const { putBack } = await import("./snapshot.js");
  return putBack(loadPyodide, place);
}

async function plainly() {
  const archive = fetch(`${place}heuristan.tar.xz`).then((answer) => answer.arrayBuffer());
  const plain = await loadPyodide({ indexURL: place });
  postMessage({ stage: 1 });
  plain.unpackArchive(await archive, "xztar", { extractDir: "/lib/heuristan" });
  plain.runPython("import sys; sys.path.insert(0, '/lib/heuristan')");
  return plain;
}
