/**
 * What is stored on a device, and how it gets there. Shared by worker and page; each version of the site has its own cache.
 */

/** Made by `web/tools/kept.mjs`. */
export interface Index {
  readonly version: string;
  /** Stored after one visit. */
  readonly first: KeptFiles;
  /** Stored in addition when a reader asks for it. */
  readonly rest: KeptFiles;
  /** The engine that makes stored pages again. */
  readonly engine: string;
}

/** Addresses from the site's root, each with its size in gzip. */
export type KeptFiles = readonly (readonly [address: string, bytes: number])[];

export const INDEX = 'kept/index.json';
/** Scripts, styles and the shell: bundled as one file per part, stored as separate files. */
const FILES = /^kept\/(more-)?files\.pack$/;
/** Marks that the reader asked to store everything. */
export const ALL = 'kept/all';

/** Name of the site's caches; two sites may share an origin. */
export const cachesOf = (site: string): string => `poolscope ${new URL(site).pathname} `;

/** Newest first. */
export async function ourCaches(site: string): Promise<string[]> {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(cachesOf(site))).reverse();
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
};
const typeOf = (name: string) => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';

export const said = (text: string, name = '.json'): Response =>
  new Response(text, { headers: { 'Content-Type': typeOf(name) } });

export interface Filling {
  readonly site: string;
  readonly version: string;
  readonly signal?: AbortSignal;
  /** Called for each file stored. */
  readonly onbytes?: (bytes: number) => void;
}

/** A host may vary its answers by content encoding; stored files are decoded. */
export const ANY: CacheQueryOptions = { ignoreVary: true };

export async function fetched(address: string, signal?: AbortSignal): Promise<Response> {
  // Bypasses the browser's cache, except for files that never change under their name.
  const cache = address.includes('/_app/immutable/') ? 'default' : 'no-cache';
  const response = await fetch(address, { cache, ...(signal && { signal }) });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

async function put(cache: Cache, address: string, filling: Filling): Promise<void> {
  const { site, version, signal } = filling;
  const url = site + address;
  const same = address.startsWith('_app/') ? await caches.match(url, ANY) : undefined;
  const response = same ?? (await fetched(url, signal));
  if (!address.startsWith('kept/')) return cache.put(url, response);
  const text = await new Response(
    response.body?.pipeThrough(new DecompressionStream('gzip')),
  ).text();
  const told = JSON.parse(text) as { version: string; files?: Readonly<Record<string, string>> };
  // The site changed in between. The worker of the new version will fetch everything.
  if (told.version !== version) throw new Error(`${address}: ${told.version}, not ${version}`);
  if (!FILES.test(address)) return cache.put(url, said(text));
  for (const [name, body] of Object.entries(told.files ?? {}))
    await cache.put(site + name, said(body, name));
  return cache.put(url, new Response());
}

export async function missing(cache: Cache, site: string, part: KeptFiles): Promise<KeptFiles> {
  const there = await Promise.all(part.map(([address]) => cache.match(site + address, ANY)));
  return part.filter((_, index) => !there[index]);
}

/** Fetches what is missing, one file after the other, so that the page being read goes first. */
export async function fill(cache: Cache, part: KeptFiles, filling: Filling): Promise<void> {
  for (const [address, bytes] of await missing(cache, filling.site, part)) {
    filling.signal?.throwIfAborted();
    await put(cache, address, filling);
    filling.onbytes?.(bytes);
  }
}

export const bytesOf = (part: KeptFiles): number => part.reduce((sum, [, bytes]) => sum + bytes, 0);

/** The index of a complete cache; it is written last. */
export async function indexIn(cache: Cache, site: string): Promise<Index | undefined> {
  const response = await cache.match(site + INDEX, ANY);
  return (await response?.json()) as Index | undefined;
}

/** The last step: from here on the cache answers requests. */
export const complete = (cache: Cache, site: string, index: Index): Promise<void> =>
  cache.put(site + INDEX, said(JSON.stringify(index)));
