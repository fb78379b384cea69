// What a whole `npm test` found, for the page /status/ of a site that is then built from the same commit.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getChromium, onPath } from './browser.mjs';
import { reports } from './figures.mjs';
import { root, tryRun } from './run.mjs';

/** web/src/build/site/status.ts reads it. */
const file = path.join(root, 'node_modules/.cache/poolscope-tested.json');
const VECTORS = path.join(root, 'tests/golden/vectors');

/** @typedef {import('./counts.mjs').Count & { kind: string }} Kind */

/** A test that fails, or a change, must not leave the record of an earlier run. */
export const forget = () => rmSync(file, { force: true });

/** @param {string | undefined} program */
const versionOf = async (program) => program && (await tryRun(program, ['--version']))?.trim();

/** @param {string} name */
const report = (name) => JSON.parse(readFileSync(path.join(reports, `${name}.json`), 'utf8'));

/** Vitest's passed tests by their folder. */
function byFolder() {
  /** @type {{ name: string, assertionResults: { status: string }[] }[]} */
  const files = report('vitest').testResults;
  /** @type {Map<string, number>} */
  const passed = new Map();
  for (const { name, assertionResults } of files) {
    const kind = path.basename(path.dirname(name));
    const own = assertionResults.filter(({ status }) => status === 'passed').length;
    passed.set(kind, (passed.get(kind) ?? 0) + own);
  }
  return [...passed].map(([kind, count]) => ({ kind, passed: count }));
}

/** @typedef {{ title: string, ok: boolean, tests: { status: string }[] }} Spec */

/** The other browsers in which a figure was tried: tests/journeys/browsers.spec.ts names them first in its titles. */
function others() {
  /** @type {{ file: string, specs: Spec[] }[]} */
  const suites = report('journeys').suites;
  const specs = suites.flatMap(({ file, specs }) =>
    file.endsWith('browsers.spec.ts') ? specs : [],
  );
  return ['Firefox', 'WebKit'].filter((name) =>
    specs.some(
      ({ title, ok, tests }) =>
        title.startsWith(`${name}: `) && ok && tests.every(({ status }) => status === 'expected'),
    ),
  );
}

/** How many exact runs the engine's tests compare. */
function vectors() {
  let count = 0;
  for (const name of readdirSync(VECTORS)) {
    /** @type {{ vectors: unknown[] }} */
    const read = JSON.parse(readFileSync(path.join(VECTORS, name), 'utf8'));
    count += read.vectors.length;
  }
  return count;
}

/**
 * Writes nothing if not all is committed: no commit then says what was tested.
 * @param {readonly Kind[]} counts
 * @param {readonly string[]} checks names of the checks without tests
 */
export async function record(counts, checks) {
  const commit = (await tryRun('git', ['rev-parse', '--short=12', 'HEAD']))?.trim();
  const changed = await tryRun('git', ['status', '--porcelain']);
  if (!commit || changed !== '') return;
  const kinds = counts.flatMap(({ kind, passed }) =>
    kind === 'vitest' ? byFolder() : [{ kind, passed }],
  );
  const firefox = await versionOf(onPath('firefox-esr') ?? onPath('firefox'));
  const told = {
    commit,
    date: new Date().toISOString().slice(0, 10),
    kinds,
    checks,
    browsers: [
      (await versionOf(await getChromium())) ?? 'Chromium',
      ...others().map((name) => (name === 'Firefox' && firefox) || name),
    ],
    vectors: vectors(),
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(told));
}
