/** The ring of each working thread, which it keeps until its work is done. */
import type { Working } from '../../model/engine/live-run';

export interface Seated {
  /** One per permitted thread, and those beyond the limit that still have to finish. */
  readonly rings: readonly (Working | undefined)[];
  /** Set if the listener itself works: it may execute what it hears, beyond the limit. */
  readonly door: Working | undefined;
}

/** Each thread has a ring of its own. */
export function ownRings(working: readonly Working[], threads: number): Seated {
  const of = new Map(working.map((one) => [one.nth, one]));
  return { rings: Array.from({ length: threads }, (_, nth) => of.get(nth)), door: undefined };
}

export class Seats {
  #of = new Map<number, number>();

  take(working: readonly Working[], threads: number): Seated {
    const at_work = new Set(working.map(({ thread }) => thread));
    for (const thread of this.#of.keys()) if (!at_work.has(thread)) this.#of.delete(thread);
    const taken = new Set(this.#of.values());
    let door: Working | undefined;
    const rings: (Working | undefined)[] = Array.from({ length: threads });
    for (const one of working) {
      let seat = this.#of.get(one.thread);
      if (seat === undefined) {
        const free = Array.from({ length: threads }, (_, index) => index).find(
          (index) => !taken.has(index),
        );
        if (free === undefined) {
          if (door) rings.push(one);
          else door = one;
          continue;
        }
        seat = free;
        taken.add(seat);
        this.#of.set(one.thread, seat);
      }
      while (rings.length <= seat) rings.push(undefined);
      rings[seat] = one;
    }
    return { rings, door };
  }
}
