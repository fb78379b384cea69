// The benchmark of wasm-core, native and in wasm: npm run bench -- <arguments of wasm-core/benches>
import path from 'node:path';
import { inOrder, isScript, main, run, wasmCore } from './run.mjs';
import { missing } from './setup.mjs';
import { buildXtask, compile, glue, locked, targetFolder } from './wasm.mjs';

/** @param {string[]} args of wasm-core/benches */
async function bench(args) {
  await run(path.join(targetFolder(), 'release', 'poolscope-bench'), args);
}

/** Pairs run alternately, and the medians of their ratios count: more rounds are better than repeating the whole. */
const ROUNDS = '7';

/** The program that compares, and the module with the workloads. */
export async function buildBench() {
  const native = ['build', '--release', ...locked, '-p', 'poolscope-bench'];
  await run('cargo', native, { cwd: wasmCore });
  await compile('pkg-bench');
  await glue('pkg-bench');
}

/**
 * Fails if the built engine is slower than its limits.
 * @param {string} report file for the results, as JSON
 */
export const checkSpeed = (report) => bench(['--check', '--rounds', ROUNDS, '--out', report]);

if (isScript(import.meta.url)) {
  await main(async () => {
    const xtask = { needs: ['rustup'], work: buildXtask };
    await inOrder({
      ...(await missing()),
      xtask,
      bench: { needs: ['npm ci', 'xtask'], work: buildBench },
    });
    await bench(process.argv.slice(2));
  });
}
