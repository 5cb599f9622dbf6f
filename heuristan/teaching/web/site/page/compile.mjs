// Compiles archives with the Python that reads them: node compile.mjs PYODIDE SCRIPT FUNCTION FOLDER ARCHIVE...

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, script, way, folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: resolve(pyodide), env: { HOME: "/home", PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/archives", resolve(folder));
python.runPython(readFileSync(script, "utf-8"));
const compile = python.globals.get(way);
for (const name of archives) compile(`/archives/${name}`, `/archives/compiled-${name}`);
