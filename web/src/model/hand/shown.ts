/** What sliders and settings show after a log. */
import {
  limitsOf,
  limitsWith,
  paceOf,
  threadsWith,
  type CaseName,
  type Dials,
  type Limits,
} from './cases';
import { Hand, THREADS_MOST } from './hand';
import type { Entry, Setting } from './log';

export interface Shown {
  readonly dials: Dials;
  readonly limits: Limits;
  /** All other variables that were set, by name. */
  readonly set: ReadonlyMap<string, Setting['value']>;
}

export function shownAfter(name: CaseName, begun: Dials, log: readonly Entry[]): Shown {
  let { arrivals, threads, work_ms } = begun;
  let limits = limitsOf(name, threads);
  const all = new Map<string, Setting['value']>();
  const resize = (to: number) => {
    threads = to;
    limits = limitsOf(name, to);
  };
  for (const { op, n, set } of log) {
    if (op === 'Q') arrivals = n;
    if (op === 'W' && n > 0) work_ms = n;
    if (op === 'T') threads = n;
    if (op === 'A' && threads < THREADS_MOST) resize(threads + 1);
    if (op === 'R' && threads > 1) resize(threads - 1);
    if (!set) continue;
    if (Object.hasOwn(limits, set.variable)) {
      limits = limitsWith(limits, set);
      threads = threadsWith(limits);
    } else all.set(set.variable, set.value);
  }
  return { dials: { arrivals, threads, work_ms }, limits, set: all };
}

/** How many requests a log has sent up to a time since the hand took over. */
export function sentBy(
  name: CaseName,
  begun: Dials,
  log: readonly Entry[],
  until_ns: number,
): number {
  const hand = new Hand(name, begun);
  for (const entry of log) hand.take(entry);
  hand.upTo(Math.floor(until_ns / paceOf(name).step_ns));
  return hand.sent;
}
