/** A claim, checked in the reader's browser: its scenario is run again and measured, its data read again. */
import { EngineClient } from '../engine/client';
import type { Failure } from '../engine/failure';
import { BENCHES, type BenchSubject } from '../run/bench-measure';
import { evaluate, readMeasure, says, writtenLike } from '../run/measure';
import type { Outcome, Overrides } from '../run/types';
import type { BenchClaim, CheckedClaim, RunClaim } from './types';

const files = import.meta.glob<string>('/content/scenarios/*.json', {
  query: '?raw',
  import: 'default',
});

export interface Checked {
  readonly value: string;
  readonly equal: boolean;
}

function words(failure: Failure): string {
  return failure.kind === 'input'
    ? failure.errors.map(({ message }) => message).join(' ')
    : failure.message;
}

function run(json: string, set: Overrides): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const engine = new EngineClient({
      opened: (outcome) => {
        engine.close();
        resolve(outcome);
      },
      failed: (failure) => {
        engine.close();
        reject(new Error(words(failure)));
      },
      frame: () => undefined,
      instruments: () => undefined,
      progress: () => undefined,
    });
    void engine.open(json, set);
  });
}

async function checkRun({ text, of, to, run: at }: RunClaim): Promise<Checked> {
  const load = files[`/content/scenarios/${at.scenario}.json`];
  if (!load) throw new Error(at.scenario);
  const value = evaluate(readMeasure(of), await run(await load(), at.set));
  return { value: writtenLike(text, value), equal: says(text, value, to) };
}

const tables = import.meta.glob<BenchSubject>('/content/benchmarks/*.json', { import: 'default' });

async function checkBench({ text, of, to, bench }: BenchClaim): Promise<Checked> {
  const load = tables[`/content/benchmarks/${bench.id}.json`];
  if (!load) throw new Error(bench.id);
  const value = BENCHES.evaluate(BENCHES.read(of), await load());
  return { value: writtenLike(text, value), equal: says(text, value, to) };
}

export function checkClaim(claim: CheckedClaim): Promise<Checked> {
  return claim.kind === 'run' ? checkRun(claim) : checkBench(claim);
}
