// Runs the two test runners of the site. A process that dies (the runtime crashed, or the system took it for its memory) is
// no failed test: what it was at is named and runs once more, alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { playwrightCount, vitestCount } from './counts.mjs';
import { root, runPackage, Sentence } from './run.mjs';
import { DIED } from './vitest-report.mjs';

/** @typedef {import('./counts.mjs').Count & { died: readonly string[] }} Told how it went, and whose process died */
/** @typedef {{ testResults: { name: string }[], numPassedTests: number, numFailedTests: number }} VitestReport */
/** @typedef {{ message?: string }} Wrong */
/** @typedef {{ results: { status: string, errors: Wrong[] }[] }} Tried */
/** @typedef {{ suites?: Suite[], specs?: { file: string, tests: Tried[] }[] }} Suite */
/** @typedef {Suite & { stats: { expected: number, unexpected: number, flaky: number } }} PlaywrightReport */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @param {readonly string[]} names */
const again = (names) => console.log(`\n  A process died. Once more, alone: ${names.join(', ')}`);

/**
 * The error with which a runner ended, if its tests failed.
 * @param {Promise<unknown>} work
 * @returns {Promise<Error | undefined>}
 */
const failure = (work) =>
  work.then(
    () => undefined,
    (/** @type {unknown} */ error) => (error instanceof Error ? error : new Error(String(error))),
  );

/**
 * @param {string} report the file that it writes
 * @param {readonly string[]} chosen arguments that choose tests
 * @param {(told: Told) => void} tell called in any case
 */
export async function vitest(report, chosen, tell) {
  const died = `${report}.died`;
  const once = (/** @type {string} */ file, /** @type {readonly string[]} */ args) =>
    failure(
      runPackage(
        'vitest',
        [
          ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
          ...[`--reporter=${path.join(root, 'web/tools/vitest-report.mjs')}`, ...args],
        ],
        { env: { [DIED]: died } },
      ),
    );
  let error = await once(report, chosen);
  if (!existsSync(report)) throw error ?? new Sentence('Vitest wrote no report.');
  /** @type {{ died: string[], others: boolean }} */
  const first = existsSync(died) ? readJson(died) : { died: [], others: true };
  /** @type {VitestReport} */
  const whole = readJson(report);
  if (first.died.length > 0) {
    again(first.died);
    const options = chosen.filter((argument) => argument.startsWith('--config'));
    const second = await once(`${report}.again`, [...options, '--maxWorkers=1', ...first.died]);
    error = first.others ? error : second;
    if (existsSync(`${report}.again`)) {
      /** @type {VitestReport} */
      const { testResults, numPassedTests, numFailedTests } = readJson(`${report}.again`);
      const isAgain = ({ name = '' }) => first.died.includes(path.relative(root, name));
      whole.testResults = [...whole.testResults.filter((one) => !isAgain(one)), ...testResults];
      whole.numPassedTests += numPassedTests;
      whole.numFailedTests += numFailedTests;
      writeFileSync(report, JSON.stringify(whole));
    }
  }
  tell({ ...vitestCount(whole), died: first.died });
  if (error) throw error;
}

/** What Playwright says if a browser, a page of it or its own worker is gone. */
const GONE =
  /(browser|context|page).* (closed|crashed)|crashed|worker process exited unexpectedly/i;
const HUNG = /timeout/i;

/**
 * The files of the tests that failed, each with whether a process of it died.
 * @param {Suite} suite
 * @returns {{ file: string, died: boolean }[]}
 */
const failed = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(failed),
  ...specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) => {
      const last = results.at(-1);
      if (!last || last.status === 'passed' || last.status === 'skipped') return [];
      const messages = last.errors.map(({ message = '' }) => message);
      const died =
        messages.some((one) => GONE.test(one)) && !messages.some((one) => HUNG.test(one));
      return [{ file, died }];
    }),
  ),
];

/**
 * @param {string} report the file that it writes
 * @param {readonly string[]} chosen arguments that choose tests
 * @param {NodeJS.ProcessEnv} env
 * @param {(told: Told) => void} tell called in any case
 */
export async function playwright(report, chosen, env, tell) {
  const once = (/** @type {string} */ file, /** @type {readonly string[]} */ args) =>
    failure(
      runPackage('@playwright/test', ['test', ...args], {
        bin: 'playwright',
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      }),
    );
  let error = await once(report, chosen);
  if (!existsSync(report)) throw error ?? new Sentence('Playwright wrote no report.');
  /** @type {PlaywrightReport} */
  const whole = readJson(report);
  const wrong = failed(whole);
  const died = [...new Set(wrong.filter((one) => one.died).map(({ file }) => file))];
  if (died.length > 0) {
    again(died);
    const options = chosen.filter((argument) => /^--(config|project)/.test(argument));
    const second = await once(`${report}.again`, [...options, '--last-failed', '--workers=1']);
    if (existsSync(`${report}.again`)) {
      /** @type {PlaywrightReport} */
      const { stats } = readJson(`${report}.again`);
      whole.stats.expected += stats.expected;
      whole.stats.unexpected = stats.unexpected;
      writeFileSync(report, JSON.stringify(whole));
      error = second;
    }
  }
  tell({ ...playwrightCount(whole), died });
  if (error) throw error;
}
