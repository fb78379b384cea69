/**
 * Places for the requests of a queue that is drawn body by body. At rest they are in the queue's order. While it plays,
 * bodies stay where they are if possible: a new one takes the place of one of the same kind that has left, else any free
 * place; a shrinking queue loses its end.
 */
import { isGone, LANES, NONE } from '../../../../model/run/frame';
import type { Frame } from '../../../../model/run/types';

export interface Waiter {
  readonly client: number;
  /** Its request's number, or its client's if it has none. */
  readonly request: number;
  readonly lane: (typeof LANES)[number];
  readonly since_ns: number;
  /** True if nobody waits for it any more. */
  readonly gone: boolean;
}

/** The waiting requests of one group in the order of its queues, the high one first. */
export function waitersOf(frame: Frame, group: number): Waiter[] {
  const found: Waiter[] = [];
  const { waiting_group, waiting_lane, waiting_conn, waiting_request, waiting_since_ns } = frame;
  for (let at = 0; at < waiting_group.length; at += 1) {
    if (waiting_group[at] !== group) continue;
    const client = waiting_conn[at] ?? NONE;
    const request = waiting_request[at] ?? NONE;
    found.push({
      client,
      request: request === NONE ? client : request,
      lane: LANES[waiting_lane[at] ?? 1] ?? 'low',
      since_ns: waiting_since_ns[at] ?? frame.time_ns,
      gone: isGone(frame, client),
    });
  }
  const rank = ({ lane }: Waiter) => (lane === 'high' ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}

type LookOf = (waiter: Waiter) => string;

export class QueuePlaces {
  #slots: readonly Waiter[] = [];
  #of = '';
  /** The most places used since it was last drawn from the start; it keeps that much room. */
  most = 0;

  /** `look`: bodies with the same look are interchangeable. */
  take(waiters: readonly Waiter[], of: string, playing: boolean, look: LookOf): readonly Waiter[] {
    const goes_on = playing && of === this.#of;
    this.#slots = goes_on ? shifted(this.#slots, waiters, look) : waiters;
    this.most = Math.max(goes_on ? this.most : 0, waiters.length);
    this.#of = of;
    return this.#slots;
  }
}

function shifted(before: readonly Waiter[], now: readonly Waiter[], look: LookOf): Waiter[] {
  const present = new Map(now.map((waiter) => [waiter.request, waiter]));
  const slots: (Waiter | undefined)[] = before.map(({ request }) => {
    const still = present.get(request);
    present.delete(request);
    return still;
  });
  const come = [...present.values()];
  slots.forEach((one, at) => {
    const left = before[at];
    if (one !== undefined || !left) return;
    const alike = come.findIndex((waiter) => look(waiter) === look(left));
    if (alike >= 0) slots[at] = come.splice(alike, 1)[0];
  });
  for (let at = 0; come.length > 0; at += 1) slots[at] ??= come.shift();
  const length = slots.filter((one) => one !== undefined).length;
  const moved = slots.slice(length).filter((one) => one !== undefined);
  return slots.slice(0, length).flatMap((one) => one ?? moved.pop() ?? []);
}
