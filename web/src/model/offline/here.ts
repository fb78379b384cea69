/** What is stored on this device, for the page that shows it. It reads the caches, which it shares with the worker. */
import {
  ALL,
  bytesOf,
  cachesOf,
  complete,
  fetched,
  fill,
  INDEX,
  indexIn,
  missing,
  ourCaches,
  type Index,
} from './store';

export interface Here {
  /** Whether everything stored after one visit is there. */
  readonly first: boolean;
  readonly all: boolean;
  /** Bytes in gzip of what is stored and of what is missing. */
  readonly kept: number;
  readonly missing: number;
}

/** Private windows of some browsers, and pages without https, have neither. */
export const able = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis;

/** The cache of the version on the network, else of the version stored. */
async function newest(site: string): Promise<{ cache: Cache; index: Index } | undefined> {
  try {
    const index = (await (await fetched(site + INDEX)).json()) as Index;
    return { cache: await caches.open(cachesOf(site) + index.version), index };
  } catch {
    for (const name of await ourCaches(site)) {
      const cache = await caches.open(name);
      const index = await indexIn(cache, site);
      if (index) return { cache, index };
    }
    return undefined;
  }
}

/** Undefined if the network is down and nothing is stored. */
export async function look(site: string): Promise<Here | undefined> {
  const found = await newest(site);
  if (!found) return undefined;
  const { cache, index } = found;
  const whole = [...index.first, ...index.rest];
  const lacking = bytesOf(await missing(cache, site, whole));
  return {
    first: Boolean(await indexIn(cache, site)),
    all: Boolean(await cache.match(site + ALL)),
    kept: bytesOf(whole) - lacking,
    missing: lacking,
  };
}

/** Fetches everything missing; `onbytes` is called for each file. */
export async function keepAll(
  site: string,
  signal: AbortSignal,
  onbytes: (bytes: number) => void,
): Promise<void> {
  const index = (await (await fetched(site + INDEX, signal)).json()) as Index;
  const cache = await caches.open(cachesOf(site) + index.version);
  const filling = { site, version: index.version, signal, onbytes };
  await fill(cache, index.first, filling);
  await complete(cache, site, index);
  await fill(cache, index.rest, filling);
  await cache.put(site + ALL, new Response());
}

/** Deletes the extra files and keeps what is stored after one visit. */
export async function keepLess(site: string): Promise<void> {
  const found = await newest(site);
  for (const name of await ourCaches(site)) {
    const cache = await caches.open(name);
    await cache.delete(site + ALL);
    for (const [address] of found?.index.rest ?? []) await cache.delete(site + address);
  }
}

/** The worker of this very language, once it runs: `ready` may be that of the site around it. */
async function activeOf({
  active,
  installing,
  waiting,
}: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const coming = active ?? installing ?? waiting;
  if (!coming) throw new Error('no worker');
  if (coming.state !== 'activated')
    await new Promise<void>((resolve) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') resolve();
      });
    });
  return coming;
}

/** Resolves once the worker has stored its files; resolves with a message if it could not. */
export async function start(site: string): Promise<string | undefined> {
  const active = await activeOf(await navigator.serviceWorker.register(`${site}service-worker.js`));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data);
    active.postMessage('', [port2]);
  });
}

export async function stop(site: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(site);
  await registration?.unregister();
  for (const name of await ourCaches(site)) await caches.delete(name);
}
