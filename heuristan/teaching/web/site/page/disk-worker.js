// What a worker on a disk lacks, before Pyodide is there: it gets its files in its first message, and reads them from memory.

// Pyodide refuses workers that can do this; a page from a disk may have no others
self.importScripts = undefined;

const elsewhere = fetch;
const files = new Promise((resolve) =>
  addEventListener(
    "message",
    (event) => {
      event.stopImmediatePropagation(); // it is no question
      resolve(event.data);
    },
    { once: true },
  ),
);

self.fetch = async (address, how) => {
  const [place, name] = String(address.url ?? address).split("memory:/");
  if (place) return elsewhere(address, how);
  const data = (await files)[name];
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return data ? new Response(data, { headers: { "Content-Type": type } }) : new Response(null, { status: 404 });
};
