/**
 * Lays out many groups in one box. Busy groups are pools of equal size, in full if there is room; groups without any work
 * in the run are cells of one strip.
 */
import { alike, type GroupExtent } from './extent';
import { grid, type Box, type Point } from './geometry';
import type { GroupWords } from './group-words';
import { layoutGroup } from './layout-group';
import type { GroupLayout, Slots, StripLayout } from './layout-types';

interface CardShape {
  /** True for designs whose requests enter the queue at once. */
  readonly no_listener?: boolean;
  /** The text within a group drawn in full; without it, none is. */
  readonly words?: (group: number) => GroupWords;
  readonly gate?: number;
  readonly gate_all?: boolean;
  /** Leaves room for a sentence at its foot. */
  readonly noted?: boolean;
}

interface Placed {
  readonly groups: readonly GroupLayout[];
  readonly strip: StripLayout | undefined;
}

const GAP = 8;

export function layoutCards(
  extents: readonly GroupExtent[],
  box: Box,
  shape: CardShape = {},
): Placed {
  const busy = extents.filter(({ at_rest }) => !at_rest);
  const strip = layoutStrip(
    extents.filter(({ at_rest }) => at_rest).map(({ group }) => group),
    box,
  );
  const h = strip ? strip.box.y - GAP - box.y : box.h;
  return { groups: uneven(busy, { ...box, h }, shape), strip };
}

/** A group that needs this many times the room of the next gets half the box. */
const HOT = 2;
const sizeOf = ({ clients, seats, high, low, unpolled }: GroupExtent) =>
  clients.length + 2 * seats + high + low + unpolled;

function uneven(extents: readonly GroupExtent[], box: Box, shape: CardShape): GroupLayout[] {
  const [hot, next] = [...extents].sort((a, b) => sizeOf(b) - sizeOf(a));
  if (!hot || !next || extents.length < 3 || sizeOf(hot) < HOT * sizeOf(next))
    return shared(extents, box, shape);
  const others = extents.filter((one) => one !== hot);
  const beside = box.w > box.h * 1.4;
  const along = beside ? box.w : box.h;
  const first = Math.round((along - GAP) * 0.55);
  const rest = along - GAP - first;
  const boxes = beside
    ? [
        { ...box, w: first },
        { ...box, x: box.x + first + GAP, w: rest },
      ]
    : [
        { ...box, h: first },
        { ...box, y: box.y + first + GAP, h: rest },
      ];
  const [own = box, theirs = box] = boxes;
  return [...shared([hot], own, shape), ...shared(others, theirs, shape)];
}

const WORDS = 17;
const SMALLEST_CELL = 6;
const LARGEST_CELL = 24;
/** The strip's largest share of the box's height. */
const STRIP_SHARE = 0.18;
/** Cells of this size have room for their number. */
export const NUMBERED_CELL = 21;

/** At the foot of the box: a line of text, and a cell for each group below it. */
export function layoutStrip(groups: readonly number[], box: Box): StripLayout | undefined {
  if (groups.length === 0) return undefined;
  const most = Math.max(2 * SMALLEST_CELL, box.h * STRIP_SHARE - WORDS);
  let pitch = LARGEST_CELL;
  const rows = () => Math.ceil(groups.length / Math.max(1, Math.floor(box.w / pitch)));
  while (pitch > SMALLEST_CELL && rows() * pitch > most) pitch -= 1;
  const h = WORDS + rows() * pitch;
  const at = { x: box.x, y: box.y + box.h - h };
  const { places } = grid(groups.length, at.x, at.y + WORDS, box.w, { w: pitch, h: pitch });
  const size = pitch - (pitch > 10 ? 3 : 2);
  return {
    box: { ...at, w: box.w, h },
    label: { x: at.x + 1, y: at.y + 11 },
    cells: groups.map((group, index) => {
      const { x, y } = places[index] ?? at;
      return { group, box: { x: x - pitch / 2, y: y - size / 2, w: size, h: size } };
    }),
  };
}

/** The least size of a group in full, with its clients next to it. */
const FULL = { w: 330, h: 84 } as const;

/** Columns for pools of about the right proportions; among those, the number with the fewest gaps. */
function shared(extents: readonly GroupExtent[], box: Box, shape: CardShape): GroupLayout[] {
  if (extents.length === 0) return [];
  let best: { score: number; columns: number; w: number; h: number } | undefined;
  for (let columns = 1; columns <= extents.length; columns += 1) {
    const rows = Math.ceil(extents.length / columns);
    // In a box too small for them, none gets smaller than it can be drawn.
    const w = Math.max(1, (box.w - GAP * (columns - 1)) / columns);
    const h = Math.max(1, (box.h - GAP * (rows - 1)) / rows);
    const full = shape.words !== undefined && w >= FULL.w && h >= FULL.h;
    const gaps = columns * rows - extents.length;
    const score =
      (full ? 60 : 0) +
      Math.min(60, Math.min(w * 0.7, h)) -
      (gaps / extents.length) * 30 -
      6 * Math.abs(Math.log2(w / h / (full ? 2.6 : 1.7)));
    if (!best || score > best.score) best = { score, columns, w, h };
  }
  if (!best) return [];
  const { columns, w, h } = best;
  const needs = alike(extents);
  const clients = Math.max(...extents.map((one) => one.clients.length));
  return extents.map((extent, index) => {
    const at: Box = {
      x: box.x + (w + GAP) * (index % columns),
      y: box.y + (h + GAP) * Math.floor(index / columns),
      w,
      h,
    };
    const { words, no_listener = false, gate = 0, gate_all = false, noted = false } = shape;
    if (!words || w < FULL.w || h < FULL.h) return card({ ...extent, ...needs }, at, no_listener);
    return layoutGroup(
      { ...extent, ...needs },
      {
        box: at,
        upright: false,
        own: false,
        no_listener,
        cache: undefined,
        gate,
        gate_all,
        words: { ...words(extent.group), ...(index < columns ? {} : { clients: '' }) },
        clients,
        noted,
        walled: false,
      },
    );
  });
}

const SMALLEST = 1.2;
const LARGEST_BODY = 12;
const LARGEST_RING = 15;

interface Fit {
  readonly pitch: number;
  readonly columns: number;
  readonly shown: number;
}

/** The largest size at which all fit, or as many as fit at the smallest size. */
function fit(count: number, w: number, h: number, largest: number): Fit {
  let pitch = Math.max(2 * SMALLEST, Math.min(largest, w, h));
  const columns = () => Math.max(1, Math.floor(w / pitch + 0.01));
  const rows = () => Math.max(1, Math.floor(h / pitch + 0.01));
  while (columns() * rows() < count && pitch > 2 * SMALLEST)
    pitch = Math.max(2 * SMALLEST, pitch - 0.5);
  return { pitch, columns: columns(), shown: Math.min(count, columns() * rows()) };
}

/** In rows from the top left corner, centred in a box. */
function placesIn({ pitch, columns, shown }: Fit, box: Box): Point[] {
  const rows = Math.ceil(shown / columns);
  const x = box.x + (box.w - Math.min(shown, columns) * pitch) / 2;
  const y = box.y + (box.h - rows * pitch) / 2;
  return Array.from({ length: shown }, (_, at) => ({
    x: x + pitch * ((at % columns) + 0.5),
    y: y + pitch * (Math.floor(at / columns) + 0.5),
  }));
}

/** A group without its clients: a door, a queue and rings in one small pool; unread letters outside the door. */
function card(extent: GroupExtent, box: Box, no_listener: boolean): GroupLayout {
  const small = Math.min(box.w, box.h) < 70;
  const ear = Math.max(3, Math.min(12, Math.min(box.w, box.h) * 0.11));
  const letter = Math.max(2, Math.min(8, box.h * 0.07));
  const unread = no_listener ? 0 : extent.unpolled;
  const before = Math.max(no_listener ? 1 : ear + 0.5, unread > 0 ? letter * 2.4 + 2 : 0);
  const pool: Box = { x: box.x + before, y: box.y + 1, w: box.w - before - 1, h: box.h - 2 };
  const head = box.h >= 40 ? (small ? 17 : 22) : 2;
  const pad = small ? 4 : 8;
  const left = no_listener ? pad : ear + pad * 0.6;
  const inner: Box = {
    x: pool.x + left,
    y: pool.y + head,
    w: Math.max(4, pool.w - left - pad),
    h: Math.max(4, pool.h - head - pad),
  };
  const beside = inner.w >= inner.h * 0.9;
  const gap = small ? 4 : 9;
  const lane: Box = beside
    ? { ...inner, w: (inner.w - gap) * 0.46 }
    : { ...inner, h: (inner.h - gap) * 0.42 };
  const threads: Box = beside
    ? { ...inner, x: lane.x + lane.w + gap, w: inner.w - gap - lane.w }
    : { ...inner, y: lane.y + lane.h + gap, h: inner.h - gap - lane.h };
  const air = small ? 2 : 5;
  const inside = { x: lane.x + air, y: lane.y + air, w: lane.w - 2 * air, h: lane.h - 2 * air };
  const line = fit(Math.max(1, extent.high + extent.low), inside.w, inside.h, 2.3 * LARGEST_BODY);
  const tray_h = Math.min(lane.h, Math.ceil(line.shown / line.columns) * line.pitch + 2 * air);
  const tray = { ...lane, y: lane.y + (lane.h - tray_h) / 2, h: tray_h };
  const seats = extent.seats + (extent.refusals ? 1 : 0);
  const rings = fit(seats, threads.w, threads.h, 2.4 * LARGEST_RING);
  const at_seats = placesIn(rings, threads);
  const door = { x: pool.x, y: Math.min(pool.y + pool.h * 0.62, pool.y + pool.h - ear - 6) };
  // Letters above the door, then below it, none in it.
  const up = Math.floor((door.y - ear - box.y) / (letter * 2.1));
  const down = Math.floor((box.y + box.h - door.y - ear) / (letter * 2.1));
  const shown = Math.max(1, Math.min(unread, up + down));
  const letters: Slots = {
    places: Array.from({ length: unread === 0 ? 0 : shown }, (_, at) => ({
      x: box.x + before - letter * 1.2 - 2,
      y:
        at < up
          ? door.y - ear - letter * 2.1 * (at + 0.5)
          : door.y + ear + letter * 2.1 * (at - up + 0.5),
    })),
    radius: letter,
    ages: false,
    label: undefined,
    tray: undefined,
  };
  // The head of the queue is next to the threads.
  const places = placesIn(line, { ...tray, x: tray.x + air, w: tray.w - 2 * air }).reverse();
  return {
    group: extent.group,
    detail: 'card',
    box,
    clients: {
      label: head > 2 ? { x: pool.x + Math.max(left, pad + 2), y: pool.y + head - 5 } : undefined,
      // They enter and leave by the door.
      places: new Map(extent.clients.map((client) => [client, door])),
      radius: Math.max(2, line.pitch * 0.4),
      box: { x: box.x, y: box.y, w: before, h: box.h },
      crowd: { pitch: 0, note: door },
    },
    listener: no_listener ? undefined : { box: pool, seat: door, radius: ear },
    sockets: unread > 0 ? letters : undefined,
    queue: {
      box: tray,
      high: undefined,
      low: {
        places,
        radius: line.pitch * 0.43,
        ages: false,
        label: undefined,
        tray,
      },
    },
    workers: {
      box: threads,
      seats: at_seats.slice(0, extent.seats),
      radius: rings.pitch * 0.42,
      refused: extent.refusals ? at_seats[extent.seats] : undefined,
    },
    cache: undefined,
    lanes: undefined,
  };
}
