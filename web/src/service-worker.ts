/// <reference lib="webworker" />
/**
 * Makes the site work offline. Pages come from the network first, so that no version of this worker can keep a reader on an
 * old site. Written without Workbox, which lacks most of what is needed: pages made again, one file stored as many, caches
 * that stand in for each other.
 */
import { version } from '$service-worker';
import { m } from '#paraglide/messages.js';
import init, { Run } from '#wasm/poolscope_wasm.js';
import { LANGUAGE } from './model/languages';
import { answerOf, runOf, type Pages } from './model/offline/pages';
import { networkFirst, PATIENCE_MS, strategyFor } from './model/offline/rules';
import {
  ALL,
  ANY,
  cachesOf,
  complete,
  fetched,
  fill,
  INDEX,
  indexIn,
  ourCaches,
  said,
  type Index,
} from './model/offline/store';

const worker = globalThis as unknown as ServiceWorkerGlobalScope & {
  readonly navigator: { readonly connection?: { readonly saveData?: boolean } };
};
const site = new URL('./', worker.location.href).href;
const own = cachesOf(site) + version;
/** Newer than the types. */
interface InstallEvent {
  readonly addRoutes?: (route: {
    readonly condition: { readonly urlPattern: string };
    readonly source: 'network';
  }) => Promise<void>;
}
/** How many of the visited pages are stored. */
const VISITED = 50;
const GUESTS = 'kept/guests';

worker.addEventListener('install', (event) => {
  void worker.skipWaiting();
  // In browsers with routes, frames don't even start the worker.
  const { addRoutes } = event as InstallEvent;
  const condition = { urlPattern: `${site}embed/*` };
  void addRoutes?.call(event, { condition, source: 'network' }).catch(() => undefined);
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

async function activate(): Promise<void> {
  // Documents of the previous version may still ask for its files.
  const guests = (await windows()).map(({ id }) => id);
  const cache = await caches.open(own);
  await cache.put(site + GUESTS, said(JSON.stringify(guests)));
  await tidy();
  await worker.clients.claim();
}

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Deletes older versions, except for the newest complete one while it still serves as fallback or has open documents. */
async function tidy(): Promise<void> {
  const cache = await caches.open(own);
  const guests = (await (await cache.match(site + GUESTS))?.json()) as string[] | undefined;
  const here = new Set((await windows()).map(({ id }) => id));
  const needed = !(await indexIn(cache, site)) || guests?.some((id) => here.has(id));
  let spared = !needed;
  const names = await ourCaches(site);
  for (const name of names.slice(names.indexOf(own) + 1)) {
    if (!spared && (await indexIn(await caches.open(name), site))) spared = true;
    else await caches.delete(name);
  }
}

// A page has loaded and is idle.
worker.addEventListener('message', (event) => {
  const from = event.source instanceof WindowClient ? event.source.url : undefined;
  event.waitUntil(
    settle(from).then(
      () => event.ports[0]?.postMessage(undefined),
      (thrown: unknown) => event.ports[0]?.postMessage(String(thrown)),
    ),
  );
});

let filling: Promise<void> | undefined;

async function settle(from: string | undefined): Promise<void> {
  if (from) await keepVisited(from).catch(() => undefined);
  if (!worker.navigator.connection?.saveData)
    await (filling ??= keepFirst().finally(() => {
      filling = undefined;
    }));
  await tidy();
}

/** The page that installed the worker was loaded without it; its files are in the browser's own cache. */
async function keepVisited(url: string): Promise<void> {
  if (strategyFor({ url, method: 'GET', mode: 'navigate' }, site) !== 'page') return;
  const cache = await caches.open(own);
  const address = url.replace(/[?#].*/, '');
  if (await cache.match(address, ANY)) return;
  const response = await fetch(address, { cache: 'force-cache' });
  if (!response.ok) return;
  await cache.put(address, response.clone());
  const files = (await response.text()).matchAll(/_app\/immutable\/[\w./-]+\.(?:js|css)/g);
  for (const [file] of files)
    if (!(await caches.match(site + file, ANY))) await cache.add(site + file);
}

async function keepFirst(): Promise<void> {
  const cache = await caches.open(own);
  if (await indexIn(cache, site)) return;
  const index = (await (await fetched(site + INDEX)).json()) as Index;
  if (index.version !== version) return; // a newer worker is on its way
  const all = await caches.match(site + ALL);
  await fill(cache, index.first, { site, version });
  if (all) {
    await fill(cache, index.rest, { site, version });
    await cache.put(site + ALL, new Response());
  }
  await complete(cache, site, index);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const way = strategyFor(request, site);
  const address = request.url.replace(/[?#].*/, '');
  switch (way) {
    case 'passes':
      return;
    case 'asset':
      event.respondWith(asset(event));
      return;
    case 'run':
      event.respondWith(first(asset(event), () => keptRun(address)));
      return;
    case 'file':
      event.respondWith(first(fetch(request), () => keptFile(address)));
      return;
    case 'page':
      event.respondWith(
        first(visit(event, address), () => keptPage(address)).catch(() => notKept(address)),
      );
      return;
    case 'data':
      event.respondWith(
        first(visit(event, address), () => keptData(address)).catch(() =>
          said(JSON.stringify({ type: 'redirect', location: offlinePage(address) })),
        ),
      );
      return;
    default:
      way satisfies never;
  }
});

const first = (network: Promise<Response>, kept: () => Promise<Response | undefined>) =>
  networkFirst(network, kept, new Promise((done) => setTimeout(done, PATIENCE_MS)));

/** From any version, since its name identifies its contents. */
async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const there = await caches.match(request, ANY);
  if (there) return there;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(store(request.url, response.clone()));
  return response;
}

async function visit(event: FetchEvent, address: string): Promise<Response> {
  const response = await fetch(event.request);
  const type = response.headers.get('Content-Type') ?? '';
  if (response.ok && !response.redirected && /^text\/html|json/.test(type))
    event.waitUntil(store(address, response.clone()).then(keepFew));
  return response;
}

/** After being switched off, the worker still serves open documents, but stores nothing. */
async function store(address: string, response: Response): Promise<void> {
  if (await caches.has(own)) await (await caches.open(own)).put(address, response);
}

async function keepFew(): Promise<void> {
  if (!(await caches.has(own))) return;
  const cache = await caches.open(own);
  const visited = (await cache.keys()).filter(({ url }) => /\/(__data\.json)?$/.test(url));
  for (const one of visited.slice(0, -VISITED)) await cache.delete(one);
}

const asVisited = (address: string) => caches.match(address, { ...ANY, cacheName: own });

interface Whole {
  readonly cache: Cache;
  readonly index: Index;
}

/** This version if it is complete, else the previous one. */
async function whole(): Promise<Whole | undefined> {
  const names = await ourCaches(site);
  for (const name of [own, ...names.filter((name) => name !== own)]) {
    if (!names.includes(name)) continue;
    const cache = await caches.open(name);
    const index = await indexIn(cache, site);
    if (index) return { cache, index };
  }
  return undefined;
}

/** Parsed once during the worker's life. */
const read = new Map<string, Promise<Pages>>();

/** The first file of stored pages that has something. */
async function pagesWith(
  { cache, index }: Whole,
  has: (pages: Pages) => boolean,
): Promise<Pages | undefined> {
  for (const name of ['kept/pages.pack', 'kept/more.pack']) {
    const response = await cache.match(site + name, ANY);
    if (!response) continue;
    const key = index.version + name;
    const pages = read.get(key) ?? response.json();
    read.set(key, pages as Promise<Pages>);
    const known = (await pages) as Pages;
    if (has(known)) return known;
  }
  return undefined;
}

const keptFile = async (address: string) => (await whole())?.cache.match(address, ANY);

async function keptPage(address: string): Promise<Response | undefined> {
  const visited = await asVisited(address);
  if (visited) return visited;
  const there = await whole();
  if (!there) return undefined;
  const path = address.slice(site.length);
  const has = (one: string) => pagesWith(there, ({ pages }) => one in pages);
  if (await has(path)) return there.cache.match(`${site}404.html`);
  if (await has(`${path}/`)) return Response.redirect(`${address}/`);
  return there.cache.match(address, ANY);
}

let engine: Promise<unknown> | undefined;

async function keptData(address: string): Promise<Response | undefined> {
  const visited = await asVisited(address);
  if (visited) return visited;
  const there = await whole();
  if (!there) return undefined;
  const path = address.slice(site.length).replace(/__data\.json$/, '');
  const known = await pagesWith(there, ({ pages }) => path in pages);
  const page = known?.pages[path];
  if (!known || !page) return undefined;
  await startEngine(there);
  return said(answerOf(page, known, Run));
}

async function startEngine({ cache, index }: Whole): Promise<void> {
  const module = cache.match(site + index.engine, ANY);
  engine ??= init({ module_or_path: module as Promise<Response> });
  await engine;
}

async function keptRun(address: string): Promise<Response | undefined> {
  const there = await whole();
  const name = address.slice(`${site}run/`.length).replace(/\.json$/, '');
  const known = there && (await pagesWith(there, ({ runs }) => name in runs));
  if (!known) return undefined;
  await startEngine(there);
  const text = runOf(known, name, Run);
  return text === undefined ? undefined : said(text);
}

const offlinePage = (address: string) =>
  `${new URL(site).pathname}offline/?page=${encodeURIComponent(address.slice(site.length).replace(/__data\.json$/, ''))}`;

async function notKept(address: string): Promise<Response> {
  if (await keptPage(`${site}offline/`)) return Response.redirect(offlinePage(address));
  return new Response(
    `<!doctype html><html lang="${LANGUAGE}"><title>Poolscope</title><p>${m.offline_no_network()}`,
    { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  );
}
