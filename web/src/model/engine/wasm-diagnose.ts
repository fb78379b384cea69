/** The module that reads and judges captures, and separates servers; loaded when something is pasted. */
import init, { diagnose, printed, servers } from '#diagnose/poolscope_wasm.js';
import url from '#diagnose/poolscope_wasm_bg.wasm?url';
import { once } from './once';

export const loadDiagnose = once(() =>
  init({ module_or_path: url }).then(() => ({ diagnose, printed, servers })),
);
