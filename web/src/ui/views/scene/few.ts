/**
 * The cells of few connections, in the pixels of their frame: clients, a door in the rim, lines, threads, and the room of every
 * name. In a small frame bodies and rings shrink, never letters; names are dropped first.
 */
import { roomOf, wrap } from '../../marks/measure';
import { alike, type GroupExtent } from './extent';
import type { Box, Point } from './geometry';
import type { GroupWords } from './group-words';
import {
  barBeside,
  middleOf,
  ringPlaces,
  ringsIn,
  type Needs,
  type Plan,
  type Rings,
} from './rooms';
import {
  inColumns,
  NOBODY,
  SEAT_EDGE,
  SEAT_R,
  type Full,
  type House,
  type Line,
  type Spot,
} from './world';

/** A narrower group has its clients on top, and its door in the top rim. */
const BROAD = 520;
/** The least height of a group below another. */
const LEAST = { broad: 78, tall: 92 } as const;
const GAP = 10;
/** Around the whole, in pixels. */
export const EDGE = 3;
const LEAST_BODY = 5;
const SMALLEST = 0.2;
/** A body of this radius has room for a number. */
const READABLE = 10;
const LEAST_NAMED = 8.8;
/** Distances between bodies in a line, and between its rows, relative to their radius. */
const ALONG = 2.3;
const DOWN = 2.2;
const LEAST_LINE = 64;
/** The height of a sentence at a group's foot, and the width of a text about what is unread. */
const NOTE = 17;
const UNREAD = 70;
/** Below a body, and below a letter with a halo: how long it has been there. */
const AGE = 17;
const FEW_AGE = 22;

const clamp = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(value, most));
const down = ({ y, h }: Box) => y + h;
const right = ({ x, w }: Box) => x + w;
const bold = (words: string, size: number) => roomOf(words, size, { bold: true });

/** No ring is larger in a room of this height. */
const mostRing = (h: number) => clamp(40, h * 0.2, 80);

/** A line of bodies: how large they are, and how they stand. */
interface Row {
  readonly radius: number;
  readonly rows: number;
  readonly h: number;
}

const airOf = (radius: number) => radius * 0.4 + 2;

/** The line of so many with bodies of this size, if it fits, or if they cannot be smaller. */
function lineOf(peak: number, radius: number, w: number, h: number): Row | undefined {
  const pad = airOf(radius);
  const columns = Math.max(1, Math.floor((w - 2 * pad) / (radius * ALONG)));
  const rows = Math.ceil(Math.max(1, peak) / columns);
  const own = rows * radius * DOWN + 2 * pad;
  return own <= h + 0.01 || radius < SMALLEST ? { radius, rows, h: own } : undefined;
}

/** Bodies shrink until everybody has a place. */
function largest<T>(most: number, fits: (radius: number) => T | undefined): T {
  let radius = most;
  for (;;) {
    const made = fits(radius);
    if (made !== undefined) return made;
    radius -= radius > LEAST_BODY ? 0.5 : radius * 0.06;
  }
}

/** The places of a line in its lane, the head at its right end. As many as fit into one row stand in one. */
function placed({ radius, rows }: Row, peak: number, lane: Box): Line {
  const [along, across] = [radius * ALONG, radius * DOWN];
  const head = { x: right(lane) - airOf(radius) - along / 2, y: middleOf(lane) };
  const ages = lane.h / 2 >= radius + AGE && along >= 34;
  const standing = (count: number, deep: number): Line => ({
    ...inColumns(count, deep, head, { x: along, y: across }),
    r: radius,
    ...(ages && deep === 1 ? { ages } : {}),
  });
  const line = standing(Math.max(1, peak), rows);
  if (rows === 1) return line;
  const fit = Math.max(1, Math.floor((lane.w - 2 * airOf(radius)) / along));
  return { ...line, short: standing(Math.min(peak, fit), 1) };
}

interface Dots {
  readonly radius: number;
  readonly columns: number;
  readonly rows: number;
  readonly x: number;
  readonly y: number;
}

/** Circles of clients in as few columns as are legible, or as few rows. */
function dotsIn(count: number, w: number, h: number, most: number, lying: boolean): Dots {
  let best: Dots | undefined;
  for (let lines = 1; lines <= count; lines += 1) {
    const other = Math.ceil(count / lines);
    const [columns, rows] = lying ? [other, lines] : [lines, other];
    const radius = Math.min(most, w / columns / 2.5, h / rows / 2.45);
    if (!best || radius > best.radius + 0.2)
      best = {
        radius,
        columns,
        rows,
        x: lying ? w / columns : Math.min(w / columns, radius * 2 + 10),
        y: Math.min(h / rows, radius * 2.9),
      };
    if (best.radius >= Math.min(most, 12.5)) break;
  }
  return best ?? { radius: most, columns: 1, rows: 1, x: 0, y: 0 };
}

/** So many of a group, in the middle of a box for the most of any group. */
function seatsIn(dots: Dots, count: number, box: Box, lying: boolean): Point[] {
  const columns = Math.max(1, Math.min(dots.columns, count));
  const pitch = lying ? box.w / columns : dots.x;
  const left = lying ? box.x + pitch / 2 : box.x + 6 + dots.radius;
  const top = box.y + (box.h - Math.ceil(count / columns) * dots.y) / 2;
  return Array.from({ length: count }, (_, at) => ({
    x: left + pitch * (at % columns),
    y: top + dots.y * (Math.floor(at / columns) + 0.5),
  }));
}

/** Letters at the door: how many side by side, and their size. */
interface Letters {
  readonly radius: number;
  readonly rows: number;
  readonly w: number;
  readonly h: number;
  readonly pitch: Point;
}

function lettersIn(count: number, w: number, h: number, most: number): Letters {
  const few = count <= 2;
  const of = (radius: number, columns: number): Letters => {
    const rows = Math.ceil(count / columns);
    const pitch = few
      ? { x: radius * 3.6, y: radius * 3.6 + FEW_AGE }
      : { x: radius * 2.15 + radius * 0.4, y: radius * 1.75 + radius * 0.46 };
    return {
      radius,
      rows: Math.max(1, rows),
      w: count === 0 ? 0 : Math.min(columns, count) * pitch.x,
      h: rows * pitch.y,
      pitch,
    };
  };
  return largest(few ? most : most * 0.82, (radius) => {
    for (let columns = few ? 1 : 2; columns <= Math.max(2, count); columns += 1) {
      const made = of(radius, columns);
      if (made.h <= h && made.w <= w) return made;
      if (made.w > w) break;
    }
    return radius < SMALLEST ? of(radius, 1) : undefined;
  });
}

/** Next to the door first; a single one gets the largest size. */
function lettersAt(letters: Letters, count: number, edge: number, y: number, most: number): Line {
  const { radius, rows, pitch, w } = letters;
  const few = count <= 2;
  const lonely = few ? radius : Math.max(radius, Math.min(most, w / 3.6));
  return {
    ...inColumns(count, rows, { x: edge - pitch.x / 2, y }, pitch),
    r: radius,
    ages: few,
    short: { ...inColumns(1, 1, { x: edge - lonely * 1.8, y }, pitch), r: lonely, ages: true },
  };
}

interface Lines {
  readonly high: Row | undefined;
  readonly low: Row;
}
interface Shares extends Lines {
  readonly rings: Rings;
}

interface Room {
  readonly w: number;
  readonly h: number;
  /** Between the lines and the rings. */
  readonly gap: number;
  /** For the names of two lines, and of the gate below the low one. */
  readonly labels: number;
  readonly under: number;
  readonly most_body: number;
  /** For the names above the rings. */
  readonly least_rings: number;
}

function linesIn({ high, low }: GroupExtent, w: number, room: Room): Lines {
  const h = room.h - room.under - (high > 0 ? 2 * room.labels + 6 : 0);
  return largest(room.most_body, (radius) => {
    const below = lineOf(low, radius, w, h);
    const above = high > 0 && below ? lineOf(high, radius, w, h - below.h) : undefined;
    return below && (above || high === 0) ? { low: below, high: above } : undefined;
  });
}

/** Lines and rings side by side: the share of the width at which both are largest. */
function share(extent: GroupExtent, seats: number, room: Room): Shares {
  let best: { readonly merit: number; readonly made: Shares } | undefined;
  for (let part = 0.26; part <= 0.68; part += 0.03) {
    const rings = ringsIn(seats, room.w * part, room.h, mostRing(room.h));
    const line_w = room.w - Math.max(rings.w, room.least_rings) - room.gap;
    if (line_w < Math.min(LEAST_LINE, room.w * 0.25)) break;
    const lines = linesIn(extent, line_w, room);
    const merit =
      Math.log(rings.radius) +
      0.8 * Math.log(lines.low.radius) -
      (lines.low.radius < LEAST_NAMED ? 0.25 : 0) -
      (rings.radius * 0.74 < LEAST_NAMED ? 0.25 : 0) -
      0.12 * (lines.low.rows + (lines.high?.rows ?? 0)) -
      0.2 * Math.abs(part - 0.5);
    if (!best || merit > best.merit + 1e-9) best = { merit, made: { rings, ...lines } };
  }
  if (best) return best.made;
  const rings = ringsIn(seats, room.w * 0.5, room.h, mostRing(room.h));
  const line_w = Math.max(30, room.w * 0.5 - room.gap);
  return { rings, ...linesIn(extent, line_w, room) };
}

/** The most in both lines together. */
const bothOf = ({ high, low, clients }: GroupExtent) => Math.min(high + low, clients.length);
/** Drawn as one line, those with priority first. */
const merged = (extent: GroupExtent): GroupExtent => ({ ...extent, high: 0, low: bothOf(extent) });

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
const smallOf = (heading: number) => (heading > 13 ? 13 : 12);

/** Lines and threads within the shape of a group, with the names above them. */
interface Inside extends Omit<House, 'box' | 'door' | 'letters' | 'full'> {
  readonly mouth: Point;
  /** The height of the way over the lines. */
  readonly over: number;
  readonly spots: Partial<Full['spots']>;
  readonly refused: Point | undefined;
}

/** The rings, next to the wall if there is one; a refused thread gets a seat if nothing else shows it. */
function seated(extent: GroupExtent, rings: Rings, at: Point, walled: boolean) {
  const seats = Math.max(1, extent.seats);
  const places = ringPlaces(rings, seats + 1, at);
  const box = { ...at, w: rings.w, h: rings.h };
  return {
    rings: places.slice(0, seats),
    ring_r: rings.radius,
    rings_box: box,
    refused: extent.refusals && !walled ? places[seats] : undefined,
    wall: walled ? barBeside(right(box) + Math.max(8, rings.radius * 0.28), box) : undefined,
  };
}
const seatsOf = ({ seats, refusals }: GroupExtent, walled: boolean) =>
  Math.max(1, seats + (refusals && !walled ? 1 : 0));

interface Shape extends Omit<Needs, 'words'> {
  readonly words: GroupWords;
  /** Of all groups, which get the same columns. */
  readonly said: readonly GroupWords[];
  /** True if some group has a wall: all leave room for one. */
  readonly walled: boolean;
  /** The most clients of any group: all groups get the same column. */
  readonly most: number;
}

/** Side by side. `name_end`: where the group's name ends, in the row of headings. */
function beside(
  extent: GroupExtent,
  box: Box,
  { words, said, gate, walled: any_wall }: Shape,
  { heading, head, pad, body: most_body }: Sizes,
  name_end: number,
): Inside {
  const walled = words.wall.length > 0;
  const named = head > 20;
  const body = { x: box.x, y: box.y + head, w: box.w, h: box.h - head - pad };
  const small = smallOf(heading);
  const wall_w = any_wall ? 20 : 0;
  const gap = Math.min((gate ? 46 : 34) + (heading > 13 ? 8 : 0), body.w * 0.28);
  const threads_w = bold(words.threads, heading);
  // In half of the narrowest frame the name of the threads is dropped before their line.
  const name_w = named && threads_w + 4 <= body.w * 0.55 ? threads_w + 4 : 0;
  // A broad one has room for the limit beside it.
  const limits = said.flatMap(({ wall, limit }) => {
    const all = [...wall, limit].filter(Boolean);
    return all.length === 0 ? [] : [Math.min(...all.map((one) => bold(one, small)))];
  });
  const both_w = threads_w + 14 + Math.max(...limits);
  const head_w = named && limits.length > 0 && both_w <= body.w * 0.32 ? both_w : name_w;
  // Names of the lines and the gate are dropped before the numbers of bodies.
  const named_gate = gate && named ? small + 10 : 0;
  let best: { labels: number; under: number; made: Shares } | undefined;
  for (const way of [
    { labels: head > 25 ? small + 7 : 0, under: named_gate },
    { labels: 0, under: named_gate },
    { labels: 0, under: 0 },
  ]) {
    const made = share(extent, seatsOf(extent, walled), {
      ...way,
      w: body.w - wall_w,
      h: body.h,
      gap,
      most_body,
      least_rings: head_w,
    });
    if (!best || made.low.radius > best.made.low.radius + 1) best = { ...way, made };
    if (best.made.low.radius >= READABLE) break;
  }
  const { labels: label_h, under, made } = best as NonNullable<typeof best>;
  const { rings, high, low } = made;
  const left = right(body) - wall_w - Math.max(rings.w, head_w);
  const top = body.y + (body.h - rings.h) / 2;
  const { wall, ...threads } = seated(extent, rings, { x: left, y: top }, walled);
  const labels = high ? label_h : 0;
  const high_h = high ? high.h + 2 * labels + 6 : 0;
  const room_h = body.h - under - high_h;
  const low_h = high ? low.h : Math.min(Math.max(low.h, 2 * (low.radius + AGE) + 2), room_h);
  // The low line is in the middle, as if it were alone; the high one is above it, if there is room.
  const y = Math.max(
    body.y,
    Math.min(body.y + (body.h - low_h) / 2 - high_h, body.y + body.h - under - low_h - high_h),
  );
  const line_w = Math.max(4, left - gap - box.x);
  const lane_box = { x: box.x, y: y + high_h, w: line_w, h: low_h };
  const high_box = high && { x: box.x, y: y + labels, w: line_w, h: high.h };
  const first = high_box ?? lane_box;
  const gate_y = gate?.all ? first.y : lane_box.y;
  const gate_x = right(lane_box) + (heading > 13 ? 26 : 22);
  const heads = box.y + head * 0.5 + heading * 0.62;
  const end = any_wall ? right(body) : right(threads.rings_box);
  const line_head_x = Math.max(box.x, name_end);
  const shown = named && line_head_x + bold(words.line, heading) + 10 <= left;
  return {
    ...threads,
    wall,
    lane: placed(low, extent.low, lane_box),
    lane_box,
    high: high && high_box && { line: placed(high, extent.high, high_box), box: high_box },
    gate: gate && { x: gate_x, y: gate_y - 3, h: down(lane_box) - gate_y + 6 },
    mouth: { x: gate ? gate_x + 10 : right(lane_box) + 16, y: middleOf(lane_box) },
    over: first.y - labels - 8 > heads + 6 ? first.y - labels - 8 : middleOf(lane_box),
    spots: {
      line: shown ? { x: line_head_x, y: heads, w: left - line_head_x - 10 } : undefined,
      threads: named ? { x: left, y: heads, w: end - left } : undefined,
      limit: named ? { x: end, y: heads, w: end - left - threads_w - 12 } : undefined,
      high: labels > 0 && high_box ? { x: box.x + 3, y: high_box.y - 6, w: line_w } : undefined,
      low: labels > 0 ? { x: box.x + 3, y: lane_box.y - 6, w: line_w } : undefined,
      gate:
        gate && under > 0
          ? { x: gate_x + 4, y: down(lane_box) + small + 5, w: gate_x - box.x }
          : undefined,
    },
  };
}

/** Stacked: one line with prioritised requests first, then the threads. */
function stacked(extent: GroupExtent, box: Box, shape: Shape, { heading, body }: Sizes): Inside {
  const { words, gate, walled: any_wall } = shape;
  const walled = words.wall.length > 0;
  const name_w = bold(words.line, heading) + 16;
  const w = box.w - (gate ? 20 : 0);
  const most_h = (box.h - heading - 13) * 0.5;
  const line = largest(body, (radius) => lineOf(extent.low, radius, w - name_w, most_h));
  const lane_box = { x: box.x, y: box.y, w, h: Math.max(line.h, heading + 12) };
  const heads = down(lane_box) + heading + 6;
  const room_w = box.w - (any_wall ? 22 : 0);
  const room_h = down(box) - heads - 7;
  const rings = ringsIn(seatsOf(extent, walled), room_w, room_h, mostRing(room_h));
  const threads_w = bold(words.threads, heading);
  const at = {
    x: box.x + Math.max(0, (room_w - rings.w) / 2),
    y: heads + 7 + Math.max(0, (room_h - rings.h) / 2),
  };
  const lane = placed(line, extent.low, lane_box);
  return {
    ...seated(extent, rings, at, walled),
    lane,
    lane_box,
    high: undefined,
    gate: gate && barBeside(right(lane_box) + 12, lane_box),
    mouth: { x: box.x + threads_w + 22, y: heads - 4 },
    over: heads - 4,
    spots: {
      low: { x: lane_box.x + 10, y: middleOf(lane_box) + heading * 0.36, w: name_w },
      threads: { x: box.x + 4, y: heads, w: box.w - 4 },
      limit: { x: right(box), y: heads, w: box.w - threads_w - 44 },
    },
  };
}

interface Drawn {
  readonly seats: readonly Point[];
  readonly seat_r: number;
  readonly forecourt: Box;
  readonly house: House;
}

const noteOf = (pool: Box, { noted }: Shape): Spot | undefined =>
  noted ? { x: pool.x + 16, y: down(pool) - 9, w: pool.w - 32 } : undefined;

const typeOf = ({ heading, corner, rim }: Sizes) => ({
  heading,
  small: smallOf(heading),
  age: heading > 13 ? 12.5 : 11.5,
  corner,
  rim,
});

const clientsMost = (h: number) => (h >= 250 ? 16 : 13);

/** Clients in columns at the left, and the door in the left rim. */
function broad(extent: GroupExtent, box: Box, shape: Shape): Drawn {
  const { words, doors, noted } = shape;
  const sizes = sizesOf(box.h, box.w);
  const { heading, ear, rim, corner, head, pad } = sizes;
  const small = smallOf(heading);
  const top = box.h >= 72 ? 20 : 2;
  const clients_h = box.h - top - 4;
  const dots = dotsIn(
    shape.most,
    clamp(40, box.w * 0.16, 150),
    clients_h,
    clientsMost(box.h),
    false,
  );
  const clients_w = Math.max(dots.columns * dots.x, 42) + 8;
  const lonely = heading > 14 ? 23 : heading > 13 ? 19 : 15;
  const unread = doors ? extent.unpolled : 0;
  const letters = lettersIn(unread, clamp(52, box.w * 0.13, 140), box.h - 2 * corner, lonely);
  const zone = doors ? Math.max(letters.w, noted ? UNREAD : 0) + ear + 14 : 26;
  const pool = {
    x: box.x + clients_w + zone,
    y: box.y + rim / 2,
    w: box.w - clients_w - zone - rim,
    h: box.h - rim,
  };
  // In a low house the words beside the door are in one line, if that is not too wide.
  const line_h = small + 2;
  const half_most = ear * 1.1;
  const low = pool.h / 2 < half_most + 2 + small + line_h + pad - 3 && pool.w >= ONE_LINE_FROM;
  const widest = Math.max(
    0,
    ...words.door
      .flatMap((one) => (low ? [one] : one.split(' ')))
      .map((words) => roomOf(words, small, { bold: true })),
  );
  const door_w = doors ? Math.max(ear + 12, widest + 22) : 26;
  const name_w =
    words.name === '' || head < 20 ? 0 : roomOf(words.name, heading + 3, { display: true });
  const name_x = pool.x + corner * 0.7;
  const inner = {
    x: pool.x + door_w,
    y: pool.y,
    w: pool.w - door_w - corner * (shape.walled ? 0.75 : 0.6),
    h: pool.h - (noted ? NOTE : 0),
  };
  const { mouth, over, spots, refused, ...inside } = beside(
    extent,
    inner,
    shape,
    sizes,
    name_w > 0 ? name_x + name_w + 16 : 0,
  );
  const half = Math.min(half_most, pool.h / 2 - corner);
  const lines = Math.max(1, ...words.door.map((one) => wrap(one, door_w - 16, small).length));
  const reach = Math.max(ear, half) + 2;
  // Beside the lower line, but with room for the words below it.
  const foot = down(pool) - (noted ? NOTE + 9 : pad - 3);
  const words_h = reach + small + (lines - 1) * line_h;
  const y = clamp(
    pool.y + corner + half,
    Math.min(middleOf(inside.lane_box), foot - words_h),
    down(pool) - corner - half,
  );
  const under = y + reach + small;
  const above = y - reach - 4 - (lines - 1) * line_h;
  const words_y =
    y + words_h <= foot + 0.01 ? under : above - small > pool.y + head - 4 ? above : undefined;
  const edge = pool.x - ear - 8;
  const letters_y = clamp(box.y + letters.h / 2, y, down(box) - letters.h / 2);
  const inlet = { x: inner.x - 4, y };
  return {
    seat_r: dots.radius,
    seats: seatsIn(
      dots,
      extent.clients.length,
      { x: box.x, y: box.y + top, w: clients_w - 4, h: clients_h },
      false,
    ),
    forecourt: { x: box.x, y: box.y + top, w: clients_w - 4, h: clients_h },
    house: {
      ...inside,
      box: pool,
      door: { x: pool.x, y, r: doors ? ear : 0 },
      letters: unread > 0 ? lettersAt(letters, unread, edge, letters_y, lonely) : NOBODY,
      full: {
        type: typeOf(sizes),
        open: false,
        above: false,
        gap: half,
        ways: {
          inlet,
          mouth,
          over: [
            { x: inlet.x, y: over },
            { x: mouth.x, y: over },
          ],
        },
        refused,
        cache: undefined,
        unread: noted && doors ? { x: edge - UNREAD, y: y - 20, w: UNREAD, h: 40 } : undefined,
        spots: {
          ...spots,
          clients:
            box.h >= 72
              ? { x: box.x, y: box.y + (heading > 13 ? 14 : 12), w: clients_w }
              : undefined,
          door:
            words_y !== undefined && doors
              ? { x: pool.x + 12, y: words_y, w: door_w - 16, lines }
              : undefined,
          name:
            name_w > 0
              ? { x: name_x, y: (spots.line ?? spots.threads ?? pool).y, w: name_w + 1 }
              : undefined,
          note: noteOf(pool, shape),
        },
      },
    },
  };
}

/** From this width of a house on, the words beside its door may be in one line. */
const ONE_LINE_FROM = 420;

/** Half of the gap in a top rim. */
const DOOR_GAP = 22;

/** Clients in rows on top, and the door in the top rim. */
function tall(extent: GroupExtent, box: Box, shape: Shape): Drawn {
  const { words, doors, noted } = shape;
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
  const { heading, rim, ear } = sizes;
  const small = smallOf(heading);
  const most = low ? 12 : 14.5;
  const seats = rowsOn(box, shape.most, most);
  const side = 10;
  const name_w = words.name === '' ? 0 : roomOf(words.name, heading, { display: true });
  // The door is beyond the line's name, so that arriving requests cross no text.
  const named_w = Math.max(bold(words.line, heading), name_w - ear);
  const before = side + 12 + named_w + ear + 14;
  const room_w = box.w - Math.min(before, box.w - sizes.corner - DOOR_GAP) - DOOR_GAP - 8;
  const lines = Math.max(1, ...words.door.map((one) => wrap(one, room_w, small).length));
  const gap = Math.max(ear + 3, lines * (small + 2) + 4);
  const pool = {
    x: box.x + rim / 2,
    y: box.y + seats.h + gap,
    w: box.w - rim,
    h: box.h - seats.h - gap - rim / 2,
  };
  const flat = pool.h < 112;
  const door_x = Math.min(pool.x + before, right(pool) - sizes.corner - DOOR_GAP);
  const top = flat ? 3 : ear - 3;
  const note = noted ? NOTE : 0;
  const inner = {
    x: pool.x + side,
    y: pool.y + top,
    w: pool.w - 2 * side,
    h: pool.h - top - 8 - note,
  };
  const { mouth, over, spots, refused, ...inside } = flat
    ? beside(
        merged(extent),
        { ...inner, h: pool.h - 5 - note },
        shape,
        { ...sizes, head: pool.h >= 66 ? 25 : 7, pad: 5 },
        0,
      )
    : stacked(merged(extent), inner, shape, sizes);
  const door = { x: door_x, y: pool.y, r: doors ? ear : 0 };
  const words_x = door_x + DOOR_GAP + 8;
  return {
    seat_r: seats.dots.radius,
    // With room for the subject's frame.
    seats: seatsIn(seats.dots, extent.clients.length, { ...box, y: box.y + 2, h: seats.h }, true),
    forecourt: { ...box, h: seats.h },
    house: {
      ...inside,
      box: pool,
      door,
      // A letter is drawn at its client, because the door is near.
      letters: NOBODY,
      full: {
        type: typeOf(sizes),
        open: false,
        above: true,
        gap: DOOR_GAP,
        ways: {
          porch: pool.y - gap + 1,
          inlet: { x: door_x, y: pool.y },
          mouth,
          over: [{ x: mouth.x, y: flat ? over : mouth.y }],
        },
        refused,
        cache: undefined,
        unread:
          noted && doors
            ? { x: right(pool) - UNREAD, y: pool.y - 21, w: UNREAD, h: 17 }
            : undefined,
        spots: {
          ...spots,
          clients: undefined,
          door: doors
            ? {
                x: words_x,
                y: pool.y - 6,
                w: right(pool) - words_x - (noted ? UNREAD + 6 : 0),
                lines,
              }
            : undefined,
          name: name_w > 0 ? { x: pool.x + 4, y: pool.y - 6, w: name_w + 1 } : undefined,
          note: noteOf(pool, shape),
        },
      },
    },
  };
}

/** Rows of clients in the upper part of a box. */
function rowsOn(box: Box, count: number, most: number) {
  const dots = dotsIn(count, box.w, box.h * 0.3, most, true);
  return { dots, h: Math.min(box.h * 0.3, dots.rows * most * 2.46) };
}

/** One thread per connection: clients, and rings without a rim; below them the thread cache. */
function open(extent: GroupExtent, box: Box, shape: Shape, upright: boolean): Drawn {
  const { words, cached } = shape;
  const sizes = sizesOf(box.h, box.w);
  const { heading } = sizes;
  const named = box.h >= 72;
  const head = named ? 22 : 2;
  const most = clientsMost(box.h);
  const rows = rowsOn(box, extent.clients.length, most);
  const column = { x: box.x, y: box.y + head, w: clamp(40, box.w * 0.2, 190), h: box.h - head - 2 };
  const dots = upright ? rows.dots : dotsIn(extent.clients.length, column.w, column.h, most, false);
  const clients_w = upright
    ? 0
    : Math.max(dots.columns * dots.x, named ? bold(words.clients, heading - 1) : 0);
  const forecourt = upright ? { ...box, h: rows.h } : { ...column, w: Math.max(clients_w, 20) + 6 };
  const rest = upright
    ? { x: box.x, y: down(forecourt) + 4, w: box.w, h: down(box) - down(forecourt) - 4 }
    : { x: box.x + clients_w + 34, y: box.y, w: box.w - clients_w - 36, h: box.h };
  const cache_w = bold(words.cache, heading) + 16;
  const walled = words.wall.length > 0;
  const room = {
    x: rest.x,
    y: rest.y + head,
    w: rest.w - (walled ? 24 : 0),
    h: rest.h - head - (cached > 0 ? 30 : 0) - 4,
  };
  const rings = ringsIn(Math.max(1, extent.seats), room.w, room.h, 54);
  const at = { x: room.x, y: room.y + (room.h - rings.h) / 2 };
  const { refused, ...threads } = seated(extent, rings, at, walled);
  const head_y = rest.y + (heading > 13 ? 15 : 13);
  const threads_w = bold(words.threads, heading);
  const kept_r = Math.min(11, (rest.w - cache_w) / Math.max(1, cached) / 2.4);
  const kept_y = down(rest) - 15;
  const kept = Array.from(
    { length: cached },
    (_, nth) => rest.x + cache_w + kept_r * (1 + 2.4 * nth),
  );
  return {
    seat_r: dots.radius,
    seats: seatsIn(dots, extent.clients.length, forecourt, upright),
    forecourt,
    house: {
      ...threads,
      box: rest,
      door: { x: rest.x, y: rest.y, r: 0 },
      letters: NOBODY,
      lane: NOBODY,
      lane_box: { x: rest.x, y: rest.y, w: 0, h: 0 },
      gate: undefined,
      full: {
        type: { ...typeOf(sizes), corner: 0, rim: 0 },
        open: true,
        above: upright,
        gap: 0,
        ways: undefined,
        refused,
        cache:
          cached > 0
            ? { x: Float32Array.from(kept), y: new Float32Array(cached).fill(kept_y), r: kept_r }
            : undefined,
        unread: undefined,
        spots: {
          clients: named && !upright ? { x: box.x, y: box.y + 14, w: clients_w + 6 } : undefined,
          threads: named ? { x: rest.x, y: head_y, w: threads_w + 2 } : undefined,
          limit:
            threads.wall && named
              ? { x: right(rest), y: head_y, w: rest.w - threads_w - 14 }
              : undefined,
          cache: cached > 0 ? { x: rest.x, y: kept_y + heading * 0.36, w: cache_w } : undefined,
        },
      },
    },
  };
}

/** Of groups that stand in a row or a column each gets as much. */
function boxesOf(groups: number, width: number, height: number): readonly Box[] {
  const gaps = GAP * (groups - 1);
  const below = (height - gaps) / groups >= (width >= BROAD ? LEAST.broad : LEAST.tall);
  const [w, h] = below ? [width, (height - gaps) / groups] : [(width - gaps) / groups, height];
  return Array.from({ length: groups }, (_, at) => ({
    x: below ? 0 : at * (w + GAP),
    y: below ? at * (h + GAP) : 0,
    w,
    h,
  }));
}

/** Not a length. */
const PLAIN = new Set(['type', 'lines']);

/** From pixels to the world's unit. */
function inUnits<T>(value: T, u: number): T;
function inUnits(value: unknown, u: number): unknown {
  if (typeof value === 'number') return value / u;
  if (value instanceof Float32Array) return value.map((one) => one / u);
  if (Array.isArray(value)) return value.map((one: unknown) => inUnits(one, u));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, PLAIN.has(name) ? one : inUnits(one, u)]),
  );
}

/** The cells of a run in a frame of this size in pixels. */
export function cellsOfFew(needs: Needs, width: number, height: number): Plan {
  const { groups, own } = needs;
  const boxes = boxesOf(groups.length, width, height);
  // Groups get the same columns.
  const most = alike(groups);
  const said = groups.map(({ group }) => needs.words(group));
  const drawn = groups.map((its, at): Drawn => {
    const extent = { ...its, ...most };
    const box = boxes[at] as Box;
    const shape: Shape = {
      ...needs,
      words: said[at] as GroupWords,
      said,
      walled: said.some(({ wall }) => wall.length > 0),
      most: Math.max(...groups.map(({ clients }) => clients.length)),
    };
    if (own) return open(extent, box, shape, box.w < BROAD);
    return box.w < BROAD ? tall(extent, box, shape) : broad(extent, box, shape);
  });
  const u = (Math.max(0.5, ...drawn.map(({ seat_r }) => seat_r)) + SEAT_EDGE) / SEAT_R;
  return {
    box: { x: 0, y: 0, w: width / u, h: height / u },
    cells: drawn.map(({ forecourt, house, seats }, at) => ({
      group: own ? undefined : groups[at]?.group,
      ...inUnits({ box: boxes[at] as Box, forecourt, house, seats }, u),
    })),
    latch: undefined,
  };
}
