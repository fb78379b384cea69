/**
 * Many groups in one box: those that have something to do as cards of the same anatomy as a group in full, all
 * alike and as large as the box lets; those that have nothing to do in the whole run as cells of one strip.
 */
import type { GroupExtent } from './extent';
import { grid, type Box, type Point } from './geometry';
import type { GroupLayout, Slots, StripLayout } from './layout-types';

interface CardShape {
  /** Designs whose requests come into line at once. */
  readonly no_listener?: boolean;
  /** Lines that a group's longest reason needs at this width. */
  readonly why_lines?: (width: number, group: number, size: number) => number;
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

/** So many times what the next one needs: it has half the box to itself. */
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
/** Of the box's height: more of it is for those who do something. */
const STRIP_SHARE = 0.18;
/** From here on a cell has room for its number. */
export const NUMBERED_CELL = 17;

/** At the foot of the box: a line of words, and below it a cell for each. */
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

/** The columns in which the parts are largest, of those the ones that leave the fewest gaps. */
function shared(extents: readonly GroupExtent[], box: Box, shape: CardShape): GroupLayout[] {
  if (extents.length === 0) return [];
  const most = mostOf(extents);
  let best: { score: number; columns: number; w: number; h: number; made: Anatomy } | undefined;
  for (let columns = 1; columns <= extents.length; columns += 1) {
    const rows = Math.ceil(extents.length / columns);
    // In a box too small for so many in a column or a row, none is smaller than it can be drawn.
    const w = Math.max(1, (box.w - GAP * (columns - 1)) / columns);
    const h = Math.max(1, (box.h - GAP * (rows - 1)) / rows);
    const lines = Math.max(
      ...extents.map(({ group }) => shape.why_lines?.(w - 44, group, 12) ?? 0),
    );
    const made = anatomy(most, { w, h, lines, no_listener: shape.no_listener ?? false });
    const gaps = columns * rows - extents.length;
    const score =
      made.quality -
      (w < 52 ? 16 : w < 92 ? 8 : 0) -
      (gaps / extents.length) * 30 -
      3 * Math.abs(Math.log2(w / h / 2.2));
    if (!best || score > best.score) best = { score, columns, w, h, made };
  }
  if (!best) return [];
  const { columns, w, h, made } = best;
  return extents.map((extent, index) =>
    card(extent, made, {
      x: box.x + (w + GAP) * (index % columns),
      y: box.y + (h + GAP) * Math.floor(index / columns),
      w,
      h,
    }),
  );
}

/** What the largest group needs of each part, so that all cards are alike. */
interface Most {
  readonly clients: number;
  readonly sockets: number;
  readonly line: number;
  readonly seats: number;
}

function mostOf(extents: readonly GroupExtent[]): Most {
  const most = (of: (extent: GroupExtent) => number) => Math.max(1, ...extents.map(of));
  return {
    clients: most(({ clients }) => clients.length),
    sockets: most(({ unpolled }) => unpolled),
    line: most(({ high, low }) => high + low),
    seats: most(({ seats, refusals }) => seats + (refusals ? 1 : 0)),
  };
}

/** One part of a card: its box, and the places in it. */
interface Part {
  readonly box: Box;
  readonly places: readonly Point[];
}

/** From the card's corner on. */
interface Anatomy {
  /** The larger, the more can be read. */
  readonly quality: number;
  readonly radius: number;
  readonly dot: number;
  readonly seat: number;
  readonly clients: Part;
  readonly listener: Part;
  readonly sockets: Part;
  readonly line: Part;
  readonly workers: Part;
  readonly titled: boolean;
  readonly why: { readonly y: number; readonly lines: number } | undefined;
}

interface CardRoom {
  readonly w: number;
  readonly h: number;
  readonly lines: number;
  readonly no_listener: boolean;
}

interface Attempt {
  readonly radius: number;
  /** Who comes after the last of these is only counted. */
  readonly slots: number;
  readonly titled: boolean;
  readonly lines: number;
}

const PAD = 8;
const HEAD = 22;
const TITLE = 15;
const WHY_LINE = 16;
const LARGEST = 12;
const SMALLEST = 0.5;
/** Rather fewer places than smaller ones: this many down to this radius. */
const SLOTS = [
  [18, 9],
  [10, 7],
  [6, 6],
  [3, 2.5],
  [1, SMALLEST],
] as const;

/** The largest that fits: parts beside each other with their names, without them, or in rows. */
function anatomy(most: Most, room: CardRoom): Anatomy {
  for (const [slots, least] of SLOTS) {
    for (let radius = LARGEST; radius >= least; radius -= 0.5) {
      const attempts: readonly Attempt[] = [
        { radius, slots, titled: true, lines: room.lines },
        { radius, slots, titled: true, lines: 0 },
        { radius, slots, titled: false, lines: 0 },
      ];
      const made =
        attempts
          .filter(({ titled, lines }, at) => (titled ? radius >= 8 && (lines > 0 || at > 0) : true))
          .map((attempt) => inColumns(most, room, attempt))
          .find((one) => one !== undefined) ?? inRows(most, room, { radius, slots });
      if (made) return made;
    }
  }
  return { ...inRows(most, room, { radius: SMALLEST, slots: 1 }, true), quality: -1e3 };
}

/** Seats are rings: what is in them leaves the ring free. */
const seatOf = (radius: number) => Math.min(15.5, radius * 1.35 + Math.min(1, radius / 4));
/** Of many clients the dots are smaller than their requests. */
const dotOf = (radius: number, clients: number) =>
  radius * (clients > 24 ? 0.55 : clients > 10 ? 0.75 : 0.9);
const cellOf = (radius: number) => 2 * radius + Math.min(5, 1 + radius / 3);
/** The few stand far enough apart for the ring round the one that is asked about. */
const dotCellOf = (dot: number, clients: number) => cellOf(dot) + (clients > 10 ? 0 : dot * 0.4);
const shownOf = (count: number, slots: number) => Math.min(count, slots);

function inColumns(most: Most, room: CardRoom, attempt: Attempt): Anatomy | undefined {
  const { radius, slots, titled, lines } = attempt;
  const top = HEAD + (titled ? TITLE : 0);
  const why_h = lines > 0 ? lines * WHY_LINE + 8 : 0;
  const free = room.h - PAD - why_h - top - 8;
  const seat = seatOf(radius);
  const seat_cell = cellOf(seat);
  if (free < seat_cell) return undefined;
  const dot = dotOf(radius, most.clients);
  const cell = cellOf(radius);
  const dot_cell = dotCellOf(dot, most.clients);
  const across = (count: number, size: number, height = free) =>
    Math.ceil(count / Math.max(1, Math.floor(height / size))) * size;
  const sockets = shownOf(most.sockets, slots);
  const line = shownOf(most.line, slots);
  // Sockets stand above the listener, or to its left where it is low.
  const above = free - seat_cell >= cell;
  const listener_w = room.no_listener
    ? 0
    : above
      ? Math.max(seat_cell, across(sockets, cell, free - seat_cell))
      : seat_cell + across(sockets, cell);
  const least = titled ? 58 : 0;
  const needs = [
    across(most.clients, dot_cell),
    listener_w,
    across(line, cell),
    across(most.seats, seat_cell),
  ].map((need) => (need === 0 ? 0 : Math.max(least, need + 10)));
  const parts = needs.filter((need) => need > 0).length;
  const spare = room.w - 2 * PAD - 6 * (parts - 1) - needs.reduce((sum, need) => sum + need, 0);
  if (spare < 0) return undefined;
  const shares = [0.18, needs[1] === 0 ? 0 : 0.12, 0.3, needs[1] === 0 ? 0.52 : 0.4];
  let x = PAD;
  const boxes = needs.map((need, index): Box => {
    const w = need === 0 ? 0 : need + spare * (shares[index] ?? 0);
    const at = x;
    x += w === 0 ? 0 : w + 6;
    return { x: at, y: HEAD, w, h: room.h - PAD - why_h - HEAD };
  });
  const [clients_box, listener_box, line_box, workers_box] = boxes as [Box, Box, Box, Box];
  const inside = (box: Box, count: number, size: number, width = box.w - 8) =>
    grid(count, box.x + 5, top + 3, Math.max(size, width), { w: size, h: size }).places;
  const low = { x: listener_box.x + listener_box.w / 2, y: top + 4 + free - seat_cell / 2 };
  const beside = { x: listener_box.x + listener_box.w - 4 - seat_cell / 2, y: top + 3 + free / 2 };
  const chair = above ? low : beside;
  return {
    quality: radius * 10 + (titled ? 12 : 0) + (lines > 0 ? 8 : 0) + 6,
    radius,
    dot,
    seat,
    titled,
    clients: { box: clients_box, places: inside(clients_box, most.clients, dot_cell) },
    listener: { box: listener_box, places: [chair] },
    sockets: {
      box: listener_box,
      places: inside(
        listener_box,
        sockets,
        cell,
        above ? listener_box.w - 8 : listener_box.w - 8 - seat_cell,
      ),
    },
    line: { box: line_box, places: inside(line_box, line, cell) },
    workers: { box: workers_box, places: inside(workers_box, most.seats, seat_cell) },
    why: lines > 0 ? { y: room.h - PAD - why_h + 4, lines } : undefined,
  };
}

type Rows = Pick<Attempt, 'radius' | 'slots'>;
function inRows(most: Most, room: CardRoom, attempt: Rows): Anatomy | undefined;
function inRows(most: Most, room: CardRoom, attempt: Rows, anyway: true): Anatomy;
/** Clients, then who waits, on a socket or in line, then listener and workers. */
function inRows(
  most: Most,
  room: CardRoom,
  { radius, slots }: Rows,
  anyway = false,
): Anatomy | undefined {
  const seat = seatOf(radius);
  const dot = dotOf(radius, most.clients);
  const x = PAD;
  const w = room.w - 2 * PAD;
  const head = room.h < 60 ? 16 : HEAD;
  const counts = [
    [most.clients, dotCellOf(dot, most.clients)],
    [shownOf(Math.max(most.line, most.sockets), slots), cellOf(radius)],
    [most.seats + (room.no_listener ? 0 : 1), cellOf(seat)],
  ] as const;
  const rows = counts.map(([count, size]) => ({
    count,
    size,
    h: Math.ceil(count / Math.max(1, Math.floor(w / size))) * size,
  }));
  const spare = room.h - head - PAD - 12 - rows.reduce((sum, { h }) => sum + h, 0);
  const fits = rows.every(({ size }) => size <= w);
  if ((spare < 0 || !fits) && !anyway) return undefined;
  const air = Math.max(0, spare) / 3;
  let y = head;
  const [clients, line, all] = rows.map(({ count, size, h }) => {
    const box = { x, y, w, h: h + air };
    y += h + air + 6;
    return { box, places: grid(count, x, box.y + air / 2, w, { w: size, h: size }).places };
  }) as [Part, Part, Part];
  const [chair = { x, y }, ...seats] = all.places;
  const workers = { box: all.box, places: room.no_listener ? all.places : seats };
  return {
    quality: radius * 10,
    radius,
    dot,
    seat,
    titled: false,
    clients,
    listener: { box: all.box, places: [chair] },
    sockets: line,
    line,
    workers,
    why: undefined,
  };
}

function card(extent: GroupExtent, made: Anatomy, box: Box): GroupLayout {
  const to = ({ x, y }: Point): Point => ({ x: x + box.x, y: y + box.y });
  const at = (part: Part) => ({ ...part.box, ...to(part.box) });
  const lane = (part: Part): Slots => ({
    places: part.places.map(to),
    radius: made.radius,
    ages: false,
    tray: undefined,
    label: to(part.box),
  });
  const line = lane(made.line);
  const [chair] = made.listener.places.map(to);
  const seats = made.workers.places.map(to);
  const { why } = made;
  return {
    group: extent.group,
    detail: 'card',
    titled: made.titled,
    box,
    clients: {
      label: { x: box.x + PAD + 2, y: box.y + 15 },
      places: new Map(
        extent.clients.map((client, index) => [client, to(made.clients.places[index] ?? box)]),
      ),
      radius: made.dot,
      box: at(made.clients),
      crowd: undefined,
    },
    listener: { box: at(made.listener), seat: chair ?? box, radius: made.seat },
    sockets: made.sockets === made.line ? line : lane(made.sockets),
    queue: { box: at(made.line), high: undefined, low: line },
    workers: {
      box: at(made.workers),
      seats: seats.slice(0, extent.seats),
      radius: made.seat,
      refused: extent.refusals ? seats[extent.seats] : undefined,
      idle: undefined,
    },
    cache: undefined,
    lanes: undefined,
    why: why && { x: box.x + PAD, y: box.y + why.y, w: box.w - 2 * PAD, lines: why.lines },
  };
}
