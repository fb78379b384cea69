import { m } from '#paraglide/messages.js';
import type { Benchmark } from '../../model/benchmarks/benchmark';

const WORDS: Readonly<Record<string, () => string>> = {
  p95_ms: m.bench_more_p95_ms,
  avg_ms: m.bench_more_avg_ms,
  max_ms: m.bench_more_max_ms,
  avg_us: m.bench_more_avg_us,
  '95_avg_us': m.bench_more_95_avg_us,
  '99_avg_us': m.bench_more_99_avg_us,
  queries_per_s: m.bench_more_queries_per_s,
  selects_per_s: m.bench_more_selects_per_s,
  threads_running: m.bench_more_threads_running,
};

/** Label of a further measure; unknown names are shown unchanged. */
export function measureName({ y }: Benchmark, measure: string): string {
  return measure === y.name ? y.label : (WORDS[measure]?.() ?? measure);
}
