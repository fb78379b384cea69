// The project's key figures in this run of the tests, from the reports of its stages. The tests have the limits.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wasmCore } from './run.mjs';
import { gzipped } from './sizes.mjs';
import { packages } from './wasm.mjs';

/** The folder for the reports of the stages; tests get it in this environment variable. */
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
/** @typedef {[name: string, found: string | number]} Row */

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)} %`;

/** @param {Benchmarks} found what `poolscope benchmarks --json` printed @returns {Row[]} */
function benchmarkRows(found) {
  const worst = found.curves.reduce((a, b) => (b.median > a.median ? b : a));
  const apart = found.better.filter(({ steps }) => steps == null || steps > 1);
  const count = (/** @type {number | null | undefined} */ n) => n ?? 'never';
  return [
    ['published points simulated', found.points],
    ['median error', percent(found.median)],
    ['90th percentile', percent(found.p90)],
    ['within a factor 1.5', found.within_1_5],
    [`worst curve's median (${worst.id})`, percent(worst.median)],
    ['held out: median error', found.held_out ? percent(found.held_out.median) : 'none'],
    ['held out: 90th percentile', found.held_out ? percent(found.held_out.p90) : 'none'],
    ['analytic against simulated, median', percent(found.against_analytic.median)],
    [
      'pool 1.2 and 2 times better from the right count, within a step',
      `${found.better.length - apart.length} of ${found.better.length}`,
    ],
    ...apart.map(
      (b) =>
        /** @type {Row} */ ([
          `  not: ${b.machine} ${b.workload}, ${b.times} times`,
          `published ${count(b.published)}, simulated ${count(b.simulated)}`,
        ]),
    ),
  ];
}

/** @param {Bench} found what `npm run bench -- --out` wrote @returns {Row[]} */
const benchRows = ({ targets }) =>
  targets.map(({ name, found, wanted, at_most, met }) => [
    name,
    `${found.toFixed(2)}, ${at_most ? 'at most' : 'at least'} ${wanted}${met ? '' : ' NOT MET'}`,
  ]);

/** @param {Measured} found @returns {Row[]} */
const measuredRows = (found) => [
  ['runs of a real server', found.scenarios],
  ['  matched', found.matched],
  ['  differ, each listed with its reason', found.differs],
  ['  not expressible, each listed', found.not_expressible],
  ['  facts of them that hold', `${found.facts_hold} of ${found.facts}`],
];

/** @returns {Row[]} */
const sizeRows = () =>
  packages.map((name) => {
    const bytes = gzipped(path.join(wasmCore, name, 'poolscope_wasm_bg.wasm'));
    return [`${name}, gzip`, `${(bytes / 1024).toFixed(1)} KB`];
  });

/**
 * The rows of a report, or a row that says it is missing.
 * @template Report
 * @param {string} name
 * @param {(report: Report) => Row[]} rows
 * @returns {Row[]}
 */
function from(name, rows) {
  const file = path.join(reports, `${name}.json`);
  if (!existsSync(file)) return [[name, 'not computed in this run']];
  return rows(JSON.parse(readFileSync(file, 'utf8')));
}

export function printFigures() {
  const rows = [
    ...from('benchmarks', benchmarkRows),
    ...from('bench', benchRows),
    ...sizeRows(),
    ...from('measured', measuredRows),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log('\nFigures to reach');
  for (const [name, found] of rows) console.log(`  ${name.padEnd(width)}  ${found}`);
}
