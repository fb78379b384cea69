/** The way to a thread that runs points: a worker where one can be had, else the main thread in slices. */
import type { SweepAnswer, SweepAsk } from './sweep-protocol';

export interface SweepLink {
  post(ask: SweepAsk): void;
  onanswer: (answer: SweepAnswer) => void;
  /** The machinery itself broke: no answer will come. */
  onbroken: (message: string) => void;
  close(): void;
}

const MAIN_THREAD_SLICE_MS = 6;

/** Throws in a sandboxed frame and where workers are unknown. */
export function sweepWorker(): SweepLink {
  const worker = new Worker(new URL('./sweep-worker.ts', import.meta.url), { type: 'module' });
  const link: SweepLink = {
    post: (ask) => worker.postMessage(ask),
    onanswer: () => undefined,
    onbroken: () => undefined,
    close: () => worker.terminate(),
  };
  worker.onmessage = (message: MessageEvent<SweepAnswer>) => link.onanswer(message.data);
  worker.onerror = (event) => link.onbroken(event.message || 'the worker did not start');
  return link;
}

export async function sweepHere(): Promise<SweepLink> {
  const [{ SweepHost }, { loadFigures }, { rest }] = await Promise.all([
    import('./sweep-host'),
    import('./sweep-wasm'),
    import('./wasm'),
  ]);
  const link: SweepLink = {
    post: (ask) => void host.handle(ask),
    onanswer: () => undefined,
    onbroken: () => undefined,
    close: () => undefined,
  };
  const host = new SweepHost({
    load: loadFigures,
    post: (answer) => link.onanswer(answer),
    rest,
    now: () => performance.now(),
    slice_ms: MAIN_THREAD_SLICE_MS,
  });
  return link;
}
