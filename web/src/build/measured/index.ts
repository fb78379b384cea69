/** The measured runs of content/measured, and what `npm run research` found when it compared them with the engine. */
import { readClients } from './clients-format';
import { comparisonsOf, readCompared, type Comparison } from './compared';
import { disagreements, type Differences } from './differences';
import { readMeasured, type MeasuredFile } from './format';
import { readSysbench } from './switches';

const texts = import.meta.glob<string>('/content/measured/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
function text(name: string): string {
  const found = texts[`/content/measured/${name}.json`];
  if (found === undefined) throw new Error(`content/measured/${name}.json is missing`);
  return found;
}

export const differences = JSON.parse(text('differences')) as Differences;
export const files: readonly MeasuredFile[] = ['mariadb-10.11', 'mariadb-10.2'].map((name) =>
  readMeasured(text(name), `content/measured/${name}.json`),
);

/** With clients that give up, and connection pools. */
export const clients = readClients(
  text('clients-mariadb-10.11'),
  'content/measured/clients-mariadb-10.11.json',
);

const tables = import.meta.glob<string>('/content/measured/*.csv', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const SYSBENCH = '/content/measured/sysbench-mariadb-10.11.csv';
export const sysbench = readSysbench(tables[SYSBENCH] ?? '', SYSBENCH.slice(1));

let made: readonly Comparison[] | undefined;

/** Every scenario compared with the engine; throws if the list of known differences is wrong. */
export function comparisons(): readonly Comparison[] {
  if (!made) {
    made = comparisonsOf(readCompared(text('compared'), 'content/measured/compared.json'), files);
    const said = disagreements(differences, made);
    if (said.length > 0) throw new Error(said.join('\n'));
  }
  return made;
}
