// The benchmark curves in WebAssembly: the native bits, the bars of speed, refusals.
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

// All digits of a double, so that no bit is hidden by printing.
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
  // Slices of another length than the native run's: they must not matter.
  while (!run.advance(7777));
  expect([...run.numbers()].map(bits)).toEqual(point.numbers);
  run.free();
});

test('a curve of both systems is there within a second, its analytic answer at once', () => {
  const clients = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
  const simulate = () => {
    let events = 0;
    let widest = 0;
    for (const system of systems) {
      for (const n of clients) {
        const run = new CurvePoint(text, system, n, '{}');
        while (!run.advance(50_000));
        events += run.numbers()[3] ?? 0;
        widest = Math.max(widest, run.numbers()[1] ?? 1);
        run.free();
      }
    }
    return { events, widest };
  };
  const timed = <T>(work: () => T) => {
    const start = performance.now();
    const result = work();
    return { ms: performance.now() - start, ...result };
  };
  const { ms, events, widest } = timed(simulate);
  const to16k = Float64Array.from([...clients, 8192, 16384]);
  const answer = timed(() => ({
    found: systems.map((system) => curve_analytic(text, system, to16k, 'pile_up')),
  }));
  process.stdout.write(
    `curve of 9 points and two systems: ${ms.toFixed(0)} ms, ${events} events, widest interval ` +
      `±${(widest * 100).toFixed(1)} %; analytic to 16,384 clients: ${answer.ms.toFixed(1)} ms\n`,
  );
  expect(widest).toBeLessThanOrEqual(0.025);
  // The bars are a second and 100 ms on a quiet core; a machine that runs tests beside them gets thrice that.
  expect(ms).toBeLessThan(3_000);
  expect(answer.ms).toBeLessThan(300);
  for (const curve of answer.found) expect([...curve].every((y) => y > 0)).toBe(true);
});

test('a point opens as a scenario that runs, and shows the pile at the latch', () => {
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

test('what is wrong is told with its place', () => {
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
