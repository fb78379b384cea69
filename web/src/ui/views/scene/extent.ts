/**
 * The room that a whole run needs, so that the scene keeps its size while it plays: the most threads, the longest queues,
 * the longest sentence.
 */
import { bisector } from 'd3-array';
import { NONE } from '../../../model/run/frame';
import type { Event, Frame, Life, Outcome, Place } from '../../../model/run/types';

export interface GroupExtent {
  readonly group: number;
  /** Indexes of its connections. */
  readonly clients: readonly number[];
  readonly seats: number;
  readonly high: number;
  readonly low: number;
  readonly unpolled: number;
  /** True if a thread is refused at some time: its empty seat needs a place. */
  readonly refusals: boolean;
}

export interface Extent {
  /** One thread per connection: no groups, queues or timer. */
  readonly own_threads: boolean;
  readonly groups: readonly GroupExtent[];
  /** The most threads of closed connections in the cache; undefined without a cache. */
  readonly cached: number | undefined;
  /** The seat of each thread in its group, when it does not listen. */
  readonly seat_of: ReadonlyMap<number, number>;
}

interface Stretch {
  readonly start_ns: number;
  readonly end_ns: number;
}

/** The most of these stretches that overlap. */
export const peak = (stretches: readonly Stretch[]): number =>
  // At the same instant, ends go before starts.
  most(
    stretches.filter(({ start_ns, end_ns }) => end_ns > start_ns),
    -1,
  );

/** The most that overlap at any step, also at one of several within an instant. */
const peakOfSteps = (stretches: readonly Stretch[]): number => most(stretches, 1);

function most(stretches: readonly Stretch[], first: 1 | -1): number {
  const edges = stretches
    .flatMap(({ start_ns, end_ns }) => [
      { at: start_ns, by: 1 },
      { at: end_ns, by: -1 },
    ])
    .sort((a, b) => a.at - b.at || first * (b.by - a.by));
  let now = 0;
  let found = 0;
  for (const { by } of edges) {
    now += by;
    found = Math.max(found, now);
  }
  return found;
}

const highestFirst = bisector<number, number>((one, other) => other - one);

type Seating = Pick<Extent, 'seat_of'> & { readonly seats: ReadonlyMap<number, number> };

/** Each new thread takes the first free seat of its group and keeps it until it exits. */
export function assignSeats(first: Frame, events: readonly Event[]): Seating {
  const seat_of = new Map<number, number>();
  /** In each group how many seats there are, and those that have become free, the first at the end. */
  const rows = new Map<number, { made: number; readonly free: number[] }>();
  const home = new Map<number, number>();
  const seats = new Map<number, number>();
  const sit = (thread: number, group: number) => {
    if (seat_of.has(thread)) return;
    const row = rows.get(group) ?? { made: 0, free: [] };
    rows.set(group, row);
    const seat = row.free.pop() ?? row.made++;
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
      const seat = seat_of.get(event.thread);
      const row = rows.get(home.get(event.thread) ?? NONE);
      if (seat !== undefined && row) row.free.splice(highestFirst.left(row.free, seat), 0, seat);
    }
  }
  return { seat_of, seats };
}

/** Groups that refuse threads, and the most cached threads. */
function threadPeaks(events: readonly Event[]) {
  const refusals = new Set<number>();
  let cached = 0;
  for (const event of events) {
    if (event.kind === 'thread_refused') refusals.add(event.group);
    else if (event.kind === 'thread_cached') cached = Math.max(cached, event.cached);
  }
  return { refusals, cached };
}

function groupOfClient(
  first: Frame,
  lives: readonly Life[],
  groups: number,
): (index: number) => number {
  const told = new Map<number, number | null>();
  for (const life of lives) told.set(life.connection, life.group);
  return (index) => {
    const now = first.connection_group[index] ?? NONE;
    if (now < groups) return now;
    const id = first.connection_id[index] ?? index;
    return told.get(id) ?? id % groups;
  };
}

type Stretches = { start_ns: number; end_ns: number }[];
const LINES = ['high_queue', 'low_queue', 'socket'] as const;

/** For each group and queue, the times at which requests, or connections without one, were in it. */
function stretchesOf(
  { lives, alone = [] }: Pick<Outcome, 'lives' | 'alone'>,
  groups: number,
): Record<string, Stretches>[] {
  const all = Array.from({ length: groups }, (): Record<string, Stretches> => ({}));
  const add = (group: number | null, stay: Stretches[number] & Pick<Place, 'place'>) => {
    // A pool with a single queue draws it in the place of the low one.
    const place = stay.place === 'queue' ? 'low_queue' : stay.place;
    const own = all[group ?? NONE];
    if (own) (own[place] ??= []).push(stay);
  };
  for (const life of lives) for (const segment of life.segments) add(life.group, segment);
  for (const stay of alone) add(stay.group, stay);
  return all;
}

/** The longest line, and the most letters at a door, of any group. */
export function fullestOf(outcome: Pick<Outcome, 'lives' | 'alone'>, groups: number) {
  const all = stretchesOf(outcome, groups);
  const longest = (places: readonly string[]) =>
    Math.max(0, ...all.map((one) => peakOfSteps(places.flatMap((place) => one[place] ?? []))));
  return { line: longest(['high_queue', 'low_queue']), letters: longest(['socket']) };
}

function clientsOfGroups(first: Frame, lives: readonly Life[]): number[][] {
  const groups = first.group_connections.length;
  const group_of = groupOfClient(first, lives, groups);
  const clients: number[][] = Array.from({ length: groups }, () => []);
  first.connection_id.forEach((_, index) => clients[group_of(index)]?.push(index));
  return clients;
}

/** While the result is hidden, a queue has room for every client, so that the layout doesn't reveal its length. */
export function extentOf(
  outcome: Pick<Outcome, 'lives' | 'alone' | 'events' | 'metrics'>,
  first: Frame,
  veiled = false,
): Extent {
  const { seat_of, seats } = assignSeats(first, outcome.events);
  const threads = threadPeaks(outcome.events);
  if (first.group_connections.length === 0) {
    const own = {
      group: NONE,
      clients: Array.from(first.connection_id.keys()),
      seats: seats.get(NONE) ?? 0,
      high: 0,
      low: 0,
      unpolled: 0,
      refusals: false,
    };
    return { own_threads: true, groups: [own], seat_of, cached: threads.cached };
  }
  const clients = clientsOfGroups(first, outcome.lives);
  const stretches = stretchesOf(outcome, clients.length);
  return {
    own_threads: false,
    seat_of,
    cached: undefined,
    groups: clients.map((own, group) => {
      const [high = 0, low = 0, unpolled = 0] = LINES.map((line) => {
        const most = peak(stretches[group]?.[line] ?? []);
        return veiled && (most > 0 || line !== 'high_queue') ? own.length : most;
      });
      return {
        group,
        clients: own,
        seats: Math.max(1, seats.get(group) ?? 0),
        high,
        low,
        unpolled,
        refusals: threads.refusals.has(group),
      };
    }),
  };
}

/** Groups drawn alike all get the room of the largest. */
export function alike(groups: readonly GroupExtent[]) {
  const most = (of: 'seats' | 'high' | 'low' | 'unpolled') =>
    Math.max(...groups.map((group) => group[of]));
  return { seats: most('seats'), high: most('high'), low: most('low'), unpolled: most('unpolled') };
}
