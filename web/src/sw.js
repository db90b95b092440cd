// Keeps the page usable without a network. Every file of one build is kept together under its version; a newer build takes over on
// the next visit. Nothing but this folder is ever asked for.
const cacheName = "foray-__VERSION__";
const files = "__FILES__";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("foray-") && name !== cacheName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    // The network first, so that a new build is seen at once; the kept page when there is none.
    event.respondWith(fetch(request).catch(() => caches.match("./", { ignoreSearch: true }).then((kept) => kept ?? Response.error())));
    return;
  }
  event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
