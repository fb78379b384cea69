/** The module that reads and judges captures; fetched when something is pasted. */
import init, { diagnose } from '#diagnose/poolscope_wasm.js';
import url from '#diagnose/poolscope_wasm_bg.wasm?url';

let ready: Promise<typeof diagnose> | undefined;

export function loadDiagnose(): Promise<typeof diagnose> {
  ready ??= init({ module_or_path: url }).then(
    () => diagnose,
    (thrown: unknown) => {
      // A failed download may be tried again.
      ready = undefined;
      throw thrown;
    },
  );
  return ready;
}
