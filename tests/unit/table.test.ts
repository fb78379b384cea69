import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runOf } from '../../web/src/build/runs/engine';
import { rowsOf, ROWS_AT_FIRST } from '../../web/src/ui/views/table-rows';

const scenario = (name: string) => readFileSync(`content/scenarios/${name}.json`, 'utf8');
const every = { '/record/lives': 20_000 };

test('a table of thousands of requests begins with those that are read; the one asked for is among them', () => {
  const { lives } = runOf(scenario('small-server-threads'), { ...every, until_us: 300_000 });
  expect(lives.length).toBeGreaterThan(10_000);
  const first = rowsOf(lives, undefined, false);
  expect(first).toEqual(lives.slice(0, ROWS_AT_FIRST));
  const last = lives.at(-1);
  expect(rowsOf(lives, last?.request, false)).toEqual([...first, last]);
  expect(rowsOf(lives, 3, false)).toEqual(first);
  expect(rowsOf(lives, undefined, true)).toBe(lives);
});

test('what a page says without a script is whole: no run of the site is cut', () => {
  for (const name of ['oracle-222-seconds', 'mysql-60-one-mutex', 'dense-36-groups']) {
    const { lives } = runOf(scenario(name), {});
    expect(rowsOf(lives, undefined, false)).toBe(lives);
  }
});
