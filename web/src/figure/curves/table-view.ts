/** A published table as charts: one for each machine and workload, one line for each curve. */
import { SERIES, type LogSeries, type LineTone } from '../../ui/charts/log-chart';
import type { Benchmark, BenchmarkCurve, Point } from '../../model/benchmarks/benchmark';
import { CLAUSE } from '../../model/joined';
import { shownName } from '../../model/words/names';

export interface Group {
  readonly key: string;
  readonly machine: string;
  readonly workload: string;
  readonly curves: readonly BenchmarkCurve[];
}

export function groupsOf(benchmark: Benchmark): readonly Group[] {
  const groups = new Map<string, BenchmarkCurve[]>();
  for (const curve of benchmark.curves) {
    const key = shownName(curve.machine) + CLAUSE + shownName(curve.workload);
    groups.set(key, [...(groups.get(key) ?? []), curve]);
  }
  return [...groups].map(([key, curves]) => ({
    key,
    machine: curves[0]?.machine ?? '',
    workload: curves[0]?.workload ?? '',
    curves,
  }));
}

/** Its measures: the y axis of the file, then the others. */
export function measuresOf(benchmark: Benchmark): readonly string[] {
  const more = benchmark.curves.flatMap((curve) => Object.keys(curve.more));
  return [benchmark.y.name, ...new Set(more)];
}

export const pointsIn = (benchmark: Benchmark, curve: BenchmarkCurve, measure: string) =>
  measure === benchmark.y.name ? curve.points : (curve.more[measure] ?? []);

export const placesOf = (benchmark: Benchmark): readonly number[] =>
  [...new Set(benchmark.curves.flatMap((curve) => curve.points.map(([x]) => x)))].sort(
    (a, b) => a - b,
  );

const TONES: Readonly<Partial<Record<string, LineTone>>> = {
  'thread-pool': 'pool',
  proxy: 'proxy',
};

export function tableSeries(
  benchmark: Benchmark,
  curves: readonly BenchmarkCurve[],
  measure: string,
): readonly LogSeries[] {
  const seen = new Map<string, number>();
  return curves.flatMap((curve): LogSeries[] => {
    const points = pointsIn(benchmark, curve, measure);
    if (points.length === 0) return [];
    const nth = seen.get(curve.system) ?? 0;
    seen.set(curve.system, nth + 1);
    return [
      {
        ...SERIES,
        id: curve.id,
        // If two share a name, the workload distinguishes them.
        label: curves.some((other) => other !== curve && other.label === curve.label)
          ? shownName(curve.workload) + CLAUSE + curve.label
          : curve.label,
        tone: TONES[curve.system] ?? 'threads',
        nth: curve.system === 'proxy' ? nth + 2 : nth,
        measured: points,
        line: meansOf(points),
      },
    ];
  });
}

/** If several samples share a place, the line goes through their mean. */
export function meansOf(points: readonly Point[]): readonly Point[] {
  const at = new Map<number, number[]>();
  for (const [x, y] of points) at.set(x, [...(at.get(x) ?? []), y]);
  return [...at].map(([x, ys]): Point => [x, ys.reduce((a, b) => a + b, 0) / ys.length]);
}
