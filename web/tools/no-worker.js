// Replaces the service worker when devices must no longer store the site: deletes what was stored, and unregisters itself.
// See web/src/model/offline/README.md.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => {
  const { pathname } = new URL('./', worker.location.href);
  const forget = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(`poolscope ${pathname} `)) await caches.delete(name);
    await worker.registration.unregister();
  };
  event.waitUntil(forget());
});
