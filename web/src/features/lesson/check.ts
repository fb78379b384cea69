/**
 * Checks a claim in the reader's browser: runs its scenario again and measures it, reads its data again, or simulates the
 * model's points of a benchmark again.
 */
import { EngineClient } from '../../model/engine/client';
import { sweepCurve } from '../../model/engine/curve-sweep';
import type { Failure } from '../../model/run/failure';
import { BENCHES, type BenchSubject } from '../../model/measures/bench-measure';
import { pairKey, type Case, type Fit } from '../../model/benchmarks/benchmark';
import {
  evaluate,
  holds,
  readCondition,
  readMeasure,
  statesValue,
  writtenLike,
} from '../../model/measures/measure';
import { modelFrom, modelPointsIn, type ModelPoint } from '../../model/measures/model-points';
import type { Outcome, Overrides } from '../../model/run/types';
import type { Value } from '../../model/run/written';
import type { BenchClaim, CheckedClaim, RunClaim } from './types';

const files = import.meta.glob<string>('/content/scenarios/*.json', {
  query: '?raw',
  import: 'default',
});

export interface Checked {
  readonly value: string;
  readonly equal: boolean;
  /** How many points of the model were simulated for it. */
  readonly points: number;
}
export interface CheckOptions {
  readonly signal?: AbortSignal;
  /** Progress in points of the model or in seeds, if there are several. */
  readonly onprogress?: (progress: { readonly done: number; readonly total: number }) => void;
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

function checked({ text, to }: CheckedClaim, value: Value, points: number): Checked {
  return { value: writtenLike(text, value), equal: statesValue(text, value, to), points };
}

async function checkRun(claim: RunClaim, { signal, onprogress }: CheckOptions): Promise<Checked> {
  const { scenario, set } = claim.run;
  const load = files[`/content/scenarios/${scenario}.json`];
  if (!load) throw new Error(scenario);
  const json = await load();
  if (claim.seeds === undefined)
    return checked(claim, evaluate(readMeasure(claim.of), await run(json, set)), 0);
  const condition = readCondition(claim.of);
  let value = 0;
  for (let seed = 1; seed <= claim.seeds; seed += 1) {
    signal?.throwIfAborted();
    value += Number(holds(condition, await run(json, { ...set, seed })));
    onprogress?.({ done: seed, total: claim.seeds });
  }
  return checked(claim, { unit: 'count', value }, 0);
}

const tables = import.meta.glob<BenchSubject>('/content/benchmarks/*.json', { import: 'default' });
const fits = import.meta.glob<Fit>('/content/benchmarks/fit/*.json', { import: 'default' });

async function casesOf(bench: string): Promise<readonly Case[]> {
  const all = await Promise.all(Object.values(fits).map((load) => load()));
  return all.filter((fit) => fit.benchmark === bench).flatMap(({ cases }) => cases);
}

async function simulate(
  points: readonly ModelPoint[],
  cases: readonly Case[],
  { signal, onprogress }: CheckOptions,
): Promise<readonly number[]> {
  const asks = points.map((point) => {
    const found = cases.find((one) => pairKey(one) === pairKey(point));
    if (!found) throw new Error(pairKey(point));
    return { case: found, system: point.system, clients: point.clients, start: 'pile_up' as const };
  });
  const throughputs = asks.map(() => NaN);
  let broken: string | undefined;
  const end = await sweepCurve(asks, {
    ...(signal && { signal }),
    onpoint: (result, progress) => {
      if (result.kind === 'done') throughputs[result.index] = result.summary.throughput;
      else
        broken = words(
          result.kind === 'broken'
            ? { kind: 'engine', message: result.message }
            : { kind: 'input', errors: result.errors },
        );
      onprogress?.(progress);
    },
  });
  if (broken !== undefined) throw new Error(broken);
  signal?.throwIfAborted();
  if (end !== 'done') throw new Error(end);
  return throughputs;
}

async function checkBench(claim: BenchClaim, options: CheckOptions): Promise<Checked> {
  const { bench, of, published } = claim;
  const load = tables[`/content/benchmarks/${bench.id}.json`];
  if (!load) throw new Error(bench.id);
  const { curves } = await load();
  const points = published ? [] : modelPointsIn(of, { curves });
  const throughputs =
    points.length > 0 ? await simulate(points, await casesOf(bench.id), options) : [];
  const subject = { curves, model: () => modelFrom(points, throughputs) };
  return checked(claim, BENCHES.evaluate(BENCHES.read(of), subject), points.length);
}

export function checkClaim(claim: CheckedClaim, options: CheckOptions = {}): Promise<Checked> {
  return claim.kind === 'run' ? checkRun(claim, options) : checkBench(claim, options);
}
