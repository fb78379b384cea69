// Whatever a page or a stranger passes to the WebAssembly: it answers or refuses, and continues to work.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';

const scenario = readFileSync('tests/golden/parity/mariadb-mix.json', 'utf8');

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

/** A run, or the problems for which it was refused; anything else is a crash. */
function make(text: string, overrides: string): Run | undefined {
  try {
    return new Run(text, overrides);
  } catch (error) {
    const refused = JSON.parse((error as Error).message) as { errors: { message: string }[] };
    expect(refused.errors.length).toBeGreaterThan(0);
    for (const problem of refused.errors) expect(problem.message).not.toBe('');
    return undefined;
  }
}

function use(run: Run | undefined, times: number[]): void {
  if (!run) return;
  for (let slice = 0; slice < 20 && !run.advance(500); slice += 1);
  for (const time of times) {
    run.frame(time);
    run.frame_at_step(time);
    JSON.parse(run.instruments(time));
  }
  JSON.parse(run.outcome());
  run.free();
}

const times = fc.array(fc.double(), { maxLength: 4 });

test('any text as scenario and as overrides', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, overrides) => {
      use(make(text, overrides), []);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('a real scenario with any piece of it replaced', () => {
  const paths: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (path) paths.push(path);
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
    }
  };
  walk(JSON.parse(scenario), '');
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.nat(),
    fc.constantFrom(0, 1, -1, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, 0.5, null, '', []),
  );
  fc.assert(
    fc.property(fc.constantFrom(...paths), value, times, (path, replacement, at) => {
      const small = { budget: { steps: 10_000, record_mb: 16 } };
      const text = JSON.stringify({ ...(JSON.parse(scenario) as object), ...small });
      use(make(text, JSON.stringify({ [path]: replacement })), at);
    }),
    { seed: 2, numRuns: 150 },
  );
});

test('any moment of a real run', () => {
  const run = new Run(scenario, '{}');
  while (!run.advance(5000));
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.nat(), fc.constantFrom(NaN, Infinity, -0)), (time) => {
      run.frame(time);
      run.frame_at_step(time);
      run.instruments(time);
    }),
    { seed: 3, numRuns: 150 },
  );
  run.free();
});
