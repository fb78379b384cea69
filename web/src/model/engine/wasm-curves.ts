/** The module of the benchmark curves; loaded when a curve needs points. */
import init, * as wasm from '#curves/poolscope_wasm.js';
import url from '#curves/poolscope_wasm_bg.wasm?url';
import { once } from './once';

export const loadCurveModule = once(() => init({ module_or_path: url }).then(() => wasm));
