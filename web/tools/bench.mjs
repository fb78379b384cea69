// The benchmark of wasm-core, native and in wasm: npm run bench -- <arguments of poolscope bench>
import path from 'node:path';
import { main, run, step, wasmCore } from './run.mjs';
import { setUp } from './setup.mjs';
import { buildWasm, locked } from './wasm.mjs';

await main(async () => {
  await setUp();
  const build = ['build', '--release', ...locked, '-p', 'poolscope-cli'];
  await step('native, release', () => run('cargo', build, { cwd: wasmCore }));
  await step('wasm, release', () => buildWasm({ feature: 'bench' }));
  const target = process.env['CARGO_TARGET_DIR'] ?? path.join(wasmCore, 'target');
  const program = path.join(target, 'release', 'poolscope');
  await run(program, ['bench', ...process.argv.slice(2)]);
});
