/** The module with every scheduler; loaded when a run needs one that `core` lacks. */
import init, * as wasm from '#wasm/poolscope_wasm.js';
import url from '#wasm/poolscope_wasm_bg.wasm?url';
import { once } from './once';

export const loadAll = once(() => init({ module_or_path: url }).then(() => wasm));
