/** The measured runs as they stand in content/measured, and the comparison, made once for a build. */
import known from '/content/measured/differences.json';
import newer from '/content/measured/mariadb-10.11.json?raw';
import older from '/content/measured/mariadb-10.2.json?raw';
import { compare, type Comparison } from './compare';
import { disagreements, type Differences } from './differences';
import { readMeasured, type MeasuredFile } from './format';

export const differences: Differences = known;
export const files: readonly MeasuredFile[] = [
  readMeasured(newer, 'content/measured/mariadb-10.11.json'),
  readMeasured(older, 'content/measured/mariadb-10.2.json'),
];

let made: readonly Comparison[] | undefined;

/** Every scenario against the engine; thrown where the list of differences is not the true one. */
export function comparisons(): readonly Comparison[] {
  if (!made) {
    made = files.flatMap((file) => file.scenarios.map((scenario) => compare(file, scenario)));
    const said = disagreements(differences, made);
    if (said.length > 0) throw new Error(said.join('\n'));
  }
  return made;
}
