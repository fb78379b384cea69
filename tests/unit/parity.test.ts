// The WebAssembly in Node comes to the very traces of the native engine.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Run } from '#wasm/poolscope_wasm.js';
import { SCHEDULERS } from '../../web/src/lib/run/families';
import type { ScenarioFile } from '../../web/src/lib/run/types';

const golden = JSON.parse(readFileSync('tests/golden/digests.json', 'utf8')) as Record<
  string,
  string
>;

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

test.each(Object.entries(golden))('%s has the native digest', (file, digest) => {
  const run = new Run(readFileSync(file, 'utf8'), '{}');
  // Slices of another length than the native run's: they must not matter.
  while (!run.advance(777));
  expect(run.digest()).toBe(digest);
  run.free();
});

test('every scheduler has a mix of all that a workload can hold', () => {
  const mixes = Object.keys(golden).filter((file) => file.startsWith('tests/golden/parity/'));
  const named = mixes.map((file) => {
    const { server } = JSON.parse(readFileSync(file, 'utf8')) as ScenarioFile;
    return server.scheduler;
  });
  expect(new Set(named)).toEqual(new Set(SCHEDULERS));
});
