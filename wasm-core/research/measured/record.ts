/** What `npm run research` writes of the comparison: content/measured/compared.json. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  COMMAND,
  hash,
  inputsOf,
  type Compared,
  type ComparedFile,
} from '../../../web/src/build/measured/compared';
import { readMeasured, type MeasuredFile } from '../../../web/src/build/measured/format';
import { compare } from './compare';

const FOLDER = 'content/measured';
export const COMPARED = `${FOLDER}/compared.json`;
const OWN = 'wasm-core/research/measured';

export const measuredFiles = (): MeasuredFile[] =>
  ['mariadb-10.11', 'mariadb-10.2'].map((name) => {
    const file = `${FOLDER}/${name}.json`;
    return readMeasured(readFileSync(file, 'utf8'), file);
  });

/** The rules by which runs are compared. */
export const program = () =>
  hash(
    readdirSync(OWN)
      .filter((name) => !name.endsWith('.test.ts'))
      .sort()
      .map((name) => readFileSync(`${OWN}/${name}`, 'utf8'))
      .join('\0'),
  );

/** One scenario a line. */
function printed({ scenarios, ...head }: ComparedFile): string {
  const lines = Object.entries(scenarios).map(
    ([name, one]) => `    ${JSON.stringify(name)}: ${JSON.stringify(one)}`,
  );
  const top = JSON.stringify(head, undefined, 2).replace(/\n\}$/, ',');
  return `${top}\n  "scenarios": {\n${lines.join(',\n')}\n  }\n}\n`;
}

export function recordMeasured(): void {
  const files = measuredFiles();
  const scenarios: Record<string, Compared> = {};
  for (const file of files)
    for (const measured of file.scenarios) {
      const { scenario: _, file: __, ...found } = compare(file, measured);
      scenarios[measured.name] = found;
    }
  const inputs = Object.assign(
    { program: program() },
    ...files.map(inputsOf),
  ) as ComparedFile['inputs'];
  const format = 'poolscope-compared/1' as const;
  writeFileSync(COMPARED, printed({ format, command: COMMAND, inputs, scenarios }));
}
