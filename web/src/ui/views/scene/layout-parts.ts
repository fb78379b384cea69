/**
 * The parts of a group, each in the box that it is given: sockets and listener, queues, workers, the
 * cache of threads. The seats take what room the other parts leave, so that nothing is cramped and
 * nothing stands empty.
 */
import type { GroupExtent } from './extent';
import { grid, type Grid, type Point } from './geometry';
import type { Slots } from './layout-types';

export const PAD = 14;
export const TITLE = 32;
export const COUNTERS = 46;
const MOST_SLOTS = 42;
const MOST_WITH_AGES = 10;
const DOT = { w: 30, h: 31 };
export const PILL = { w: 96, h: 36 };
export const TOKEN = 12;
export const LISTENER_SEAT = 25;
const IDLE = { w: 27, h: 30 };
export const IDLE_RADIUS = 12;
const MOST_IDLE = 24;

interface SeatSize {
  readonly radius: number;
  readonly cell: { readonly w: number; readonly h: number };
  /** The ring's middle above the middle of its cell: below it stand its names. */
  readonly lift: number;
}

/** From generous to small; the first that fits is taken. */
const SEATS: readonly SeatSize[] = [
  { radius: 27, cell: { w: 88, h: 102 }, lift: 16 },
  { radius: 24, cell: { w: 78, h: 92 }, lift: 15 },
  { radius: 20, cell: { w: 64, h: 82 }, lift: 14 },
  { radius: 14, cell: { w: 36, h: 37 }, lift: 0 },
  { radius: 8, cell: { w: 20, h: 20 }, lift: 0 },
];
const NAMED = 20;
const MOST_NAMED = 24;
const MOST_MIDDLE = 80;

function slots(count: number, at: Point, width: number, with_ages: boolean) {
  const ages = with_ages && count <= MOST_WITH_AGES;
  const cell = ages ? PILL : DOT;
  // An empty queue keeps one row, so that "empty" has its place.
  const made = grid(Math.min(Math.max(count, 1), MOST_SLOTS), at.x, at.y, width, cell);
  const places = ages
    ? made.places.map(({ x, y }) => ({ x: x - cell.w / 2 + 19, y }))
    : made.places;
  const line: Slots = {
    places,
    radius: TOKEN,
    ages,
    label: { x: at.x + 5, y: at.y - 9 },
    tray: { x: at.x, y: at.y - 2, w: width, h: made.height + 4 },
  };
  return { slots: line, height: made.height };
}

/** Sockets above the listener (or beside it, where parts stand below each other). */
export function listenerPart(extent: GroupExtent, box: Point & { w: number }, aside: boolean) {
  const inner = aside ? box.w * 0.52 : box.w - 2 * PAD;
  const at = { x: box.x + PAD - 4, y: box.y + TITLE + 20 };
  const sockets = slots(extent.unpolled, at, inner + 8, false);
  const below = at.y + sockets.height;
  const seat = aside
    ? { x: box.x + box.w - PAD - 52, y: box.y + TITLE + 36 }
    : { x: box.x + box.w / 2, y: below + 20 + LISTENER_SEAT };
  const bottom = Math.max(below + 8, seat.y + LISTENER_SEAT + 40) + COUNTERS;
  return { sockets: sockets.slots, seat, free_from: below + 12, bottom };
}

export function queuePart(extent: GroupExtent, box: Point & { w: number }) {
  const x = box.x + PAD - 5;
  const w = box.w - 2 * PAD + 10;
  let y = box.y + TITLE + 20;
  let high: Slots | undefined;
  if (extent.high > 0) {
    const made = slots(extent.high, { x, y }, w, true);
    high = made.slots;
    y += made.height + 28;
  }
  const low = slots(extent.low, { x, y }, w, true);
  return { high, low: low.slots, bottom: y + low.height + 8 + COUNTERS };
}

/** The last line of a panel stands on a tray that reaches down to the counters. */
export function downTo(line: Slots, bottom: number): Slots {
  return line.tray ? { ...line, tray: { ...line.tray, h: bottom - line.tray.y } } : line;
}

/** The largest seats that stay within `height`; failing that, the largest of the allowed ones. */
function seatGrid(
  count: number,
  x: number,
  y: number,
  w: number,
  height: number,
): { size: SeatSize; made: Grid } {
  const allowed = SEATS.filter(({ radius }) =>
    count <= MOST_NAMED ? radius >= NAMED : count <= MOST_MIDDLE ? radius === 14 : radius < 14,
  );
  const tried = allowed.map((size) => {
    const columns = Math.max(1, Math.min(Math.floor(w / size.cell.w), count));
    // Full rows spread over the whole width.
    const cell = {
      w: w / Math.max(columns, Math.min(3, Math.floor(w / size.cell.w))),
      h: size.cell.h,
    };
    const spread =
      size.radius >= NAMED ? { ...cell, w: Math.min(cell.w, size.cell.w * 1.3) } : size.cell;
    return { size, made: grid(count, x, y, w + 0.01, spread) };
  });
  const smallest = tried.reduce((best, one) => (one.made.height < best.made.height ? one : best));
  return tried.find(({ made }) => made.height <= height) ?? smallest;
}

export function workerPart(
  extent: GroupExtent,
  box: Point & { w: number },
  room: { readonly stack: boolean; readonly bottom: number },
) {
  const x = box.x + PAD - 4;
  const w = box.w - 2 * PAD + 8;
  const y = box.y + TITLE + 6;
  const shown = Math.min(extent.idle, MOST_IDLE);
  const stack_rows = Math.ceil(shown / Math.max(1, Math.floor(w / IDLE.w)));
  const stack_h = room.stack ? 22 + Math.max(1, stack_rows) * IDLE.h : 0;
  const count = extent.seats + (extent.refusals ? 1 : 0);
  const left = room.bottom - COUNTERS - stack_h - 6 - y;
  const { size, made } = seatGrid(count, x, y, w, left);
  const { radius, lift } = size;
  // Rows share the height that is left to them.
  const rows = Math.ceil(count / made.columns);
  const air = Math.min(size.cell.h * 0.3, Math.max(0, left - made.height) / rows);
  const top = Math.max(0, left - made.height - air * rows) / 2;
  const places = made.places.map((at, index) => ({
    x: at.x,
    y: at.y - lift + top + air * (Math.floor(index / made.columns) + 0.5),
  }));
  const bottom = Math.max(y + made.height + 6 + stack_h + COUNTERS, room.bottom);
  const stack_at = { x, y: bottom - COUNTERS - stack_h + 20 };
  const idle: Slots | undefined = room.stack
    ? {
        tray: undefined,
        places: grid(Math.max(1, shown), stack_at.x, stack_at.y, w, IDLE).places,
        radius: IDLE_RADIUS,
        ages: false,
        label: { x: stack_at.x + 4, y: stack_at.y - 6 },
      }
    : undefined;
  return {
    seats: places.slice(0, extent.seats),
    refused: extent.refusals ? places[extent.seats] : undefined,
    radius,
    idle,
    bottom,
  };
}

export function cachePart(count: number, box: Point & { w: number }) {
  const at = { x: box.x + PAD - 4, y: box.y + TITLE + 4 };
  const made = grid(Math.min(Math.max(1, count), MOST_SLOTS), at.x, at.y, box.w - 2 * PAD + 8, {
    w: 40,
    h: 40,
  });
  const line: Slots = {
    tray: undefined,
    places: made.places,
    radius: 14,
    ages: false,
    label: { x: at.x + 4, y: 0 },
  };
  return { slots: line, bottom: at.y + made.height + 10 };
}
