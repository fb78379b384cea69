/** Where everything of a live pool is, in a box of any size. */
import type { LiveMoment } from '../../model/engine/live-run';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface Layout {
  readonly w: number;
  readonly h: number;
  readonly upright: boolean;
  readonly pool: Box;
  /** Through which all come: the pool's door, or the latch. */
  readonly door: Place;
  readonly lane: Box;
  readonly seats: Box;
  /** Beside the seats: threads that may be, if they are shown. */
  readonly spares: Box | undefined;
  /** Where a hand pours. */
  readonly pour: Box;
  readonly ring: (index: number) => Place;
  /** The nth of the queue, also between two places: along one path that turns at the lane's edges. */
  readonly queued: (place: number) => Place;
  readonly unread: (index: number) => Place;
}

const RADII = [20, 17, 14, 11.5, 9.5, 8, 6.8, 5.6, 4.6, 3.8, 3.2];
const SMALL = [14, 11.5, 9.5, 8, 6.5, 5.2, 4.2, 3.4, 2.8];
/** From body to body, in radii: neighbours never touch, also where the path turns. */
const PITCH = 2.36;
const RING_MOST = 64;
const RING_LEAST = 4;

/** The height below which an upright picture has less of everything. */
const LOW = 250;

const isUpright = (w: number, h: number): boolean => w < 400 || (w < 620 && h > w * 0.45);

/** What has to have room. */
interface Crowded {
  readonly rings: number;
  readonly peak: number;
  readonly unread: number;
  /** Threads that may be, and at the foot the cores. */
  readonly spare?: boolean;
  /** The queue is at a latch inside, and nobody comes from outside. */
  readonly latch?: boolean;
}

export function layoutOf(
  w: number,
  h: number,
  { rings, peak, unread, spare = false, latch = false }: Crowded,
): Layout {
  const upright = isUpright(w, h);
  const whole = latch ? latchParts(w, h, upright) : upright ? uprightParts(w, h) : wideParts(w, h);
  const parts = spare ? spared(whole, upright) : { ...whole, spares: undefined };
  const { lane, seats, door, pour } = parts;
  const { columns, r, dx, dy, x, y } = ringsIn(seats, rings, upright);
  const pad = upright ? 6 * Math.min(1, h / LOW) : 10;
  const inner = { x: lane.x + pad, y: lane.y + pad, w: lane.w - 2 * pad, h: lane.h - 2 * pad };
  const fit = fitted(inner, Math.max(8, peak), upright ? SMALL : RADII);
  const outside: Box = upright
    ? { x: 4, y: 4, w: door.x - door.r - 10, h: door.y - 10 }
    : { x: 2, y: door.y - h * 0.36, w: pour.w - door.r - 8, h: h * 0.72 };
  const lying = fitted(outside, Math.max(6, unread), upright ? SMALL : RADII.slice(2));
  return {
    ...parts,
    w,
    h,
    upright,
    ring: (index) => ({
      x: x + (index % columns) * dx,
      y: y + Math.floor(index / columns) * dy,
      r,
    }),
    queued(place) {
      const last = fit.columns * fit.rows - 1;
      const at = Math.min(place, last);
      const [below, share] = [Math.floor(at), at - Math.floor(at)];
      const a = turning(inner, fit, below);
      const b = turning(inner, fit, Math.min(below + 1, last));
      return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, r: fit.r };
    },
    unread(index) {
      const at = Math.min(index, lying.columns * lying.rows - 1);
      const row = at % lying.rows;
      // From the middle outwards.
      const off = row % 2 === 0 ? row / 2 : -(row + 1) / 2;
      const column = Math.floor(at / lying.rows);
      const middle = outside.y + outside.h / 2 + (lying.rows % 2 === 0 ? lying.pitch / 2 : 0);
      return {
        x: outside.x + outside.w - lying.pitch * (column + 0.5),
        y: middle + off * lying.pitch,
        r: lying.r,
      };
    },
  };
}

interface Fit {
  readonly r: number;
  readonly pitch: number;
  readonly columns: number;
  readonly rows: number;
}

/** The largest bodies of which so many have room. */
function fitted(box: Box, count: number, radii: readonly number[]): Fit {
  const fits = radii.map((r): Fit => {
    const pitch = r * PITCH;
    return {
      r,
      pitch,
      columns: Math.max(1, Math.floor(box.w / pitch)),
      rows: Math.max(1, Math.floor(box.h / pitch)),
    };
  });
  const best = fits.find(({ columns, rows }) => columns * rows >= count) ?? fits.at(-1);
  return best ?? { r: 3, pitch: 3 * PITCH, columns: 1, rows: 1 };
}

/** Columns from the threads' end on, down one and up the next. */
function turning(box: Box, { r, pitch, rows }: Fit, index: number): Place {
  const column = Math.floor(index / rows);
  const along = index % rows;
  const row = column % 2 === 0 ? along : rows - 1 - along;
  return {
    x: box.x + box.w - pitch * (column + 0.5),
    y: box.y + (box.h - pitch * rows) / 2 + pitch * (row + 0.5),
    r,
  };
}

function wideParts(w: number, h: number) {
  const left = Math.max(108, w * 0.1);
  const pool: Box = { x: left, y: 3, w: w - left - 4, h: h - 6 };
  const r = Math.max(18, Math.min(33, h * 0.1));
  const door = { x: left, y: pool.y + pool.h * 0.53, r };
  const top = pool.y + (h < 260 ? 36 : 48);
  const lane_h = pool.y + pool.h - 20 - top;
  const x = left + r + 26;
  const lane: Box = { x, y: top, w: (w - x - 50) * 0.54, h: lane_h };
  const seats_x = lane.x + lane.w + 46;
  return {
    pool,
    door,
    lane,
    seats: { x: seats_x, y: top, w: w - 30 - seats_x, h: lane_h },
    pour: { x: 0, y: 0, w: left, h },
  };
}

function uprightParts(w: number, h: number) {
  // A low picture has less of each, so that its rings stay large enough to touch.
  const share = Math.min(1, h / LOW);
  const top = 62 * share;
  const pool: Box = { x: 2, y: top, w: w - 4, h: h - top - 2 };
  const inner = pool.h - 36;
  const lane: Box = { x: 12, y: top + 49 * share, w: w - 24, h: Math.max(30, inner * 0.42) };
  const y = lane.y + lane.h + 30 * share;
  return {
    pool,
    door: { x: w / 2, y: top, r: 19 * share },
    lane,
    seats: { x: 12, y, w: w - 24, h: pool.y + pool.h - y - 8 },
    pour: { x: 0, y: 0, w, h: top },
  };
}

/** The turnstile stands at the end of the queue's place. */
function latchParts(w: number, h: number, upright: boolean) {
  const pool: Box = { x: 2, y: 3, w: w - 4, h: h - 6 };
  const top = pool.y + (h < 260 ? 36 : 48);
  const all_h = pool.h - (top - pool.y) - 16;
  const lane_h = upright ? all_h * 0.4 : all_h;
  const r = Math.max(14, Math.min(34, lane_h * (upright ? 0.2 : 0.13)));
  const left = upright ? 12 : 26;
  const lane_x = upright ? left : w * 0.54;
  const door = { x: w - r * 1.3 - (upright ? 8 : 18), y: top + lane_h / 2, r };
  const seats_y = upright ? top + lane_h + 34 : top;
  return {
    pool,
    door,
    lane: { x: lane_x, y: top, w: door.x - r - 8 - lane_x, h: lane_h },
    seats: {
      x: left,
      y: seats_y,
      w: (upright ? w - left : lane_x - 30) - left,
      h: top + all_h - seats_y,
    },
    pour: { x: 0, y: 0, w: 0, h: 0 },
  };
}

/** Height of the row of cores. */
const CORES = 34;

/** Makes room for threads that may be, beside the seats, and for the cores. */
function spared(
  { lane, seats, ...others }: ReturnType<typeof wideParts>,
  upright: boolean,
): ReturnType<typeof wideParts> & { spares: Box } {
  // A short queue needs less room than they do.
  const less = upright ? Math.max(0, lane.h - 48) : lane.w * 0.36;
  const wider = upright
    ? { ...seats, y: seats.y - less, h: seats.h + less }
    : { ...seats, x: seats.x - less, w: seats.w + less };
  const near = wider.w * (upright ? 0.46 : 0.4);
  return {
    ...others,
    lane: upright
      ? { ...lane, h: lane.h - less }
      : { ...lane, w: lane.w - less, h: lane.h - CORES },
    seats: { ...wider, w: near },
    spares: { ...wider, x: wider.x + near + 12, w: wider.w - near - 12 },
  };
}

/** The largest rings that fit. */
function ringsIn(box: Box, all: number, upright: boolean) {
  const gap = upright ? 4 : 7;
  let best = { columns: 1, rows: Math.max(1, all), r: 0 };
  for (let columns = 1; columns <= all; columns += 1) {
    const rows = Math.ceil(all / columns);
    const half = Math.min(box.w / columns, box.h / rows) / 2;
    const r = Math.min(RING_MOST, Math.max(half - gap, Math.min(RING_LEAST, half * 0.8)));
    if (r > best.r + 0.01) best = { columns, rows, r };
  }
  const { columns, rows } = best;
  const { r } = best;
  const dx = Math.min(box.w / columns, 2 * r + 26);
  const dy = Math.min(box.h / rows, 2 * r + 20);
  return {
    columns,
    r,
    dx,
    dy,
    x: box.x + (box.w - dx * (columns - 1)) / 2,
    y: box.y + (box.h - dy * (rows - 1)) / 2,
  };
}

export const inBox = ({ x, y, w, h }: Box, at: { x: number; y: number }): boolean =>
  at.x >= x && at.x <= x + w && at.y >= y && at.y <= y + h;

export const waitingIn = ({ queued, unread }: LiveMoment): number => queued.length + unread.length;
