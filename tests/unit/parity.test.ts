// The WebAssembly in Node produces exactly the traces of the native engine.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import * as core from '#core/poolscope_wasm.js';
import { moduleFor } from '../../web/src/model/engine/modules';
import { SCHEDULERS } from '../../web/src/model/run/families';
import type { ScenarioFile } from '../../web/src/model/run/types';
import * as all from '#wasm/poolscope_wasm.js';

const record = (name: string) =>
  JSON.parse(readFileSync(`tests/golden/${name}.json`, 'utf8')) as Record<string, string>;
const golden = record('digests');

beforeAll(() => {
  all.initSync({ module: readFileSync('wasm-core/pkg/poolscope_wasm_bg.wasm') });
  core.initSync({ module: readFileSync('wasm-core/pkg-core/poolscope_wasm_bg.wasm') });
});

/** The digest, and everything that a reader sees of a run, from the module. */
function told({ Run }: typeof core | typeof all, text: string) {
  const run = new Run(text, '{}');
  // Slices of another length than in the native run: they must not matter.
  while (!run.advance(777));
  const middle_ns = run.progress_ns() / 2;
  const frame = run.frame(middle_ns) as object;
  const seen = [run.outcome(), run.instruments(middle_ns), run.summary(), frame];
  const digest = run.digest();
  run.free();
  return { digest, seen };
}

test.each(Object.entries(golden))('%s has the native digest', (file, digest) => {
  const text = readFileSync(file, 'utf8');
  const found = told(all, text);
  expect(found.digest).toBe(digest);
  if (moduleFor(text, '{}') === 'core') expect(told(core, text)).toEqual(found);
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
    const run = new all.Run(readFileSync(file, 'utf8'), '{}');
    while (!run.advance(777));
    expect(fnv(run.outcome()), file).toBe(printed);
    run.free();
  }
});

test('the fractions in the command’s tests are JavaScript’s', () => {
  const numbers = Object.values(record('numbers'));
  expect(numbers.map((text) => String(Number(text)))).toEqual(numbers);
});
