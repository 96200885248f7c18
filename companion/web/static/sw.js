/* Keeps the shell of the pages for the moment the server is not reached.
   The network goes first, so nothing stale is ever shown while the server answers;
   calls under /api are never kept: what the game stands at is the server's word alone. */

/** @type {any} */
const worker = self;
const SHELF = "shell-1";
const FIRST = [
  "/",
  "/photo",
  "/static/css/base.css",
  "/static/css/hand.css",
  "/static/texts.en.js",
  "/static/icon.svg",
];

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELF)
      .then((shelf) => shelf.addAll(FIRST))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) {
    return;
  }
  event.respondWith(
    fetch(event.request)
      .then((answer) => {
        if (answer.ok) {
          const copy = answer.clone();
          caches.open(SHELF).then((shelf) => shelf.put(event.request, copy));
        }
        return answer;
      })
      .catch(async (lost) => (await caches.match(event.request)) ?? Promise.reject(lost)),
  );
});
