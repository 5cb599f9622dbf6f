// Python in a worker: it starts, and answers one request after another.

import create from "../python/pyodide.asm.mjs";
import { loadPyodide } from "../python/pyodide.mjs";
import { LIBRARIES, putBack } from "./snapshot.js";

const BEGIN = `
from heuristan.teaching.web.site.in_browser import reply
lambda fields, data: reply(fields.to_py(), data.to_bytes())
`;
/** Whether the site has a snapshot of Python's memory. */
const HAS_SNAPSHOT = false;
const place = new URL("../python/", import.meta.url).href;
const begun = begin();

begun.then(
  () => postMessage({ stage: 4 }),
  (fault) => postMessage({ fault: String(fault.message ?? fault).trim().split("\n").at(-1) }),
);

onmessage = async ({ data: { fields, data } }) => {
  const answer = (await begun)(fields, data);
  const view = answer.data.getBuffer();
  const bytes = view.data.slice();
  const reply = { status: answer.status, media: answer.media, data: bytes };
  view.release();
  answer.destroy();
  postMessage({ reply }, { transfer: [bytes.buffer] });
};

async function begin() {
  const python = await quickly().catch(plainly);
  postMessage({ stage: 2 });
  const reply = python.runPython(BEGIN);
  postMessage({ stage: 3 });
  return reply;
}

async function quickly() {
  if (!HAS_SNAPSHOT) throw new Error("there is no snapshot");
  // both at once: Python waits for its memory before it looks for its program
  WebAssembly.compileStreaming(fetch(`${place}pyodide.asm.wasm`)).catch(() => undefined);
  return putBack(loadPyodide, create, place, await fetch(`${place}snapshot.bin`));
}

async function plainly() {
  const archive = fetch(`${place}heuristan.tar.xz`).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: place });
  postMessage({ stage: 1 });
  python.unpackArchive(await archive, "xztar", { extractDir: LIBRARIES });
  python.runPython(`import sys; sys.path.insert(0, "${LIBRARIES}")`);
  return python;
}
