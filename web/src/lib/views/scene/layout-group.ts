/** A group in full: its clients, then sockets and listener, queues, workers; below, why the first waits. */
import type { GroupExtent } from './extent';
import { grid, type Box, type Point } from './geometry';
import type { GroupLayout, Slots } from './layout';

export interface GroupRoom extends Point {
  readonly w: number;
  /** Clients to the left of the group, else above it. */
  readonly sideways: boolean;
  readonly own: boolean;
  readonly why_lines: (width: number) => number;
}

const CLIENTS = 112;
const GAP = 22;
const PAD = 12;
const HEAD = 34;
const TITLE = 26;
const INNER_GAP = 10;
const WHY_LINE = 16;
/** From here on parts stand side by side. */
const SIDE_BY_SIDE = 560;
const MOST_SLOTS = 42;
const MOST_WITH_AGES = 10;
const DOT = { w: 25, h: 26 };
const PILL = { w: 92, h: 33 };
const TOKEN = 11;

function slots(
  count: number,
  at: Point,
  width: number,
  with_ages: boolean,
): { slots: Slots; height: number } {
  const ages = with_ages && count <= MOST_WITH_AGES;
  const cell = ages ? PILL : DOT;
  // An empty queue keeps one row, so that "empty" has its place.
  const made = grid(Math.min(Math.max(count, 1), MOST_SLOTS), at.x, at.y, width, cell);
  const places = ages
    ? made.places.map(({ x, y }) => ({ x: x - cell.w / 2 + 15, y }))
    : made.places;
  return {
    slots: { places, radius: TOKEN, ages, label: { x: at.x + 3, y: at.y - 8 } },
    height: made.height,
  };
}

export function clientSize(count: number): { cell: { w: number; h: number }; radius: number } {
  if (count <= 24) return { cell: { w: 34, h: 36 }, radius: 12 };
  return count <= 80
    ? { cell: { w: 26, h: 27 }, radius: 10.5 }
    : { cell: { w: 16, h: 16 }, radius: 6 };
}

export function seatSize(count: number): { cell: { w: number; h: number }; radius: number } {
  if (count <= 24) return { cell: { w: 61, h: 64 }, radius: 19 };
  return count <= 80
    ? { cell: { w: 34, h: 36 }, radius: 14 }
    : { cell: { w: 20, h: 20 }, radius: 8 };
}

/** Sockets above the listener (or beside it, where parts stand below each other). */
function listenerPart(extent: GroupExtent, box: Point & { w: number }, aside: boolean) {
  const inner = aside ? box.w * 0.58 : box.w - 2 * PAD;
  const sockets = slots(
    extent.unpolled,
    { x: box.x + PAD - 3, y: box.y + TITLE + 18 },
    inner + 6,
    false,
  );
  const below = box.y + TITLE + 18 + sockets.height;
  const seat = aside
    ? { x: box.x + box.w - PAD - 56, y: box.y + TITLE + 36 }
    : { x: box.x + box.w / 2, y: below + 46 };
  const bottom = Math.max(below + 8, seat.y + 19 + 24) + 22;
  return { sockets: sockets.slots, seat, bottom };
}

function queuePart(extent: GroupExtent, box: Point & { w: number }) {
  const x = box.x + PAD - 4;
  const w = box.w - 2 * PAD + 8;
  let y = box.y + TITLE + 18;
  let high: Slots | undefined;
  if (extent.high > 0) {
    const made = slots(extent.high, { x, y }, w, true);
    high = made.slots;
    y += made.height + 22;
  }
  const low = slots(extent.low, { x, y }, w, true);
  return { high, low: low.slots, bottom: y + low.height + 8 + 22 };
}

function workerPart(extent: GroupExtent, box: Point & { w: number }, counters: number) {
  const { cell, radius } = seatSize(extent.seats);
  const made = grid(extent.seats, box.x + PAD - 4, box.y + TITLE + 4, box.w - 2 * PAD + 8, cell);
  // The ring stands above the middle of its cell, the thread's number below it.
  const seats = radius > 16 ? made.places.map(({ x, y }) => ({ x, y: y - 7 })) : made.places;
  return { seats, radius, bottom: box.y + TITLE + 4 + made.height + 8 + counters };
}

export function layoutGroup(
  extent: GroupExtent,
  room: GroupRoom,
): { layout: GroupLayout; bottom: number } {
  const { cell, radius } = clientSize(extent.clients.length);
  const clients_at = { x: room.x, y: room.y + 22 };
  const clients_width = room.sideways ? CLIENTS : room.w;
  const dots = grid(extent.clients.length, clients_at.x, clients_at.y + 4, clients_width, cell);
  const places = new Map(
    extent.clients.map((client, index) => [client, dots.places[index] ?? clients_at]),
  );

  const x = room.sideways ? room.x + CLIENTS + GAP : room.x;
  const y = room.sideways ? room.y : clients_at.y + 4 + dots.height + GAP;
  const w = room.sideways ? room.w - CLIENTS - GAP : room.w;
  const top = y + HEAD;
  const inner = w - 2 * PAD;
  const aside = w < SIDE_BY_SIDE;

  const columns = room.own ? [0, 0, inner] : aside ? [inner, inner, inner] : threeColumns(inner);
  const [listener_w = 0, queue_w = 0, workers_w = inner] = columns;
  let at: Point = { x: x + PAD, y: top };
  const advance = (width: number, bottom: number) => {
    at = aside ? { x: at.x, y: bottom + INNER_GAP } : { x: at.x + width + INNER_GAP, y: at.y };
  };
  const boxOf = (from: Point, width: number, bottom: number): Box => ({
    ...from,
    w: width,
    h: bottom - from.y,
  });

  let listener: (GroupLayout['listener'] & object) | undefined;
  let sockets: Slots | undefined;
  let queue: (GroupLayout['queue'] & object) | undefined;
  if (!room.own) {
    const part = listenerPart(extent, { ...at, w: listener_w }, aside);
    listener = { box: boxOf(at, listener_w, part.bottom), seat: part.seat };
    sockets = part.sockets;
    advance(listener_w, part.bottom);
    const lines = queuePart(extent, { ...at, w: queue_w });
    queue = { box: boxOf(at, queue_w, lines.bottom), high: lines.high, low: lines.low };
    advance(queue_w, lines.bottom);
  }
  const part = workerPart(extent, { ...at, w: workers_w }, room.own ? 22 : 38);
  const workers = {
    box: boxOf(at, workers_w, part.bottom),
    seats: part.seats,
    radius: part.radius,
  };

  const parts = [listener?.box, queue?.box, workers.box].filter((box) => box !== undefined);
  let bottom = Math.max(...parts.map((box) => box.y + box.h));
  const even = (box: Box): Box => (aside ? box : { ...box, h: bottom - box.y });
  const layout_boxes = {
    listener: listener && { ...listener, box: even(listener.box) },
    queue: queue && { ...queue, box: even(queue.box) },
    workers: { ...workers, box: even(workers.box) },
  };
  const lines = room.own ? 0 : room.why_lines(inner);
  const why = lines > 0 ? { x: x + PAD, y: bottom + 20, w: inner, lines } : undefined;
  bottom += why ? 14 + lines * WHY_LINE + 10 : PAD;
  const box = { x, y, w, h: bottom - y };
  return {
    layout: {
      group: extent.group,
      detail: 'full',
      box,
      clients: { label: { x: room.x, y: room.y + 14 }, places, radius },
      sockets,
      ...layout_boxes,
      why,
    },
    bottom: Math.max(bottom, clients_at.y + 4 + dots.height),
  };
}

function threeColumns(inner: number): number[] {
  const room = inner - 2 * INNER_GAP;
  const listener = 174;
  const queue = 200;
  return [listener, queue, room - listener - queue];
}
