/** Bursts: short periods with many events, which a linear axis shows as one line and a lens enlarges. */
import type { TimelineData } from './timeline';
import { roundest } from './time-scale';

export interface Burst {
  readonly first_ns: number;
  readonly last_ns: number;
  /** The period that a lens shows: a round start and a round length. */
  readonly from_ns: number;
  readonly to_ns: number;
}

/** The least number of events within this many pixels. */
const LEAST_EVENTS = 4;
const WITHIN_PX = 3;
/** With more bursts than this they are the rule, not the exception. */
const MOST_BURSTS = 16;
/** A pause of this share of a burst ends it. */
const PAUSE = 0.6;
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10] as const;

/** The times of all starts, ends and decisions; each as often as it occurs. */
export function eventTimes(data: readonly TimelineData[], end_ns: number): readonly number[] {
  const times = data.flatMap(({ outcome, rows }) => [
    ...rows.flatMap(({ stretches }) =>
      stretches.flatMap(({ start_ns, end_ns: to_ns }) => [start_ns, to_ns]),
    ),
    ...outcome.events.flatMap(({ at_ns, step }, index, { [index - 1]: before }) =>
      before?.step === step ? [] : [at_ns],
    ),
  ]);
  return times.filter((at) => at <= end_ns).sort((a, b) => a - b);
}

/** The part of the times without a long pause. */
function close(times: readonly number[]): readonly number[] {
  const whole = (times.at(-1) ?? 0) - (times[0] ?? 0);
  let at = -1;
  let longest = whole * PAUSE;
  times.forEach((time, index) => {
    const pause = time - (times[index - 1] ?? time);
    if (pause > longest) [at, longest] = [index, pause];
  });
  if (at < 0) return times;
  const parts = [times.slice(0, at), times.slice(at)].filter(
    ({ length }) => length >= LEAST_EVENTS,
  );
  const [densest] = parts.toSorted((a, b) => b.length - a.length);
  return densest && new Set(densest).size > 1 ? close(densest) : times;
}

const roundSpan = (ns: number): number => {
  const grain = 10 ** Math.floor(Math.log10(ns));
  return (ROUND.find((step) => step * grain >= ns) ?? 10) * grain;
};

export function burstsOf(times: readonly number[], ns_per_px: number): readonly Burst[] {
  const found: Burst[] = [];
  let from = 0;
  // The window only moves on, and so do its instants: thousands of events may share one.
  let to = 0;
  let instants = 0;
  while (from < times.length) {
    const begin = times[from] ?? 0;
    for (; to < times.length && (times[to] ?? 0) - begin <= WITHIN_PX * ns_per_px; to += 1)
      if (to === from || times[to] !== times[to - 1]) instants += 1;
    // Events at a single instant can't be enlarged.
    if (instants >= LEAST_EVENTS) {
      const part = close(times.slice(from, to));
      const [first_ns = begin, last_ns = begin] = [part[0], part.at(-1)];
      const span = roundSpan(Math.max(10, (last_ns - first_ns) * 1.12));
      const from_ns = roundest(Math.max(0, last_ns - span), first_ns);
      found.push({ first_ns, last_ns, from_ns, to_ns: from_ns + span });
      from = to;
      instants = 0;
    } else {
      from += 1;
      if (times[from] !== begin) instants -= 1;
    }
  }
  return found.length > MOST_BURSTS ? [] : found;
}

/** The burst at or before a time. */
export const burstAt = (bursts: readonly Burst[], time_ns: number): Burst | undefined =>
  bursts.findLast(({ from_ns }) => from_ns <= time_ns);
