/** The way to a live run: a worker where one can be had, else the main thread. */
import type { LiveAnswer, LiveAsk } from './live-protocol';

export interface LiveLink {
  post(ask: LiveAsk): void;
  close(): void;
}
export type ConnectLive = (onanswer: (answer: LiveAnswer) => void) => LiveLink;

function here(onanswer: (answer: LiveAnswer) => void): LiveLink {
  const host = Promise.all([import('./live-host'), import('./live-wasm')]).then(
    ([{ LiveHost }, { loadLive }]) => new LiveHost(loadLive, onanswer),
  );
  host.catch((thrown: unknown) => {
    onanswer({ type: 'failed', failure: { kind: 'engine', message: String(thrown) } });
  });
  return {
    post: (ask) => void host.then((it) => it.handle(ask)).catch(() => undefined),
    close: () => undefined,
  };
}

/** A worker that is refused after its construction says so before its first answer: what it was asked is asked here. */
export const connectLive: ConnectLive = (onanswer) => {
  let unanswered: LiveAsk[] | undefined = [];
  let current: LiveLink;
  try {
    const worker = new Worker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
    current = { post: (ask) => worker.postMessage(ask), close: () => worker.terminate() };
    worker.onmessage = (message: MessageEvent<LiveAnswer>) => {
      unanswered = undefined;
      onanswer(message.data);
    };
    worker.onerror = (event) => {
      worker.terminate();
      const again = unanswered;
      unanswered = undefined;
      if (again) {
        current = here(onanswer);
        for (const ask of again) current.post(ask);
      } else {
        const message = event.message || 'the worker did not start';
        onanswer({ type: 'failed', failure: { kind: 'engine', message } });
      }
    };
  } catch {
    unanswered = undefined;
    current = here(onanswer);
  }
  return {
    post: (ask) => {
      unanswered?.push(ask);
      current.post(ask);
    },
    close: () => current.close(),
  };
};
