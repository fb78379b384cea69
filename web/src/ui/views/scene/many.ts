/** The cells of many connections: bodies of one size, as large as all of them can be, in an arrangement that fills the frame. */
import { alike } from './extent';
import type { Box, Point } from './geometry';
import {
  barBeside,
  middleOf,
  ringPlaces,
  ringsIn,
  type Needs,
  type Plan,
  type Planned,
} from './rooms';
import { arcs, NOBODY, PITCH, snake, type House, type LatchRoom } from './world';

const GAP = 3;
const EAR = 2.6;
/** The room for a group's name, above its line. */
const HEAD = 4.4;
/** No body is larger on the screen, in pixels. */
const LARGEST_PX = 20;
/** The largest ring, for a house with much room. */
const LARGEST_RING = 6;
/** So far behind a line is its gate, and behind the last ring its wall, which needs so much room. */
const GATE_AT = 1.2;
const WALL_AT = 0.7;
const WALL = 1.8;

/** All cells have the room of the largest. */
interface Crowd extends Pick<Needs, 'at_latch' | 'walks'> {
  readonly cells: number;
  /** False if each connection has a thread of its own. */
  readonly houses: boolean;
  /** True if some group has a wall: all leave room for one. */
  readonly walled: boolean;
  readonly connections: number;
  readonly seats: number;
  readonly threads: number;
  readonly line: number;
  readonly letters: number;
}

function crowdOf({ groups, own, words, at_latch, walks }: Needs): Crowd {
  const { seats: threads, low: line, unpolled: letters } = alike(groups);
  const members = groups.map(({ clients }) => clients.length);
  return {
    cells: groups.length,
    houses: !own,
    walled: groups.some(({ group }) => words(group).wall.length > 0),
    connections: members.reduce((sum, one) => sum + one, 0),
    seats: Math.max(1, ...members),
    threads,
    line,
    letters,
    at_latch,
    walks,
  };
}

/** The sizes of a cell whose forecourt has this many rows, and those of one with so much more room. */
function cellShape(
  rows: number,
  seats: number,
  { threads, line, letters, houses, walled }: Crowd,
  more = { w: 0, h: 0 },
) {
  const seats_w = Math.ceil(seats / rows) * PITCH + 1;
  if (!houses) return { w: seats_w + 1, h: rows * PITCH + 2, seats_w, house: undefined };
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
  const house_w = left + lane_w + 2.4 + rings_w + (walled ? WALL : 0.8);
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
    },
  };
}
/** Of the room that is left over, this share is the lane's. */
const LANE_SHARE = 0.4;

type Shape = ReturnType<typeof cellShape>;

interface Arrangement {
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
function crowdShare({ at_latch, connections }: Crowd): number {
  const crowd = at_latch * CROWD_AREA;
  return Math.min(0.7, Math.max(0.45, crowd / (crowd + connections * DOOR_AREA)));
}

/** The room that the latch needs beside, or below, a field of this size. */
function latchSize(needs: Crowd, field: Arrangement['field'], beside: boolean) {
  if (needs.at_latch === 0) return { w: 0, h: 0 };
  const area = needs.at_latch * CROWD_AREA;
  const behind = needs.walks ? 1 / crowdShare(needs) : 1.12;
  return beside
    ? { w: Math.max((area / field.h) * behind + 14, field.w * 0.3, field.h * 0.5), h: field.h }
    : { w: field.w, h: Math.max((area / field.w) * behind + 8, field.h * 0.3, field.w * 0.34) };
}

/** The arrangement in which bodies are largest. */
function arranged(needs: Crowd, width: number, height: number): Arrangement {
  const { cells: groups, seats } = needs;
  let best: Arrangement | undefined;
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
  return needs.at_latch > 0 || !needs.houses ? best : filled(best, needs, width, height);
}

/** A cell grows by at most this share into room that nothing else needs. */
const GROWS = 0.7;

/** The same arrangement with cells that use the whole frame. */
function filled(plan: Arrangement, needs: Crowd, width: number, height: number): Arrangement {
  const { shape, rows, columns, w, h } = plan;
  const per_px = Math.max(w / width, h / height, 1 / LARGEST_PX);
  const lines = Math.ceil(needs.cells / columns);
  const more = {
    w: Math.min(shape.w * GROWS, (width * per_px - w) / columns),
    h: Math.min(shape.h * GROWS, (height * per_px - h) / lines),
  };
  return {
    ...plan,
    shape: cellShape(rows, needs.seats, needs, more),
    w: w + more.w * columns,
    h: h + more.h * lines,
  };
}

function houseAt(
  { house, h }: Shape,
  { x, y }: Point,
  { threads, line, letters }: Crowd,
  gated: boolean,
  walled: boolean,
): House | undefined {
  if (!house) return undefined;
  const { before, house_w, left, lane_w, lane_h, rings_w } = house;
  const box = { x: x + before, y, w: house_w, h };
  const lane_box = { x: box.x + left, y: y + HEAD, w: lane_w, h: lane_h };
  const lane_end = lane_box.x + lane_w;
  const made = ringsIn(threads, rings_w, lane_h, LARGEST_RING);
  const rings_box = {
    x: lane_end + 2.4 + (rings_w - made.w) / 2,
    y: middleOf(lane_box) - made.h / 2,
    w: made.w,
    h: made.h,
  };
  const letters_h = Math.min(letters, Math.max(1, Math.floor((h - 2) / PITCH))) * PITCH;
  const outside = { x, y: y + (h - letters_h) / 2, w: before - EAR - 0.4, h: letters_h };
  return {
    box,
    door: { x: box.x, y: y + h / 2, r: EAR },
    letters: letters > 0 ? snake(outside, letters) : NOBODY,
    lane: snake({ ...lane_box, x: lane_box.x + 0.5, w: lane_w - 1 }, line),
    lane_box,
    rings: ringPlaces(made, threads, rings_box),
    ring_r: made.radius,
    rings_box,
    gate: gated ? barBeside(lane_end + GATE_AT, lane_box) : undefined,
    wall: walled ? barBeside(rings_box.x + made.w + WALL_AT, lane_box) : undefined,
  };
}

/** Above the crowd, the way of those who come back from the latch. */
const EXIT = 2.2;

function latchAt(whole: Box, needs: Crowd): LatchRoom {
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

/** The cells of a run in a frame of this size in pixels. */
export function cellsOfMany(needs: Needs, width: number, height: number): Plan {
  const { groups, own, gate, words } = needs;
  const crowd = crowdOf(needs);
  const plan = arranged(crowd, width, height);
  const { shape, rows, columns, latch } = plan;
  const per_px = Math.max(plan.w / width, plan.h / height, 1 / LARGEST_PX);
  const box = { x: 0, y: 0, w: width * per_px, h: height * per_px };
  const [left, top] = [(box.w - plan.w) / 2, (box.h - plan.h) / 2];
  const cells = groups.map(({ group, clients }, at): Planned => {
    const x = left + (at % columns) * (shape.w + GAP);
    const y = top + Math.floor(at / columns) * (shape.h + GAP);
    const forecourt = { x, y, w: shape.seats_w, h: shape.h };
    return {
      group: own ? undefined : group,
      box: { ...forecourt, w: shape.w },
      forecourt,
      house: houseAt(shape, { x, y }, crowd, gate?.all === true, words(group).wall.length > 0),
      seats: clients.map((_, nth) => seatAt(forecourt, nth, rows, crowd)),
    };
  });
  const room = { x: left + latch.x, y: top + latch.y, w: latch.w, h: latch.h };
  return { box, cells, latch: crowd.at_latch > 0 ? latchAt(room, crowd) : undefined };
}

/** In columns, nearest to the door first; without a door in rows. */
function seatAt({ x, y, w, h }: Box, nth: number, rows: number, { houses, seats }: Crowd): Point {
  const top = y + (h - rows * PITCH) / 2;
  const columns = Math.ceil(seats / rows);
  const [column, row] = houses
    ? [Math.floor(nth / rows), nth % rows]
    : [nth % columns, Math.floor(nth / columns)];
  const along = (column + 0.5) * PITCH;
  return { x: houses ? x + w - along - 0.5 : x + along, y: top + (row + 0.5) * PITCH };
}
