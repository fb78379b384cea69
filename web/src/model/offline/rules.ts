/**
 * How each kind of request is answered, and how long to wait for the network. Free of worker APIs, so that tests can call
 * it.
 */
import { OTHERS } from '../languages';

/**
 * `page`: a document; `data`: the data of a page opened from another; `asset`: a file that never changes under its name;
 * `run`: one that the device can make again; `file`: any other file of the site. The worker ignores `passes`.
 */
export type Strategy = 'passes' | 'page' | 'data' | 'asset' | 'run' | 'file';

export interface SiteRequest {
  readonly url: string;
  readonly method: string;
  readonly mode: string;
}

const NOT_ITS_OWN = [
  ...['embed/', '_app/immutable/embed/', 'take/', 'favicon.svg'],
  ...['kept/', 'service-worker.js'],
  ...OTHERS.map(({ path }) => path).filter((path) => path !== ''), // with workers of their own
];

/** `site`: the address of the site's root, with a trailing slash. */
export function strategyFor({ url, method, mode }: SiteRequest, site: string): Strategy {
  if (method !== 'GET' || !url.startsWith(site)) return 'passes';
  const path = url.slice(site.length).replace(/[?#].*/, '');
  // Frames in other people's pages, and their files, are not stored; the worker fetches its own files itself.
  if (NOT_ITS_OWN.some((other) => path.startsWith(other))) return 'passes';
  if (path.startsWith('_app/immutable/')) return 'asset';
  if (path.startsWith('run/')) return 'run';
  if (path.startsWith('_app/')) return 'passes'; // only the network knows the site's version
  if (mode === 'navigate') return 'page';
  return path.endsWith('__data.json') ? 'data' : 'file';
}

/** How long to wait for the network before a page is answered from the device. */
export const PATIENCE_MS = 3000;

/**
 * Network first; the stored answer if that fails or takes longer than `patience`. Without a stored answer it waits as long
 * as the network takes, and fails with it.
 */
export async function networkFirst<Answer>(
  network: Promise<Answer>,
  kept: () => Promise<Answer | undefined>,
  patience: Promise<unknown>,
): Promise<Answer> {
  const soon = await Promise.race([
    network.then(
      (answer) => ({ answer }),
      () => undefined,
    ),
    patience.then(() => undefined),
  ]);
  return soon?.answer ?? (await kept()) ?? network;
}
