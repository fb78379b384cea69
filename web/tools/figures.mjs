// The project's key figures in this run of the tests, from the reports of its stages. The tests have the limits.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wasmCore } from './run.mjs';
import { gzipped } from './sizes.mjs';
import { packages } from './wasm.mjs';

/** The folder for the reports of the stages; tests get it in this environment variable. */
export const reports = path.join(wasmCore, 'target/reports');
export const REPORTS = 'POOLSCOPE_REPORTS';

/** @typedef {{ scenarios: number, matched: number, differs: number, not_expressible: number,
 *   facts: number, facts_hold: number }} Measured */
/** @typedef {[name: string, found: string | number]} Row */

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
  const rows = [...sizeRows(), ...from('measured', measuredRows)];
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log('\nFigures to reach');
  for (const [name, found] of rows) console.log(`  ${name.padEnd(width)}  ${found}`);
}
