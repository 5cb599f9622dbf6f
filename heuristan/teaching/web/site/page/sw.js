// Keeps the files of one version, so that the page opens without a network.

/** @type {{ version: string, files: string[] }} */
const SITE = SITE_GOES_HERE;
const NAME = `heuristan ${SITE.version}`;

addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SITE.files))));

addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith("heuristan ") && name !== NAME) await caches.delete(name);
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
