/** Who is where in the scene at one moment. Two moments compared are the animation. */
import {
  CLIENT_STATES,
  LANES,
  NONE,
  THREAD_STATES,
  type ClientState,
  type ThreadState,
} from '../../run/frame';
import type { Frame } from '../../run/types';
import type { Extent } from './extent';
import type { Point } from './geometry';
import type { GroupLayout, SceneLayout, Slots } from './layout';

/** A connection's present request, as it travels. */
export interface TokenPlace extends Point {
  readonly client: number;
  readonly label: string;
  readonly state: ClientState;
  readonly radius: number;
  readonly home: Point;
  readonly home_radius: number;
  /** Its request is somewhere else than with its client. */
  readonly away: boolean;
  /** How long it has been waiting, where there is room to say so. */
  readonly age_ns: number | undefined;
}

export interface ThreadPlace extends Point {
  readonly thread: number;
  readonly state: ThreadState;
  readonly radius: number;
  readonly progress: number;
  readonly serves: boolean;
  readonly named: boolean;
}

/** When each request was sent: its age counts from there, whichever queue it is in now. */
export type Arrivals = readonly number[];

/** More wait than there are slots. */
export interface Overflow extends Point {
  readonly key: string;
  readonly count: number;
}

export interface Placement {
  readonly tokens: readonly TokenPlace[];
  readonly threads: readonly ThreadPlace[];
  readonly overflows: readonly Overflow[];
}

export function clientLabels(frame: Frame): string[] {
  // Long ids do not fit into a dot; then the position in the run's list names the client.
  const fits = frame.client_id.every((id) => id < 1000);
  return Array.from(frame.client_id, (id, index) => String(fits ? id : index));
}

interface Spot extends Point {
  readonly age_ns?: number | undefined;
}

function slotsOf(group: GroupLayout, lane: (typeof LANES)[number]): Slots | undefined {
  if (lane === 'socket') return group.sockets;
  return lane === 'high' ? (group.queue?.high ?? group.queue?.low) : group.queue?.low;
}

/** Waiting requests into their slots, in the order of the queue. */
function placeWaiting(
  frame: Frame,
  layout: SceneLayout,
  arrivals: Arrivals,
): { spots: Map<number, Spot>; radius: Map<number, number>; overflows: Overflow[] } {
  const spots = new Map<number, Spot>();
  const radius = new Map<number, number>();
  const used = new Map<Slots['places'], number>();
  const over = new Map<Slots['places'], Overflow>();
  const groups = new Map(layout.groups.map((group) => [group.group, group]));
  frame.waiting_client.forEach((client, index) => {
    const group = groups.get(frame.waiting_group[index] ?? NONE);
    const lane = LANES[frame.waiting_lane[index] ?? 2] ?? 'socket';
    const slots = group && slotsOf(group, lane);
    const last = slots?.places.at(-1);
    if (!group || !slots || !last) return;
    const taken = used.get(slots.places) ?? 0;
    used.set(slots.places, taken + 1);
    const place = slots.places[taken];
    radius.set(client, slots.radius);
    const since_ns =
      arrivals[frame.waiting_request[index] ?? NONE] ?? frame.waiting_since_ns[index] ?? 0;
    const age_ns = slots.ages && place ? Math.max(0, frame.time_ns - since_ns) : undefined;
    spots.set(client, { ...(place ?? last), age_ns });
    if (place) return;
    const count = taken - slots.places.length + 1;
    over.set(slots.places, { x: last.x, y: last.y, key: `${group.group}-${lane}`, count });
  });
  return { spots, radius, overflows: [...over.values()] };
}

function placeThreads(frame: Frame, layout: SceneLayout, extent: Extent): ThreadPlace[] {
  const groups = new Map(layout.groups.map((group) => [group.group, group]));
  const places: ThreadPlace[] = [];
  frame.thread_id.forEach((thread, index) => {
    const group =
      groups.get(frame.thread_group[index] ?? NONE) ??
      (extent.own_threads ? layout.groups[0] : undefined);
    const state = THREAD_STATES[frame.thread_state[index] ?? 3] ?? 'idle';
    const seat = group?.workers.seats[extent.seat_of.get(thread) ?? 0];
    const at = state === 'listening' ? group?.listener?.seat : seat;
    if (!group || !at) return;
    const serves = (frame.thread_client[index] ?? NONE) !== NONE;
    const progress = frame.thread_progress[index] ?? 0;
    places.push({
      ...at,
      thread,
      state,
      radius: group.workers.radius,
      progress,
      serves,
      named: group.workers.radius > 16,
    });
  });
  return places;
}

export function place(
  frame: Frame,
  layout: SceneLayout,
  extent: Extent,
  arrivals: Arrivals,
): Placement {
  const waiting = placeWaiting(frame, layout, arrivals);
  const threads = placeThreads(frame, layout, extent);
  const seats = new Map(threads.map((thread) => [thread.thread, thread]));
  const labels = clientLabels(frame);
  const tokens: TokenPlace[] = [];
  for (const group of layout.groups) {
    for (const [client, home] of group.clients.places) {
      const state = CLIENT_STATES[frame.client_state[client] ?? 0] ?? 'closed';
      const seat = seats.get(frame.client_thread[client] ?? NONE);
      const spot: Spot | undefined =
        waiting.spots.get(client) ?? (state === 'idle' || state === 'closed' ? undefined : seat);
      const radius =
        waiting.radius.get(client) ??
        (spot
          ? Math.min(
              group.clients.radius,
              group.workers.radius - (group.workers.radius > 16 ? 7 : 3.5),
            )
          : group.clients.radius);
      tokens.push({
        x: spot?.x ?? home.x,
        y: spot?.y ?? home.y,
        client,
        label: labels[client] ?? '',
        state,
        radius: Math.max(radius, 4),
        home,
        home_radius: group.clients.radius,
        away: spot !== undefined,
        age_ns: spot?.age_ns,
      });
    }
  }
  return { tokens, threads, overflows: waiting.overflows };
}
