/** The module with every scheduler; fetched where one of them is needed. */
import init, * as wasm from '#wasm/poolscope_wasm.js';
import url from '#wasm/poolscope_wasm_bg.wasm?url';

let ready: Promise<typeof wasm> | undefined;

export function loadAll(): Promise<typeof wasm> {
  ready ??= init({ module_or_path: url }).then(
    () => wasm,
    (thrown: unknown) => {
      // A failed download may be tried again.
      ready = undefined;
      throw thrown;
    },
  );
  return ready;
}
