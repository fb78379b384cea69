/** Turns a log into what the engine does, step by step: the same for a live run, a replay and an address. */
import {
  dialsOf,
  holdLatch,
  limitsOf,
  limitsWith,
  pour,
  ROW,
  setArrivals,
  setThreads,
  setWork,
  sleeper,
  sleepOn,
  threadsWith,
  type CaseName,
  type Deed,
  type Dials,
  type Limits,
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
  #limits: Limits;
  #locked = false;
  #shut = false;
  #last = 0;

  constructor(name: CaseName, dials: Dials = dialsOf(name)) {
    this.#name = name;
    this.#threads = dials.threads;
    this.#limits = limitsOf(name, dials.threads);
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
  take(entry: Entry): Done[] {
    const { at } = entry;
    const before = this.upTo(at);
    this.#last = at;
    const deeds = this.#deeds(entry);
    return [...before, ...deeds.map((deed) => ({ at, deed }))];
  }

  #resize(threads: number): Deed[] {
    this.#threads = threads;
    this.#limits = limitsOf(this.#name, threads);
    return setThreads(this.#name, threads);
  }

  #deeds({ op, n, at, set }: Entry): Deed[] {
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
        return this.#threads <= 1 ? [] : this.#resize(this.#threads - 1);
      case 'A':
        return this.#threads >= THREADS_MOST ? [] : this.#resize(this.#threads + 1);
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
      case 'V':
        if (!set) return [];
        if (Object.hasOwn(this.#limits, set.variable)) {
          this.#limits = limitsWith(this.#limits, set);
          this.#threads = threadsWith(this.#limits);
        }
        return [{ set }];
      default:
        return op satisfies never;
    }
  }
}
