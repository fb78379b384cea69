/** Where a figure opens: a moment that shows what the run is about. */
import { insideOf } from '../../model/run/series';
import type { Life, Outcome, Segment } from '../../model/run/types';

const IN_LINE = new Set([
  'innodb',
  'application',
  'socket',
  'low_queue',
  'high_queue',
  'queue',
  'thread_wait',
]);
/** A share of the wait: late enough to show its length, before its end. */
const INTO_THE_WAIT = 0.6;

interface Stretch {
  readonly start_ns: number;
  readonly end_ns: number;
}

/** The longest time that a request waited in a queue, with adjacent segments joined. */
function longestWait(life: Pick<Life, 'segments'>): Stretch | undefined {
  let best: Stretch | undefined;
  let open: Stretch | undefined;
  const inLine = (segment: Segment) => IN_LINE.has(segment.place);
  for (const segment of life.segments) {
    open = inLine(segment)
      ? { start_ns: open?.start_ns ?? segment.start_ns, end_ns: segment.end_ns }
      : undefined;
    if (open && open.end_ns - open.start_ns > (best ? best.end_ns - best.start_ns : 0)) best = open;
  }
  return best;
}

/** The longest time that any request of a run waited in a queue. */
export function longestWaitOf(
  outcome: Pick<Outcome, 'lives'>,
): (Stretch & { readonly request: number }) | undefined {
  let best: (Stretch & { readonly request: number }) | undefined;
  for (const life of outcome.lives) {
    const wait = longestWait(life);
    if (wait && (!best || wait.end_ns - wait.start_ns > best.end_ns - best.start_ns))
      best = { ...wait, request: life.request };
  }
  return best;
}

type RecordedRun = Pick<Outcome, 'lives' | 'end_ns'> &
  Partial<Pick<Outcome, 'not_kept' | 'metrics'>>;

/** Between two bursts hardly anybody is inside: this share of the most. */
const HARDLY = 0.01;

/** Mid-run, or where most are inside if nobody is there then. */
function midRun(end_ns: number, { series }: Pick<Outcome['metrics'], 'series'>): number {
  const inside = insideOf(series);
  const mid_ns = end_ns * INTO_THE_WAIT;
  const most = Math.max(...inside);
  if ((inside[Math.floor(mid_ns / series.bucket_ns)] ?? most) >= most * HARDLY) return mid_ns;
  return (inside.indexOf(most) + 0.5) * series.bucket_ns;
}

export function instructiveMoment(outcome: RecordedRun): number {
  // The first of very many requests say little about the run, so open in mid-run.
  const { not_kept, metrics } = outcome;
  if (not_kept && metrics) return readable(midRun(outcome.end_ns, metrics));
  const best = longestWaitOf(outcome);
  const last = Math.max(0, ...outcome.lives.map((life) => life.end_ns ?? outcome.end_ns));
  const { start_ns, end_ns } = best ?? { start_ns: 0, end_ns: last };
  return readable(start_ns + (end_ns - start_ns) * INTO_THE_WAIT);
}

/** A round time nearby, if there is one. */
function readable(moment: number): number {
  const grain = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(moment, 1))) - 1);
  return Math.round(moment / grain) * grain;
}
