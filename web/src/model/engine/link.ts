/** The way to the engine: a worker where one can be had, else the main thread in slices. */
import type { Answer, Ask } from './protocol';

export interface EngineLink {
  post(ask: Ask): void;
  onanswer: (answer: Answer) => void;
  /** The machinery itself broke: no answer will come. */
  onbroken: (message: string) => void;
  close(): void;
}

const MAIN_THREAD_SLICE_MS = 6;

function workerLink(): EngineLink {
  // Throws in a sandboxed frame and where workers are unknown.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const link: EngineLink = {
    post: (ask) => worker.postMessage(ask),
    onanswer: () => {},
    onbroken: () => {},
    close: () => worker.terminate(),
  };
  worker.onmessage = (message: MessageEvent<Answer>) => link.onanswer(message.data);
  worker.onerror = (event) => link.onbroken(event.message || 'the worker did not start');
  return link;
}

async function mainThreadLink(): Promise<EngineLink> {
  const [{ EngineHost }, { loadEngine, rest }] = await Promise.all([
    import('./host'),
    import('./wasm'),
  ]);
  const link: EngineLink = {
    post: (ask) => void host.handle(ask),
    onanswer: () => {},
    onbroken: () => {},
    close: () => {},
  };
  const host = new EngineHost({
    load: loadEngine,
    post: (answer) => link.onanswer(answer),
    rest,
    now: () => performance.now(),
    slice_ms: MAIN_THREAD_SLICE_MS,
  });
  return link;
}

/**
 * A worker that is refused only after its construction (by a policy, say) tells so in an error before
 * its first answer; what was asked of it meanwhile is asked of the main thread.
 */
function withFallback(worker: EngineLink): EngineLink {
  let current = worker;
  let unanswered: Ask[] | undefined = [];
  const link: EngineLink = {
    post: (ask) => {
      unanswered?.push(ask);
      current.post(ask);
    },
    onanswer: () => undefined,
    onbroken: () => undefined,
    close: () => current.close(),
  };
  worker.onanswer = (answer) => {
    unanswered = undefined;
    link.onanswer(answer);
  };
  worker.onbroken = (message) => {
    const again = unanswered;
    if (!again) {
      link.onbroken(message);
      return;
    }
    unanswered = undefined;
    worker.close();
    void mainThreadLink().then(
      (main) => {
        current = main;
        main.onanswer = (answer) => link.onanswer(answer);
        for (const ask of again) main.post(ask);
      },
      () => link.onbroken(message),
    );
  };
  return link;
}

let spare: EngineLink | undefined;

/** An engine on its way before anybody plays: it has run this once when it is asked. Where it cannot be, nobody hears of it. */
export function prepare(scenario: string): void {
  if (spare) return;
  try {
    spare = withFallback(workerLink());
    spare.post({ type: 'open', generation: 0, scenario, overrides: '{}' });
  } catch {
    // `connect` finds another way
  }
}

export async function connect(): Promise<EngineLink> {
  try {
    const ready = spare ?? withFallback(workerLink());
    spare = undefined;
    return ready;
  } catch {
    return mainThreadLink();
  }
}
