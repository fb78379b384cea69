/** The line at the latch and the answers over the whole run, from the run's own stretches. */
import type { Outcome } from '../../../../model/run/types';

export interface Lane {
  readonly kind: 'latch' | 'run_queue' | 'answers';
  readonly most: number;
  /** At the moment that is shown. */
  readonly now: number;
  /** In a square of 100: time to the right, the most at the top. */
  readonly path: string;
}

type Run = Pick<Outcome, 'metrics' | 'lives' | 'not_kept' | 'end_ns'>;

/** Answers per second in each stretch; undefined where the run does not tell. */
function answers({ metrics: { series }, lives, not_kept }: Run): readonly number[] | undefined {
  const column = series.columns.indexOf('answers_per_s');
  if (column >= 0) return series.values[column];
  if (not_kept && not_kept.lives > 0) return undefined;
  const found = Array.from({ length: series.values[0]?.length ?? 0 }, () => 0);
  for (const { end_ns, failed } of lives) {
    const at = end_ns === null || failed ? -1 : Math.floor(end_ns / series.bucket_ns);
    const before = found[Math.min(at, found.length - 1)];
    if (at >= 0 && before !== undefined)
      found[Math.min(at, found.length - 1)] = before + 1e9 / series.bucket_ns;
  }
  return found;
}

/** Fewer, wider steps: what a reader can tell apart, and steadier where answers are few. */
const STEPS = 80;

function coarse(values: readonly number[]): number[] {
  const each = Math.max(1, Math.round(values.length / STEPS));
  return Array.from({ length: Math.ceil(values.length / each) }, (_, step) => {
    const part = values.slice(step * each, (step + 1) * each);
    return part.reduce((sum, one) => sum + one, 0) / part.length;
  });
}

export function lanesOf(run: Run, end_ns: number, now_ns: number): readonly Lane[] {
  const { series } = run.metrics;
  const mean = (name: string) => series.values[series.columns.indexOf(name)];
  const lanes = [
    ['latch', mean('latch')],
    ['run_queue', mean('run_queue')],
    ['answers', answers(run)],
  ] as const;
  return lanes.flatMap(([kind, values]): Lane[] => {
    if (!values || values.length === 0) return [];
    const steps = coarse(values);
    const step_ns = (series.bucket_ns * values.length) / steps.length;
    const most = Math.max(...steps);
    if (most === 0 && kind !== 'latch') return [];
    const x = (step: number) => Math.min(100, ((step * step_ns) / end_ns) * 100).toFixed(2);
    const y = (value: number) => (100 - (value / (most || 1)) * 96).toFixed(2);
    const path = steps.map((value, step) => `H${x(step)}V${y(value)}H${x(step + 1)}`).join('');
    const now = steps[Math.min(Math.floor(now_ns / step_ns), steps.length - 1)] ?? 0;
    return [{ kind, most, now, path: `M0 100${path}V100Z` }];
  });
}
