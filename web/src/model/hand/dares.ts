/** What a reader is dared to do, and when it is done: figures of the engine alone decide, ten times a second of the run. */
import { DARES, REPORTS } from './cases';

export type DareName = (typeof DARES)[number];
export const isDare = (name: string | null): name is DareName =>
  (DARES as readonly (string | null)[]).includes(name);

/** An answer is in time within this. */
export const IN_TIME_NS = 5e8;

/** What a latch lets through: answers a second of the run. */
export interface Passage {
  readonly threads: number;
  /** Since the run began, in its own time as all of this. */
  readonly since_ns: number;
  /** Of the last 10 ms; undefined before there are any. */
  readonly rate: number | undefined;
  /** Since the hand held the latch, and how many were answered a second in the 10 ms before. */
  readonly held_ns: number | undefined;
  readonly before: number | undefined;
  /** Runs of so many threads, counted from 5 ms after the stall: those that went on for long enough. */
  readonly runs: readonly Counted[];
}
interface Counted {
  readonly threads: number;
  readonly rate: number;
}

/** What a run shows at a tenth of a second. */
export interface Figures {
  /** Since the hand took over. */
  readonly run_ns: number;
  readonly listens: boolean;
  readonly shut: boolean;
  /** How long the first unread request has been unread; 0 without one. */
  readonly unread_ns: number;
  readonly unread: number;
  /** What the hand has sent, and how long it has been quiet. */
  readonly poured: number;
  readonly quiet_ns: number;
  /** How long the one that belongs to no transaction waits; undefined once it is on a thread. */
  readonly alone_ns: number | undefined;
  /** How many that came after it have been answered. */
  readonly passed: number;
  /** Answers of the last 2 s. */
  readonly in_time: number;
  readonly late: number;
  readonly nobody: number;
  /** Within which half, and 99 of 100, are answered; those who wait count with their age. Undefined without any. */
  readonly half_ns: number | undefined;
  readonly most_ns: number | undefined;
  /** Only with a latch. */
  readonly passage: Passage | undefined;
}

export type Outcome = 'won' | 'lost';

const DEAF_NS = 2e9;
const QUIET_NS = 3e9;
const FOR_NOBODY = 100;
/** From the first report on. */
const THOUSAND_NS = (REPORTS.every_s + 40) * 1e9;
const TOO_LATE_NS = 5e9;
const ALONE_NS = 1e10;
const PASSED = 100;
/** Of the run, as all times of a latch. */
const HELD_NS = 1.5e7;
const MUCH_LESS = 0.6;

/** Of two runs, the one with more threads that answers much less. */
export function contrast({ runs }: Passage): readonly [few: Counted, many: Counted] | undefined {
  const last = runs.at(-1);
  for (const one of runs) {
    if (!last || one.threads === last.threads) continue;
    const [few, many] = one.threads < last.threads ? [one, last] : [last, one];
    if (many.rate < MUCH_LESS * few.rate) return [few, many];
  }
  return undefined;
}

export function outcomeOf(dare: DareName, now: Figures): Outcome | undefined {
  switch (dare) {
    case 'deaf': {
      const deaf = !now.listens && !now.shut && now.unread_ns >= DEAF_NS;
      return deaf && now.poured <= 2 ? 'won' : undefined;
    }
    case 'nobody': {
      const none = now.in_time + now.late === 0 && now.nobody >= FOR_NOBODY;
      return none && now.quiet_ns >= QUIET_NS ? 'won' : undefined;
    }
    case 'thousand':
      if (now.most_ns !== undefined && now.most_ns >= TOO_LATE_NS) return 'lost';
      if (now.run_ns < THOUSAND_NS) return undefined;
      return now.most_ns !== undefined && now.most_ns <= IN_TIME_NS ? 'won' : 'lost';
    case 'ever':
      if (now.alone_ns === undefined) return 'lost';
      return now.alone_ns >= ALONE_NS && now.passed >= PASSED ? 'won' : undefined;
    case 'millisecond': {
      const { held_ns, before, rate } = now.passage ?? {};
      if (held_ns === undefined || held_ns < HELD_NS) return undefined;
      return (rate ?? 0) < MUCH_LESS * (before ?? 0) ? 'won' : 'lost';
    }
    case 'slower':
      return now.passage && contrast(now.passage) ? 'won' : undefined;
    default:
      return dare satisfies never;
  }
}
