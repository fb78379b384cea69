/**
 * Lays out a group in full, in the pixels of its box: clients, a door in the rim, queues, threads. In a small box bodies
 * and rings shrink, never letters; names are dropped first.
 */
import { roomOf, wrap } from '../../marks/measure';
import type { GroupExtent } from './extent';
import type { Box, Point } from './geometry';
import type { GroupWords } from './group-words';
import type { GroupLayout, Slots, Spot, Type } from './layout-types';

export interface GroupShape {
  readonly box: Box;
  /** Clients on top, the door in the top rim. */
  readonly upright: boolean;
  readonly own: boolean;
  readonly no_listener: boolean;
  /** The capacity needed for the thread cache, if there is one. */
  readonly cache: number | undefined;
  /** The number of places inside the gate, if the run ever reaches that limit. */
  readonly gate: number;
  /** True if it stops both queues, not only the low one. */
  readonly gate_all?: boolean;
  readonly words: GroupWords;
  /** The most clients of any group: all groups get the same column. */
  readonly clients: number;
  /** Leaves room for a sentence at its foot. */
  readonly noted: boolean;
  /** True if some group has a wall: all leave room for one. */
  readonly walled: boolean;
}

/** Relative to a group's height: larger rings are no easier to read. */
const mostRing = (h: number) => clamp(40, h * 0.2, 80);
const LEAST_RING = 5;
/** Up to this number every connection is a numbered dot; then a cell; and beyond so many, a number. */
const MOST_DRAWN = 96;
const MOST_CELLS = 2_400;
/** Between rings, relative to their radius. */
const RING_GAP = 0.28;
const LEAST_BODY = 5;
/** A body of this radius has room for a number. */
const READABLE = 10;
const LEAST_NAMED = 8.8;
/** Distances between bodies in a queue, and between rows, relative to their radius. */
const ALONG = 2.3;
const DOWN = 2.2;
const LEAST_LINE = 64;
/** The height of a sentence at a group's foot. */
const NOTE = 17;

const clamp = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(value, most));
const down = ({ y, h }: Box) => y + h;
const right = ({ x, w }: Box) => x + w;
const middle = ({ x, y, w, h }: Box): Point => ({ x: x + w / 2, y: y + h / 2 });

interface Rings {
  readonly radius: number;
  readonly columns: number;
  readonly rows: number;
  /** As many as fit. */
  readonly shown: number;
  readonly w: number;
  readonly h: number;
}

const span = (count: number, radius: number) =>
  radius * (2 * count + RING_GAP * (count - 1) + 0.14);

/** The largest rings that fit, with the fewest gaps. */
function ringsIn(count: number, w: number, h: number, most = mostRing(h)): Rings {
  let best: Rings | undefined;
  const made = (columns: number, rows: number, radius: number, shown = count): Rings => ({
    radius,
    columns,
    rows,
    shown,
    w: span(columns, radius),
    h: span(rows, radius),
  });
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const radius = Math.min(most, w / span(columns, 1), h / span(rows, 1));
    // Rows are easier to read than columns.
    const lying = (many: number, high: number, r: number) => r * (many >= high ? 1.1 : 1);
    const better =
      best === undefined ||
      lying(columns, rows, radius) > lying(best.columns, best.rows, best.radius) + 0.3;
    if (better && radius >= LEAST_RING) best = made(columns, rows, radius);
  }
  if (best) return best;
  const fit = (room: number) => Math.max(1, Math.floor((room / LEAST_RING + RING_GAP) / 2.3));
  const [columns, rows] = [fit(w), fit(h)];
  return made(columns, rows, LEAST_RING, Math.min(count, columns * rows));
}

function ringPlaces({ radius, columns, shown }: Rings, x: number, y: number): Point[] {
  const pitch = radius * (2 + RING_GAP);
  const edge = radius * 1.07;
  return Array.from({ length: shown }, (_, at) => ({
    x: x + edge + pitch * (at % columns),
    y: y + edge + pitch * Math.floor(at / columns),
  }));
}

interface QueueLayout {
  readonly radius: number;
  readonly columns: number;
  readonly rows: number;
  readonly shown: number;
  readonly h: number;
}

const airOf = (radius: number) => radius * 0.4 + 2;

/** The layout of a queue of this many bodies of this size, or of as many as fit. */
function lineOf(
  peak: number,
  radius: number,
  w: number,
  h: number,
  anyway = false,
): QueueLayout | undefined {
  const pad = airOf(radius);
  const least = Math.max(1, peak);
  // If some are only counted, their number gets room in front of the others.
  const columns = Math.max(1, Math.floor((w - 2 * pad - (anyway ? 26 : 0)) / (radius * ALONG)));
  const most = Math.floor((h - 2 * pad + 0.01) / (radius * DOWN));
  const rows = Math.ceil(least / columns);
  if (rows > most && !anyway) return undefined;
  const kept = Math.max(1, Math.min(rows, most));
  return {
    radius,
    columns,
    rows: kept,
    shown: Math.min(least, kept * columns),
    h: kept * radius * DOWN + 2 * pad,
  };
}

const AGE = 17;

/** The head of the queue is at its right end, next to the threads. */
function slotsOf(line: QueueLayout, tray: Box, inset = 0): Slots {
  const { radius, columns, shown } = line;
  const pitch = { x: radius * ALONG, y: radius * DOWN };
  const first = right(tray) - airOf(radius) - pitch.x / 2 - inset;
  const at = (nth: number, of: number): Point => {
    const rows = Math.ceil(clamp(1, of, shown) / columns);
    return {
      x: first - pitch.x * (nth % columns),
      y: tray.y + tray.h / 2 + pitch.y * (Math.floor(nth / columns) - (rows - 1) / 2),
    };
  };
  return {
    places: Array.from({ length: shown }, (_, nth) => at(nth, shown)),
    radius,
    ages: tray.h / 2 >= radius + AGE && radius * ALONG >= 34,
    label: undefined,
    tray,
    at,
  };
}

interface Dots {
  readonly radius: number;
  readonly columns: number;
  readonly rows: number;
  readonly x: number;
  readonly y: number;
}

/** Circles of clients in as few columns as are legible, or as few rows. */
function dotsIn(count: number, w: number, h: number, most: number, rows_first: boolean): Dots {
  let best: Dots | undefined;
  for (let lines = 1; lines <= count; lines += 1) {
    const other = Math.ceil(count / lines);
    const [columns, rows] = rows_first ? [other, lines] : [lines, other];
    const radius = Math.min(most, w / columns / 2.5, h / rows / 2.45);
    if (!best || radius > best.radius + 0.2)
      best = {
        radius,
        columns,
        rows,
        x: rows_first ? w / columns : Math.min(w / columns, radius * 2 + 10),
        y: Math.min(h / rows, radius * 2.9),
      };
    if (best.radius >= Math.min(most, 12.5)) break;
  }
  return best ?? { radius: most, columns: 1, rows: 1, x: 0, y: 0 };
}

type Clients = GroupLayout['clients'];

/** Centred in a box. Very many become cells. */
function clientsIn(
  { clients }: GroupExtent,
  box: Box,
  most: number,
  rows_first: boolean,
  label: Point | undefined,
): Clients {
  if (clients.length <= MOST_DRAWN) {
    const dots = dotsIn(clients.length, box.w, box.h, most, rows_first);
    const left = rows_first ? box.x : box.x + 6;
    const top = box.y + (box.h - dots.rows * dots.y) / 2;
    return {
      label,
      radius: dots.radius,
      box,
      crowd: undefined,
      places: new Map(
        clients.map((client, at) => [
          client,
          {
            x: left + (rows_first ? dots.x / 2 : dots.radius) + dots.x * (at % dots.columns),
            y: top + dots.y * (Math.floor(at / dots.columns) + 0.5),
          },
        ]),
      ),
    };
  }
  const h = box.h - 18;
  const pitch =
    clients.length > MOST_CELLS
      ? 0
      : clamp(2, Math.floor(Math.sqrt((box.w * h) / clients.length)), 8);
  const columns = Math.max(1, Math.floor(box.w / Math.max(1, pitch)));
  const rows = pitch === 0 ? 0 : Math.ceil(clients.length / columns);
  const top = box.y + Math.max(0, (h - rows * pitch) / 2);
  return {
    label,
    radius: 7,
    box,
    crowd: { pitch, note: { x: box.x, y: top + rows * pitch + 14 } },
    places: new Map(
      clients.map((client, at) => [
        client,
        {
          x: box.x + pitch * ((at % columns) + 0.5),
          y: top + pitch * (Math.floor(at / columns) + 0.5),
        },
      ]),
    ),
  };
}

/** Letters at the door: how many side by side, and their size. */
interface Letters {
  readonly radius: number;
  readonly columns: number;
  readonly rows: number;
  readonly shown: number;
  readonly w: number;
  /** With the age of each, if there are few. */
  readonly h: number;
}

/** Below a letter with a halo: how long it has been there. */
const FEW_AGE = 22;

function lettersIn(count: number, w: number, h: number, most: number): Letters {
  const of = (radius: number, columns: number, rows: number): Letters => ({
    radius,
    columns,
    rows,
    shown: Math.min(count, columns * rows),
    w: count === 0 ? 0 : count <= 2 ? columns * radius * 3.6 : columns * (radius * 2.15 + 6),
    h: count <= 2 ? rows * (radius * 3.6 + FEW_AGE) : rows * (radius * 1.75 + 7),
  });
  for (let radius = count > 2 ? most * 0.82 : most; radius >= 6; radius -= 0.5)
    for (let columns = count > 2 ? 2 : 1; columns <= 6; columns += 1) {
      const made = of(radius, columns, Math.ceil(count / columns));
      if (made.w > w) break;
      if (made.h <= h) return made;
    }
  const columns = Math.max(1, Math.floor(w / 19));
  return of(6, columns, Math.max(1, Math.floor(h / 17.5)));
}

/** Next to the door first; a single one gets the largest size. */
function letterSlots(letters: Letters, edge: number, y: number, most = 0): Slots {
  const { radius, columns, shown, w } = letters;
  const few = shown <= 2;
  const lonely = few ? radius : Math.max(radius, Math.min(most, w / 3.6));
  const pitch = {
    x: few ? radius * 3.6 : radius * 2.15 + 6,
    y: few ? radius * 3.6 + FEW_AGE : radius * 1.75 + 7,
  };
  const at = (nth: number, of: number): Point => {
    if (of <= 1) return { x: edge - lonely * 1.8, y };
    const rows = Math.ceil(clamp(1, of, shown) / columns);
    return {
      x: edge - pitch.x * ((nth % columns) + 0.5),
      y: y + pitch.y * (Math.floor(nth / columns) - (rows - 1) / 2),
    };
  };
  return {
    places: Array.from({ length: shown }, (_, nth) => at(nth, shown)),
    radius,
    ages: true,
    label: undefined,
    tray: undefined,
    at,
    ...(most > 0 ? { alone: { most: few ? 2 : 1, radius: lonely } } : {}),
  };
}

/** Queues and rings side by side: the share of the width at which both are largest. */
interface Shares {
  readonly rings: Rings;
  readonly high: QueueLayout | undefined;
  readonly low: QueueLayout;
}

interface Room {
  readonly w: number;
  readonly h: number;
  /** Between the queues and the rings. */
  readonly gap: number;
  /** For the names of two queues, and of the gate below the low one. */
  readonly labels: number;
  readonly under: number;
  readonly most_body: number;
  /** For the names above the rings. */
  readonly least_rings: number;
}

function linesIn(extent: GroupExtent, w: number, room: Room): Pick<Shares, 'high' | 'low'> {
  const two = extent.high > 0;
  const h = room.h - room.under - (two ? 2 * room.labels + 6 : 0);
  for (let radius = room.most_body; radius >= LEAST_BODY; radius -= 0.5) {
    const low = lineOf(extent.low, radius, w, h);
    const high = two && low ? lineOf(extent.high, radius, w, h - low.h) : undefined;
    if (low && (high || !two)) return { low, high };
  }
  const share = two ? h / 2 : h;
  const last = (peak: number) => lineOf(peak, LEAST_BODY, w, share, true);
  const low = last(extent.low);
  if (!low) throw new Error('no line at all');
  return { low, high: two ? last(extent.high) : undefined };
}

function share(extent: GroupExtent, seats: number, room: Room): Shares {
  let best: { readonly merit: number; readonly made: Shares } | undefined;
  for (let part = 0.26; part <= 0.68; part += 0.03) {
    const rings = ringsIn(seats, room.w * part, room.h);
    const line_w = room.w - Math.max(rings.w, room.least_rings) - room.gap;
    if (line_w < Math.min(LEAST_LINE, room.w * 0.25)) break;
    const lines = linesIn(extent, line_w, room);
    const missing =
      (rings.shown < seats ? 1 : 0) +
      (lines.low.shown < extent.low || (lines.high && lines.high.shown < extent.high) ? 1 : 0);
    const merit =
      Math.log(rings.radius) +
      0.8 * Math.log(lines.low.radius) -
      missing * 2 -
      (lines.low.radius < LEAST_NAMED ? 0.25 : 0) -
      (rings.radius * 0.74 < LEAST_NAMED ? 0.25 : 0) -
      0.12 * (lines.low.rows + (lines.high?.rows ?? 0)) -
      0.2 * Math.abs(part - 0.5);
    if (!best || merit > best.merit + 1e-9) best = { merit, made: { rings, ...lines } };
  }
  if (best) return best.made;
  const rings = ringsIn(seats, room.w * 0.5, room.h);
  const line_w = Math.max(30, room.w * 0.5 - room.gap);
  return { rings, ...linesIn(extent, line_w, room) };
}

const typeOf = (heading: number): Type => ({
  small: heading > 13 ? 13 : 12,
  why: 12.5,
  age: heading > 13 ? 12.5 : 11.5,
});

/** The most in both queues together. */
const bothOf = ({ high, low, clients }: GroupExtent) => Math.min(high + low, clients.length);

interface Sizes {
  readonly heading: number;
  readonly head: number;
  readonly rim: number;
  readonly corner: number;
  readonly ear: number;
  readonly body: number;
  readonly pad: number;
}

function sizesOf(h: number, w: number): Sizes {
  if (h >= 250 && w >= 820)
    return { heading: 15, head: 44, rim: 4, corner: 32, ear: 29, body: 20, pad: 16 };
  if (h >= 210) return { heading: 14, head: 36, rim: 3.5, corner: 26, ear: 22, body: 18, pad: 12 };
  if (h >= 130) return { heading: 13, head: 30, rim: 3.5, corner: 22, ear: 18, body: 15, pad: 10 };
  if (h >= 72) return { heading: 12.5, head: 24, rim: 3, corner: 16, ear: 14, body: 13, pad: 7 };
  return { heading: 12, head: 7, rim: 3, corner: 14, ear: 11, body: 11, pad: 6 };
}

/** Queues and threads within the shape of a group, with the names above them. */
interface Inside {
  readonly line_head: Spot | undefined;
  readonly threads_head: Spot | undefined;
  readonly limit: Spot | undefined;
  readonly queue: GroupLayout['queue'];
  readonly gate: NonNullable<GroupLayout['full']>['gate'];
  readonly wall: NonNullable<GroupLayout['full']>['wall'];
  readonly workers: GroupLayout['workers'];
  readonly mouth: Point;
  readonly over: number;
}

const bold = (words: string, size: number) => roomOf(words, size, { bold: true });
const seatsOf = ({ seats, refusals }: GroupExtent, walled: boolean) =>
  Math.max(1, seats + (refusals && !walled ? 1 : 0));

/** The rings, next to the wall if there is one; a refused thread gets a seat if nothing else shows it. */
function seated(
  extent: GroupExtent,
  rings: Rings,
  at: Point,
  walled: boolean,
): Pick<Inside, 'wall' | 'workers'> {
  const places = ringPlaces(rings, at.x, at.y);
  const box = { ...at, w: rings.w, h: rings.h };
  return {
    wall: walled
      ? { x: right(box) + Math.max(8, rings.radius * 0.28), y: at.y, h: rings.h }
      : undefined,
    workers: {
      box,
      seats: places.slice(0, Math.max(1, extent.seats)),
      radius: rings.radius,
      refused: walled ? undefined : places[extent.seats],
    },
  };
}

/** Side by side. `name_end`: where the group's name ends, in the row of headings. */
function beside(
  extent: GroupExtent,
  box: Box,
  shape: GroupShape,
  sizes: Sizes,
  name_end: number,
): Inside {
  const { words, gate } = shape;
  const { heading, head, pad } = sizes;
  const walled = words.wall.length > 0;
  const seats = seatsOf(extent, walled);
  const named = head > 20;
  const body = { x: box.x, y: box.y + head, w: box.w, h: box.h - head - pad };
  const small = typeOf(heading).small;
  const wall_w = shape.walled ? 20 : 0;
  const gap = (gate > 0 ? 46 : 34) + (sizes.heading > 13 ? 8 : 0);
  // Names of the queues and the gate are dropped before the counts.
  const named_gate = gate > 0 && named ? small + 10 : 0;
  const ways = [
    { labels: head > 25 ? small + 7 : 0, under: named_gate },
    { labels: 0, under: named_gate },
    { labels: 0, under: 0 },
  ];
  let best: { labels: number; under: number; made: Shares } | undefined;
  for (const way of ways) {
    const made = share(extent, seats, {
      ...way,
      w: body.w - wall_w,
      h: body.h,
      gap,
      most_body: sizes.body,
      least_rings: named ? bold(words.threads, heading) + 4 : 0,
    });
    if (!best || made.low.radius > best.made.low.radius + 1) best = { ...way, made };
    if (best.made.low.radius >= READABLE) break;
  }
  const { labels: label_h, under, made } = best as NonNullable<typeof best>;
  const { rings, high, low } = made;
  const block_w = Math.max(rings.w, named ? bold(words.threads, heading) + 4 : 0);
  const left = right(body) - wall_w - block_w;
  const top = body.y + (body.h - rings.h) / 2;
  const { wall, workers } = seated(extent, rings, { x: left, y: top }, walled);
  const labels = high ? label_h : 0;
  const room_h = body.h - under - (high ? 2 * labels + 6 : 0) - (high?.h ?? 0);
  const roomy = (line: QueueLayout) =>
    high ? line.h : Math.min(Math.max(line.h, 2 * (line.radius + AGE) + 2), room_h);
  const low_h = roomy(low);
  // The low queue is centred while it is alone; the high one appears above it, if there is room.
  const above = high ? high.h + 2 * labels + 6 : 0;
  let y = Math.max(
    body.y,
    Math.min(body.y + (body.h - low_h) / 2 - above, body.y + body.h - under - low_h - above),
  );
  const line_x = box.x;
  const line_w = left - gap - line_x;
  let high_slots: Slots | undefined;
  if (high) {
    const tray = { x: line_x, y: y + labels, w: line_w, h: high.h };
    high_slots = {
      ...slotsOf(high, tray),
      label: labels > 0 ? { x: line_x + 3, y: tray.y - 6 } : undefined,
    };
    y += labels + high.h + 6;
  }
  const tray = { x: line_x, y: y + labels, w: line_w, h: low_h };
  const low_slots = {
    ...slotsOf(low, tray),
    label: labels > 0 ? { x: line_x + 3, y: tray.y - 6 } : undefined,
  };
  const first = high_slots?.tray ?? tray;
  const gate_y = shape.gate_all ? first.y : tray.y;
  const gate_x = right(tray) + (sizes.heading > 13 ? 26 : 22);
  const heads = box.y + head * 0.5 + heading * 0.62;
  const threads_w = bold(words.threads, heading);
  const end = shape.walled ? right(body) : right(workers.box);
  const line_head_x = Math.max(line_x, name_end);
  return {
    line_head:
      named && line_head_x + bold(words.line, heading) + 10 <= left
        ? { x: line_head_x, y: heads, w: left - line_head_x - 10 }
        : undefined,
    threads_head: named ? { x: left, y: heads, w: block_w } : undefined,
    limit: named ? { x: end, y: heads, w: end - left - threads_w - 12 } : undefined,
    queue: {
      box: { ...first, h: down(tray) - first.y },
      high: high_slots,
      low: low_slots,
    },
    gate:
      gate > 0
        ? {
            x: gate_x,
            y: gate_y - 3,
            h: down(tray) - gate_y + 6,
            words:
              under > 0
                ? { x: gate_x + 4, y: down(tray) + small + 5, w: gate_x - line_x }
                : undefined,
          }
        : undefined,
    wall,
    workers,
    mouth: { x: gate > 0 ? gate_x + 10 : right(tray) + 16, y: middle(tray).y },
    over: first.y - labels - 8 > heads + 6 ? first.y - labels - 8 : middle(tray).y,
  };
}

/** Stacked: one queue with prioritised requests first, then the threads. */
function stacked(extent: GroupExtent, box: Box, shape: GroupShape, sizes: Sizes): Inside {
  const { words, gate } = shape;
  const walled = words.wall.length > 0;
  const { heading } = sizes;
  const label = bold(words.line, heading) + 16;
  const peak = bothOf(extent);
  const line_w = box.w - (gate > 0 ? 20 : 0);
  const most_h = (box.h - heading - 13) * 0.5;
  let line: QueueLayout | undefined;
  for (let radius = sizes.body; line === undefined && radius >= LEAST_BODY; radius -= 0.5)
    line = lineOf(peak, radius, line_w - label, most_h);
  line ??= lineOf(peak, LEAST_BODY, line_w - label, most_h, true);
  const tray = { x: box.x, y: box.y, w: line_w, h: Math.max(line?.h ?? 0, heading + 12) };
  const low = {
    ...slotsOf(line ?? { radius: LEAST_BODY, columns: 1, rows: 1, shown: 1, h: tray.h }, tray),
    ages: false,
    label: { x: tray.x + 10, y: middle(tray).y + heading * 0.36 },
  };
  const heads = down(tray) + heading + 6;
  const wall_w = walled ? 22 : 0;
  const rest = { x: box.x, y: heads + 7, w: box.w - wall_w, h: down(box) - heads - 7 };
  const rings = ringsIn(seatsOf(extent, walled), rest.w, rest.h);
  const { wall, workers } = seated(
    extent,
    rings,
    {
      x: rest.x + Math.max(0, (rest.w - rings.w) / 2),
      y: rest.y + Math.max(0, (rest.h - rings.h) / 2),
    },
    walled,
  );
  const threads_w = bold(words.threads, heading);
  return {
    line_head: undefined,
    threads_head: { x: box.x + 4, y: heads, w: threads_w + 2 },
    limit: { x: right(box), y: heads, w: box.w - threads_w - 44 },
    queue: { box: tray, low, high: undefined },
    gate: gate > 0 ? { x: right(tray) + 12, y: tray.y, h: tray.h, words: undefined } : undefined,
    wall,
    workers,
    mouth: { x: box.x + threads_w + 22, y: heads - 4 },
    over: middle(tray).y,
  };
}

/** The width of the text at the door, wrapped to `w`. */
const doorLines = (said: readonly string[], w: number, size: number) =>
  Math.max(1, ...said.map((one) => wrap(one, w, size).length));

export function layoutGroup(extent: GroupExtent, shape: GroupShape): GroupLayout {
  if (shape.own) return field(extent, shape);
  return shape.upright ? upright(extent, shape) : broad(extent, shape);
}

const listenerAt = (seat: Point, radius: number) => ({
  box: { x: seat.x - radius, y: seat.y - radius, w: 2 * radius, h: 2 * radius },
  seat,
  radius,
});

const noteOf = (pool: Box, { noted }: GroupShape): Spot | undefined =>
  noted ? { x: pool.x + 16, y: down(pool) - 9, w: pool.w - 32 } : undefined;

/** If the unread requests are unknown: room for the text that says so, without letters. */
const UNREAD = 70;
const unread = (x: number, y: number, h: number): Slots => ({
  places: [],
  radius: 0,
  ages: false,
  label: undefined,
  tray: { x, y, w: UNREAD, h },
});

const clientsMost = (h: number) => (h >= 250 ? 16 : 13);

function broad(extent: GroupExtent, shape: GroupShape): GroupLayout {
  const { box, words, no_listener } = shape;
  const sizes = sizesOf(box.h, box.w);
  const { heading, ear, rim, corner, head, pad } = sizes;
  const type = typeOf(heading);
  const named = words.clients !== '' && box.h >= 72;
  const top = box.h >= 72 ? 20 : 2;
  const clients_h = box.h - top - 4;
  const clients_most = clamp(40, box.w * 0.16, 150);
  const dots = dotsIn(shape.clients, clients_most, clients_h, clientsMost(box.h), false);
  const clients_w =
    shape.clients > MOST_DRAWN ? clients_most : Math.max(dots.columns * dots.x, 42) + 8;
  const largest = heading > 14 ? 23 : heading > 13 ? 19 : 15;
  const letters = lettersIn(
    no_listener ? 0 : extent.unpolled,
    clamp(52, box.w * 0.13, 140),
    box.h - 2 * corner,
    largest,
  );
  const zone = no_listener ? 26 : Math.max(letters.w, shape.noted ? UNREAD : 0) + ear + 14;
  const pool = {
    x: box.x + clients_w + zone,
    y: box.y + rim / 2,
    w: box.w - clients_w - zone - rim,
    h: box.h - rim,
  };
  const widest = Math.max(
    0,
    ...words.door.flatMap((one) => one.split(' ').map((word) => roomOf(word, type.small))),
  );
  const door_w = no_listener ? 26 : Math.max(ear + 12, widest + 22);
  const name_w =
    words.name === '' || head < 20 ? 0 : roomOf(words.name, heading + 3, { display: true });
  const inner = {
    x: pool.x + door_w,
    y: pool.y,
    w: pool.w - door_w - (shape.walled ? corner * 0.75 : corner * 0.6),
    h: pool.h - (shape.noted ? NOTE : 0),
  };
  const name_x = pool.x + corner * 0.7;
  const made = beside(extent, inner, shape, sizes, name_w > 0 ? name_x + name_w + 16 : 0);
  const { queue, workers, mouth, over, ...around } = made;
  const low = queue?.low.tray ?? inner;
  const size = Math.min(ear * 2.2, pool.h - 2 * corner);
  const door = {
    x: pool.x,
    y: clamp(pool.y + corner + size / 2, middle(low).y, down(pool) - corner - size / 2),
    size,
  };
  const lines = doorLines(words.door, door_w - 16, type.small);
  const line_h = type.small + 2;
  const reach = Math.max(ear, size / 2) + 2;
  const under = door.y + reach + type.small;
  const above = door.y - reach - 4 - (lines - 1) * line_h;
  const words_y =
    under + (lines - 1) * line_h <= down(pool) - (shape.noted ? NOTE + 9 : pad - 3)
      ? under
      : above - type.small > pool.y + head - 4
        ? above
        : undefined;
  const label = named ? { x: box.x, y: box.y + (heading > 13 ? 14 : 12) } : undefined;
  return {
    group: extent.group,
    box: pool,
    clients: clientsIn(
      extent,
      { x: box.x, y: box.y + top, w: clients_w - 4, h: clients_h },
      clientsMost(box.h),
      false,
      label,
    ),
    listener: no_listener ? undefined : listenerAt(door, ear),
    sockets:
      letters.shown > 0
        ? letterSlots(
            letters,
            pool.x - ear - 8,
            clamp(box.y + letters.h / 2, door.y, down(box) - letters.h / 2),
            largest,
          )
        : shape.noted && !no_listener
          ? unread(pool.x - ear - 8 - UNREAD, door.y - 20, 40)
          : undefined,
    queue,
    workers,
    cache: undefined,
    lanes: {
      door,
      inlet: { x: inner.x - 4, y: door.y },
      mouth,
      over: [
        { x: inner.x - 4, y: over },
        { x: mouth.x, y: over },
      ],
    },
    full: {
      type,
      heading,
      upright: false,
      open: false,
      rim,
      corner,
      door,
      door_words:
        words_y !== undefined && !no_listener
          ? { x: pool.x + 12, y: words_y, w: door_w - 16, lines }
          : undefined,
      name:
        name_w > 0
          ? { x: name_x, y: (around.line_head ?? around.threads_head ?? pool).y, w: name_w }
          : undefined,
      ...around,
      cache_head: undefined,
      note: noteOf(pool, shape),
    },
  };
}

function upright(extent: GroupExtent, shape: GroupShape): GroupLayout {
  const { box, words, no_listener } = shape;
  const low = box.h < 130;
  const sizes: Sizes = {
    heading: low ? 12 : 13,
    head: 0,
    rim: 3,
    corner: low ? 14 : 20,
    ear: low ? 12 : 17,
    body: low ? 12 : 14,
    pad: 8,
  };
  const { heading, rim, corner, ear } = sizes;
  const type = typeOf(heading);
  const count = extent.clients.length;
  const crowd = count > MOST_DRAWN;
  const most = low ? 12 : 14.5;
  const clients_h = crowd
    ? box.h * 0.24
    : Math.min(box.h * 0.3, dotsIn(count, box.w, box.h * 0.3, most, true).rows * most * 2.46);
  const gap = Math.max(ear + 3, type.small + 6);
  const pool = {
    x: box.x + rim / 2,
    y: box.y + clients_h + gap,
    w: box.w - rim,
    h: box.h - clients_h - gap - rim / 2,
  };
  const clients = clientsIn(
    extent,
    { x: box.x, y: box.y, w: box.w, h: clients_h },
    most,
    true,
    undefined,
  );
  const flat = pool.h < 112;
  const side = 10;
  const name_w = words.name === '' ? 0 : roomOf(words.name, heading, { display: true });
  // The door is beyond the queue's name, so that arriving requests cross no text.
  const door_x = pool.x + side + 12 + Math.max(bold(words.line, heading), name_w - ear) + ear + 14;
  const top = flat ? 3 : ear - 3;
  const inner = { x: pool.x + side, y: pool.y + top, w: pool.w - 2 * side, h: pool.h - top - 8 };
  const note = shape.noted ? NOTE : 0;
  const {
    queue,
    workers,
    mouth,
    over: _,
    ...around
  } = flat
    ? beside(
        { ...extent, high: 0, low: bothOf(extent) },
        { ...inner, h: pool.h - 5 - note },
        shape,
        { ...sizes, head: pool.h >= 66 ? 25 : 7, pad: 5 },
        0,
      )
    : stacked(extent, { ...inner, h: inner.h - note }, shape, sizes);
  const door = { x: door_x, y: pool.y, size: 44 };
  const spot_x = door_x + Math.max(ear, 22) + 8;
  return {
    group: extent.group,
    box: pool,
    clients,
    listener: no_listener ? undefined : listenerAt(door, ear),
    // A letter is drawn at its client, because the door is near; not in a crowd.
    sockets:
      crowd && !no_listener && extent.unpolled > 0
        ? letterSlots(
            lettersIn(extent.unpolled + 2, door.x - ear - box.x - 8, 15, 9),
            door.x - ear - 4,
            pool.y - 11,
          )
        : shape.noted && !no_listener
          ? unread(right(pool) - UNREAD, pool.y - 21, 17)
          : undefined,
    queue,
    workers,
    cache: undefined,
    lanes: {
      door,
      porch: pool.y - gap + 1,
      inlet: door,
      mouth,
      over: [{ x: mouth.x, y: mouth.y }],
    },
    full: {
      type,
      heading,
      upright: true,
      open: false,
      rim,
      corner,
      door,
      door_words: no_listener
        ? undefined
        : {
            x: spot_x,
            y: pool.y - 6,
            w: right(pool) - spot_x - (shape.noted ? UNREAD + 6 : 0),
            lines: 1,
          },
      name: name_w > 0 ? { x: pool.x + 4, y: pool.y - 6, w: name_w } : undefined,
      ...around,
      cache_head: undefined,
      note: noteOf(pool, shape),
    },
  };
}

/** One thread per connection: clients, and rings without a rim; below them the thread cache. */
function field(extent: GroupExtent, shape: GroupShape): GroupLayout {
  const { box, words, cache } = shape;
  const sizes = sizesOf(box.h, box.w);
  const { heading } = sizes;
  const type = typeOf(heading);
  const named = words.clients !== '' && box.h >= 72;
  const head = named ? 22 : 2;
  const most = clientsMost(box.h);
  const tall = shape.upright;
  const clients_box = tall
    ? {
        x: box.x,
        y: box.y,
        w: box.w,
        h: Math.min(
          box.h * 0.3,
          dotsIn(extent.clients.length, box.w, box.h * 0.3, most, true).rows * most * 2.46,
        ),
      }
    : { x: box.x, y: box.y + head, w: clamp(40, box.w * 0.2, 190), h: box.h - head - 2 };
  const dots = dotsIn(extent.clients.length, clients_box.w, clients_box.h, most, tall);
  const clients_w = tall
    ? 0
    : extent.clients.length > MOST_DRAWN
      ? clients_box.w
      : Math.max(dots.columns * dots.x, named ? bold(words.clients, heading - 1) : 0);
  const rest = tall
    ? { x: box.x, y: down(clients_box) + 4, w: box.w, h: down(box) - down(clients_box) - 4 }
    : { x: box.x + clients_w + 34, y: box.y, w: box.w - clients_w - 36, h: box.h };
  const cached = cache ?? 0;
  const cache_words = bold(words.cache, heading) + 16;
  const kept_h = cached > 0 ? 30 : 0;
  const wall_w = shape.walled ? 24 : 0;
  const room = { x: rest.x, y: rest.y + head, w: rest.w - wall_w, h: rest.h - head - kept_h - 4 };
  const rings = ringsIn(Math.max(1, extent.seats), room.w, room.h, 54);
  const { workers, wall } = seated(
    extent,
    rings,
    { x: room.x, y: room.y + (room.h - rings.h) / 2 },
    shape.walled,
  );
  const head_y = rest.y + (heading > 13 ? 15 : 13);
  const threads_w = bold(words.threads, heading);
  const kept_r = Math.min(11, (rest.w - cache_words) / Math.max(1, cached) / 2.4);
  const kept_y = down(rest) - 15;
  return {
    group: extent.group,
    box: rest,
    clients: clientsIn(
      extent,
      tall ? clients_box : { ...clients_box, w: Math.max(clients_w, 20) + 6 },
      most,
      tall,
      named && !tall ? { x: box.x, y: box.y + 14 } : undefined,
    ),
    listener: undefined,
    sockets: undefined,
    queue: undefined,
    workers: { ...workers, box: { ...room, w: rings.w } },
    cache:
      cached > 0
        ? {
            box: { x: rest.x, y: kept_y - 14, w: rest.w, h: 28 },
            slots: {
              places: Array.from({ length: cached }, (_, at) => ({
                x: rest.x + cache_words + kept_r * (1 + 2.4 * at),
                y: kept_y,
              })),
              radius: kept_r,
              ages: false,
              tray: undefined,
              label: undefined,
            },
          }
        : undefined,
    lanes: undefined,
    full: {
      type,
      heading,
      upright: tall,
      open: true,
      rim: 0,
      corner: 0,
      door: { x: rest.x, y: rest.y, size: 0 },
      door_words: undefined,
      name: undefined,
      line_head: undefined,
      threads_head: named ? { x: rest.x, y: head_y, w: threads_w + 2 } : undefined,
      limit: wall && named ? { x: right(rest), y: head_y, w: rest.w - threads_w - 14 } : undefined,
      wall,
      gate: undefined,
      note: undefined,
      cache_head:
        cached > 0 ? { x: rest.x, y: kept_y + heading * 0.36, w: cache_words } : undefined,
    },
  };
}
