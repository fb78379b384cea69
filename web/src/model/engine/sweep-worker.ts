/// <reference lib="webworker" />
/** A module worker that runs the points of sweeps. */
import { HERE } from './channel';
import { SweepHost } from './sweep-host';
import type { SweepAsk } from './sweep-protocol';
import { loadFigures } from './wasm';

declare const self: DedicatedWorkerGlobalScope;

const host = new SweepHost({
  load: loadFigures,
  post: (answer) => self.postMessage(answer),
  ...HERE,
  slice_ms: 20,
});

self.onmessage = (message: MessageEvent<SweepAsk>) => void host.handle(message.data);
