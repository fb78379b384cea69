import {
  benchmarkNamed,
  benchmarks,
  extrapolation,
  fits,
  overall,
  pairs,
} from '../../build/benchmarks';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => {
  const all = pairs();
  const fitted = fits.map((fit) => fit.benchmark);
  const set = benchmarkNamed(fitted[0] ?? '');
  return {
    ...say(locals, m.bench_title(), m.bench_description()),
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
};
