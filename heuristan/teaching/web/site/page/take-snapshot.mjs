// Takes the snapshot that snapshot.js puts back: node take-snapshot.mjs PYODIDE FOLDER, in FOLDER/files what Python runs

import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LIBRARIES, VARIABLES, beginning, write } from "./snapshot.js";

const [pyodide, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const create = (await import(pathToFileURL(join(pyodide, "pyodide.asm.mjs")).href)).default;
const python = await loadPyodide({
  indexURL: pyodide,
  stdLibURL: join(folder, "python_stdlib.zip"),
  env: VARIABLES,
  _makeSnapshot: true,
  createPyodideModule: beginning(create, join(folder, "library.so")),
});
const files = join(folder, "files");
for (const name of readdirSync(files, { recursive: true })) {
  const path = join(files, name);
  if (statSync(path).isFile()) write(python, name.replaceAll("\\", "/"), new Uint8Array(readFileSync(path)));
}
python.runPython(`import sys; sys.path.insert(0, "${LIBRARIES}")`);
writeFileSync(join(folder, "loaded.json"), python.runPython("from heuristan.teaching.web.site.in_browser import warm; warm()"));
writeFileSync(join(folder, "memory"), python.makeMemorySnapshot());
