/**
 * Where everybody stands in a run: the seats of each group's connections, its door, its line and its
 * threads, the crowd before the latch and the corridor behind it. Planned once for a run and a box (plan.ts), and never again
 * while the run plays. Lengths are in u: a body in its seat has a radius of about 1.
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

/** What only a house that is drawn in full has. */
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
  /** The seat of a refused thread. */
  readonly refused: Point | undefined;
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
  readonly rings_box: Box;
  /** Before the threads, if a limit holds requests back there. */
  readonly gate: Bar | undefined;
  /** After the last ring, if the group reaches the limit of its threads. */
  readonly wall: Bar | undefined;
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

/** No places. */
export const NOBODY: Line = { x: new Float32Array(), y: new Float32Array() };

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
export function arcs(
  box: Box,
  gate: LatchRoom['gate'],
  count: number,
  pitch: number,
): Line | undefined {
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
