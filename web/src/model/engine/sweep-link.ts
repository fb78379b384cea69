/** Opens a channel to a thread that runs points. If it fails, the caller tries again on the page's own thread. */
import { HERE, hereLink, workerLink, type Link } from './channel';
import type { SweepAnswer, SweepAsk } from './sweep-protocol';

export type SweepLink = Link<SweepAsk, SweepAnswer>;

/** Throws in a sandboxed frame and in browsers without workers. */
export const sweepWorker = (): SweepLink =>
  workerLink(new Worker(new URL('./sweep-worker.ts', import.meta.url), { type: 'module' }));

export async function sweepHere(): Promise<SweepLink> {
  const [{ SweepHost }, { loadFigures }] = await Promise.all([
    import('./sweep-host'),
    import('./wasm'),
  ]);
  return hereLink((post) => new SweepHost({ load: loadFigures, post, ...HERE }));
}
