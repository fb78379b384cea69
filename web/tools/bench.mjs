// The benchmark of wasm-core, native and in wasm: npm run bench -- <arguments of poolscope bench>
import path from 'node:path';
import { isScript, main, run, step, wasmCore } from './run.mjs';
import { setUp } from './setup.mjs';
import { buildWasm, locked, targetFolder } from './wasm.mjs';

// Ratios of one run are steady, but another program on the same cores can still spoil a round.
const attempts = 3;

/** @param {string[]} args of `poolscope bench` */
async function bench(args) {
  await run(path.join(targetFolder(), 'release', 'poolscope'), ['bench', ...args]);
}

export async function buildBench() {
  const args = ['build', '--release', ...locked, '-p', 'poolscope-cli'];
  await step('native, release', () => run('cargo', args, { cwd: wasmCore }));
  await step('wasm, release', () => buildWasm({ feature: 'bench' }));
}

/**
 * Fails if the engine, once built, is slower than its floors: measured anew before that is believed.
 * @param {string} report where what was found is written, as JSON
 */
export async function checkSpeed(report) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await bench(['--check', '--rounds', '5', '--out', report]);
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      console.log(`below a floor: measured again (${attempt + 1} of ${attempts})`);
    }
  }
}

if (isScript(import.meta.url)) {
  await main(async () => {
    await setUp();
    await buildBench();
    await bench(process.argv.slice(2));
  });
}
