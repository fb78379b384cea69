// The WebAssembly in Node produces exactly the traces of the native engine.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { SCHEDULERS } from '../../web/src/model/run/families';
import type { ScenarioFile } from '../../web/src/model/run/types';
import { initSync, Run } from '#wasm/poolscope_wasm.js';

const record = (name: string) =>
  JSON.parse(readFileSync(`tests/golden/${name}.json`, 'utf8')) as Record<string, string>;
const golden = record('digests');

beforeAll(() => {
  initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
});

test.each(Object.entries(golden))('%s has the native digest', (file, digest) => {
  const run = new Run(readFileSync(file, 'utf8'), '{}');
  // Slices of another length than in the native run: they must not matter.
  while (!run.advance(777));
  expect(run.digest()).toBe(digest);
  run.free();
});

test('every scheduler has a mix of everything that a workload can contain', () => {
  const mixes = Object.keys(golden).filter((file) => file.startsWith('tests/golden/parity/'));
  const named = mixes.map((file) => {
    const { server } = JSON.parse(readFileSync(file, 'utf8')) as ScenarioFile;
    return server.scheduler;
  });
  expect(new Set(named)).toEqual(new Set(SCHEDULERS));
});

/** FNV-1a of the bytes, in 16 hex digits. */
const fnv = (text: string) =>
  new TextEncoder()
    .encode(text)
    .reduce(
      (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n),
      0xcbf29ce484222325n,
    )
    .toString(16)
    .padStart(16, '0');

test('the module prints an outcome like the command', () => {
  const outcomes = record('outcomes');
  expect(Object.keys(outcomes).length).toBeGreaterThan(1);
  for (const [file, printed] of Object.entries(outcomes)) {
    const run = new Run(readFileSync(file, 'utf8'), '{}');
    while (!run.advance(777));
    expect(fnv(run.outcome()), file).toBe(printed);
    run.free();
  }
});

test('the fractions in the command’s tests are JavaScript’s', () => {
  const numbers = Object.values(record('numbers'));
  expect(numbers.map((text) => String(Number(text)))).toEqual(numbers);
});
