/** Who is where in the scene at one moment. Two moments compared are the animation. */
import {
  clientLabels,
  CLIENT_STATES,
  LANES,
  NONE,
  THREAD_STATES,
  type ClientState,
  type ThreadState,
} from '../../../model/run/frame';
import type { Frame } from '../../../model/run/types';
import type { Extent } from './extent';
import type { Point } from './geometry';
import type { GroupLayout, SceneLayout, Slots } from './layout-types';

/** The parts that a request passes, in this order. */
export const ZONES = ['client', 'socket', 'queue', 'worker'] as const;
export type Zone = (typeof ZONES)[number];

/** A connection's present request, as it travels. */
export interface TokenPlace extends Point {
  readonly client: number;
  readonly label: string;
  readonly state: ClientState;
  readonly radius: number;
  readonly home: Point;
  readonly home_radius: number;
  readonly zone: Zone;
  readonly layout: GroupLayout;
  /** How long it has been waiting, where there is room to say so. */
  readonly age_ns: number | undefined;
  /** One of more than there are slots for: a number stands for it. */
  readonly counted: boolean;
}

export interface ThreadPlace extends Point {
  readonly thread: number;
  readonly state: ThreadState;
  readonly radius: number;
  readonly progress: number;
  readonly serves: boolean;
  readonly layout: GroupLayout;
  /** On the stack of idle workers or in the thread cache. */
  readonly put_away: boolean;
}

/** When each request was sent: its age counts from there, whichever queue it is in now. */
export type Arrivals = readonly number[];

/** More wait than there are slots. */
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

interface Spot extends Point {
  readonly zone: Zone;
  readonly radius: number;
  readonly age_ns?: number | undefined;
  readonly counted?: boolean;
}

function slotsOf(group: GroupLayout, lane: (typeof LANES)[number]): Slots | undefined {
  if (lane === 'socket') return group.sockets;
  return lane === 'high' ? (group.queue?.high ?? group.queue?.low) : group.queue?.low;
}

type Groups = ReadonlyMap<number, GroupLayout>;

/** Waiting requests into their slots, in the order of the queue. */
function placeWaiting(frame: Frame, groups: Groups, arrivals: Arrivals) {
  const spots = new Map<number, Spot>();
  const used = new Map<Slots['places'], number>();
  const last_in = new Map<Slots['places'], number>();
  const over = new Map<Slots['places'], Overflow>();
  frame.waiting_client.forEach((client, index) => {
    const group = groups.get(frame.waiting_group[index] ?? NONE);
    const lane = LANES[frame.waiting_lane[index] ?? 2] ?? 'socket';
    const slots = group && slotsOf(group, lane);
    const last = slots?.places.at(-1);
    if (!group || !slots || !last) return;
    const taken = used.get(slots.places) ?? 0;
    used.set(slots.places, taken + 1);
    const place = slots.places[taken];
    const since_ns =
      arrivals[frame.waiting_request[index] ?? NONE] ?? frame.waiting_since_ns[index] ?? 0;
    const age_ns = slots.ages && place ? Math.max(0, frame.time_ns - since_ns) : undefined;
    const zone = lane === 'socket' ? 'socket' : 'queue';
    const { x, y } = place ?? last;
    spots.set(client, { x, y, zone, radius: slots.radius, age_ns });
    if (place) {
      last_in.set(slots.places, client);
      return;
    }
    // The last slot stands for all who have none of their own, its own request among them.
    const count = taken - slots.places.length + 2;
    for (const covered of [last_in.get(slots.places), client]) {
      const under = covered === undefined ? undefined : spots.get(covered);
      if (covered !== undefined && under)
        spots.set(covered, { ...under, age_ns: undefined, counted: true });
    }
    over.set(slots.places, {
      x: last.x,
      y: last.y,
      key: `${group.group}-${lane}`,
      count,
      radius: slots.radius,
    });
  });
  return { spots, overflows: [...over.values()] };
}

/** Where idle and cached threads lie: a stack, so the last to sleep lies last. */
function putAway(frame: Frame, groups: Groups): Map<number, Point> {
  const at = new Map<number, Point>();
  const lying = new Map<Slots, { thread: number; since_ns: number }[]>();
  frame.thread_id.forEach((thread, index) => {
    const state = THREAD_STATES[frame.thread_state[index] ?? 3];
    const group = groups.get(frame.thread_group[index] ?? NONE);
    const slots =
      state === 'idle'
        ? group?.workers.idle
        : state === 'cached'
          ? groups.get(NONE)?.cache?.slots
          : undefined;
    if (!slots) return;
    const all = lying.get(slots) ?? [];
    lying.set(slots, all);
    all.push({ thread, since_ns: frame.thread_since_ns[index] ?? 0 });
  });
  for (const [slots, all] of lying) {
    all.sort((a, b) => a.since_ns - b.since_ns);
    all.forEach(({ thread }, index) => {
      const place = slots.places[Math.min(index, slots.places.length - 1)];
      if (place) at.set(thread, { ...place });
    });
  }
  return at;
}

function placeThreads(frame: Frame, groups: Groups, extent: Extent): ThreadPlace[] {
  const away = putAway(frame, groups);
  const places: ThreadPlace[] = [];
  const seen = new Map<GroupLayout | undefined, number>();
  frame.thread_id.forEach((thread, index) => {
    const group = groups.get(extent.own_threads ? NONE : (frame.thread_group[index] ?? NONE));
    const state = THREAD_STATES[frame.thread_state[index] ?? 3] ?? 'idle';
    // A log that was cut short does not tell every thread's seat: those sit in order.
    const nth = seen.get(group) ?? 0;
    seen.set(group, nth + 1);
    const seat = group?.workers.seats[extent.seat_of.get(thread) ?? nth];
    const put = away.get(thread);
    const at = put ?? (state === 'listening' ? group?.listener?.seat : seat);
    if (!group || !at) return;
    const { workers, listener, cache } = group;
    const radius = put
      ? ((state === 'cached' ? cache?.slots.radius : workers.idle?.radius) ?? workers.radius)
      : state === 'listening'
        ? (listener?.radius ?? workers.radius)
        : workers.radius;
    places.push({
      x: at.x,
      y: at.y,
      thread,
      state,
      radius,
      progress: frame.thread_progress[index] ?? 0,
      serves: (frame.thread_client[index] ?? NONE) !== NONE,
      layout: group,
      put_away: put !== undefined,
    });
  });
  return places;
}

const ON_THREAD = new Set<ClientState>([
  'running',
  'waiting',
  'lock',
  'thread_wait',
  'login',
  'latch',
  'runnable',
]);

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
  for (const group of layout.groups) {
    const in_seat = seatRadius(group);
    for (const [client, home] of group.clients.places) {
      const state = CLIENT_STATES[frame.client_state[client] ?? 0] ?? 'closed';
      // Of a crowd only those are drawn who ask for something.
      if (group.clients.crowd && (state === 'idle' || state === 'closed')) continue;
      const seat = ON_THREAD.has(state)
        ? seats.get(frame.client_thread[client] ?? NONE)
        : undefined;
      const spot: Spot | undefined =
        waiting.spots.get(client) ??
        (seat && { x: seat.x, y: seat.y, zone: 'worker', radius: in_seat });
      tokens.push({
        x: spot?.x ?? home.x,
        y: spot?.y ?? home.y,
        client,
        label: labels[client] ?? '',
        state,
        radius: Math.max(spot?.radius ?? group.clients.radius, 2),
        home,
        home_radius: group.clients.radius,
        zone: spot?.zone ?? 'client',
        layout: group,
        age_ns: spot?.age_ns,
        counted: spot?.counted ?? false,
      });
    }
  }
  return { tokens, threads, overflows: waiting.overflows };
}

/** A request on its thread leaves the ring free. */
function seatRadius({ workers, clients }: GroupLayout): number {
  const { radius } = workers;
  return Math.min(
    Math.max(clients.radius, radius * 0.62),
    radius - (radius > 14 ? 5.5 : radius * 0.25),
  );
}
