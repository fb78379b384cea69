/** The module with every scheduler; fetched where one of them is needed. */
import init, * as wasm from '#wasm/poolscope_wasm.js';
import url from '#wasm/poolscope_wasm_bg.wasm?url';
import { once } from './once';

export const loadAll = once(() => init({ module_or_path: url }).then(() => wasm));
