/// <reference lib="webworker" />
/** The module worker of a live run. */
import { LiveHost } from './live-host';
import type { LiveAsk } from './live-protocol';
import { loadLive } from './wasm';

declare const self: DedicatedWorkerGlobalScope;

const host = new LiveHost(loadLive, (answer) => self.postMessage(answer));

self.onmessage = (message: MessageEvent<LiveAsk>) => void host.handle(message.data);
