// What app.html asks for at the first sign of a reader, and no frame: the worker that keeps the site for a reader without a
// network (service-worker.ts). It is told at every page that there is nothing else to do.
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
