/**
 * How much room a whole run needs, so that the scene does not change its size while it plays: the
 * most threads, the longest queues, the longest sentence.
 */
import { NONE } from '../../run/frame';
import type { Event, Frame, Life, Outcome } from '../../run/types';

export interface GroupExtent {
  readonly group: number;
  /** Indices of its connections. */
  readonly clients: readonly number[];
  readonly seats: number;
  readonly high: number;
  readonly low: number;
  readonly unpolled: number;
}

export interface Extent {
  /** One thread per connection: no groups, no queues, no timer. */
  readonly own_threads: boolean;
  readonly groups: readonly GroupExtent[];
  /** Where a thread sits when it does not listen: number of the seat in its group. */
  readonly seat_of: ReadonlyMap<number, number>;
}

/** The most of these stretches that hold at one time. */
export function peak(stretches: readonly { start_ns: number; end_ns: number }[]): number {
  const edges = stretches
    .filter(({ start_ns, end_ns }) => end_ns > start_ns)
    .flatMap(({ start_ns, end_ns }) => [
      { at: start_ns, by: 1 },
      { at: end_ns, by: -1 },
    ])
    // At one instant, who leaves makes room for who comes.
    .sort((a, b) => a.at - b.at || a.by - b.by);
  let now = 0;
  let most = 0;
  for (const { by } of edges) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

type Seating = Pick<Extent, 'seat_of'> & { readonly seats: ReadonlyMap<number, number> };

/** Each new thread takes the first free seat of its group and keeps it until it exits. */
export function assignSeats(first: Frame, events: readonly Event[]): Seating {
  const seat_of = new Map<number, number>();
  const taken = new Map<number, Set<number>>();
  const home = new Map<number, number>();
  const seats = new Map<number, number>();
  const sit = (thread: number, group: number) => {
    if (seat_of.has(thread)) return;
    const used = taken.get(group) ?? new Set();
    taken.set(group, used);
    let seat = 0;
    while (used.has(seat)) seat += 1;
    used.add(seat);
    seat_of.set(thread, seat);
    home.set(thread, group);
    seats.set(group, Math.max(seats.get(group) ?? 0, seat + 1));
  };
  first.thread_id.forEach((thread, index) => {
    sit(thread, first.thread_group[index] ?? NONE);
  });
  for (const event of events) {
    if (event.kind === 'thread_created') sit(event.thread, event.group ?? NONE);
    if (event.kind === 'thread_exited') {
      taken.get(home.get(event.thread) ?? NONE)?.delete(seat_of.get(event.thread) ?? -1);
    }
  }
  return { seat_of, seats };
}

function groupOfClient(
  first: Frame,
  lives: readonly Life[],
  groups: number,
): (index: number) => number {
  const told = new Map(lives.map((life) => [life.connection, life.group]));
  return (index) => {
    const now = first.client_group[index] ?? NONE;
    if (now < groups) return now;
    const id = first.client_id[index] ?? index;
    return told.get(id) ?? id % groups;
  };
}

export function extentOf(outcome: Pick<Outcome, 'lives' | 'events'>, first: Frame): Extent {
  const { seat_of, seats } = assignSeats(first, outcome.events);
  const groups = first.group_connections.length;
  const clients = Array.from(first.client_id.keys());
  if (groups === 0) {
    const own = { group: NONE, clients, seats: seats.get(NONE) ?? 0, high: 0, low: 0, unpolled: 0 };
    return { own_threads: true, groups: [own], seat_of };
  }
  const group_of = groupOfClient(first, outcome.lives, groups);
  return {
    own_threads: false,
    seat_of,
    groups: Array.from({ length: groups }, (_, group) => {
      const segments = outcome.lives
        .filter((life) => life.group === group)
        .flatMap((life) => life.segments);
      const most = (place: string) => peak(segments.filter((segment) => segment.place === place));
      return {
        group,
        clients: clients.filter((index) => group_of(index) === group),
        seats: Math.max(1, seats.get(group) ?? 0),
        high: most('high_queue'),
        low: most('low_queue'),
        unpolled: most('socket'),
      };
    }),
  };
}
