// Keeps all that playing takes, so that the page starts without a network. `web` writes the first
// line: what is kept, and a number that changes with any byte of it.

const KEPT = { version: "", files: [] };
const OWN = `pocket-rummy ${registration.scope} `, NAME = OWN + KEPT.version; // other copies have their own

addEventListener("install", (event) => {
  // asked anew: what the browser itself still holds may be of the version before
  const files = KEPT.files.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(files)));
});

addEventListener("message", () => skipWaiting()); // a page wants the new version

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== NAME) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
  })());
});
