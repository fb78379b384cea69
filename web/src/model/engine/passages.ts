/** How many a latch lets through, in the run's own time. */
import type { Passage } from '../hand/dares';
import { COUNTED_US } from '../hand/latch';

/** Rates are of this long. */
const RATE_NS = 1e7;
const [FROM_NS, TO_NS] = [COUNTED_US.from * 1e3, COUNTED_US.to * 1e3];
const PER_S = 1e9;

export class Passages {
  #threads: number;
  /** When each of the last answers of the run came. */
  #ends: number[] = [];
  #counted = 0;
  #held: { readonly at_ns: number; readonly before: number | undefined } | undefined;
  #runs: Passage['runs'] = [];

  #compares: boolean;

  /** `compares`: a run has its stall by itself, and its answers are held against those of others. */
  constructor(threads: number, compares: boolean) {
    this.#threads = threads;
    this.#compares = compares;
  }

  /** At this time of the run another begins. */
  anew(now_ns: number, threads: number): void {
    this.#count(now_ns);
    this.#threads = threads;
    this.#ends = [];
    this.#counted = 0;
  }

  /** A hand holds the latch: once only. */
  hold(at_ns: number): void {
    this.#held = { at_ns, before: this.#held ? 0 : this.#rate(at_ns) };
  }

  answered(end_ns: number): void {
    this.#ends.push(end_ns);
    if (end_ns > FROM_NS && end_ns <= TO_NS) this.#counted += 1;
  }

  #rate(now_ns: number): number | undefined {
    if (now_ns < RATE_NS) return undefined;
    const from_ns = now_ns - RATE_NS;
    const count = this.#ends.filter((end_ns) => end_ns > from_ns && end_ns <= now_ns).length;
    return (count * PER_S) / RATE_NS;
  }

  /** Once it has gone on for long enough. */
  #count(now_ns: number): void {
    const threads = this.#threads;
    if (!this.#compares || now_ns < TO_NS || this.#runs.at(-1)?.threads === threads) return;
    const rate = (this.#counted * PER_S) / (TO_NS - FROM_NS);
    this.#runs = [...this.#runs.filter((one) => one.threads !== threads), { threads, rate }];
  }

  take(now_ns: number): Passage {
    this.#ends = this.#ends.filter((end_ns) => end_ns > now_ns - 2 * RATE_NS);
    this.#count(now_ns);
    return {
      threads: this.#threads,
      since_ns: now_ns,
      rate: this.#rate(now_ns),
      held_ns: this.#held && now_ns - this.#held.at_ns,
      before: this.#held?.before,
      runs: this.#runs,
    };
  }
}
