// Runs the measured scenarios of real servers thousands of times in the engine, in parallel with other stages, and caches
// the results for the site's build and the tests.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isScript, root, run } from './run.mjs';

/** In a process of its own. */
export const simulateMeasured = () =>
  run(process.execPath, [path.join(root, 'web/tools/measured.mjs')]);

if (isScript(import.meta.url)) {
  const { runnerImport } = await import('vite');
  const config = /** @type {const} */ ({ root, configFile: false, logLevel: 'error' });
  const own = path.join(root, 'web/src/build/measured');
  /** @typedef {typeof import('../src/build/measured/format')} Format */
  /** @typedef {typeof import('../src/build/measured/simulate')} Simulate */
  const { module: format } = /** @type {{ module: Format }} */ (
    await runnerImport(path.join(own, 'format.ts'), config)
  );
  const { module: simulate } = /** @type {{ module: Simulate }} */ (
    await runnerImport(path.join(own, 'simulate.ts'), config)
  );
  const folder = path.join(root, 'content/measured');
  for (const name of readdirSync(folder).filter((file) => file.startsWith('mariadb-'))) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const file = format.readMeasured(text, `content/measured/${name}`);
    for (const scenario of file.scenarios) {
      try {
        simulate.simulateAll(file, scenario);
      } catch {
        // The engine can't express it; the build reports that.
      }
    }
  }
}
