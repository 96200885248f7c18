/* Keeps the shell of the pages for the moment the server is not reached.
   The network goes first, so nothing stale is ever shown while the server answers; but a file
   with the shell's own version in its address is never another, so nobody is asked for it;
   calls under /api are never kept: what the game stands at is the server's word alone.
   The server writes the shell's name, its folder and its files above this. */

/** @type {any} */
const worker = self;
const { name: SHELF, folder: OWN, files: FIRST } = worker.SHELL;

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
  if (url.pathname.startsWith(OWN)) {
    event.respondWith(caches.match(event.request).then((file) => file ?? fetch(event.request)));
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
      .catch(async (lost) => (await kept(event.request)) ?? Promise.reject(lost)),
  );
});

/** What the shelf holds of it; for a page that was never seen, the one that says what to do. */
const kept = async (request) =>
  (await caches.match(request)) ?? (request.mode === "navigate" ? caches.match("/away") : null);
