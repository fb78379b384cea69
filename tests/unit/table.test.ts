import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runOf } from '../../web/src/build/runs/engine';
import { rowsOf, ROWS_AT_FIRST } from '../../web/src/ui/views/table-rows';

const scenario = (name: string) => readFileSync(`content/scenarios/${name}.json`, 'utf8');
const every = { '/record/lives': 20_000 };

test('a table of thousands of requests starts with some of them, always including the chosen one', () => {
  const { lives } = runOf(scenario('small-server-threads'), { ...every, until_us: 300_000 });
  expect(lives.length).toBeGreaterThan(10_000);
  const first = rowsOf(lives, undefined, ROWS_AT_FIRST);
  expect(first).toEqual(lives.slice(0, ROWS_AT_FIRST));
  const last = lives.at(-1);
  expect(rowsOf(lives, last?.request, ROWS_AT_FIRST)).toEqual([...first, last]);
  expect(rowsOf(lives, 3, ROWS_AT_FIRST)).toEqual(first);
  expect(rowsOf(lives, undefined, Infinity)).toBe(lives);
});

test('the panel of requests shows every run of the site in full', () => {
  for (const name of ['oracle-222-seconds', 'mysql-60-one-mutex', 'dense-36-groups']) {
    const { lives } = runOf(scenario(name), {});
    expect(rowsOf(lives, undefined, ROWS_AT_FIRST)).toBe(lives);
  }
});
