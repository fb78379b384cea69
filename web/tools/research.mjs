// npm run research: computes what takes too long for each build, and writes it down with what it was computed from:
// the runs of real servers held against the engine's (content/measured/compared.json). Minutes; the files are committed.
import path from 'node:path';
import { inOrder, main, root, step } from './run.mjs';
import { missing } from './setup.mjs';
import { modules } from './wasm.mjs';

/** @typedef {typeof import('../../wasm-core/research/measured/record')} Record */

await main(async () => {
  await inOrder({ ...(await missing()), ...modules });
  const { runnerImport } = await import('vite');
  const { module } = /** @type {{ module: Record }} */ (
    await runnerImport(path.join(root, 'wasm-core/research/measured/record.ts'), {
      root,
      configFile: false,
      logLevel: 'error',
    })
  );
  await step('content/measured/compared.json', () => {
    module.recordMeasured();
    return Promise.resolve();
  });
});
