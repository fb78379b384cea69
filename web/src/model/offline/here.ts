/** What is kept on this device, for the page that says so: asked of the caches themselves, which the worker shares. */
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
  /** What is kept after one visit is there. */
  readonly first: boolean;
  readonly all: boolean;
  /** In gzip, of what is there and of what is not. */
  readonly kept: number;
  readonly missing: number;
}

/** Private windows of some browsers, and pages without https, have neither. */
export const able = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis;

/** Of the version that the network has, else of the one that is kept. */
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

/** Undefined: the network is away, and nothing is kept. */
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

/** Fetches all that is not there; `onbytes` hears of each file. */
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

/** What was kept besides goes, what is kept after one visit stays. */
export async function keepLess(site: string): Promise<void> {
  const found = await newest(site);
  for (const name of await ourCaches(site)) {
    const cache = await caches.open(name);
    await cache.delete(site + ALL);
    for (const [address] of found?.index.rest ?? []) await cache.delete(site + address);
  }
}

/** Resolves once the worker has kept what it keeps; with a sentence where it could not. */
export async function start(site: string): Promise<string | undefined> {
  await navigator.serviceWorker.register(`${site}service-worker.js`);
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data);
    active?.postMessage('', [port2]);
  });
}

export async function stop(site: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(site);
  await registration?.unregister();
  for (const name of await ourCaches(site)) await caches.delete(name);
}
