/// <reference lib="webworker" />
/** The engine in a module worker. */
import { EngineHost } from './host';
import type { Ask } from './protocol';
import { loadEngine, rest } from './wasm';

declare const self: DedicatedWorkerGlobalScope;

const host = new EngineHost({
  load: loadEngine,
  post: (answer) => self.postMessage(answer),
  rest,
  now: () => performance.now(),
  slice_ms: 50,
});

self.onmessage = (message: MessageEvent<Ask>) => void host.handle(message.data);
