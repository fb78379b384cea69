/// <reference lib="webworker" />
/** A module worker that runs remedies ahead. */
import { tryAll, type AheadAsk } from './tries';

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data }: MessageEvent<AheadAsk>) => {
  try {
    for await (const answer of tryAll(data)) self.postMessage(answer);
  } catch (thrown) {
    // Told by the worker's own error event, as a script that cannot be loaded is.
    setTimeout(() => {
      throw thrown;
    });
  }
};
