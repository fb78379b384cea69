/** The module of the benchmark curves; fetched where one of them is asked for. */
import init, * as wasm from '#curves/poolscope_wasm.js';
import url from '#curves/poolscope_wasm_bg.wasm?url';

let ready: Promise<typeof wasm> | undefined;

export function loadCurveModule(): Promise<typeof wasm> {
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
