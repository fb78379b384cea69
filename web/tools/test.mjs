// Every check and test; stops at the first stage that fails. What measures time runs alone, at the end.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { auditPages } from './audit.mjs';
import { buildBench, checkSpeed } from './bench.mjs';
import { getChromium } from './browser.mjs';
import { buildSite } from './build.mjs';
import { checkAll } from './check.mjs';
import { cargoCount, playwrightCount, sum, vitestCount } from './counts.mjs';
import { printFigures, REPORTS, reports } from './figures.mjs';
import { main, run, runPackage, seconds, Sentence, step, wasmCore } from './run.mjs';
import { setUp } from './setup.mjs';
import { printSizes } from './sizes.mjs';
import { locked } from './wasm.mjs';

/** @type {import('./counts.mjs').Count[]} */
const counts = [];

async function rust() {
  const args = ['test', ...locked, '--workspace', '--all-features', '--no-fail-fast'];
  try {
    counts.push(cargoCount(await run('cargo', args, { cwd: wasmCore, tee: true })));
  } catch (error) {
    if (error instanceof Error && 'out' in error) counts.push(cargoCount(String(error.out)));
    throw error;
  }
}

/**
 * Runs a test runner that writes a report, and counts from it also when tests failed.
 * @template Report
 * @param {string} name
 * @param {(report: string) => Promise<unknown>} work
 * @param {(report: Report) => import('./counts.mjs').Count} count
 */
async function reported(name, work, count) {
  const report = path.join(reports, `${name}.json`);
  try {
    await work(report);
  } finally {
    if (existsSync(report)) counts.push(count(JSON.parse(readFileSync(report, 'utf8'))));
  }
}

const unit = () =>
  reported(
    'vitest',
    (report) => {
      const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      return runPackage('vitest', args);
    },
    vitestCount,
  );

const browser = () =>
  reported(
    'playwright',
    async (report) => {
      const env = { POOLSCOPE_CHROMIUM: await getChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
      await runPackage('@playwright/test', ['test'], { bin: 'playwright', env });
    },
    playwrightCount,
  );

const start = performance.now();
// On exit, so that it is the last line also after the words of a failure.
process.once('exit', () => {
  const { passed, failed } = sum(counts);
  console.log(`\nall stages: ${seconds(performance.now() - start)}`);
  console.log(`${passed} passed, ${failed} failed`);
});

await main(async () => {
  await step('set-up', setUp);
  // After the set-up, which empties the folder that they lie in.
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  process.env[REPORTS] = reports;
  await step('checks, builds, unit tests', () =>
    checkAll({
      rust: async () => {
        await step('cargo test', rust);
        await buildBench();
      },
      javascript: async () => {
        await buildSite();
        printSizes();
        await step('vitest', unit);
      },
    }),
  );
  await step('speed', () => checkSpeed(path.join(reports, 'bench.json')));
  printFigures();
  await step('browser', browser);
  await step('audit', async () => {
    const found = await auditPages();
    counts.push(found);
    if (found.failed > 0) throw new Sentence(`${found.failed} scores are below their bar.`);
  });
});
