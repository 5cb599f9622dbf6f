// Keeps the files of one version, so that the page opens without a network.

/** @type {{ version: string, files: string[] }} */
const SITE = SITE_GOES_HERE;
const NAME = `heuristan ${SITE.version}`;

addEventListener("install", (event) => event.waitUntil(keep()));

addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function keep() {
  const cache = await caches.open(NAME);
  // what the browser has already may be of another version: the host is asked whether it is
  await cache.addAll(SITE.files.map((name) => new Request(name, { cache: "no-cache" })));
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith("heuristan ") && name !== NAME) await caches.delete(name);
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
