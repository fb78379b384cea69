// A number of a lesson, checked as in the reader's browser: by the same code, on the main thread.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { initSync } from '#wasm/poolscope_wasm.js';
import { checkClaim } from '../../web/src/features/lesson/check';
import type { BenchClaim, RunClaim } from '../../web/src/features/lesson/types';

beforeAll(() => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 1 });
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

const stated = (text: string, of: string, to?: number) => ({ text, of, to, words: '', value: '' });
const run = (text: string, of: string, set: RunClaim['run']['set'], to?: number): RunClaim => ({
  kind: 'run',
  ...stated(text, of, to),
  run: { scenario: 'small-server-threads', title: '', set, search: '' },
  seed: '1',
  settings: '',
});
const bench = (text: string, of: string, published: boolean, to?: number): BenchClaim => ({
  kind: 'bench',
  ...stated(text, of, to),
  bench: { id: 'mariadb-5.5', title: '' },
  published,
  source: { author: 'A', title: 'B', date: '2011' },
  settings: '',
});

const SIMULATED = 'simulated(pitbull-update-nokey-pool, 4096)';

test.each([
  ['a run', run('40,000', 'throughput', {}, 1000), '40320', 0],
  ['a run with a stall', run('17,000', 'throughput', { stall_us: 1000 }, 1000), '16960', 0],
  ['a published point', bench('282', 'at(pitbull-point-select-threads, 4096)', true), '282', 0],
  [
    'arithmetic',
    bench(
      '510',
      'at(pitbull-point-select-pool, 4096) / at(pitbull-point-select-threads, 4096)',
      true,
      1,
    ),
    '510',
    0,
  ],
  ['a point of the model', bench('65,000', SIMULATED, false, 1000), '6', 1],
  ['its error', bench('265 %', 'error(pitbull-update-nokey-pool, 4096)', false, 5), '2', 1],
])('%s holds', async (_, claim, begins, points) => {
  const told: number[] = [];
  const found = await checkClaim(claim, { onprogress: ({ done }) => told.push(done) });
  expect(found.value.replaceAll(',', '')).toMatch(new RegExp(`^${begins}`));
  expect(found).toMatchObject({ equal: true, points });
  expect(told).toEqual(points === 1 ? [1] : []);
});

test('seeds are counted, one run after the other', async () => {
  const told: number[] = [];
  const luck = run('four', 'throughput < 30000', { stall_us: 200 });
  const found = await checkClaim(
    { ...luck, seeds: 10 },
    { onprogress: ({ done, total }) => told.push(done / total) },
  );
  expect(found).toEqual({ value: '4', equal: true, points: 0 });
  expect(told).toHaveLength(10);
  expect(told.at(-1)).toBe(1);
});

test('a number that differs from the model’s is reported, with the true one', async () => {
  const found = await checkClaim(bench('66,000', SIMULATED, false, 1000));
  expect(found.equal).toBe(false);
  expect(found.value.replaceAll(',', '')).toMatch(/^6[45]\d\d\d/);
});

test('a check that is closed stops: the other points of 216 are not simulated', async () => {
  const closed = new AbortController();
  const done: number[] = [];
  const checked = checkClaim(bench('three', 'points - within(1.5)', false), {
    signal: closed.signal,
    onprogress: (progress) => {
      expect(progress.total).toBe(216);
      done.push(progress.done);
      closed.abort();
    },
  });
  await expect(checked).rejects.toThrow(/abort/i);
  expect(done).toEqual([1]);
});
