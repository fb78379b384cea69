/** A claim, checked in the reader's browser: its scenario is run again and measured. */
import { EngineClient } from '../engine/client';
import type { Failure } from '../engine/failure';
import { evaluate, readMeasure, says, writtenLike } from '../run/measure';
import type { Outcome, Overrides } from '../run/types';
import type { Claim } from './types';

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

export async function checkClaim({ text, of, run: at }: Claim): Promise<Checked> {
  const load = files[`/content/scenarios/${at.scenario}.json`];
  if (!load) throw new Error(at.scenario);
  const value = evaluate(readMeasure(of), await run(await load(), at.set));
  return { value: writtenLike(text, value), equal: says(text, value) };
}
