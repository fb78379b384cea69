/** The steps of a run that the log tells of: where "step forward" and "step back" stop. */
import type { Event } from '../run/types';

export interface Stop {
  readonly step: number;
  readonly at_ns: number;
}

export function stopsOf(events: readonly Event[]): Stop[] {
  const stops: Stop[] = [];
  for (const { step, at_ns } of events) {
    if (stops.at(-1)?.step !== step) stops.push({ step, at_ns });
  }
  return stops;
}

/** How many entries come before the first that `after` holds for; the list is ordered that way. */
function countUntil<T>(list: readonly T[], after: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry !== undefined && after(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where a figure stands: at a time, or between two steps of one instant. */
export interface Position {
  readonly time_ns: number;
  readonly step: number | undefined;
}

function isAfter({ step, at_ns }: Stop, position: Position): boolean {
  return position.step === undefined ? at_ns > position.time_ns : step > position.step;
}

export function nextStop(stops: readonly Stop[], position: Position): Stop | undefined {
  return stops[countUntil(stops, (stop) => isAfter(stop, position))];
}

export function previousStop(stops: readonly Stop[], position: Position): Stop | undefined {
  const done = countUntil(stops, (stop) => isAfter(stop, position));
  const last = stops[done - 1];
  // From between two stops, back means to the one just passed.
  const stands_on_it =
    position.step === undefined ? last?.at_ns === position.time_ns : last?.step === position.step;
  return stands_on_it ? stops[done - 2] : last;
}

/** How many entries of the log have happened. */
export function eventsDone(events: readonly Event[], position: Position): number {
  return countUntil(events, (event) => isAfter(event, position));
}
