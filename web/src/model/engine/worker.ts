/// <reference lib="webworker" />
/** The engine in a module worker. */
import { HERE } from './channel';
import { EngineHost } from './host';
import type { Answer, EngineRequest } from './protocol';
import { loadEngine } from './wasm';

declare const self: DedicatedWorkerGlobalScope;

/** Columns of a frame are transferred, not copied: with 16,384 connections they take half a megabyte. */
function buffersOf(answer: Answer): ArrayBuffer[] {
  if (answer.type !== 'frame' && answer.type !== 'opened') return [];
  return Object.values(answer.frame ?? {})
    .filter((column) => ArrayBuffer.isView(column))
    .map(({ buffer }) => buffer as ArrayBuffer);
}

const host = new EngineHost({
  load: loadEngine,
  post: (answer) => self.postMessage(answer, { transfer: buffersOf(answer) }),
  ...HERE,
  slice_ms: 50,
});

self.onmessage = (message: MessageEvent<EngineRequest>) => void host.handle(message.data);
