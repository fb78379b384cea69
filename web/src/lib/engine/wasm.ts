/** The one import of the wasm package in the browser. */
import init, { Run } from '#wasm/poolscope_wasm.js';
import url from '#wasm/poolscope_wasm_bg.wasm?url';
import type { MakeRun } from './host';

let ready: Promise<MakeRun> | undefined;

export function loadEngine(): Promise<MakeRun> {
  ready ??= init({ module_or_path: url }).then(
    () => (scenario, overrides, detail) => new Run(scenario, overrides, detail),
    (thrown: unknown) => {
      // A failed download may be tried again.
      ready = undefined;
      throw thrown;
    },
  );
  return ready;
}

/** Lets other work through without the 4 ms that nested timeouts cost. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}
