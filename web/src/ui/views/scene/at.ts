/**
 * Who is where at one moment of a run: the room, the rank and the place of every connection, as a function of the engine's
 * frame. Everybody is in its seat unless it is at a door, in a line, on a thread, or at the latch.
 */
import { CONNECTION_STATES, LANES, NONE, THREAD_STATES } from '../../../model/run/frame';
import type { Frame } from '../../../model/run/types';
import { doorsOf, LINE_R, placeAt, SEAT_R, type World } from './world';

export const ROOMS = ['seat', 'door', 'line', 'thread', 'crowd', 'inside'] as const;
export type Room = (typeof ROOMS)[number];
const [SEAT, DOOR, LINE, THREAD, CROWD, INSIDE] = [0, 1, 2, 3, 4, 5] as const;
export const ROOM = { SEAT, DOOR, LINE, THREAD, CROWD, INSIDE } as const;

/** One entry for each connection, in columns. */
export interface Bodies {
  readonly count: number;
  /** A position in `ROOMS`. */
  readonly room: Uint8Array;
  /** The cell whose door, line or threads it is at. */
  readonly cell: Uint16Array;
  /** In a line the number of those before it; on a thread its ring. */
  readonly rank: Uint32Array;
  /** A position in `CONNECTION_STATES`. */
  readonly state: Uint8Array;
  /** How it is drawn: its state's position, or `ASLEEP`. */
  readonly look: Uint8Array;
  readonly gone: Uint8Array;
  /** 1 in a line that is so short that it has other places. */
  readonly in_short: Uint8Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** In u. */
  readonly r: Float32Array;
  /** Those who are not at rest in their seats. */
  readonly out: Uint32Array;
  out_count: number;
}

export function bodiesFor(count: number): Bodies {
  return {
    count,
    room: new Uint8Array(count),
    cell: new Uint16Array(count),
    rank: new Uint32Array(count),
    state: new Uint8Array(count),
    look: new Uint8Array(count),
    gone: new Uint8Array(count),
    in_short: new Uint8Array(count),
    x: new Float32Array(count),
    y: new Float32Array(count),
    r: new Float32Array(count),
    out: new Uint32Array(count),
    out_count: 0,
  };
}

/** The look of those who sleep at the latch until they are woken. */
export const ASLEEP = CONNECTION_STATES.length;

/** A body in a ring leaves the ring visible. */
const IN_RING = 0.74;

const code = (state: (typeof CONNECTION_STATES)[number]) => CONNECTION_STATES.indexOf(state);
const [IDLE, SOCKET, LOW, HIGH] = [
  code('idle'),
  code('socket'),
  code('low_queue'),
  code('high_queue'),
];
const ON_THREAD = Uint8Array.from(CONNECTION_STATES, (state) =>
  ['running', 'waiting', 'lock', 'thread_wait', 'login', 'latch', 'runnable'].includes(state)
    ? 1
    : 0,
);
const LISTENING = THREAD_STATES.indexOf('listening');
const CACHED = THREAD_STATES.indexOf('cached');
const HIGH_LANE = LANES.indexOf('high');
const SOCKET_LANE = LANES.indexOf('socket');

/** The cell of a thread of this group; threads without groups are in the only one. */
export const cellOf = ({ cells }: World, group: number | undefined): number =>
  cells[0]?.group === undefined ? 0 : (group ?? NONE);

/** The ring of each thread, by its place in the frame's list; a listener is at the door instead, a kept thread in the cache. */
export function ringsOf(world: World, frame: Frame): Int32Array {
  const { cells, seat_of } = world;
  const rings = new Int32Array(frame.thread_id.length).fill(-1);
  const taken = cells.map(({ house }) => new Uint8Array(house?.rings.length ?? 0));
  for (let at = 0; at < rings.length; at += 1) {
    const state = frame.thread_state[at];
    const cell = cellOf(world, frame.thread_group[at]);
    if (state === LISTENING || (state === CACHED && cells[cell]?.house?.full?.cache)) continue;
    const own = taken[cell];
    if (!own || own.length === 0) continue;
    // A thread keeps the ring of its number, as far as no older one has it.
    const thread = frame.thread_id[at] ?? 0;
    let ring = (seat_of?.get(thread) ?? thread) % own.length;
    for (let tries = 1; own[ring] === 1 && tries < own.length; tries += 1)
      ring = (ring + 1) % own.length;
    own[ring] = 1;
    rings[at] = ring;
  }
  return rings;
}

export function at(world: World, frame: Frame, into: Bodies): Bodies {
  const { count, room, cell, rank, state, look, gone, in_short, x, y, r, out } = into;
  const { cells, seats, home, latch } = world;
  room.fill(SEAT);
  rank.fill(0);
  in_short.fill(0);
  state.set(frame.connection_state.subarray(0, count));
  look.set(state);
  gone.set(frame.connection_gone.subarray(0, count));
  x.set(seats.x);
  y.set(seats.y);
  r.fill(SEAT_R);
  for (let client = 0; client < count; client += 1) cell[client] = home[client] ?? 0;

  // Lines and doors, in the order in which they are served: those with priority first.
  const in_line = new Uint32Array(cells.length);
  const in_high = new Uint32Array(cells.length);
  const at_door = new Uint32Array(cells.length);
  const { waiting_conn, waiting_group, waiting_lane } = frame;
  for (const first of [true, false])
    for (let nth = 0; nth < waiting_conn.length; nth += 1) {
      const lane = waiting_lane[nth];
      if ((lane === HIGH_LANE) !== first) continue;
      const client = waiting_conn[nth] ?? NONE;
      const group = waiting_group[nth] ?? NONE;
      const house = cells[group]?.house;
      if (!house || client >= count) continue;
      const unread = lane === SOCKET_LANE;
      // Further requests on a connection are behind its first.
      const wants = unread
        ? state[client] === SOCKET
        : state[client] === LOW || state[client] === HIGH;
      if (!wants || room[client] !== SEAT) continue;
      const high = first ? house.high : undefined;
      const line = unread ? house.letters : (high?.line ?? house.lane);
      const counts = unread ? at_door : high ? in_high : in_line;
      const own = counts[group] ?? 0;
      counts[group] = own + 1;
      // A letter for which there is no place at the door is with its writer.
      if (unread && own >= line.x.length) continue;
      const place = placeAt(line, own);
      room[client] = unread ? DOOR : LINE;
      cell[client] = group;
      rank[client] = own;
      x[client] = place.x;
      y[client] = place.y;
      r[client] = line.r ?? LINE_R;
    }
  cells.forEach(({ house }, group) => {
    if (!house?.full) return;
    for (let client = 0; client < count; client += 1) {
      if (cell[client] !== group) continue;
      const [line, there] =
        room[client] === DOOR
          ? [house.letters, at_door[group]]
          : room[client] === LINE
            ? house.high && state[client] === HIGH
              ? [house.high.line, in_high[group]]
              : [house.lane, in_line[group]]
            : [];
      const short = line?.short;
      if (!short || (there ?? 0) > short.x.length) continue;
      const place = placeAt(short, rank[client] ?? 0);
      in_short[client] = 1;
      x[client] = place.x;
      y[client] = place.y;
      r[client] = short.r ?? LINE_R;
    }
  });

  const rings = ringsOf(world, frame);
  const { thread_conn, thread_id, thread_group } = frame;
  const client_of = new Map<number, number>();
  for (let thread = 0; thread < rings.length; thread += 1) {
    const client = thread_conn[thread] ?? NONE;
    if (client >= count) continue;
    client_of.set(thread_id[thread] ?? NONE, client);
    const group = cellOf(world, thread_group[thread]);
    const house = cells[group]?.house;
    const ring = rings[thread] ?? -1;
    const place = house?.rings[ring];
    if (!house || !place || ON_THREAD[state[client] ?? 0] !== 1) continue;
    room[client] = THREAD;
    cell[client] = group;
    rank[client] = ring;
    x[client] = place.x;
    y[client] = place.y;
    r[client] = house.ring_r * IN_RING;
  }

  // Whose thread is still being created.
  const taken = new Set(client_of.values());
  for (let client = 0; client < count; client += 1) {
    const id = frame.connection_thread[client] ?? NONE;
    if (id === NONE || room[client] !== SEAT || ON_THREAD[state[client] ?? 0] !== 1) continue;
    const thread = taken.has(client) ? -1 : thread_id.indexOf(id);
    const group = cellOf(world, thread_group[thread]);
    const house = cells[group]?.house;
    const place = house?.rings[rings[thread] ?? -1];
    if (!house || !place || thread_conn[thread] !== NONE) continue;
    room[client] = THREAD;
    cell[client] = group;
    rank[client] = rings[thread] ?? 0;
    x[client] = place.x;
    y[client] = place.y;
    r[client] = house.ring_r * IN_RING;
  }

  if (latch) {
    const { latch_queue, latch_asleep, latch_holder } = frame;
    const awake = latch_queue.length - latch_asleep;
    for (let nth = 0; nth < latch_queue.length; nth += 1) {
      const client = client_of.get(latch_queue[nth] ?? NONE);
      if (client === undefined) continue;
      const place = placeAt(latch.crowd, nth);
      room[client] = CROWD;
      rank[client] = nth;
      if (nth >= awake) look[client] = ASLEEP;
      x[client] = place.x;
      y[client] = place.y;
      r[client] = latch.body_r;
    }
    const client = client_of.get(latch_holder);
    if (client !== undefined) {
      const place = insideAt(world, frame);
      room[client] = INSIDE;
      rank[client] = 0;
      x[client] = place.x;
      y[client] = place.y;
      r[client] = place.r;
    }
  }

  let outside = 0;
  for (let client = 0; client < count; client += 1)
    if (room[client] !== SEAT || state[client] !== IDLE || gone[client] === 1)
      out[outside++] = client;
  out.fill(0, outside);
  into.out_count = outside;
  return into;
}

/** Whoever has the latch: in the gate, or past as many doors of the corridor as it has seen. */
export function insideAt(
  { latch }: World,
  { open_transactions, thread_id, thread_progress, latch_holder }: Frame,
): { readonly x: number; readonly y: number; readonly r: number; readonly passed: number } {
  const { x, y, r } = latch?.gate ?? { x: 0, y: 0, r: 0 };
  const holder = thread_id.indexOf(latch_holder);
  if (!latch?.corridor || holder < 0) return { x, y, r: r * IN_RING, passed: 0 };
  const { room, pitch, columns, walker_r, aisle_x } = doorsOf(latch.corridor, open_transactions);
  const passed = (thread_progress[holder] ?? 0) * open_transactions;
  const row = Math.min(passed / columns, Math.max(0, Math.ceil(open_transactions / columns) - 1));
  return { x: aisle_x, y: room.y + (row + 0.5) * pitch, r: walker_r, passed: Math.floor(passed) };
}
