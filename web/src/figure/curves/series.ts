/** A pair of curves as series of a chart. */
import { SERIES, type LogSeries } from '../../ui/charts/log-chart';
import { pairKey, type Modelled, type Pair, type Point } from '../../model/benchmarks/benchmark';
import { m } from '#paraglide/messages.js';
import { systemName } from './words';

export interface SeriesOptions {
  readonly usl: boolean;
  /** Analytic lines and simulated dots of the machine that the reader has changed. */
  readonly live?:
    | Readonly<
        Record<Modelled, { readonly analytic: readonly Point[]; readonly dots: readonly Point[] }>
      >
    | undefined;
}

export const seriesId = (pair: Pair, system: Modelled) => `${pairKey(pair)}:${system}`;

export function seriesOf(
  pair: Pair,
  { usl, live }: SeriesOptions,
  beside?: { readonly than: Pair },
): readonly LogSeries[] {
  return pair.lines.map((line): LogSeries => {
    const { system } = line;
    const own = live?.[system];
    const name = systemName(system);
    const simulated = line.simulated.map((one): Point => [one.clients, one.throughput]);
    return {
      ...SERIES,
      id: seriesId(pair, system),
      ...(beside && {
        end: m.bench_series_end({
          name: system === 'thread-pool' ? m.bench_end_pool() : m.bench_end_threads(),
          what: pair.machine === beside.than.machine ? pair.workload : pair.machine,
        }),
      }),
      label: beside
        ? m.bench_series_beside({ name, machine: pair.machine, workload: pair.workload })
        : name,
      tone: system === 'thread-pool' ? 'pool' : 'threads',
      nth: beside ? 1 : 0,
      measured: line.measured,
      odd: line.not_explained.map(({ clients }) => clients),
      line: own || simulated.length === 0 ? [] : simulated,
      band: own
        ? []
        : line.simulated.map(({ clients, throughput, half_width }) => ({
            x: clients,
            low: throughput * (1 - half_width),
            high: throughput * (1 + half_width),
          })),
      thin: own?.analytic ?? line.analytic,
      dotted: usl ? line.usl : [],
      dots: own?.dots ?? [],
    };
  });
}

/** Starts a full decade below the lowest value, so that the axis does not reveal how far a line falls. */
export function rangeOfPair(pair: Pair, more: readonly Point[] = []): readonly [number, number] {
  const values = [
    ...pair.lines.flatMap((line) => [...line.measured, ...line.analytic]),
    ...more,
  ].map(([, y]) => y);
  return [10 ** Math.floor(Math.log10(Math.min(...values))), Math.max(...values) * 1.35];
}
