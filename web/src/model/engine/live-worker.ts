/// <reference lib="webworker" />
/** A module worker that a live run goes on in. */
import { LiveHost } from './live-host';
import type { LiveAsk } from './live-protocol';
import { loadLive } from './live-wasm';

declare const self: DedicatedWorkerGlobalScope;

const host = new LiveHost(loadLive, (answer) => self.postMessage(answer));

self.onmessage = (message: MessageEvent<LiveAsk>) => void host.handle(message.data);
