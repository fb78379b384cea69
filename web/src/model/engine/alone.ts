/** The way to the engine in a figure that is one file: its page carries the engine, and no worker. */
import init, { Run } from '#wasm/poolscope_wasm.js';
import { HERE, hereLink } from './channel';
import { EngineHost, type MakeRun } from './host';
import type { EngineLink } from './link';
import { once } from './once';

declare const poolscope_wasm: BufferSource;

const load = once(async (): Promise<MakeRun> => {
  await init({ module_or_path: poolscope_wasm });
  return (...asked) => new Run(...asked);
});

export const connect = (): Promise<EngineLink> =>
  Promise.resolve(hereLink((post) => new EngineHost({ load, post, ...HERE })));

export const prepare = (): void => undefined;
