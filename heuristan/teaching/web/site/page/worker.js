// Python in a worker: it starts, and answers one request after another.

import { loadPyodide } from "../python/pyodide.mjs";

const BEGIN = `
from heuristan.teaching.web.site.in_browser import reply
lambda fields, data: reply(fields.to_py(), data.to_bytes())
`;
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
  const archive = fetch(`${place}heuristan.tar.xz`).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: place });
  postMessage({ stage: 1 });
  python.unpackArchive(await archive, "xztar", { extractDir: "/lib/heuristan" });
  postMessage({ stage: 2 });
  python.runPython("import sys; sys.path.insert(0, '/lib/heuristan')");
  const reply = python.runPython(BEGIN);
  postMessage({ stage: 3 });
  return reply;
}
