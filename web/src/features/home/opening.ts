/** The run that home opens with: who is where at each moment, from what became of each request. */
import type { Ended, LiveMoment } from '../../model/engine/live-run';
import { IN_TIME_NS } from '../../model/hand/dares';
import { CONNECTION_STATES } from '../../model/run/frame';

/** What became of a request. */
export interface Became {
  readonly request: number;
  /** A thread has read it, has started it, and has answered it. */
  readonly read_ns: number;
  readonly start_ns: number;
  readonly end_ns: number;
  readonly thread: number;
}

export interface Opening {
  /** They are sent at 0. */
  readonly all: readonly Became[];
  /** Threads that the server may have, and those that work at once. */
  readonly allowed: number;
  readonly at_once: number;
  readonly cores: number;
}

const ASLEEP = CONNECTION_STATES.indexOf('waiting');

export const lastOf = ({ all }: Opening): number => Math.max(...all.map(({ end_ns }) => end_ns));

/** The moment that a picture shows, with what has ended since the one before. At 0 all are unread. */
export function momentAt(
  { all, at_once }: Opening,
  time_ns: number,
  before_ns: number,
): LiveMoment {
  const waiting = (some: readonly Became[]) =>
    some.map(({ request }) => ({ request, high: false, gone: false }));
  const unread = all.filter(({ read_ns }) => read_ns > time_ns || time_ns === 0);
  const queued = all.filter((one) => !unread.includes(one) && one.start_ns > time_ns);
  const works = all.filter(
    (one) => !unread.includes(one) && one.start_ns <= time_ns && one.end_ns > time_ns,
  );
  const ended = all.filter(({ end_ns }) => end_ns > before_ns && end_ns <= time_ns);
  return {
    time_ns,
    arrived: all.length,
    queued: waiting(queued),
    unread: waiting(unread),
    first_ns: queued.length + unread.length > 0 ? time_ns : 0,
    held_back: 0,
    working: works.map(({ request, thread, start_ns, end_ns }, nth) => ({
      thread,
      nth,
      request,
      state: ASLEEP,
      asleep: true,
      gone: false,
      progress: (time_ns - start_ns) / (end_ns - start_ns),
    })),
    listens: true,
    shut: false,
    locked: false,
    threads: at_once,
    ended: ended.map(({ request, end_ns }): Ended => ({
      request,
      end_ns,
      latency_ns: end_ns,
      how: end_ns <= IN_TIME_NS ? 'in_time' : 'late',
      sleeper: false,
    })),
    figures: [],
    decided: undefined,
    refused: [],
    latch: undefined,
  };
}
