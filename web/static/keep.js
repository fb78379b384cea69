// Registers the service worker, which makes the site work offline. app.html loads this at a reader's first action, never in
// frames. It tells the worker on every page when the page is idle.
const start = async () => {
  // Switched off on the page /offline/.
  if (localStorage.getItem('poolscope.offline')) return;
  const worker = navigator.serviceWorker;
  const tell = async () => (await worker.ready).active?.postMessage('');
  worker.oncontrollerchange = () => void tell();
  await worker.register(new URL('service-worker.js', import.meta.url));
  await tell();
};
// No worker, no storage, or `npm run dev`: the site needs its network.
const later = 'requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout;
later(() => void start().catch(() => undefined));
