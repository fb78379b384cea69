/** The module of the benchmark curves; fetched where one of them is asked for. */
import init, * as wasm from '#curves/poolscope_wasm.js';
import url from '#curves/poolscope_wasm_bg.wasm?url';
import { once } from './once';

export const loadCurveModule = once(() => init({ module_or_path: url }).then(() => wasm));
