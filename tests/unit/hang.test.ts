import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import { figuresOf, latencyWords, openSentence } from '../../web/src/features/lab/figures';
import { candidatesOf, cellsOf, type SweepSpec } from '../../web/src/features/lab/sweep-plan';
import { heatCells } from '../../web/src/features/lab/sweep-words';
import { measuredAtLeast } from '../../web/src/model/measures/sweep-measure';
import { summaryFrom } from '../../web/src/model/run/summary';
import type { Outcome } from '../../web/src/model/run/types';
import { caption } from '../../web/src/model/words/caption';

/** A client takes a lock and keeps it: 201 requests hang, and the hundred before were fast. */
const SCENARIO = JSON.stringify({
  server: { scheduler: 'one-thread-per-connection' },
  until_us: 12_000_000,
  requests: [{ connection: 9000, at_us: 0, name: 'holder', steps: [{ lock: 'a' }] }],
  clients: [
    {
      count: 100,
      arrivals: { spread: { at_us: 1_000_000, gap_us: 1000 } },
      statements: [{ name: 'select', steps: [{ cpu_us: 1000 }] }],
    },
    {
      count: 201,
      arrivals: { spread: { at_us: 2_000_000, gap_us: 1000 } },
      statements: [{ name: 'update', steps: [{ lock: 'a' }] }],
    },
  ],
});
let outcome: Outcome;

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
  const run = new Run(SCENARIO, '{}');
  while (!run.advance(100_000));
  outcome = JSON.parse(run.outcome()) as Outcome;
  run.free();
});

test('the tiles of a server that hangs do not look healthy', () => {
  const rows = figuresOf(outcome, undefined);
  const of = (name: string) => rows.find((row) => row.name === name);
  expect(of('p99')?.now).toMatch(/^≥ 9\.\d{3} s$/);
  expect(of('Slowest')?.now).toBe('≥ 10.000 s');
  expect(of('Still open at the end')?.now).toBe('201, up to 10.000 s');
  expect(openSentence(outcome.metrics)).toMatch(/^201 requests are still open, the oldest for 10/);
  // A hundred fast requests of three hundred: the median is one of those that hang.
  expect(outcome.metrics.latency.p99_ns).toBeLessThan(2e6);
});

test('each statement has its own figures', () => {
  const of = (name: string) => outcome.metrics.statements?.find((one) => one.name === name);
  const [select, update] = [of('select'), of('update')];
  if (!select || !update) throw new Error('a statement is missing');
  expect(latencyWords(select, 'p99_ns')).toMatch(/^1\.\d{3} ms$/);
  expect(latencyWords(update, 'p50_ns')).toMatch(/^≥ 9\.\d{3} s$/);
  expect([select.open, update.open]).toEqual([0, 201]);
});

test('the caption names the lock that they wait for', () => {
  expect(caption(outcome)).toContain('201 had no answer at 12.000 s (201: waiting for a lock a).');
});

test('requests that happen to be under way mark nothing', () => {
  const latency = { mean_ns: 1e6, p50_ns: 1e6, p95_ns: 2e6, p99_ns: 3e6, max_ns: 4e6 };
  const few = { finished: 21_581, open: 5, open_longest_ns: 2e6, latency };
  const at_least = { ...latency, mean_ns: 1.0001e6 };
  expect(openSentence({ ...few, at_least })).toBeUndefined();
  expect(latencyWords({ ...few, at_least }, 'p99_ns')).toBe('3.000 ms');
});

test('a sweep compares by the lower bounds of latencies, and mentions the waiting requests', () => {
  const run = new Run(SCENARIO, '{}');
  while (!run.advance(100_000));
  const summary = summaryFrom(run.summary());
  run.free();
  expect(summary.open_longest_ns).toBe(10e9);
  expect(measuredAtLeast('p99', summary)).toBeGreaterThan(9e9);
  const knob = { key: 'x', label: 'x', unit: '', choices: undefined, min: 1, max: 9, present: 1 };
  const spec: SweepSpec = {
    scenario_json: SCENARIO,
    overrides: {},
    until_us: 1,
    patient: false,
    across: { knob: { ...knob, paths: [] }, values: [1, 2] },
    down: undefined,
    seeds: [1],
  };
  const results = [{ kind: 'done', index: 0, summary } as const, undefined];
  expect(candidatesOf(spec, results, 'p99')).toMatchObject([
    { name: 'x = 1', hangs: true, values: [measuredAtLeast('p99', summary)] },
    { name: 'x = 2', hangs: false, values: [null] },
  ]);
  const [[cell] = []] = heatCells(spec, cellsOf(spec, results, 'p99'), 'p99');
  expect(cell?.words).toContain('somebody had already waited 10.000 s');
});
