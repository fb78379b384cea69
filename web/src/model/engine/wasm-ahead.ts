/** The module that runs remedies ahead from a capture; fetched once the verdict stands. */
import init, { try_remedy } from '#ahead/poolscope_wasm.js';
import url from '#ahead/poolscope_wasm_bg.wasm?url';

export async function loadAhead(): Promise<typeof try_remedy> {
  await init({ module_or_path: url });
  return try_remedy;
}
