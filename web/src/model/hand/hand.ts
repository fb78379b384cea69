/** Turns a log into what the engine does, step by step: the same for a live run, a replay and an address. */
import {
  dialsOf,
  holdLatch,
  pour,
  ROW,
  setArrivals,
  setThreads,
  setWork,
  sleeper,
  sleepOn,
  type CaseName,
  type Deed,
  type Dials,
} from './cases';
import type { Entry } from './log';

/** A hand pours slowly at first: so many a second, so many more each second, and no more than that. */
const POUR = { first: 9, more: 22, most: 60 };
const PER_S = 100;
export const THREADS_MOST = 24;

/** How many requests a hand has poured after so many steps. */
function poured(steps: number): number {
  const s = steps / PER_S;
  const grows_s = (POUR.most - POUR.first) / POUR.more;
  const grown = Math.min(s, grows_s);
  return Math.floor(
    1 + POUR.first * grown + (POUR.more / 2) * grown * grown + POUR.most * (s - grown),
  );
}

export interface Done {
  readonly at: number;
  readonly deed: Deed;
}

export class Hand {
  #name: CaseName;
  /** The step since which it pours, and how many it has poured since. */
  #down: number | undefined;
  #since = 0;
  #poured = 0;
  #threads: number;
  #locked = false;
  #shut = false;
  #last = 0;

  constructor(name: CaseName, dials: Dials = dialsOf(name)) {
    this.#name = name;
    this.#threads = dials.threads;
  }

  get threads(): number {
    return this.#threads;
  }
  get locked(): boolean {
    return this.#locked;
  }
  get shut(): boolean {
    return this.#shut;
  }
  get pours(): boolean {
    return this.#down !== undefined;
  }
  /** Requests that it has sent. */
  get sent(): number {
    return this.#poured;
  }
  /** The step of its last deed. */
  get last(): number {
    return this.#last;
  }

  /** What it pours up to and including a step. */
  upTo(step: number): Done[] {
    const done: Done[] = [];
    if (this.#down === undefined) return done;
    for (let at = this.#last; at <= step; at += 1) {
      const count = poured(at - this.#down) - this.#since;
      if (count > 0) done.push({ at, deed: pour(this.#name, count) });
      this.#since += count;
      this.#poured += count;
    }
    this.#last = Math.max(this.#last, step);
    return done;
  }

  /** What an entry does; what it pours before comes first. */
  take({ at, op, n }: Entry): Done[] {
    const before = this.upTo(at);
    this.#last = at;
    const deeds = this.#deeds(op, n, at);
    return [...before, ...deeds.map((deed) => ({ at, deed }))];
  }

  #deeds(op: Entry['op'], n: number, at: number): Deed[] {
    switch (op) {
      case 'H':
        if (this.#down !== undefined) return [];
        this.#down = at;
        this.#since = 1;
        this.#poured += 1;
        return [pour(this.#name, 1)];
      case 'U':
        this.#down = undefined;
        return [];
      case 'P':
        this.#poured += n;
        return n > 0 ? [pour(this.#name, n)] : [];
      case 'S':
        this.#poured += 1;
        return [sleeper()];
      case 'Z':
        this.#poured += 1;
        return [sleepOn(n)];
      case 'K':
        return [{ kill_query: n }];
      case 'R':
        if (this.#threads <= 1) return [];
        this.#threads -= 1;
        return setThreads(this.#name, this.#threads);
      case 'A':
        if (this.#threads >= THREADS_MOST) return [];
        this.#threads += 1;
        return setThreads(this.#name, this.#threads);
      case 'L':
        this.#locked = !this.#locked;
        return [this.#locked ? { lock: ROW } : { unlock: ROW }];
      case 'D':
        this.#shut = !this.#shut;
        return [{ door_open: !this.#shut }];
      case 'M':
        return [holdLatch()];
      case 'T':
        // Another run begins.
        return [];
      case 'Q':
        return [setArrivals(this.#name, n)];
      case 'W':
        return n > 0 ? setWork(this.#name, n) : [];
      default:
        return op satisfies never;
    }
  }
}
