/** The model's results for a benchmark, curve by curve. */
import type { ModelCurve } from '../../model/measures/bench-measure';
import type { Point } from '../../model/benchmarks/benchmark';
import { modelAt } from '../../model/run/errors';
import { benchmarkNamed, pairs } from '../benchmarks';

export function modelOf(bench: string): readonly ModelCurve[] {
  const { curves } = benchmarkNamed(bench);
  return pairs()
    .filter((pair) => pair.benchmark === bench)
    .flatMap((pair) =>
      pair.lines.flatMap((line): ModelCurve[] => {
        const curve = curves.find(
          ({ machine, workload, system }) =>
            machine === pair.machine && workload === pair.workload && system === line.system,
        );
        const simulated = line.measured.flatMap(([x]): Point[] => {
          const value = modelAt(line, x);
          return value === undefined ? [] : [[x, value]];
        });
        return curve ? [{ id: curve.id, simulated }] : [];
      }),
    );
}
