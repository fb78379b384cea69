/** The figures of a run, compared with those of the previous run. */
import { m } from '#paraglide/messages.js';
import { poolPeak } from '../../model/measures/peak';
import type { Outcome } from '../../model/run/types';
import { count, duration } from '../../model/words/format';
import { PERCENT } from '../../model/joined';

export interface FigureRow {
  readonly name: string;
  readonly now: string;
  readonly before: string | undefined;
  /** "−50 %", "+2"; undefined if nothing changed or there was nothing before. */
  readonly change: string | undefined;
}

type Unit = 'time' | 'count' | 'rate';
type Latency = Outcome['metrics']['latency'];
export type LatencyField = keyof Latency;

/** The figures of a run, or of the requests with one name. */
export type Figures = Pick<
  Outcome['metrics'],
  'finished' | 'open' | 'open_longest_ns' | 'latency' | 'at_least'
>;

/** Any moment finds a few requests under way; they count only if they change a latency by more than this share. */
const FEW = 0.05;

/** Whether unanswered requests count with the time they have waited so far; the figure is then a lower bound. */
export function countsOpen({ finished, latency, at_least }: Figures, field: LatencyField): boolean {
  if (!at_least) return false;
  return finished === 0 || at_least[field] > latency[field] * (1 + FEW);
}

function latencyOf(figures: Figures, field: LatencyField): number | undefined {
  if (countsOpen(figures, field)) return figures.at_least?.[field];
  return figures.finished > 0 ? figures.latency[field] : undefined;
}

/** "3.100 ms", or "≥ 12.300 s" if requests hang; a dash if there were no requests. */
export function latencyWords(figures: Figures, field: LatencyField): string {
  const value = latencyOf(figures, field);
  if (value === undefined) return '–';
  const words = duration(value);
  return countsOpen(figures, field) ? m.figures_at_least({ value: words }) : words;
}

/** "201, for 12.300 s at most". */
export function openWords({ open, open_longest_ns }: Figures): string {
  const number = count(open);
  return open === 0
    ? number
    : m.statements_oldest({ count: number, time: duration(open_longest_ns) });
}

const FIELDS = ['mean_ns', 'p50_ns', 'p95_ns', 'p99_ns', 'max_ns'] as const;

/** A warning about the latencies; undefined if they are complete. */
export function openSentence(figures: Figures): string | undefined {
  if (!FIELDS.some((field) => countsOpen(figures, field))) return undefined;
  const time = duration(figures.open_longest_ns);
  return m.lab_open_note({ count: count(figures.open), time });
}

function told(value: number, as: Unit): string {
  switch (as) {
    case 'time':
      return duration(value);
    case 'count':
      return count(value);
    case 'rate':
      return m.lab_per_second({ rate: value >= 100 ? count(Math.round(value)) : value.toFixed(2) });
  }
}

function changeOf(now: number, before: number, as: Unit): string | undefined {
  if (now === before) return undefined;
  const sign = now > before ? '+' : '−';
  if (as === 'count') return `${sign}${count(Math.abs(now - before))}`;
  if (before === 0) return undefined;
  const percent = Math.abs(now / before - 1) * 100;
  if (percent >= 1000) return m.lab_times({ times: (now / before).toFixed(0) });
  return percent < 0.05 ? undefined : `${sign}${percent.toFixed(percent < 10 ? 1 : 0)}${PERCENT}`;
}

export function figuresOf(now: Outcome, before: Outcome | undefined): readonly FigureRow[] {
  const row = (name: string, as: Unit, of: (run: Outcome) => number): FigureRow => ({
    name,
    now: told(of(now), as),
    before: before && told(of(before), as),
    change: before && changeOf(of(now), of(before), as),
  });
  const latency = (name: string, field: LatencyField): FigureRow => {
    const value = latencyOf(now.metrics, field);
    const then = before && latencyOf(before.metrics, field);
    return {
      name,
      now: latencyWords(now.metrics, field),
      before: before && then !== undefined ? latencyWords(before.metrics, field) : undefined,
      change: value === undefined || then === undefined ? undefined : changeOf(value, then, 'time'),
    };
  };
  return [
    row(m.lab_throughput(), 'rate', (run) => run.metrics.throughput_per_s),
    latency(m.lab_mean(), 'mean_ns'),
    latency('p50', 'p50_ns'),
    latency('p95', 'p95_ns'),
    latency('p99', 'p99_ns'),
    latency(m.lab_max(), 'max_ns'),
    row(m.lab_answered(), 'count', (run) => run.metrics.finished),
    {
      ...row(m.lab_open(), 'count', (run) => run.metrics.open),
      now: openWords(now.metrics),
    },
    row(m.lab_threads_peak(), 'count', poolPeak),
  ];
}
