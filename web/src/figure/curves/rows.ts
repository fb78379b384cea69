/** Curves as rows of a CSV file. */
import { COUNTS, type Benchmark, type Pair } from '../../model/benchmarks/benchmark';
import type { Machine } from './machine.svelte';
import { TURNED_NAMES } from './turned';
import { at, placeOf } from './words';

export type CsvRow = (string | number | null)[];

/** A changed machine and its lines. */
type Changed = Pick<Machine, 'changed' | 'now'> & { readonly live: Pick<Machine['live'], 'lines'> };

export function pairRows(pair: Pair, machine?: Changed): readonly CsvRow[] {
  const changed = machine?.changed === true ? machine : undefined;
  const head = [
    'benchmark',
    'machine',
    'workload',
    'system',
    'clients',
    'published_per_s',
    'simulated_per_s',
    'half_width',
    'analytic_per_s',
    'error',
    'held_out_per_s',
    'not_explained',
    ...(changed
      ? [
          ...TURNED_NAMES.map((name) => `changed_${name}`),
          'changed_simulated_per_s',
          'changed_analytic_per_s',
        ]
      : []),
  ];
  const rows = pair.lines.flatMap((line) =>
    COUNTS.map((clients): CsvRow => {
      const place = placeOf(line, clients);
      return [
        pair.benchmark,
        pair.machine,
        pair.workload,
        line.system,
        clients,
        place.measured ?? null,
        place.simulated?.throughput ?? null,
        place.simulated?.half_width ?? null,
        place.analytic ?? null,
        place.error === undefined ? null : Number(place.error.toPrecision(3)),
        place.held_out ?? null,
        place.odd ?? null,
        ...(changed
          ? [
              ...TURNED_NAMES.map((name) => changed.now[name]),
              at(changed.live.lines?.[line.system].dots ?? [], clients) ?? null,
              at(changed.live.lines?.[line.system].analytic ?? [], clients) ?? null,
            ]
          : []),
      ];
    }),
  );
  return [head, ...rows];
}

export function benchmarkRows(benchmark: Benchmark): readonly CsvRow[] {
  const more = [...new Set(benchmark.curves.flatMap((curve) => Object.keys(curve.more)))];
  const head = [
    'benchmark',
    'machine',
    'workload',
    'system',
    'server',
    'curve',
    benchmark.x.name,
    benchmark.y.name,
    ...more,
    'exact',
  ];
  const rows = benchmark.curves.flatMap((curve) =>
    curve.points.map(([x, y], index): CsvRow => {
      // Samples of one place are in order; sparse columns are matched by place.
      const full = (name: string) => curve.more[name]?.length === curve.points.length;
      return [
        benchmark.id,
        curve.machine,
        curve.workload,
        curve.system,
        curve.server,
        curve.label,
        x,
        y,
        ...more.map((name) =>
          full(name)
            ? (curve.more[name]?.[index]?.[1] ?? null)
            : (curve.more[name]?.find(([at]) => at === x)?.[1] ?? null),
        ),
        benchmark.exact ? 'yes' : 'read by eye',
      ];
    }),
  );
  return [head, ...rows];
}
