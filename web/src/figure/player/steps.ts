/** The steps of a run in its log, at which "step forward" and "step back" stop. */
import { countUntil } from '../../model/run/ordered';
import type { Event, Outcome } from '../../model/run/types';

export interface Stop {
  /** Undefined: a time, because two runs are stepped together. */
  readonly step: number | undefined;
  readonly at_ns: number;
}

/** The unit of a step: an entry of the log, a round of the stall timer, an answer. */
export const STEP_UNITS = ['event', 'tick', 'completion'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

function isStop({ kind }: Event, unit: StepUnit): boolean {
  switch (unit) {
    case 'event':
      return true;
    case 'tick':
      return kind === 'timer_tick';
    case 'completion':
      return kind === 'request_finished' || kind === 'request_failed';
  }
}

export function stopsOf(events: readonly Event[], unit: StepUnit = 'event'): Stop[] {
  const stops: Stop[] = [];
  for (const event of events) {
    if (stops.at(-1)?.step !== event.step && isStop(event, unit))
      stops.push({ step: event.step, at_ns: event.at_ns });
  }
  return stops;
}

/** A figure's position: at a time, or between two steps of one instant. */
export interface Position {
  readonly time_ns: number;
  readonly step: number | undefined;
}

export function isAfter({ step, at_ns }: Stop, position: Position): boolean {
  return position.step === undefined || step === undefined
    ? at_ns > position.time_ns
    : step > position.step;
}

export function nextStop(stops: readonly Stop[], position: Position): Stop | undefined {
  return stops[countUntil(stops, (stop) => isAfter(stop, position))];
}

export function previousStop(stops: readonly Stop[], position: Position): Stop | undefined {
  const done = countUntil(stops, (stop) => isAfter(stop, position));
  const last = stops[done - 1];
  // Between two stops, back means the one just passed.
  const stands_on_it =
    position.step === undefined ? last?.at_ns === position.time_ns : last?.step === position.step;
  return stands_on_it ? stops[done - 2] : last;
}

/** Two runs have no steps in common: they stop at the times of either. */
const atTime = (stop: Stop | undefined) => (stop ? [{ at_ns: stop.at_ns, step: undefined }] : []);

export function nextOf(runs: readonly (readonly Stop[])[], position: Position): Stop | undefined {
  const [only] = runs;
  if (runs.length === 1 && only) return nextStop(only, position);
  const found = runs.flatMap((stops) => atTime(nextStop(stops, position)));
  return found.sort((a, b) => a.at_ns - b.at_ns)[0];
}

export function previousOf(
  runs: readonly (readonly Stop[])[],
  position: Position,
): Stop | undefined {
  const [only] = runs;
  if (runs.length === 1 && only) return previousStop(only, position);
  const earlier = ({ at_ns }: Stop) => at_ns >= position.time_ns;
  const found = runs.flatMap((stops) => atTime(stops[countUntil(stops, earlier) - 1]));
  return found.sort((a, b) => b.at_ns - a.at_ns)[0];
}

/** How many entries of the log have happened. */
export function eventsDone(events: readonly Event[], position: Position): number {
  return countUntil(events, (event) => isAfter(event, position));
}

/** A run with many events plays in about ten seconds at sixty pictures per second. */
const MOST_PICTURES = 600;

/** Where "as fast as possible" stops: each instant with an event, or every n-th if there are many. */
export function instants(runs: readonly Pick<Outcome, 'events'>[]): number[] {
  const all = new Set(runs.flatMap(({ events }) => events.map(({ at_ns }) => at_ns)));
  const sorted = [...all].sort((a, b) => a - b);
  const every = Math.ceil(sorted.length / MOST_PICTURES);
  return sorted.filter((_, index) => index % every === 0);
}

export function later(times: readonly number[], than_ns: number): number {
  return times[countUntil(times, (time_ns) => time_ns > than_ns)] ?? Infinity;
}

/** The distance to the nearest other instant: what a clock must be able to show. */
export function grainOf(runs: readonly (readonly Stop[])[], time_ns: number): number {
  const gaps = runs.flatMap((stops) => {
    const before = countUntil(stops, ({ at_ns }) => at_ns >= time_ns);
    const after = countUntil(stops, ({ at_ns }) => at_ns > time_ns);
    return [
      time_ns - (stops[before - 1]?.at_ns ?? -Infinity),
      (stops[after]?.at_ns ?? Infinity) - time_ns,
    ];
  });
  return Math.min(...gaps);
}
