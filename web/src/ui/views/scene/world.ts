/**
 * Where everybody stands in a run: the seats of each group's connections, its door, its line and its
 * threads, the crowd before the latch and the corridor behind it. Computed once for a run and a box, and never again while
 * the run plays. Lengths are in u: a body in its seat has a radius of about 1. Here is the world of many; few.ts has that of
 * few, with room for every name.
 */
import type { Box, Point } from './geometry';

/** The distance of neighbours, of which each is at most 1.8 wide. */
export const PITCH = 2.6;
export const SEAT_R = 0.8;
export const LINE_R = 0.94;
/** Of a seat's radius so many pixels are its edge. */
export const SEAT_EDGE = 0.75;

/** The places of a line by rank: number 0 is the next to be served. */
export interface Line {
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Of a curved line: the way from place to place, in `FINE` parts each. */
  readonly way?: Pick<Line, 'x' | 'y'>;
  /** The radius of a body in it, if it is not the usual one. */
  readonly r?: number;
  /** True if there is room for an age below each body. */
  readonly ages?: boolean;
  /** The places of those who are so few that they have other ones: in one row, or larger beside a door. */
  readonly short?: Line;
}

/** The start or end of a text, and its largest width. */
export interface Spot extends Point {
  readonly w: number;
}
/** An upright bar: a wall, a gate. */
export interface Bar extends Point {
  readonly h: number;
}

/** The parts of a house that is drawn in full. */
export interface Full {
  /** Sizes in pixels: of headings, names and ages, of the rim and its corners. */
  readonly type: {
    readonly heading: number;
    readonly small: number;
    readonly age: number;
    readonly corner: number;
    readonly rim: number;
  };
  /** True for rings without a rim. */
  readonly open: boolean;
  /** True if the door is in the top rim, below the clients. */
  readonly above: boolean;
  /** Half of the gap in the rim. */
  readonly gap: number;
  /** Where requests pass, if they pass a door. */
  readonly ways:
    | {
        /** The height at which they go to a door in the top rim, below the clients and above the text. */
        readonly porch?: number;
        /** Inside the door, beyond its text. */
        readonly inlet: Point;
        /** Between the lines and the threads, beyond every name. */
        readonly mouth: Point;
        /** The way of those who skip the line. */
        readonly over: readonly Point[];
      }
    | undefined;
  readonly gate: Bar | undefined;
  readonly wall: Bar | undefined;
  /** The seat of a refused thread. */
  readonly refused: Point | undefined;
  readonly rings_box: Box;
  /** With one thread per connection: threads kept for the next connection. */
  readonly cache: Line | undefined;
  /** Where it is said that nobody knows what is unread. */
  readonly unread: Box | undefined;
  /** Where the names of its parts are, if they have room. */
  readonly spots: {
    readonly clients?: Spot | undefined;
    readonly name?: Spot | undefined;
    readonly line?: Spot | undefined;
    readonly high?: Spot | undefined;
    readonly low?: Spot | undefined;
    readonly gate?: Spot | undefined;
    readonly threads?: Spot | undefined;
    /** The limit's name; the text ends here. */
    readonly limit?: Spot | undefined;
    readonly cache?: Spot | undefined;
    readonly door?: (Spot & { readonly lines: number }) | undefined;
    /** A sentence at its foot, if nothing else on the page says it. */
    readonly note?: Spot | undefined;
  };
}

export interface Cell {
  /** The number of the group; the only cell of a run without groups has none. */
  readonly group: number | undefined;
  readonly box: Box;
  readonly forecourt: Box;
  /** Undefined if each connection has a thread of its own. */
  readonly house: House | undefined;
}

export interface House {
  readonly box: Box;
  readonly door: Point & { readonly r: number };
  readonly letters: Line;
  readonly lane: Line;
  readonly lane_box: Box;
  /** A line of their own for those with priority. */
  readonly high?: { readonly line: Line; readonly box: Box } | undefined;
  readonly rings: readonly Point[];
  readonly ring_r: number;
  /** Set if it is one of few. */
  readonly full?: Full | undefined;
}

export interface LatchRoom {
  readonly box: Box;
  /** The height at which those who have been inside pass above the crowd. */
  readonly exit: number;
  readonly crowd: Line;
  /** The radius of a body in the crowd. */
  readonly body_r: number;
  /** In the gap of the wall, which is at its x from the top of the crowd's ground to its foot. */
  readonly gate: Point & { readonly r: number };
  readonly ground: Box;
  /** One door for each open transaction; none if nobody walks past them. */
  readonly corridor: Box | undefined;
}

export interface World {
  /** Everything, from (0, 0), in the shape of the frame. */
  readonly box: Box;
  readonly cells: readonly Cell[];
  /** The seat of each connection, by its index. */
  readonly seats: Line;
  /** The cell of each connection. */
  readonly home: Uint32Array;
  /** The connections of each cell, in the order of their seats. */
  readonly members: readonly (readonly number[])[];
  readonly latch: LatchRoom | undefined;
  /** Of few: the ring of each thread, which it keeps. */
  readonly seat_of?: ReadonlyMap<number, number> | undefined;
}

export interface Needs {
  readonly groups: number;
  /** The cell of each connection. */
  readonly home: Uint32Array;
  /** The most threads of a group. */
  readonly threads: number;
  /** The longest line of a group, and the most letters at a door. */
  readonly line: number;
  readonly letters: number;
  /** The most threads that wait at the latch; 0 without one. */
  readonly at_latch: number;
  /** True if whoever is inside the latch walks past the open transactions. */
  readonly walks: boolean;
}

const GAP = 3;
const EAR = 2.6;
/** The room for a group's name, above its line. */
const HEAD = 4.4;
/** No body is larger on the screen, in pixels. */
const LARGEST_PX = 20;

const none: Line = { x: new Float32Array(), y: new Float32Array() };

/** Columns that turn at their ends, from the right one to the left; `head`: the middle of the first. */
export function inColumns(count: number, rows: number, head: Point, pitch: Point): Line {
  const line = { x: new Float32Array(count), y: new Float32Array(count) };
  for (let rank = 0; rank < count; rank += 1) {
    const column = Math.floor(rank / rows);
    const row = column % 2 === 0 ? rank % rows : rows - 1 - (rank % rows);
    line.x[rank] = head.x - pitch.x * column;
    line.y[rank] = head.y + pitch.y * (row - (rows - 1) / 2);
  }
  return line;
}

/** The same in a box. */
export function snake({ x, y, w, h }: Box, count: number, pitch = PITCH): Line {
  const rows = Math.max(1, Math.floor(h / pitch + 1e-6));
  const head = { x: x + w - pitch / 2, y: y + h / 2 };
  return inColumns(count, rows, head, { x: pitch, y: pitch });
}

/** How far an arc around a gate reaches up and down, in radians. */
const WIDEST = 1.2;
/** Between two places of a curved line its way is known at so many points. */
const FINE = 6;

/**
 * Arcs around a gate at their right, walked up and down in turn, with half circles from one to the next. Undefined if not all
 * find a place.
 */
function arcs(box: Box, gate: LatchRoom['gate'], count: number, pitch: number): Line | undefined {
  const half = box.h / 2 - pitch;
  const far = gate.x - box.x - pitch / 2;
  const points = (count - 1) * FINE + 1;
  const way = { x: new Float32Array(points), y: new Float32Array(points) };
  /** Up to the edges of the ground, and not up to the wall. */
  const reach = (rho: number) =>
    Math.min(
      WIDEST,
      Math.acos(Math.min(1, pitch / rho)),
      rho <= half ? Infinity : Math.asin(half / rho),
    );
  const step = pitch / FINE;
  let rho = gate.r + pitch * 0.8;
  let down = true;
  let from = reach(rho);
  /** How far the next point is along the present part. */
  let ahead = 0;
  let nth = 0;
  while (nth < points) {
    if (rho > far) return undefined;
    const sign = down ? -1 : 1;
    const to = sign * reach(rho + pitch);
    const arc = Math.abs(to - from) * rho;
    for (; ahead <= arc && nth < points; ahead += step, nth += 1) {
      const angle = from + (sign * ahead) / rho;
      way.x[nth] = gate.x - rho * Math.cos(angle);
      way.y[nth] = gate.y + rho * Math.sin(angle);
    }
    ahead -= arc;
    const turn = (Math.PI * pitch) / 2;
    for (; ahead <= turn && nth < points; ahead += step, nth += 1) {
      const share = (2 * ahead) / pitch;
      const [out, along] = [
        rho + (pitch / 2) * (1 - Math.cos(share)),
        (pitch / 2) * Math.sin(share),
      ];
      way.x[nth] = gate.x - out * Math.cos(to) + sign * along * Math.sin(to);
      way.y[nth] = gate.y + out * Math.sin(to) + sign * along * Math.cos(to);
    }
    ahead -= turn;
    rho += pitch;
    from = to;
    down = !down;
  }
  const every = (all: Float32Array) =>
    Float32Array.from({ length: count }, (_, at) => all[at * FINE] ?? 0);
  return { x: every(way.x), y: every(way.y), way };
}

/** True if a path turns by more than 60° from one part to the next. */
const turns = (ux: number, uy: number, vx: number, vy: number) =>
  ux * vx + uy * vy < 0.5 * Math.hypot(ux, uy) * Math.hypot(vx, vy);

/** The place at a rank between two, while the line closes up. From one row to the next it goes in a bow outward. */
export function placeAt({ x, y, way }: Line, rank: number): Point {
  if (way) return placeAt(way, rank * FINE);
  const last = x.length - 1;
  const at = Math.min(Math.max(0, rank), last);
  const from = Math.floor(at);
  const share = at - from;
  const [ax = 0, ay = 0] = [x[from], y[from]];
  if (share < 1e-3 || from === last) return { x: ax, y: ay };
  const [bx = 0, by = 0] = [x[from + 1], y[from + 1]];
  const place = { x: ax + (bx - ax) * share, y: ay + (by - ay) * share };
  if (from === 0 || from + 1 === last) return place;
  const [ux, uy] = [ax - (x[from - 1] ?? 0), ay - (y[from - 1] ?? 0)];
  const [vx, vy] = [bx - ax, by - ay];
  const [wx, wy] = [(x[from + 2] ?? 0) - bx, (y[from + 2] ?? 0) - by];
  // Where it has turned into a row it is in line with it already.
  if (!turns(ux, uy, vx, vy) || !turns(vx, vy, wx, wy)) return place;
  const bow = 2 * share * (1 - share);
  return { x: place.x + ux * bow, y: place.y + uy * bow };
}

/** The largest ring, for a house with much room. */
const LARGEST_RING = 6;

/** The largest rings for all threads in a room of this size, at least as large as these. */
function ringsIn(threads: number, w: number, h: number, least: number) {
  let ring_r = LARGEST_RING;
  const pitch = () => 2 * ring_r + 1.2;
  const rows = () => Math.max(1, Math.floor(h / pitch()));
  while (ring_r > least && Math.ceil(threads / rows()) * pitch() > w)
    ring_r = Math.max(least, ring_r - 0.1);
  while (ring_r > least && pitch() > h) ring_r = Math.max(least, ring_r - 0.1);
  // Columns of the same height.
  const columns = Math.ceil(threads / rows());
  return { ring_r, ring_pitch: pitch(), ring_rows: Math.ceil(threads / columns) };
}

/** The sizes of a cell whose forecourt has this many rows, and those of one with so much more room. */
function cellShape(
  rows: number,
  seats: number,
  { threads, line, letters, groups }: Needs,
  more = { w: 0, h: 0 },
) {
  const seats_w = Math.ceil(seats / rows) * PITCH + 1;
  if (groups === 0) return { w: seats_w + 1, h: rows * PITCH + 2, seats_w, house: undefined };
  const least_r = threads <= 3 ? 4 : threads <= 8 ? 3.3 : threads <= 24 ? 2.6 : 1.9;
  const least_h = Math.max(rows * PITCH + 2, HEAD + 2 * least_r + 2);
  const h = least_h + more.h;
  const letters_w = Math.ceil(letters / Math.max(1, Math.floor((least_h - 2) / PITCH))) * PITCH;
  const before = seats_w + letters_w + (letters > 0 ? EAR + 1 : 1);
  const rooms_h = least_h - HEAD - 0.8;
  const lane_rows = Math.max(1, Math.floor((rooms_h - 0.8) / PITCH));
  const lane_w = (line === 0 ? 7 : Math.ceil(line / lane_rows) * PITCH + 1) + more.w * LANE_SHARE;
  const ring_rows = Math.max(1, Math.floor(rooms_h / (2 * least_r + 1.2)));
  const rings_w = Math.ceil(threads / ring_rows) * (2 * least_r + 1.2) + more.w * (1 - LANE_SHARE);
  const left = EAR + 1.4;
  const house_w = left + lane_w + 2.4 + rings_w + 0.8;
  return {
    w: before + house_w,
    h,
    seats_w,
    house: {
      before,
      house_w,
      left,
      lane_w,
      lane_h: rooms_h - 0.8 + more.h,
      rings_w,
      ...ringsIn(threads, rings_w, rooms_h + more.h, least_r),
    },
  };
}
/** Of the room that is left over, this share is the lane's. */
const LANE_SHARE = 0.4;

type Shape = ReturnType<typeof cellShape>;

interface Plan {
  readonly shape: Shape;
  readonly rows: number;
  readonly columns: number;
  readonly field: { readonly w: number; readonly h: number };
  readonly latch: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly w: number;
  readonly h: number;
}

/** The area of one door, and of one body in the crowd. */
const DOOR_AREA = 3.2;
const CROWD_AREA = (PITCH * PITCH) / 0.72;

/** The crowd's part of the room, if the other part is a corridor. */
function crowdShare({ at_latch, home }: Needs): number {
  const crowd = at_latch * CROWD_AREA;
  return Math.min(0.7, Math.max(0.45, crowd / (crowd + home.length * DOOR_AREA)));
}

/** The room that the latch needs beside, or below, a field of this size. */
function latchSize(needs: Needs, field: Plan['field'], beside: boolean) {
  if (needs.at_latch === 0) return { w: 0, h: 0 };
  const area = needs.at_latch * CROWD_AREA;
  const behind = needs.walks ? 1 / crowdShare(needs) : 1.12;
  return beside
    ? { w: Math.max((area / field.h) * behind + 14, field.w * 0.3, field.h * 0.5), h: field.h }
    : { w: field.w, h: Math.max((area / field.w) * behind + 8, field.h * 0.3, field.w * 0.34) };
}

/** The arrangement in which bodies are largest. */
function planOf(needs: Needs, width: number, height: number): Plan {
  const groups = Math.max(1, needs.groups);
  const seats = mostSeats(needs);
  let best: Plan | undefined;
  let largest = 0;
  const tallest = Math.min(seats, 90);
  for (let rows = Math.min(3, tallest); rows <= Math.max(tallest, 6); rows += 1) {
    const shape = cellShape(rows, seats, needs);
    for (let columns = 1; columns <= groups; columns += 1) {
      const field = {
        w: columns * (shape.w + GAP) - GAP,
        h: Math.ceil(groups / columns) * (shape.h + GAP) - GAP,
      };
      for (const beside of needs.at_latch === 0 ? [true] : [true, false]) {
        const room = latchSize(needs, field, beside);
        const gap = needs.at_latch === 0 ? 0 : GAP + 2;
        const w = beside ? field.w + gap + room.w : field.w;
        const h = beside ? field.h : field.h + gap + room.h;
        const scale = Math.min(width / w, height / h);
        if (scale <= largest) continue;
        largest = scale;
        const at = beside ? { x: field.w + gap, y: 0 } : { x: 0, y: field.h + gap };
        best = { shape, rows, columns, field, latch: { ...at, ...room }, w, h };
      }
    }
  }
  if (!best) throw new Error('a scene without room');
  return needs.at_latch > 0 || groups === 0 ? best : filled(best, needs, width, height);
}

/** A cell grows by at most this share into room that nothing else needs. */
const GROWS = 0.7;

/** The same arrangement with cells that use the whole frame. */
function filled(plan: Plan, needs: Needs, width: number, height: number): Plan {
  const { shape, rows, columns, w, h } = plan;
  const per_px = Math.max(w / width, h / height, 1 / LARGEST_PX);
  const lines = Math.ceil(Math.max(1, needs.groups) / columns);
  const more = {
    w: Math.min(shape.w * GROWS, (width * per_px - w) / columns),
    h: Math.min(shape.h * GROWS, (height * per_px - h) / lines),
  };
  return {
    ...plan,
    shape: cellShape(rows, mostSeats(needs), needs, more),
    w: w + more.w * columns,
    h: h + more.h * lines,
  };
}

function mostSeats({ groups, home }: Needs): number {
  const counts = new Uint32Array(Math.max(1, groups));
  for (const cell of home) counts[cell] = (counts[cell] ?? 0) + 1;
  return Math.max(1, ...counts);
}

function houseAt({ house, h }: Shape, x: number, y: number, needs: Needs): House | undefined {
  if (!house) return undefined;
  const { before, house_w, left, lane_w, lane_h, rings_w, ring_r, ring_pitch, ring_rows } = house;
  const box = { x: x + before, y, w: house_w, h };
  const lane_box = { x: box.x + left, y: y + HEAD, w: lane_w, h: lane_h };
  const ring_columns = Math.ceil(needs.threads / ring_rows);
  const ring_x = lane_box.x + lane_w + 2.4 + (rings_w - ring_columns * ring_pitch) / 2;
  const ring_top = y + HEAD + (h - HEAD - 0.8 - ring_rows * ring_pitch) / 2;
  const rings = Array.from({ length: needs.threads }, (_, at) => ({
    x: ring_x + (Math.floor(at / ring_rows) + 0.5) * ring_pitch,
    y: ring_top + ((at % ring_rows) + 0.5) * ring_pitch,
  }));
  const letters_h = Math.min(needs.letters, Math.max(1, Math.floor((h - 2) / PITCH))) * PITCH;
  const letters: Box = {
    x,
    y: y + (h - letters_h) / 2,
    w: before - EAR - 0.4,
    h: letters_h,
  };
  return {
    box,
    door: { x: box.x, y: y + h / 2, r: EAR },
    letters: needs.letters > 0 ? snake(letters, needs.letters) : none,
    lane: snake({ ...lane_box, x: lane_box.x + 0.5, w: lane_w - 1 }, needs.line),
    lane_box,
    rings,
    ring_r,
  };
}

/** Above the crowd, the way of those who come back from the latch. */
const EXIT = 2.2;

function latchAt(whole: Box, needs: Needs): LatchRoom {
  const box = { ...whole, y: whole.y + EXIT, h: whole.h - EXIT };
  const r = Math.max(3, Math.min(box.h * 0.12, box.w * 0.09, 14));
  // Without a corridor the turnstile stands at the edge.
  const ground = { ...box, w: needs.walks ? box.w * crowdShare(needs) : box.w - 1.4 * r };
  const gate = { x: ground.x + ground.w, y: box.y + box.h / 2, r };
  let pitch = PITCH * 2.2;
  let crowd = arcs(ground, gate, needs.at_latch, pitch);
  while (!crowd) {
    pitch *= 0.97;
    crowd = arcs(ground, gate, needs.at_latch, pitch);
  }
  const corridor = {
    x: gate.x + r + 2,
    y: box.y,
    w: box.x + box.w - gate.x - r - 2,
    h: box.h,
  };
  return {
    box: whole,
    exit: whole.y + EXIT / 2,
    crowd,
    body_r: pitch * 0.36,
    gate,
    ground,
    corridor: needs.walks ? corridor : undefined,
  };
}

/** The world of a run in a frame of this size in pixels. */
export function worldOf(needs: Needs, width: number, height: number): World {
  const plan = planOf(needs, width, height);
  const { shape, rows, columns } = plan;
  const per_px = Math.max(plan.w / width, plan.h / height, 1 / LARGEST_PX);
  const box = { x: 0, y: 0, w: width * per_px, h: height * per_px };
  const [left, top] = [(box.w - plan.w) / 2, (box.h - plan.h) / 2];
  const cells = Array.from({ length: Math.max(1, needs.groups) }, (_, group): Cell => {
    const x = left + (group % columns) * (shape.w + GAP);
    const y = top + Math.floor(group / columns) * (shape.h + GAP);
    return {
      group: needs.groups === 0 ? undefined : group,
      box: { x, y, w: shape.w, h: shape.h },
      forecourt: { x, y, w: shape.seats_w, h: shape.h },
      house: houseAt(shape, x, y, needs),
    };
  });
  const { home } = needs;
  const seats = { x: new Float32Array(home.length), y: new Float32Array(home.length) };
  const members = cells.map((): number[] => []);
  const by_row = needs.groups === 0;
  const seat_columns = Math.ceil(mostSeats(needs) / rows);
  home.forEach((cell, client) => {
    const forecourt = cells[cell]?.forecourt ?? box;
    const own = members[cell];
    const nth = own?.length ?? 0;
    own?.push(client);
    const [column, row] = by_row
      ? [nth % seat_columns, Math.floor(nth / seat_columns)]
      : [Math.floor(nth / rows), nth % rows];
    // Nearest to the door first.
    seats.x[client] = by_row
      ? forecourt.x + (column + 0.5) * PITCH
      : forecourt.x + forecourt.w - (column + 0.5) * PITCH - 0.5;
    seats.y[client] = forecourt.y + (forecourt.h - rows * PITCH) / 2 + (row + 0.5) * PITCH;
  });
  const { latch } = plan;
  const room = { x: left + latch.x, y: top + latch.y, w: latch.w, h: latch.h };
  return {
    box,
    cells,
    seats,
    home,
    members,
    latch: needs.at_latch > 0 ? latchAt(room, needs) : undefined,
  };
}

/** Where the one inside walks, and the grid of doors beside it: it folds in steps, as the list grows. */
export function doorsOf({ x, y, w, h }: Box, count: number) {
  const walker_r = Math.min(2.2, w / 8);
  const room = { x: x + 2 * walker_r + 1, y: y + 1, w: w - 2 * walker_r - 2, h: h - 2 };
  let places = 12;
  while (places < count) places *= 2;
  let pitch = Math.min(6, Math.sqrt((room.w * room.h) / places));
  while (Math.floor(room.w / pitch) * Math.floor(room.h / pitch) < places) pitch *= 0.985;
  const columns = Math.max(1, Math.floor(room.w / pitch));
  return { room, pitch, columns, walker_r, aisle_x: x + walker_r + 0.4 };
}
