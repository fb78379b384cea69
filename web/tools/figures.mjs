// The figures that the project is to reach, as this run of the tests found them: read from what its stages reported.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wasmCore } from './run.mjs';
import { gzipped } from './sizes.mjs';

/** Where the stages put what they found; tests look for it in this variable of the environment. */
export const reports = path.join(wasmCore, 'target/reports');
export const REPORTS = 'POOLSCOPE_REPORTS';

/** @typedef {{ points: number, median: number, p90: number, within_1_5: number }} Score */
/** @typedef {{ machine: string, workload: string, times: number, published?: number | null,
 *   simulated?: number | null, steps?: number | null }} Better */
/** @typedef {Score & { held_out?: Score | null, against_analytic: Score, better: Better[],
 *   curves: { id: string, median: number }[] }} Benchmarks */
/** @typedef {{ targets: { name: string, found: number, wanted: number, at_most: boolean, met: boolean }[] }} Bench */
/** @typedef {{ scenarios: number, matched: number, differs: number, not_expressible: number,
 *   facts: number, facts_hold: number }} Measured */
/** @typedef {{ name: string, found: string, wanted?: string, met?: boolean }} Row */

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(1)} %`;

/**
 * @param {string} name
 * @param {number} found
 * @param {number} wanted
 * @returns {Row}
 */
const share = (name, found, wanted) => ({
  name,
  found: percent(found),
  wanted: `at most ${percent(wanted)}`,
  met: found <= wanted,
});

/**
 * @param {Benchmarks} found what `poolscope benchmarks --json` printed
 * @returns {Row[]}
 */
export function benchmarkRows(found) {
  const worst = found.curves.reduce((a, b) => (b.median > a.median ? b : a));
  const apart = found.better.filter(({ steps }) => steps == null || steps > 1);
  const count = (/** @type {number | null | undefined} */ n) => n ?? 'never';
  const listed = apart.map(
    (b) =>
      `${b.machine} ${b.workload}, ${b.times} times: published ${count(b.published)}, simulated ${count(b.simulated)}`,
  );
  return [
    { name: 'published points simulated', found: String(found.points) },
    share('median error', found.median, 0.03),
    share('90th percentile', found.p90, 0.1),
    {
      name: 'within a factor 1.5',
      found: String(found.within_1_5),
      wanted: 'at least 212',
      met: found.within_1_5 >= 212,
    },
    share(`worst curve's median (${worst.id})`, worst.median, 0.07),
    ...(found.held_out
      ? [
          share('held out: median error', found.held_out.median, 0.035),
          share('held out: 90th percentile', found.held_out.p90, 0.18),
        ]
      : []),
    share('analytic against simulated, median', found.against_analytic.median, 0.02),
    {
      name: 'pool 1.2 and 2 times better from the right count, within a step',
      found: `${found.better.length - apart.length} of ${found.better.length}`,
    },
    ...listed.map((text) => ({ name: `  not: ${text}`, found: '' })),
  ];
}

/**
 * @param {Bench} found what `npm run bench -- --out` wrote
 * @returns {Row[]}
 */
export function benchRows(found) {
  return found.targets.map(({ name, found: value, wanted, at_most, met }) => ({
    name,
    found: value.toFixed(2),
    wanted: `${at_most ? 'at most' : 'at least'} ${wanted}`,
    met,
  }));
}

/**
 * @param {Measured} found
 * @returns {Row[]}
 */
export function measuredRows(found) {
  return [
    { name: 'runs of a real server', found: String(found.scenarios) },
    { name: '  matched', found: String(found.matched) },
    { name: '  differ, each listed with its reason', found: String(found.differs) },
    { name: '  not expressible, each listed', found: String(found.not_expressible) },
    { name: '  facts of them that hold', found: `${found.facts_hold} of ${found.facts}` },
  ];
}

/** @type {Readonly<Record<string, string>>} */
const MODULE_WORDS = {
  'pkg-core': 'the engine, its core',
  pkg: 'the engine, all of it',
  'pkg-curves': 'the engine of the curves',
  'pkg-diagnose': 'the diagnosis',
  'pkg-ahead': 'the diagnosis with the engine that tries remedies',
};

/** @returns {Row[]} */
function sizeRows() {
  return Object.keys(MODULE_WORDS)
    .map((name) => ({ name, file: path.join(wasmCore, name, 'poolscope_wasm_bg.wasm') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => ({
      name: `${MODULE_WORDS[name] ?? name}, gzip`,
      found: `${(gzipped(file) / 1024).toFixed(1)} KB`,
    }));
}

/**
 * The rows of a report, or that it is not there.
 * @template Report
 * @param {string} name
 * @param {(report: Report) => Row[]} rows
 * @returns {Row[]}
 */
function from(name, rows) {
  const file = path.join(reports, `${name}.json`);
  if (!existsSync(file)) return [{ name, found: 'not computed in this run' }];
  return rows(JSON.parse(readFileSync(file, 'utf8')));
}

/** @param {readonly Row[]} rows */
export function block(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, found, wanted, met }) => {
      const verdict = met === undefined ? '' : met ? 'met' : 'NOT MET';
      return `  ${name.padEnd(width)}  ${found.padStart(8)}  ${(wanted ?? '').padEnd(17)} ${verdict}`.trimEnd();
    })
    .join('\n');
}

export function printFigures() {
  const rows = [
    ...from('benchmarks', benchmarkRows),
    ...from('bench', benchRows),
    ...sizeRows(),
    ...from('measured', measuredRows),
  ];
  console.log(`\nFigures to reach\n${block(rows)}`);
}
