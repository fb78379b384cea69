// Figures without log and lives, for sweeps of many runs.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import { failureOf } from '../../web/src/model/run/failure';
import type { Outcome } from '../../web/src/model/generated/types';

const scenario = readFileSync('tests/golden/parity/percona-mix.json', 'utf8');

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

function whole(detail?: string): Run {
  const run = new Run(scenario, '{}', detail);
  while (!run.advance(777));
  return run;
}

test('a run with figures only keeps no log and has the same figures', () => {
  const full = whole();
  const figures = whole('figures');
  const outcome = JSON.parse(full.outcome()) as Outcome;
  const { metrics, stopped } = outcome;
  expect(JSON.parse(figures.outcome())).toEqual({
    ...outcome,
    events: [],
    lives: [],
    reasons: [],
    // Such figures cover all statements together.
    metrics: { ...metrics, statements: [] },
  });
  expect([...figures.summary()]).toEqual([...full.summary()]);
  const { latency } = metrics;
  const at_least = metrics.at_least ?? latency;
  expect([...full.summary()]).toEqual([
    metrics.arrived,
    metrics.finished,
    metrics.failed,
    metrics.open,
    metrics.throughput_per_s,
    latency.mean_ns,
    latency.p50_ns,
    latency.p95_ns,
    latency.p99_ns,
    latency.max_ns,
    outcome.last_answer_ns,
    outcome.end_ns,
    ['until', 'budget_steps', 'budget_memory'].indexOf(stopped),
    metrics.in_system_mean,
    metrics.threads_peak,
    at_least.mean_ns,
    at_least.p50_ns,
    at_least.p95_ns,
    at_least.p99_ns,
    at_least.max_ns,
    metrics.open_longest_ns,
  ]);
  full.free();
  figures.free();
});

test('another detail is refused as input', () => {
  let thrown: unknown;
  try {
    new Run(scenario, '{}', 'some');
  } catch (error) {
    thrown = error;
  }
  expect(failureOf(thrown)).toMatchObject({
    kind: 'input',
    errors: [{ path: 'detail', value: '"some"', allowed: 'full or figures' }],
  });
});
