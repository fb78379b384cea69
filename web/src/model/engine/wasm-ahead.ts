/** The module that runs remedies ahead from a capture, and separates servers; loaded once there is a verdict. */
import init, { servers, try_remedy } from '#ahead/poolscope_wasm.js';
import url from '#ahead/poolscope_wasm_bg.wasm?url';

export async function loadAhead(): Promise<{
  readonly try_remedy: typeof try_remedy;
  readonly servers: typeof servers;
}> {
  await init({ module_or_path: url });
  return { try_remedy, servers };
}
