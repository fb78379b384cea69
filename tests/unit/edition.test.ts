// What the Chinese edition needs to have words for everything that it shows.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benchmarks } from '../../web/src/build/benchmarks';
import { passingRun } from '../../web/src/build/runs/engine';
import { scenarios } from '../../web/src/build/runs/scenarios';
import type { ScenarioView } from '../../web/src/model/run/types';
import { knobName } from '../../web/src/model/words/knob';

const read = (file: string): unknown => JSON.parse(readFileSync(`content/${file}`, 'utf8'));

test('names that are keys and English are in names.json', () => {
  const names = Object.keys(read('names.json') as object);
  const keys = benchmarks.flatMap(({ curves, settings }) => [
    ...curves.flatMap(({ machine, workload }) => [machine, workload]),
    ...Object.keys(settings),
  ]);
  const labels = scenarios
    .flatMap(({ scenario }) => scenario.knobs ?? [])
    .flatMap(({ label }) =>
      typeof label === 'string' && knobName(label) === label ? [label] : [],
    );
  const dates = Object.values(read('sources.json') as Record<string, { date: string }>)
    .map(({ date }) => date)
    .filter((date) => /[a-z]/.test(date));
  const parts = readdirSync('content/measured')
    .filter((file) => file.startsWith('clients-'))
    .flatMap((file) => {
      const { figures } = read(`measured/${file}`) as {
        figures: Record<string, { parts?: string[] }>;
      };
      return Object.values(figures).flatMap((figure) => figure.parts ?? []);
    });
  // Names that someone gave a machine, of tests and of variables stay.
  const own =
    /^(pitbull|windows|facebook-maria1|Cisco UCS C250|[A-Z]+_[A-Z]+|oltp_\w+|[a-z]+-[a-z-]+|\w+_\w+)$/;
  const missing = [...keys, ...labels, ...dates, ...parts].filter(
    (one) => !own.test(one) && !names.includes(one),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test('requests.json has each name in words that a scenario gives to a request or a client, and no other', () => {
  const small = readdirSync('content/reference/scenarios').map((file) =>
    JSON.stringify(read(`reference/scenarios/${file}`)),
  );
  const given = [...scenarios.map(({ json }) => json), ...small].flatMap((json) => [
    ...passingRun(json, {}).lives.map(({ name }) => name),
    ...((JSON.parse(json) as ScenarioView).clients ?? []).map(({ name }) => name ?? ''),
  ]);
  const kinds = new Set(given.map((name) => name.replace(/( \d+)*$/, '')));
  // Statements, and what lessons quote, stay.
  const own = /^(\d*|[A-Z_]+( \d)?|sleep.*|fast|slow|[a-z]\d+)$/;
  const words = Object.keys(read('requests.json') as object);
  expect([...kinds].filter((kind) => !own.test(kind) && !words.includes(kind))).toEqual([]);
  expect(words.filter((word) => !kinds.has(word))).toEqual([]);
});
