// The benchmark curves in WebAssembly: the same bits as native, lines, refusals.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { CurvePoint, curve_analytic, curve_scenario, initSync, Run } from '#wasm/poolscope_wasm.js';

const systems = ['one-thread-per-connection', 'thread-pool'] as const;

interface Golden {
  readonly case: unknown;
  readonly points: readonly {
    readonly system: (typeof systems)[number];
    readonly clients: number;
    readonly seed: number;
    readonly analytic: string;
    readonly cold: string;
    readonly numbers: readonly string[];
  }[];
}

const golden = JSON.parse(readFileSync('tests/golden/curves.json', 'utf8')) as Golden;
const text = JSON.stringify(golden.case);

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

// All digits of a double, so that printing hides no bit.
const bits = (value: number) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
};

test.each(golden.points)('$system with $clients clients has the native bits', (point) => {
  const { system, clients, seed } = point;
  const at = Float64Array.of(clients);
  expect(bits(curve_analytic(text, system, at, 'pile_up')[0] ?? 0)).toBe(point.analytic);
  expect(bits(curve_analytic(text, system, at, 'cold')[0] ?? 0)).toBe(point.cold);
  const run = new CurvePoint(text, system, clients, JSON.stringify({ seed }));
  // Slices of another length than in the native run: they must not matter.
  while (!run.advance(7777));
  expect([...run.numbers()].map(bits)).toEqual(point.numbers);
  run.free();
});

test.each(systems)('the line of %s goes to 16,384 clients', (system) => {
  const clients = Float64Array.from({ length: 11 }, (_, i) => 16 * 2 ** i);
  const line = curve_analytic(text, system, clients, 'pile_up');
  expect(line).toHaveLength(11);
  expect([...line].every((y) => y > 0)).toBe(true);
});

test('a point opens as a scenario that runs, and shows the pile-up at the latch', () => {
  const scenario = curve_scenario(text, 'one-thread-per-connection', 256, 3);
  const run = new Run(scenario, '{}');
  while (!run.advance(100_000));
  const outcome = JSON.parse(run.outcome()) as {
    scenario: { clients: { count: number }[]; seed: number };
    metrics: { finished: number };
  };
  expect(outcome.scenario.clients[0]?.count).toBe(256);
  expect(outcome.scenario.seed).toBe(3);
  expect(outcome.metrics.finished).toBeGreaterThan(500);
  run.free();
});

test('a mistake is reported with its place', () => {
  const message = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };
  const one = Float64Array.of(1);
  expect(message(() => curve_analytic('{}', 'thread-pool', one, 'cold'))).toContain('cores');
  expect(message(() => curve_analytic(text, 'pool', one, 'cold'))).toContain('thread-pool');
  expect(message(() => curve_analytic(text, 'thread-pool', one, 'warm'))).toContain('pile_up');
  expect(message(() => new CurvePoint(text, 'thread-pool', 16, '{"sed": 1}'))).toContain('sed');
  expect(message(() => new CurvePoint(text, 'thread-pool', 0, '{}'))).toContain('clients[0].count');
});
