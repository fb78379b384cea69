/** The position of every request and thread at one moment. The difference between two moments is the animation. */
import {
  clientLabels,
  CONNECTION_STATES,
  isGone,
  LANES,
  NONE,
  THREAD_STATES,
  type ConnectionState,
  type ThreadState,
} from '../../../model/run/frame';
import type { Frame } from '../../../model/run/types';
import type { Extent } from './extent';
import type { Point } from './geometry';
import type { GroupLayout, SceneLayout, Slots } from './layout-types';

/** The zones that a request passes, in this order. */
export const ZONES = ['client', 'socket', 'queue', 'worker'] as const;
export type Zone = (typeof ZONES)[number];

/** A connection's present request and its position. */
export interface TokenPlace extends Point {
  readonly client: number;
  /** Its number, or its client's while idle. */
  readonly request: number;
  readonly label: string;
  readonly state: ConnectionState;
  readonly radius: number;
  readonly home: Point;
  readonly home_radius: number;
  readonly zone: Zone;
  readonly layout: GroupLayout;
  /** The thread in whose ring it is. */
  readonly thread?: number | undefined;
  /** How long it has been waiting, if there is room to write it. */
  readonly age_ns: number | undefined;
  /** True if it has no slot and is only counted. */
  readonly counted: boolean;
  /** True for a letter with room for a halo. */
  readonly alone: boolean;
  /** True if nobody waits for it any more. */
  readonly gone: boolean;
}

export interface ThreadPlace extends Point {
  readonly thread: number;
  readonly state: ThreadState;
  readonly radius: number;
  readonly progress: number;
  readonly serves: boolean;
  readonly layout: GroupLayout;
}

/** When each request was sent: its age counts from there, whichever queue it is in. */
export type Arrivals = readonly number[];

/** More requests wait than there are slots. */
export interface Overflow extends Point {
  readonly key: string;
  readonly count: number;
  readonly radius: number;
}

export interface Placement {
  readonly tokens: readonly TokenPlace[];
  readonly threads: readonly ThreadPlace[];
  readonly overflows: readonly Overflow[];
}

interface PlacedBody extends Point {
  readonly zone: Zone;
  readonly radius: number;
  readonly age_ns?: number | undefined;
  readonly counted?: boolean;
  readonly alone?: boolean;
}

function slotsOf(group: GroupLayout, lane: (typeof LANES)[number]): Slots | undefined {
  if (lane === 'socket') return group.sockets;
  return lane === 'high' ? (group.queue?.high ?? group.queue?.low) : group.queue?.low;
}

type Groups = ReadonlyMap<number, GroupLayout>;

interface QueueEntry {
  readonly client: number;
  readonly request: number;
  readonly since_ns: number;
}

/** The requests in each queue of each group, in order. */
function linesOf(frame: Frame, groups: Groups) {
  const lines = new Map<
    string,
    { group: GroupLayout; lane: (typeof LANES)[number]; all: QueueEntry[] }
  >();
  frame.waiting_conn.forEach((client, index) => {
    const group = groups.get(frame.waiting_group[index] ?? NONE);
    if (!group) return;
    const lane = LANES[frame.waiting_lane[index] ?? 2] ?? 'socket';
    const key = `${group.group}-${lane}`;
    const line = lines.get(key) ?? { group, lane, all: [] };
    lines.set(key, line);
    line.all.push({
      client,
      request: frame.waiting_request[index] ?? NONE,
      since_ns: frame.waiting_since_ns[index] ?? 0,
    });
  });
  return lines;
}

/** Puts waiting requests into their slots; the last slot shows the number of those without one. */
function placeWaiting(frame: Frame, groups: Groups, arrivals: Arrivals) {
  const spots = new Map<number, PlacedBody>();
  const overflows: Overflow[] = [];
  /** Two queues that are drawn as one share its places. */
  const used = new Map<Slots['places'], number>();
  // If both queues are drawn as one, prioritised requests come first.
  const lines = [...linesOf(frame, groups)].sort(
    ([, a], [, b]) => Number(b.lane === 'high') - Number(a.lane === 'high'),
  );
  const total = new Map<Slots['places'], number>();
  for (const [, { group, lane, all }] of lines) {
    const places = slotsOf(group, lane)?.places;
    if (places) total.set(places, (total.get(places) ?? 0) + all.length);
  }
  for (const [key, { group, lane, all }] of lines) {
    const zone = lane === 'socket' ? 'socket' : 'queue';
    const slots = slotsOf(group, lane);
    if (!slots) {
      // With the clients above its door, a group's letters are drawn at their writers.
      const radius = Math.max(6, group.clients.radius);
      for (const { client } of all) {
        const home = group.clients.places.get(client);
        if (home && group.full?.upright && lane === 'socket')
          spots.set(client, { ...home, zone, radius });
      }
      continue;
    }
    const { places, radius, at } = slots;
    const before = used.get(places) ?? 0;
    used.set(places, before + all.length);
    const many = total.get(places) ?? 0;
    const alone = slots.alone !== undefined && many <= slots.alone.most;
    const of = Math.min(many, places.length);
    const placeOf = (nth: number) => (at ? at(nth, of) : places[nth]);
    const last = placeOf(places.length - 1);
    const [head, tail] = [placeOf(0), placeOf(of - 1)];
    const ages = slots.ages && (zone === 'socket' || head?.y === tail?.y);
    all.forEach(({ client, request, since_ns }, index) => {
      const nth = before + index;
      const over = many > places.length && nth >= places.length - 1;
      const spot = over ? last : placeOf(nth);
      if (!spot) return;
      const age_ns = Math.max(0, frame.time_ns - (arrivals[request] ?? since_ns));
      spots.set(client, {
        x: spot.x,
        y: spot.y,
        zone,
        radius: alone ? slots.alone.radius : radius,
        age_ns: ages && !over ? age_ns : undefined,
        counted: over,
        alone,
      });
    });
    const count = many - places.length + 1;
    if (count > 1 && last && before + all.length === many)
      overflows.push({ x: last.x, y: last.y, key, count, radius });
  }
  return { spots, overflows };
}

/** Threads in the cache; the last to be added is at the end. */
function kept(frame: Frame, groups: Groups): Map<number, Point> {
  const places = groups.get(NONE)?.cache?.slots.places ?? [];
  const since = (index: number) => frame.thread_since_ns[index] ?? 0;
  const lying = [...frame.thread_id.keys()]
    .filter((index) => THREAD_STATES[frame.thread_state[index] ?? 3] === 'cached')
    .sort((a, b) => since(a) - since(b));
  return new Map(
    lying.flatMap((index, nth) => {
      const at = places[Math.min(nth, places.length - 1)];
      return at ? [[frame.thread_id[index] ?? NONE, at] as const] : [];
    }),
  );
}

function placeThreads(frame: Frame, groups: Groups, extent: Extent): ThreadPlace[] {
  const away = kept(frame, groups);
  const places: ThreadPlace[] = [];
  const seen = new Map<GroupLayout | undefined, number>();
  frame.thread_id.forEach((thread, index) => {
    const group = groups.get(extent.own_threads ? NONE : (frame.thread_group[index] ?? NONE));
    const state = THREAD_STATES[frame.thread_state[index] ?? 3] ?? 'idle';
    // A log that was cut off lacks some threads' seats: those get seats in order.
    const nth = seen.get(group) ?? 0;
    seen.set(group, nth + 1);
    const seat = group?.workers.seats[extent.seat_of.get(thread) ?? nth];
    const put = away.get(thread);
    const at = put ?? (state === 'listening' ? group?.listener?.seat : seat);
    if (!group || !at) return;
    const { workers, listener, cache } = group;
    const own = put ? cache?.slots : state === 'listening' ? listener : workers;
    places.push({
      x: at.x,
      y: at.y,
      thread,
      state,
      radius: own?.radius ?? workers.radius,
      progress: frame.thread_progress[index] ?? 0,
      serves: (frame.thread_conn[index] ?? NONE) !== NONE,
      layout: group,
    });
  });
  return places;
}

const ON_THREAD = new Set<ConnectionState>([
  'running',
  'waiting',
  'lock',
  'thread_wait',
  'login',
  'latch',
  'runnable',
]);

/** Served by a thread without a ring, because there are too many. */
const crowdedOut = (frame: Frame, client: number) =>
  (frame.connection_thread[client] ?? NONE) !== NONE &&
  ON_THREAD.has(CONNECTION_STATES[frame.connection_state[client] ?? 0] ?? 'closed');

export function place(
  frame: Frame,
  layout: SceneLayout,
  extent: Extent,
  arrivals: Arrivals,
  labels: readonly string[] = clientLabels(frame),
): Placement {
  const groups = new Map(layout.groups.map((group) => [group.group, group]));
  const waiting = placeWaiting(frame, groups, arrivals);
  const threads = placeThreads(frame, groups, extent);
  const seats = new Map(threads.map((thread) => [thread.thread, thread]));
  const tokens: TokenPlace[] = [];
  const overflows = [...waiting.overflows];
  for (const group of layout.groups) {
    const in_seat = seatRadius(group);
    const last = group.workers.seats.at(-1);
    let unseated = 0;
    for (const [client, home] of group.clients.places) {
      const state = CONNECTION_STATES[frame.connection_state[client] ?? 0] ?? 'closed';
      // In a crowd only busy clients are drawn.
      if (group.clients.crowd && (state === 'idle' || state === 'closed')) continue;
      const seat = ON_THREAD.has(state)
        ? seats.get(frame.connection_thread[client] ?? NONE)
        : undefined;
      const spot: PlacedBody | undefined =
        waiting.spots.get(client) ??
        (seat && { x: seat.x, y: seat.y, zone: 'worker', radius: in_seat }) ??
        (last && crowdedOut(frame, client)
          ? { ...last, zone: 'worker', radius: in_seat, counted: true }
          : undefined);
      if (spot?.counted && spot.zone === 'worker') unseated += 1;
      const request = frame.connection_request[client] ?? NONE;
      tokens.push({
        x: spot?.x ?? home.x,
        y: spot?.y ?? home.y,
        client,
        request: request === NONE ? client : request,
        label: labels[client] ?? '',
        state,
        radius: Math.max(spot?.radius ?? group.clients.radius, 2),
        home,
        home_radius: group.clients.radius,
        zone: spot?.zone ?? 'client',
        layout: group,
        thread: spot?.zone === 'worker' ? seat?.thread : undefined,
        age_ns: spot?.age_ns,
        counted: spot?.counted ?? false,
        alone: spot?.alone ?? false,
        gone: isGone(frame, client),
      });
    }
    const { radius } = group.workers;
    if (last && unseated > 0)
      overflows.push({ ...last, key: `${group.group}-seats`, count: unseated, radius });
  }
  return { tokens, threads, overflows };
}

/** A request on its thread leaves the ring visible. */
function seatRadius({ workers }: GroupLayout): number {
  return workers.radius * 0.74;
}
