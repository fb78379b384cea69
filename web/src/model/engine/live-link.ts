/** Opens the channel to a live run. */
import { hereLink, withFallback, workerLink, type Link } from './channel';
import type { LiveAnswer, LiveAsk } from './live-protocol';

export type LiveLink = Pick<Link<LiveAsk, LiveAnswer>, 'post' | 'close'>;
export type ConnectLive = (onanswer: (answer: LiveAnswer) => void) => LiveLink;

async function here(): Promise<Link<LiveAsk, LiveAnswer>> {
  const [{ LiveHost }, { loadLive }] = await Promise.all([import('./live-host'), import('./wasm')]);
  return hereLink((post) => new LiveHost(loadLive, post));
}

export const connectLive: ConnectLive = (onanswer) => {
  const link = withFallback<LiveAsk, LiveAnswer>(
    () => workerLink(new Worker(new URL('./live-worker.ts', import.meta.url), { type: 'module' })),
    here,
  );
  link.onanswer = onanswer;
  link.onbroken = (message) => onanswer({ type: 'failed', failure: { kind: 'engine', message } });
  return link;
};
