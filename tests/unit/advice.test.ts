import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { advice, type Candidate } from '../../web/src/model/words/advice';

/** The command line is tested with the same file. */
interface Case {
  readonly name: string;
  readonly most: boolean;
  readonly chance: boolean;
  readonly present: number | null;
  readonly candidates: readonly Candidate[];
  readonly said: readonly string[];
}
const golden = JSON.parse(readFileSync('tests/golden/advice.json', 'utf8')) as readonly Case[];

test.each(golden)('the page gives the same advice as the command: $name', (one) => {
  const { most, chance, candidates } = one;
  const question = { measure: 'p99', most, chance, present: one.present ?? undefined };
  expect(advice(candidates, question, (value) => value.toFixed(3))).toEqual(one.said);
});
