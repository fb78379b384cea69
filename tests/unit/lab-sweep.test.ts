import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import { lineChart, type LinePoint } from '../../web/src/ui/charts/line-chart';
import { Sweeper, type PointResult, type SweepPoint } from '../../web/src/model/engine/sweep';
import { MOST_POINTS, Sweep } from '../../web/src/features/lab/sweep.svelte';
import { csv } from '../../web/src/ui/export/exports';
import {
  cellsOf,
  firstValues,
  pointsOf,
  sweepKnobs,
  sweepRows,
  type SweepKnob,
  type SweepSpec,
} from '../../web/src/features/lab/sweep-plan';
import { MOST_SWEEP_VALUES, printValues, readValues } from '../../web/src/features/lab/values';
import { interval, studentT } from '../../web/src/model/measures/stats';
import { summaryFrom } from '../../web/src/model/run/summary';
import type { Outcome, ScenarioFile } from '../../web/src/model/run/types';

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

// Table of the two-sided 95 % points, as in textbooks.
test.each([
  [1, 12.706],
  [2, 4.303],
  [4, 2.776],
  [9, 2.262],
  [19, 2.093],
  [30, 2.042],
  [49, 2.01],
  [120, 1.98],
])('Student’s t with %i degrees of freedom', (freedom, t) => {
  expect(studentT(freedom)).toBeCloseTo(t, 3);
});

test('an interval contains the mean; equal values have a width of zero, a single one has none', () => {
  expect(interval([])).toBeUndefined();
  expect(interval([7])).toMatchObject({ mean: 7, half: undefined });
  expect(interval([3, 3, 3])).toMatchObject({ mean: 3, half: 0 });
  const found = interval([1, 2, 3, 4, 5]);
  expect(found).toMatchObject({ count: 5, mean: 3, least: 1, most: 5 });
  expect(found?.half).toBeCloseTo(2.776 * Math.sqrt(2.5 / 5), 3);
});

test.each([
  ['2 3 4 6 8', [2, 3, 4, 6, 8]],
  ['8, 2;2', [2, 8]],
  ['1..5', [1, 2, 3, 4, 5]],
  ['1 .. 3 10', [1, 2, 3, 10]],
  ['10..30 by 10', [10, 20, 30]],
  ['1 to 20 times 3', [1, 3, 9]],
  ['0.1..0.3 by 0.1', [0.1, 0.2, 0.3]],
  ['１ ２', [1, 2]],
])('"%s" is read', (text, values) => {
  expect(readValues(text)).toEqual({ values, problems: [] });
});

test('what cannot be read is reported, and the rest is used', () => {
  expect(readValues('4 many 9..2 1..8 times 1')).toEqual({
    values: [4],
    problems: [
      { kind: 'no_number', text: 'many' },
      { kind: 'backwards', text: '9..2' },
      { kind: 'no_step', text: '1..8 times 1' },
    ],
  });
  expect(readValues('1..1000000').problems).toEqual([
    { kind: 'too_many', most: MOST_SWEEP_VALUES },
  ]);
  expect(readValues('1..1000000').values).toHaveLength(MOST_SWEEP_VALUES);
  expect(readValues(' ').problems).toEqual([{ kind: 'empty' }]);
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      const { values } = readValues(text);
      expect(values.length).toBeLessThanOrEqual(MOST_SWEEP_VALUES);
      expect(values.every(Number.isFinite)).toBe(true);
    }),
  );
});

test('printed values can be read again', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: -50, max: 500 }), { minLength: 1, maxLength: 30 }),
      (some) => {
        const values = some.toSorted((a, b) => a - b);
        expect(readValues(printValues(values)).values).toEqual(values);
      },
    ),
  );
  expect(printValues([1, 2, 3, 4])).toBe('1..4');
});

function read(name: string): { text: string; outcome: Outcome; scenario: ScenarioFile } {
  const text = readFileSync(name, 'utf8');
  const run = new Run(text, '{}');
  while (!run.advance(100_000));
  return {
    text,
    outcome: JSON.parse(run.outcome()) as Outcome,
    scenario: JSON.parse(text) as ScenarioFile,
  };
}

test('every knob on offer is accepted by the engine, at its present value and at others', () => {
  for (const name of [
    'content/scenarios/mariadb-max-threads-6.json',
    'tests/golden/parity/percona-mix.json',
  ]) {
    const { text, outcome, scenario } = read(name);
    const knobs = sweepKnobs(outcome, scenario);
    expect(knobs.length).toBeGreaterThan(8);
    for (const knob of knobs) {
      const values = knob.choices ?? firstValues(knob);
      expect(values.length, knob.label).toBeGreaterThan(1);
      for (const value of values) {
        const run = new Run(text, JSON.stringify({ [knob.key]: value }));
        run.free();
      }
    }
  }
});

test('a limit of clients can be swept where the scenario sets it, and retries where clients give up', () => {
  const keys = (name: string) => {
    const { outcome, scenario } = read(name);
    return sweepKnobs(outcome, scenario).map(({ key }) => key);
  };
  expect(keys('content/scenarios/mariadb-max-threads-6.json')).not.toContain('max_connections');
  const storm = keys('content/scenarios/retry-storm.json');
  expect(storm).toEqual(
    expect.arrayContaining(['max_connections', 'retries', 'places', 'backoff']),
  );
});

test('everything that can be swept has a label of its own', () => {
  for (const name of [
    'content/scenarios/mariadb-max-threads-6.json',
    'content/scenarios/dense-36-groups.json',
    'content/scenarios/small-server-threads.json',
    'content/scenarios/retry-storm.json',
    'content/scenarios/pinned-connections.json',
    'tests/golden/parity/percona-mix.json',
  ]) {
    const { outcome, scenario } = read(name);
    const labels = sweepKnobs(outcome, scenario).map(({ label }) => label);
    expect(new Set(labels).size, name).toBe(labels.length);
    expect(labels.filter((label) => /[./]|_(us|ms|s)$/.test(label))).toEqual([]);
  }
});

const knob = (key: string): SweepKnob => ({
  key,
  label: key.slice(1),
  unit: '',
  choices: undefined,
  min: undefined,
  max: undefined,
  present: 1,
  paths: [key],
});
const spec: SweepSpec = {
  scenario_json: '{}',
  overrides: { kept: 1 },
  until_us: 5,
  patient: true,
  across: { knob: knob('/a'), values: [1, 2, 3] },
  down: { knob: knob('/b'), values: [10, 20] },
  seeds: [7, 8],
};
const done = (index: number, max_ns: number, open = 0): PointResult => ({
  kind: 'done',
  index,
  summary: summaryFrom([1, 1, 0, open, 1, 0, 0, 0, 0, max_ns, 0, 0, 0, 0, 1]),
});

test('points and cells of a grid belong together, seeds of a cell are averaged', () => {
  const points = pointsOf(spec);
  expect(points).toHaveLength(12);
  expect(points[4]?.overrides).toEqual({ kept: 1, '/until_us': 5, seed: 7, '/a': 2, '/b': 20 });
  expect(points[10]?.overrides).toMatchObject({ seed: 8, '/a': 2, '/b': 20 });
  const results: (PointResult | undefined)[] = points.map(() => undefined);
  results[4] = done(4, 10, 2);
  results[10] = done(10, 20);
  results[0] = {
    kind: 'refused',
    index: 0,
    errors: [{ path: 'a', value: '1', allowed: '2', message: 'a: 1 is not allowed' }],
  };
  const cells = cellsOf(spec, results, 'max');
  expect(cells[1]?.[1]).toMatchObject({ kind: 'known', interval: { mean: 15, count: 2 }, open: 2 });
  expect(cells[0]?.[0]).toEqual({ kind: 'refused', message: 'a: 1 is not allowed' });
  expect(cells[0]?.[1]).toEqual({ kind: 'pending' });
  const rows = sweepRows(spec, results);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  expect(csv(rows)).toContain('1,10,7,,,,,,,,,,,,,,a: 1 is not allowed');
  expect(rows.slice(1).map((row) => row.slice(0, 3))).toEqual([
    [1, 10, 7],
    [2, 20, 7],
    [2, 20, 8],
  ]);
});

/** A sweep of a scenario, run here at once; it stops after `most` runs. */
function sweepOf(name: string, most = Infinity) {
  const { text, outcome } = read(name);
  const given = { scenario_json: text, overrides: {}, outcome };
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const runs = new Sweeper((points: readonly SweepPoint[], { onpoint, signal }) => {
    for (const [index, { scenario, overrides }] of points.slice(0, most).entries()) {
      const run = new Run(scenario, JSON.stringify(overrides));
      while (!run.advance(100_000));
      const summary = summaryFrom(run.summary());
      run.free();
      onpoint({ kind: 'done', index, summary }, { done: index + 1, total: points.length });
    }
    if (points.length <= most) return Promise.resolve('done' as const);
    return new Promise((end) => signal?.addEventListener('abort', () => end('aborted')));
  });
  return new Sweep(() => given, runs);
}
const EIGHT = 'content/scenarios/mariadb-max-threads-6.json';

test('a sweep describes the shape of its line and the best value, and is taken as one change', async () => {
  const sweep = sweepOf(EIGHT);
  sweep.type(sweep.across, '2 4 6 8');
  expect(sweep.total).toBe(4);
  await sweep.run();
  expect(sweep.running).toBe(false);
  expect(sweep.points.map(({ label }) => label)).toEqual(['2', '4', '6', '8']);
  expect(sweep.summary).toMatch(/falls from 8\.\d+ s at 2/);
  expect(sweep.advised.join(' ')).toContain('Best by');
  expect(sweep.stale).toBe(false);
  expect(sweep.take(3)?.edits).toEqual([{ at: '/server/thread_pool_max_threads', value: 8 }]);
  expect(sweep.picture(() => '#000')).toContain('<svg');
  sweep.cores = 2;
  expect(sweep.stale).toBe(true);
});

test('a sweep of two settings is a grid; too many runs are not started, and a cancelled one states its progress', async () => {
  const sweep = sweepOf(EIGHT, 3);
  sweep.type(sweep.across, '2 4');
  sweep.down_key = 'thread_pool_oversubscribe';
  sweep.type(sweep.down, '1..30');
  const running = sweep.run();
  expect([sweep.total, sweep.running, sweep.done]).toEqual([60, true, 3]);
  expect(sweep.advised).toEqual([]);
  sweep.cancel();
  await running;
  expect(sweep.said).toContain('3 of 60');
  expect(sweep.heat.map((row) => row.length)).toEqual(Array.from({ length: 30 }, () => 2));
  sweep.type(sweep.across, '1..60');
  expect(sweep.total).toBeGreaterThan(MOST_POINTS);
  await sweep.run();
  expect(sweep.spec?.across.values).toEqual([2, 4]);
});

const point = (x: number | undefined, y: number | undefined, half = 0): LinePoint => ({
  label: String(x),
  x,
  y,
  half,
  doubtful: false,
  words: '',
});
const box = { width: 300, height: 200, left: 50, right: 50, top: 20, bottom: 30 };

test('a curve is linear or logarithmic, with its band around it', () => {
  const points = [point(1, 100, 20), point(10, 50, 10), point(100, 10, 5)];
  const plain = lineChart(points, { x: false, y: false }, 1, box);
  expect(plain.xs[1]).toBeCloseTo(50 + 200 / 11, 5);
  const log = lineChart(points, { x: true, y: true }, 1, box);
  expect(log.xs).toEqual([50, 150, 250]);
  expect(log.band).not.toBe('');
  expect([...log.ys].every((y) => y !== undefined && y >= box.top && y <= 170)).toBe(true);
  expect(plain.labelled).toContain(1);
});

test('words are evenly spaced; one value, none and zeros do not break a curve', () => {
  expect(
    lineChart([point(undefined, 1), point(undefined, 2)], { x: true, y: false }, -1, box).xs,
  ).toEqual([100, 200]);
  for (const points of [[], [point(3, 0)], [point(1, undefined), point(2, 0)]]) {
    const { xs, ys } = lineChart(points, { x: true, y: true }, 0, box);
    expect(xs.every(Number.isFinite)).toBe(true);
    expect(ys.every((y) => y === undefined || Number.isFinite(y))).toBe(true);
  }
});
