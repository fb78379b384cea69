/** Which request of a page goes which way, and how long the network is waited for. Nothing of a worker is needed to ask. */

/**
 * `page`: a document; `data`: what a page that is opened from another one asks for; `asset`: a file that never changes
 * under its name; `file`: another file of the site. What `passes` is none of the worker's business.
 */
export type Way = 'passes' | 'page' | 'data' | 'asset' | 'file';

export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly mode: string;
}

const OTHERS = [
  ...['embed/', '_app/immutable/embed/', 'take/', 'favicon.svg'],
  ...['kept/', 'service-worker.js'],
];

/** `site`: the address of the site's root, which ends in a slash. */
export function wayOf({ url, method, mode }: Asked, site: string): Way {
  if (method !== 'GET' || !url.startsWith(site)) return 'passes';
  const path = url.slice(site.length).replace(/[?#].*/, '');
  // Frames in other people's pages, and what they load, keep nothing; the worker's own files are fetched by itself.
  if (OTHERS.some((other) => path.startsWith(other))) return 'passes';
  if (path.startsWith('_app/immutable/')) return 'asset';
  if (path.startsWith('_app/')) return 'passes'; // the version of the site is the network's to tell
  if (mode === 'navigate') return 'page';
  return path.endsWith('__data.json') ? 'data' : 'file';
}

/** How long a page waits for the network before it is answered from the device. */
export const PATIENCE_MS = 3000;

/**
 * The network first; what is kept where it fails, or once `patience` is over. What is not kept waits for the network as
 * long as it takes, and fails with it.
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
