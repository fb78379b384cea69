/** The published tables, and the model's results for those that it was fitted to. */
import { m } from '#paraglide/messages.js';
import {
  FINE,
  MODELLED,
  pairKey,
  type Benchmark,
  type Case,
  type Errors,
  type Fit,
  type Modelled,
  type Pair,
  type PairLine,
  type Point,
} from '../../model/benchmarks/benchmark';
import type { Overall } from '../../features/curves/page';
import { errorsIn, errorsOf, fittedNumbers, modelAt } from '../../model/run/errors';
import { analyticAt, simulatedAt } from './compute';
import { readBenchmark, readFit } from './read';
import { fitUsl, usl } from './usl';

const files = import.meta.glob<string>('/content/benchmarks/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const fit_files = import.meta.glob<string>('/content/benchmarks/fit/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const benchmarks: readonly Benchmark[] = Object.entries(files)
  .map(([path, json]) => readBenchmark(path, json))
  .sort((a, b) => a.source.date.localeCompare(b.source.date) || a.id.localeCompare(b.id));
export const fits: readonly Fit[] = Object.entries(fit_files).map(([path, json]) =>
  readFit(path, json),
);

/** The tables that no model was fitted to: each has a frame of its own. */
export const tables = benchmarks.filter(
  ({ id, unpublished }) => !unpublished && !fits.some(({ benchmark }) => benchmark === id),
);

export function benchmarkNamed(id: string): Benchmark {
  const found = benchmarks.find((one) => one.id === id);
  if (!found) {
    const ids = benchmarks.map((one) => one.id).join(', ');
    throw new Error(`no benchmark is called ${id}; there are ${ids}`);
  }
  return found;
}

const active = (system: Modelled, clients: number, cores: number) =>
  system === 'thread-pool' ? Math.min(clients, cores) : clients;

const from = (points: readonly Point[]) => (_: PairLine, clients: number) =>
  points.find(([x]) => x === clients)?.[1];

const FAR = 1.5;

/** Marks points that the model misses by more than that, even if the file gives no reason. */
function marked(line: PairLine): PairLine {
  const missed = line.measured.filter(([clients, value]) => {
    const ratio = (modelAt(line, clients) ?? value) / value;
    const said = line.not_explained.some((odd) => odd.clients === clients);
    return !said && Math.max(ratio, 1 / ratio) > FAR;
  });
  const more = missed.map(([clients]) => ({ clients, why: m.bench_missed({ factor: FAR }) }));
  return { ...line, not_explained: [...line.not_explained, ...more] };
}

function pairOf(benchmark: Benchmark, one: Case, fit: Fit): Pair {
  const curves = benchmark.curves.filter((curve) => pairKey(curve) === pairKey(one));
  const measured = MODELLED.flatMap((system) => {
    const curve = curves.find((candidate) => candidate.system === system);
    return curve ? [{ system, curve }] : [];
  });
  const numbers = fitUsl(
    measured.flatMap(({ system, curve }) =>
      curve.points.map(([x, y]) => ({ active: active(system, x, one.cores), throughput: y })),
    ),
  );
  const kept = fit.held_out?.cases.find((candidate) => pairKey(candidate) === pairKey(one));
  const lines = measured.map(({ system, curve }) =>
    marked({
      system,
      measured: curve.points,
      analytic: analyticAt(one, system, FINE),
      simulated: simulatedAt(one, system),
      usl: FINE.map((x): Point => [
        x,
        Number(usl(numbers, active(system, x, one.cores)).toPrecision(4)),
      ]),
      held_out: kept ? analyticAt(kept, system, fit.held_out?.clients ?? []) : [],
      not_explained: benchmark.not_explained
        .filter((odd) => odd.curve === curve.id)
        .map(({ clients, why }) => ({ clients, why })),
    }),
  );
  const held = lines.flatMap((line) => errorsIn([line], from(line.held_out)));
  return {
    benchmark: benchmark.id,
    source: benchmark.source,
    machine: one.machine,
    workload: one.workload,
    case: one,
    unit: benchmark.y.label,
    lines,
    errors: errorsOf(errorsIn(lines, modelAt)),
    held_out: held.length > 0 ? errorsOf(held) : undefined,
    usl: errorsOf(lines.flatMap((line) => errorsIn([line], from(line.usl)))),
  };
}

let made: readonly Pair[] | undefined;

/** Every machine and workload that the model was fitted to. */
export function pairs(): readonly Pair[] {
  made ??= fits.flatMap((fit) => {
    const benchmark = benchmarkNamed(fit.benchmark);
    return fit.cases.map((one) => pairOf(benchmark, one, fit));
  });
  return made;
}

/** One of them for a lesson's figure, by `machine.workload`. */
export function pairNamed(key: string): Pair {
  const found = pairs().find((pair) => pairKey(pair) === key);
  if (!found) throw new Error(`no pair ${key}; there are ${pairs().map(pairKey).join(', ')}`);
  return found;
}

/** Besides the usual seed, 1. */
const OTHER_SEEDS = [2, 3, 4];

/** The least and the greatest of each error when the same points are simulated with other seeds. */
function spread(all: readonly Pair[], usual: Errors): Overall['spread'] {
  const others = OTHER_SEEDS.map((seed) => {
    const lines = all.flatMap((pair) =>
      pair.lines.map((line): PairLine => {
        const counts = line.measured.map(([clients]) => clients);
        return { ...line, simulated: simulatedAt(pair.case, line.system, counts, seed) };
      }),
    );
    return errorsOf(errorsIn(lines, modelAt));
  });
  const runs = [usual, ...others];
  const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  return {
    seeds: runs.length,
    median: range(runs.map(({ median }) => median)),
    p90: range(runs.map(({ p90 }) => p90)),
  };
}

/** The errors of all pairs together: of the fit, of the held-out points, of the scalability law. */
export function overall(all: readonly Pair[]): Overall {
  const lines = all.flatMap((pair) => pair.lines);
  const held = lines.flatMap((line) => errorsIn([line], from(line.held_out)));
  const fit = errorsOf(errorsIn(lines, modelAt));
  return {
    fit,
    spread: spread(all, fit),
    numbers: fittedNumbers(all),
    held_out: held.length > 0 ? errorsOf(held) : undefined,
    usl: errorsOf(lines.flatMap((line) => errorsIn([line], from(line.usl)))),
    simulated: lines.every((line) => line.simulated.length > 0),
  };
}

/** The model's values for a result that was never published as numbers. */
export function extrapolation(benchmark: Benchmark): readonly PairLine[] {
  const wanted = benchmark.unpublished?.extrapolation;
  if (!wanted) return [];
  const base = fits
    .find((fit) => fit.benchmark === wanted.benchmark)
    ?.cases.find((one) => pairKey(one) === pairKey(wanted));
  if (!base) {
    throw new Error(`${benchmark.id}: no fitted case ${wanted.machine} ${wanted.workload}`);
  }
  const { cores } = wanted;
  const one: Case = { ...base, cores };
  return MODELLED.map((system) => ({
    system,
    measured: [],
    analytic: analyticAt(one, system, FINE),
    simulated: simulatedAt(one, system),
    usl: [],
    held_out: [],
    not_explained: [],
  }));
}
