import {
  benchmarkNamed,
  benchmarks,
  extrapolation,
  fits,
  overall,
  pairs,
} from '../../build/benchmarks';

export function load() {
  const all = pairs();
  const fitted = fits.map((fit) => fit.benchmark);
  const set = benchmarkNamed(fitted[0] ?? '');
  return {
    pairs: all,
    // Its curves are in the pairs.
    set: { ...set, curves: [] },
    others: benchmarks.filter((one) => !fitted.includes(one.id) && !one.unpublished),
    hidden: benchmarks
      .filter((one) => one.unpublished)
      .map((benchmark) => ({ benchmark, lines: extrapolation(benchmark) })),
    overall: overall(all),
    command: fits[0]?.command ?? '',
  };
}
