// Python's memory as it is once everything is imported: taken when the site is made, and put back when its page opens.
// It leans on names inside Pyodide, whose version is pinned; whoever puts it back must be ready to begin plainly instead.

/** @typedef {(settings: any) => Promise<any>} Create begins the program that Python is */

/** Where everything that Python runs lies in its file system. */
export const LIBRARIES = "/lib/heuristan";
/** The one library that is compiled; it must be in memory before Python is, at the same place each time. */
const COMPILED = `${LIBRARIES}/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so`;
/** Variables that Python reads when it begins; they shall not depend on where that is. */
export const VARIABLES = { HOME: "/home", LANG: "C.UTF-8", PYTHONHASHSEED: "0" };

/**
 * Return what begins Python with its compiled library.
 * @param {Create} create
 * @param {string} library its address
 * @param {number} [bytes] how much memory there must be
 * @returns {Create}
 */
export function beginning(create, library, bytes = 0) {
  return async (settings) => {
    const { locateFile } = settings;
    settings.thisProgram = "./this.program"; // its path where the snapshot is taken is nobody's business
    settings.dynamicLibraries = [COMPILED];
    settings.locateFile = (/** @type {string} */ name) => (name === COMPILED ? library : locateFile(name));
    const program = await create(settings);
    if (bytes > program.HEAP8.length) program.growMemory(bytes);
    return program;
  };
}

/**
 * Write a file of those that Python runs.
 * @param {any} python
 * @param {string} name
 * @param {Uint8Array} data
 */
export function write(python, name, data) {
  const path = `${LIBRARIES}/${name}`;
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, data);
}

/**
 * Put the memory back, and the files that are not in it.
 * @param {any} loadPyodide
 * @param {string} place the address of Pyodide, and of the snapshot: a line of JSON that says what follows and how long it is
 * @returns {Promise<any>} Python
 */
export async function putBack(loadPyodide, place) {
  // at once: Python waits for its memory before it looks for what it runs on
  WebAssembly.compileStreaming(fetch(`${place}pyodide.asm.wasm`)).catch(() => undefined);
  const [program, answer] = await Promise.all([import(`${place}pyodide.asm.mjs`), fetch(`${place}snapshot.bin`)]);
  const plain = /** @type {ReadableStream} */ (answer.body).pipeThrough(new DecompressionStream("gzip"));
  const all = new Uint8Array(await new Response(plain).arrayBuffer());
  let at = all.indexOf("\n".charCodeAt(0)) + 1;
  const take = (/** @type {number} */ size) => all.subarray(at, (at += size));
  const { memory, library, files } = JSON.parse(new TextDecoder().decode(all.subarray(0, at)));
  const heap = take(memory);
  const address = URL.createObjectURL(new Blob([take(library)]));
  const createPyodideModule = beginning(program.default, address, memory);
  const python = await loadPyodide({ indexURL: place, env: VARIABLES, _loadSnapshot: heap, createPyodideModule });
  URL.revokeObjectURL(address);
  for (const [name, size] of files) write(python, name, take(size));
  return python;
}
