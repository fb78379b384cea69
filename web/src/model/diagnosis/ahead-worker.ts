/// <reference lib="webworker" />
/** A module worker that runs remedies ahead. */
import { tryAll, type AheadAsk } from './tries';

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data }: MessageEvent<AheadAsk>) => {
  try {
    for await (const answer of tryAll(data)) self.postMessage(answer);
  } catch (thrown) {
    // Rethrown outside the promise so that it reaches the page as the worker's error event, like a script that fails to
    // load.
    setTimeout(() => {
      throw thrown;
    });
  }
};
