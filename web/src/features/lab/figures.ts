/** A run's figures beside those of the run before. */
import { m } from '#paraglide/messages.js';
import { poolPeak } from '../../model/measures/peak';
import type { Outcome } from '../../model/run/types';
import { count, duration } from '../../model/words/format';

export interface FigureRow {
  readonly name: string;
  readonly now: string;
  readonly before: string | undefined;
  /** "−50 %", "+2"; undefined where nothing changed or nothing was before. */
  readonly change: string | undefined;
}

type Told = 'time' | 'count' | 'rate';

function told(value: number, as: Told): string {
  switch (as) {
    case 'time':
      return duration(value);
    case 'count':
      return count(value);
    case 'rate':
      return m.lab_per_second({ rate: value >= 100 ? count(Math.round(value)) : value.toFixed(2) });
  }
}

function changeOf(now: number, before: number, as: Told): string | undefined {
  if (now === before) return undefined;
  const sign = now > before ? '+' : '−';
  if (as === 'count') return `${sign}${count(Math.abs(now - before))}`;
  if (before === 0) return undefined;
  const percent = Math.abs(now / before - 1) * 100;
  if (percent >= 1000) return m.lab_times({ times: (now / before).toFixed(0) });
  return percent < 0.05 ? undefined : `${sign}${percent.toFixed(percent < 10 ? 1 : 0)} %`;
}

export function figuresOf(now: Outcome, before: Outcome | undefined): readonly FigureRow[] {
  const answered = now.metrics.finished > 0;
  const row = (
    name: string,
    as: Told,
    of: (run: Outcome) => number,
    /** Latencies of no request say nothing. */
    needs_answers = false,
  ): FigureRow => {
    const silent = (run: Outcome) => needs_answers && run.metrics.finished === 0;
    const value = of(now);
    const compared = before && !silent(before) && !silent(now);
    return {
      name,
      now: needs_answers && !answered ? '–' : told(value, as),
      before: before && !silent(before) ? told(of(before), as) : undefined,
      change: compared ? changeOf(value, of(before), as) : undefined,
    };
  };
  const latency =
    (field: 'mean_ns' | 'p50_ns' | 'p95_ns' | 'p99_ns' | 'max_ns') => (run: Outcome) =>
      run.metrics.latency[field];
  return [
    row(m.lab_throughput(), 'rate', (run) => run.metrics.throughput_per_s),
    row(m.lab_mean(), 'time', latency('mean_ns'), true),
    row('p50', 'time', latency('p50_ns'), true),
    row('p95', 'time', latency('p95_ns'), true),
    row('p99', 'time', latency('p99_ns'), true),
    row(m.lab_max(), 'time', latency('max_ns'), true),
    row(m.lab_answered(), 'count', (run) => run.metrics.finished),
    row(m.lab_open(), 'count', (run) => run.lives.filter((life) => life.end_ns === null).length),
    row(m.lab_threads_peak(), 'count', poolPeak),
  ];
}
