/**
 * A group in full: its clients, then sockets and listener, queues, workers, beside or below each other;
 * under them the way back and why the first in line waits.
 */
import { MOST_CELLS, MOST_DRAWN } from './crowd';
import type { GroupExtent } from './extent';
import { grid, type Box, type Point } from './geometry';
import type { GroupLayout, Lanes } from './layout-types';
import {
  cachePart,
  COUNTERS,
  downTo,
  LISTENER_SEAT,
  listenerPart,
  PAD,
  queuePart,
  TOKEN,
  workerPart,
} from './layout-parts';

export interface GroupRoom extends Point {
  readonly w: number;
  /** Clients to the left of the group, else above it. */
  readonly sideways: boolean;
  readonly own: boolean;
  readonly no_listener: boolean;
  /** Threads that the thread cache must have room for, where there is one. */
  readonly cache: number | undefined;
  readonly why_lines: (width: number, group: number) => number;
}

export const CLIENTS = 124;
export const GAP = 32;
const HEAD = 46;
const INNER_GAP = 14;
const WAY_BACK = 26;
export const WHY_LINE = 18;
/** From here on parts stand side by side. */
const SIDE_BY_SIDE = 560;

interface ClientSize {
  readonly cell: { readonly w: number; readonly h: number };
  readonly radius: number;
  readonly pitch?: number;
}

export function clientSize(count: number): ClientSize {
  if (count > MOST_DRAWN) {
    const pitch = count <= 480 ? 8 : count <= 1_200 ? 6 : 5;
    return { cell: { w: pitch, h: pitch }, radius: TOKEN, pitch };
  }
  if (count <= 24) return { cell: { w: 40, h: 41 }, radius: 14 };
  return count <= 80
    ? { cell: { w: 30, h: 31 }, radius: 11.5 }
    : { cell: { w: 17, h: 17 }, radius: 6.5 };
}

interface Made {
  readonly layout: GroupLayout;
  readonly bottom: number;
}

function boxOf(from: Point, width: number, bottom: number): Box {
  return { x: from.x, y: from.y, w: width, h: bottom - from.y };
}

export function layoutGroup(extent: GroupExtent, room: GroupRoom): Made {
  const { cell, radius, pitch } = clientSize(extent.clients.length);
  const shown_clients = extent.clients.length > MOST_CELLS ? 1 : extent.clients.length;
  const clients_at = { x: room.x, y: room.y + 28 };
  const clients_width = room.sideways ? CLIENTS : room.w;
  const dots = grid(shown_clients, clients_at.x, clients_at.y, clients_width, cell);
  const note_h = pitch === undefined ? 0 : 20;
  const clients_bottom = clients_at.y + dots.height + note_h;

  const x = room.sideways ? room.x + CLIENTS + GAP : room.x;
  const y = room.sideways ? room.y : clients_bottom + GAP - 6;
  const w = room.sideways ? room.w - CLIENTS - GAP : room.w;
  const top = y + HEAD;
  const inner = w - 2 * PAD;
  const aside = w < SIDE_BY_SIDE;
  const parts = room.own
    ? ownParts(extent, room, { x: x + PAD, y: top }, inner)
    : aside
      ? stackedParts(extent, { x: x + PAD, y: top }, inner, room.no_listener)
      : rowOfParts(extent, { x: x + PAD, y: top }, inner, room.no_listener);

  const lanes = lanesOf(parts, { x, y, w }, room, clients_bottom);
  const lines = room.own ? 0 : room.why_lines(inner - 16, extent.group);
  const below = parts.bottom + (aside ? 8 : WAY_BACK);
  const why = lines > 0 ? { x: x + PAD, y: below, w: inner, lines } : undefined;
  const box = boxOf({ x, y }, w, why ? below + lines * WHY_LINE + 14 + PAD : below);
  // Beside a group taller than they need, the clients stand at its middle.
  const slack = room.sideways ? Math.max(0, (box.h - 28 - dots.height) / 2) : 0;
  const shift = Math.min(slack, Math.max(0, lanes.gate.y - clients_at.y - dots.height / 2));
  const dy = Math.round(shift);
  const places = new Map(
    extent.clients.map((client, index) => {
      const dot = dots.places[index] ?? dots.places[0] ?? clients_at;
      return [client, { x: dot.x, y: dot.y + dy }];
    }),
  );
  const shown = Math.max(1, Math.min(dots.columns, shown_clients));
  return {
    layout: {
      group: extent.group,
      detail: 'full',
      box,
      clients: {
        label: { x: room.x + 4, y: room.y + 16 + dy },
        places,
        radius,
        box: {
          x: room.x - 2,
          y: room.y + dy,
          w: room.sideways ? CLIENTS + 2 : Math.max(110, shown * cell.w + 6),
          h: dots.height + note_h + 32,
        },
        crowd:
          pitch === undefined
            ? undefined
            : {
                pitch: shown_clients === 1 ? 0 : pitch,
                note: { x: clients_at.x + 4, y: clients_at.y + dots.height + dy + 15 },
              },
      },
      ...parts,
      lanes,
      why,
    },
    bottom: Math.max(box.y + box.h, clients_bottom + dy),
  };
}

interface Parts extends Pick<GroupLayout, 'listener' | 'sockets' | 'queue' | 'workers' | 'cache'> {
  readonly bottom: number;
}

const LISTENER_W = 164;
const QUEUE_W = 210;

function rowOfParts(extent: GroupExtent, at: Point, inner: number, no_listener: boolean): Parts {
  const queue_x = no_listener ? at.x : at.x + LISTENER_W + INNER_GAP;
  const workers_x = queue_x + QUEUE_W + INNER_GAP;
  const workers_w = at.x + inner - workers_x;
  const listener = listenerPart(extent, { ...at, w: LISTENER_W }, false);
  const queue = queuePart(extent, { x: queue_x, y: at.y, w: QUEUE_W });
  const workers = workerPart(
    extent,
    { x: workers_x, y: at.y, w: workers_w },
    { stack: true, bottom: Math.max(listener.bottom, queue.bottom) },
  );
  const { bottom } = workers;
  // The seat stands in the middle of what the sockets leave.
  const free = bottom - COUNTERS - 24 - listener.free_from;
  const seat = { x: listener.seat.x, y: listener.free_from + Math.max(LISTENER_SEAT, free / 2) };
  return {
    listener: no_listener
      ? undefined
      : { box: boxOf(at, LISTENER_W, bottom), seat, radius: LISTENER_SEAT },
    sockets: no_listener ? undefined : listener.sockets,
    queue: {
      box: boxOf({ x: queue_x, y: at.y }, QUEUE_W, bottom),
      high: queue.high,
      low: downTo(queue.low, bottom - COUNTERS - 8),
    },
    workers: { ...workers, box: boxOf({ x: workers_x, y: at.y }, workers_w, bottom) },
    cache: undefined,
    bottom,
  };
}

function stackedParts(extent: GroupExtent, at: Point, inner: number, no_listener: boolean): Parts {
  const listener = listenerPart(extent, { ...at, w: inner }, true);
  const queue_at = { x: at.x, y: no_listener ? at.y : listener.bottom + INNER_GAP };
  const queue = queuePart(extent, { ...queue_at, w: inner });
  const workers_at = { x: at.x, y: queue.bottom + INNER_GAP };
  const workers = workerPart(
    extent,
    { ...workers_at, w: inner },
    { stack: true, bottom: workers_at.y },
  );
  return {
    listener: no_listener
      ? undefined
      : {
          box: boxOf(at, inner, listener.bottom),
          seat: listener.seat,
          radius: LISTENER_SEAT,
        },
    sockets: no_listener ? undefined : listener.sockets,
    queue: { box: boxOf(queue_at, inner, queue.bottom), high: queue.high, low: queue.low },
    workers: { ...workers, box: boxOf(workers_at, inner, workers.bottom) },
    cache: undefined,
    bottom: workers.bottom,
  };
}

/** One thread per connection: seats for all, and the cache of threads below them. */
function ownParts(extent: GroupExtent, room: GroupRoom, at: Point, inner: number): Parts {
  const workers = workerPart(extent, { ...at, w: inner }, { stack: false, bottom: at.y + 180 });
  const box = boxOf(at, inner, workers.bottom);
  if (room.cache === undefined) {
    return {
      listener: undefined,
      sockets: undefined,
      queue: undefined,
      workers: { ...workers, box },
      cache: undefined,
      bottom: workers.bottom,
    };
  }
  const cache_at = { x: at.x, y: workers.bottom + INNER_GAP };
  const cache = cachePart(room.cache, { ...cache_at, w: inner });
  return {
    listener: undefined,
    sockets: undefined,
    queue: undefined,
    workers: { ...workers, box },
    cache: { box: boxOf(cache_at, inner, cache.bottom), slots: cache.slots },
    bottom: cache.bottom,
  };
}

/** The ways that requests take: into the group, on to the queue and the workers, and back. */
function lanesOf(
  parts: Parts,
  box: { readonly x: number; readonly y: number; readonly w: number },
  room: GroupRoom,
  clients_bottom: number,
): Lanes {
  const { listener, queue, workers } = parts;
  if (room.sideways || !listener || !queue || box.w >= SIDE_BY_SIDE) {
    const first = listener?.box ?? queue?.box ?? workers.box;
    const y = Math.round(first.y + Math.min(first.h * 0.36, 112));
    const enter = (part: Box | undefined) => part && { x: part.x - INNER_GAP / 2, y };
    const last = parts.cache?.box ?? workers.box;
    const back = last.y + last.h + WAY_BACK / 2;
    const gate = room.sideways
      ? { x: box.x, y }
      : { x: first.x + Math.min(first.w / 2, 74), y: box.y };
    return {
      gate,
      queue: enter(queue?.box),
      workers: enter(workers.box) ?? gate,
      back: { along: 'y', at: back },
      home: room.sideways
        ? { x: box.x - GAP + 4, y: back }
        : { x: box.x + 6, y: clients_bottom + 8 },
      from: room.sideways ? { x: box.x - GAP + 6, y } : { x: gate.x, y: clients_bottom },
    };
  }
  const x = box.x + box.w / 2;
  return {
    gate: { x, y: box.y },
    queue: { x, y: queue.box.y - INNER_GAP / 2 },
    workers: { x, y: workers.box.y - INNER_GAP / 2 },
    back: { along: 'x', at: box.x + box.w - PAD / 2 },
    home: { x: box.x + box.w - PAD / 2, y: clients_bottom + 6 },
    from: { x, y: clients_bottom },
  };
}
