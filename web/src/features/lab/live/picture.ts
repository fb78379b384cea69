/** The pool of a live run: a function from a moment and a box to marks. */
import { m } from '#paraglide/messages.js';
import { CONNECTION_STATES } from '../../../model/run/frame';
import {
  APPROACH_NS,
  BODIES_MAX,
  type LiveMoment,
  type Working,
} from '../../../model/engine/live-run';
import { count } from '../../../model/words/format';
import { group, line, path, rect, text, type Mark } from '../../../ui/marks/marks';
import { widthOf } from '../../../ui/marks/measure';
import { bodyMarks, ringMarks, wallMarks } from '../../../ui/views/glyphs';
import { TONES, type Tone } from '../../../ui/views/shapes';
import type { Dials } from './dials';
import { waiting } from './record';
import { age } from './say';
import type { Seated } from './seats';
import { CLAUSE } from '../../../model/joined';

export interface LivePicture {
  readonly moment: LiveMoment;
  readonly seated: Seated;
  readonly dials: Dials;
  /** True if an extra thread listens, besides the workers. */
  readonly ear: boolean;
  /** The longest queue of the last seconds, so that bodies don't change size with each request. */
  readonly peak: number;
  /** True if requests are drawn on their way to the door. */
  readonly moves: boolean;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** With more bodies than this, none has a number. */
const NUMBERED = 20;
const RADII = [22, 17, 13.5, 11.5, 9.5, 8, 6.5, 5.5, 4.5];
const PITCH = 2.45;
const n = (value: number) => Math.round(value * 10) / 10;

export function poolMarks(picture: LivePicture, w: number, h: number): Mark[] {
  return w < 620 ? upright(picture, w, h) : wide(picture, w, h);
}

function wide(picture: LivePicture, w: number, h: number): Mark[] {
  const { moment, seated } = picture;
  const left = 98;
  const pool: Box = { x: left, y: 3, w: w - left - 4, h: h - 6 };
  const door = { x: left, y: n(pool.y + pool.h * 0.52), r: n(Math.max(18, Math.min(34, h * 0.1))) };
  const top = pool.y + 50;
  const foot = 34;
  const x = left + door.r + 30;
  const lane: Box = { x, y: top, w: (w - x - 60) * 0.56, h: pool.y + pool.h - foot - top };
  const seats_x = lane.x + lane.w + 52;
  const seats: Box = { x: seats_x, y: lane.y, w: w - 58 - seats_x, h: lane.h };
  return [
    ...basin(pool, { at: door.y, half: door.r + 3, side: 'left' }),
    ...queue(picture, lane),
    path(`M${n(lane.x + lane.w + 17)} ${n(door.y - 10)}l11 10l-11 10`, {
      key: 'gate',
      fill: 'none',
      stroke: '--rim',
      thick: 4,
      round: true,
      title: m.live_gate({ count: picture.dials.threads - 1 }),
    }),
    ...threads(picture, seats),
    group([wallMarks(lane.h - 8)], { key: 'wall', x: w - 38, y: lane.y + 4 }),
    ...limits(picture, pool, { from: lane.x, to: w - 36 }),
    ...doorway(picture, door, 'left'),
    ...atTheDoor(
      picture,
      { x: 2, y: door.y, room: left - 8 - (moment.listens || seated.door ? door.r : 8), h },
      'left',
    ),
  ];
}

function upright(picture: LivePicture, w: number, h: number): Mark[] {
  const top = 44;
  const pool: Box = { x: 2, y: top, w: w - 4, h: h - top - 2 };
  const door = { x: n(w / 2), y: top, r: 17 };
  const inner = pool.h - 26 - 22 - 26 - 8;
  const lane: Box = { x: 12, y: top + 46, w: w - 24, h: Math.max(30, inner * 0.58 - 10) };
  const y = lane.y + lane.h + 32;
  const seats: Box = { x: 14, y, w: w - 40, h: pool.y + pool.h - y - 10 };
  return [
    ...basin(pool, { at: door.x, half: door.r + 3, side: 'top' }),
    ...queue(picture, lane),
    ...threads(picture, seats),
    group([wallMarks(seats.h - 4)], { key: 'wall', x: w - 14, y: seats.y + 2 }),
    ...doorway(picture, door, 'top'),
    ...atTheDoor(picture, { x: door.x, y: 18, room: w / 2 - door.r - 12, h: 34 }, 'top'),
  ];
}

/** A filled outline with a gap for its door. */
function basin(
  { x, y, w, h }: Box,
  door: { at: number; half: number; side: 'left' | 'top' },
): Mark[] {
  const r = Math.min(34, h / 5);
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [a, b] = [n(door.at - door.half), n(door.at + door.half)];
  const rim =
    door.side === 'left'
      ? `M${x} ${a}V${n(y + r)}${corner(r, -r)}H${n(x + w - r)}${corner(r, r)}V${n(y + h - r)}${corner(-r, r)}H${n(x + r)}${corner(-r, -r)}V${b}`
      : `M${b} ${y}H${n(x + w - r)}${corner(r, r)}V${n(y + h - r)}${corner(-r, r)}H${n(x + r)}${corner(-r, -r)}V${n(y + r)}${corner(r, -r)}H${a}`;
  return [
    rect(x, y, n(w), n(h), { key: 'pool', r, fill: '--pool', part: 'group-0' }),
    path(rim, { key: 'rim', fill: 'none', stroke: '--rim', thick: 4, round: true }),
  ];
}

const heading = (x: number, y: number, words: string, key: string): Mark =>
  text(n(x), n(y), words, { key, size: 16, weight: 700, display: true });

const aside = (x: number, y: number, words: string, key: string): Mark =>
  text(n(x), n(y), words, { key, size: 14, weight: 600, anchor: 'end' });

/** Made once for many bodies, so that a brush sees that it is the same. */
const without_label = new Map<string, readonly Mark[]>();
function shapeOf(tone: Tone, r: number, label: string): readonly Mark[] {
  if (label !== '') return bodyMarks(tone, r, label);
  const key = `${tone} ${r}`;
  const known = without_label.get(key) ?? bodyMarks(tone, r);
  without_label.set(key, known);
  return known;
}

function body(
  request: number,
  tone: Tone,
  r: number,
  at: { x: number; y: number },
  label = '',
  key = `r${request}`,
): Mark {
  return group(shapeOf(tone, r, label), {
    key,
    x: n(at.x),
    y: n(at.y),
    data: { request, state: tone },
  });
}

/** The number of visible bodies, which decides whether they have numbers. */
const seen = ({ moment }: LivePicture) => waiting(moment) + moment.working.length;
const labelOf = (picture: LivePicture, request: number) =>
  seen(picture) <= NUMBERED ? String(request) : '';

/** Requests on their way to the door, with their progress: they enter the queue when they get there. */
function approaching({ moment, moves }: LivePicture) {
  if (!moves) return [];
  return moment.fresh.map(({ request, at_ns }) => ({
    request,
    share: (moment.time_ns - at_ns) / APPROACH_NS,
  }));
}

function queue(picture: LivePicture, lane: Box): Mark[] {
  const { moment, peak } = picture;
  const coming = new Set(approaching(picture).map(({ request }) => request));
  const all = moment.in_queue;
  const words =
    all === 0 ? m.live_nobody_waits() : m.live_waits({ count: count(all), age: age(moment) });
  const marks: Mark[] = [
    rect(n(lane.x), n(lane.y), n(lane.w), n(lane.h), {
      key: 'lane',
      r: Math.min(26, lane.h / 2.6),
      fill: '--lane',
      part: 'low-0',
    }),
    heading(lane.x + 4, lane.y - 13, m.live_in_line(), 'line'),
    aside(lane.x + lane.w - 4, lane.y - 13, words, 'line-count'),
  ];
  const fit = RADII.map((r) => ({ r, ...cells(lane, r) })).find(
    ({ columns, rows }) => columns * rows >= Math.max(peak, all),
  );
  if (!fit || all > BODIES_MAX) return [...marks, ...mass(lane, all)];
  const requests = Array.from(moment.queued)
    .map((request, index) => ({ request, high: index < moment.queued_high }))
    .filter(({ request }) => !coming.has(request));
  return [
    ...marks,
    ...requests.map(({ request, high }, index) => {
      const at = {
        x: fit.x - Math.floor(index / fit.rows) * fit.pitch,
        y: fit.y + (index % fit.rows) * fit.down,
      };
      return body(request, high ? 'high' : 'low', fit.r, at, labelOf(picture, request));
    }),
  ];
}

/** Columns from the threads' end on, each from top to bottom. */
function cells(lane: Box, r: number) {
  const pitch = r * PITCH;
  const edge = Math.min(12, lane.h * 0.12);
  const [inner_w, inner_h] = [lane.w - 2 * edge, lane.h - 2 * edge];
  const rows = Math.max(1, Math.floor((inner_h - 2 * r) / pitch) + 1);
  const columns = Math.max(1, Math.floor((inner_w - 2 * r) / pitch) + 1);
  const down = rows > 1 ? Math.min(pitch * 1.15, (inner_h - 2 * r) / (rows - 1)) : 0;
  return {
    pitch,
    rows,
    columns,
    down,
    x: lane.x + lane.w - edge - r,
    y: lane.y + (lane.h - down * (rows - 1)) / 2,
  };
}

/** Too many for the room: the lane is full, with their number in it. */
function mass(lane: Box, all: number): Mark[] {
  const words = count(all);
  const room = widthOf(words, 26, { display: true }) + 40;
  const [x, y] = [n(lane.x + lane.w / 2), n(lane.y + lane.h / 2)];
  return [
    rect(n(lane.x + 6), n(lane.y + 6), n(lane.w - 12), n(lane.h - 12), {
      key: 'mass',
      r: Math.min(21, lane.h / 2.8),
      fill: '--low',
      stroke: '--edge',
      thick: 1.25,
      data: { state: 'low', count: all },
    }),
    rect(n(x - room / 2), y - 22, n(room), 44, { key: 'mass-ground', r: 22, fill: '--paper' }),
    text(x, y + 9, words, {
      key: 'mass-count',
      size: 26,
      display: true,
      weight: 700,
      anchor: 'middle',
    }),
  ];
}

function threads(picture: LivePicture, box: Box): Mark[] {
  const { moment, seated, dials } = picture;
  const coming = new Set(approaching(picture).map(({ request }) => request));
  const at_work = moment.working.length;
  const busy = seated.rings.filter((one) => one !== undefined).length;
  const spare = moment.idle - Math.max(0, dials.threads - busy);
  const words = [
    m.live_at_work({ count: at_work, threads: Math.max(dials.threads, at_work) }),
    ...(spare > 0 && box.w > 330 ? [m.live_more_idle({ count: spare })] : []),
  ].join(CLAUSE);
  const { columns, r, dx, dy, x, y } = ringsIn(box, seated.rings.length);
  return [
    heading(box.x + 4, box.y - 13, m.live_threads(), 'threads'),
    aside(box.x + box.w + 4, box.y - 13, words, 'threads-count'),
    ...seated.rings.flatMap((one, index) => {
      const at = { x: x + (index % columns) * dx, y: y + Math.floor(index / columns) * dy };
      const shown = one && !coming.has(one.request) ? one : undefined;
      return ring(picture, index, shown, r, at);
    }),
  ];
}

function ring(
  picture: LivePicture,
  index: number,
  one: Working | undefined,
  r: number,
  at: { x: number; y: number },
): Mark[] {
  const marks = ringMarks(one ? 'works' : 'idle', r, Math.max(0.004, one?.progress ?? 0));
  const thread = group(marks, {
    key: `t${index}`,
    x: n(at.x),
    y: n(at.y),
    part: `thread-${index}`,
  });
  if (!one) return [thread];
  const label = labelOf(picture, one.request);
  return [thread, body(one.request, toneOf(one), r * 0.72, at, label, `on${index}`)];
}

const toneOf = ({ state }: Working): Tone => TONES[CONNECTION_STATES[state] ?? 'running'];

/** The largest rings that fit, in as few rows as possible. */
function ringsIn(box: Box, all: number) {
  let best = { columns: 1, rows: all, r: 0 };
  for (let columns = 1; columns <= all; columns += 1) {
    const rows = Math.ceil(all / columns);
    const r = Math.min(58, (box.w / columns - 10) / 2, (box.h / rows - 10) / 2);
    if (r > best.r + 0.01) best = { columns, rows, r };
  }
  const { columns, rows } = best;
  const r = Math.max(4, best.r);
  const gap = Math.max(10, r * 0.28);
  const dx = Math.min((box.w - 2 * r) / Math.max(1, columns - 1), 2 * r + gap * 2);
  const dy = Math.min((box.h - 2 * r) / Math.max(1, rows - 1), 2 * r + gap * 1.6);
  return {
    columns,
    r: n(r),
    dx,
    dy,
    x: box.x + (box.w - dx * (columns - 1)) / 2,
    y: box.y + (box.h - dy * (rows - 1)) / 2,
  };
}

/** The limits, by their names in SET GLOBAL, below what they limit. */
function limits(
  { dials, ear }: LivePicture,
  pool: Box,
  { from, to }: { from: number; to: number },
): Mark[] {
  const y = n(pool.y + pool.h - 13);
  const look = { size: 12, weight: 600, fill: '--ink-2' } as const;
  const gate = m.live_gate({ count: dials.threads - 1 });
  const wall = m.live_wall({ count: dials.threads + (ear ? 1 : 0) });
  if (widthOf(gate, 12) + widthOf(wall, 12) + 24 > to - from) return [];
  return [
    text(n(from + 4), y, gate, { key: 'gate-name', ...look }),
    text(n(to), y, wall, { key: 'wall-name', ...look, anchor: 'end' }),
  ];
}

/** The door: with the listening thread, or with one that works there itself, or shut. */
function doorway(
  picture: LivePicture,
  { x, y, r }: { x: number; y: number; r: number },
  side: 'left' | 'top',
): Mark[] {
  const { moment, seated } = picture;
  if (moment.listens) {
    const marks = ringMarks('listens', r);
    return [group(marks, { key: 'ear', x, y, part: 'listener-0', title: m.live_listens() })];
  }
  const across = r + 2;
  const bar =
    side === 'left'
      ? line(x, y - across, x, y + across, { key: 'shut', stroke: '--ink', thick: 9 })
      : line(x - across, y, x + across, y, { key: 'shut', stroke: '--ink', thick: 9 });
  if (!seated.door) return [group([bar], { key: 'deaf', title: m.live_deaf() })];
  const { request, progress } = seated.door;
  return [
    group(ringMarks('works', r, Math.max(0.004, progress)), {
      key: 'ear',
      x,
      y,
      part: 'listener-0',
      title: m.live_listener_works(),
    }),
    body(request, toneOf(seated.door), r * 0.72, { x, y }, '', 'in-door'),
  ];
}

/** Requests on their way, and unread ones. */
function atTheDoor(
  picture: LivePicture,
  { x, y, room, h }: { x: number; y: number; room: number; h: number },
  side: 'left' | 'top',
): Mark[] {
  const { moment, dials } = picture;
  const unread = moment.on_sockets;
  const r = side === 'left' ? 9 : 8;
  const [dx, dy] = [r * 2.5, r * 2.2];
  if (unread > 0) {
    const columns = Math.max(1, Math.floor((side === 'left' ? room : room * 2) / dx));
    const rows = side === 'left' ? Math.max(1, Math.floor((h * 0.84) / dy)) : 1;
    const shown = Array.from(moment.unread).slice(0, columns * rows);
    const used = Math.min(rows, Math.ceil(shown.length / columns));
    const piles = shown.map((request, index) => {
      const column = index % columns;
      const row = Math.floor(index / columns);
      const at =
        side === 'left'
          ? {
              x: x + room - r - 2 - column * dx,
              y: Math.max(r + 24, y - ((used - 1) * dy) / 2) + row * dy,
            }
          : { x: x - ((Math.min(columns, shown.length) - 1) * dx) / 2 + column * dx, y: y - 2 };
      return body(request, 'socket', r, at);
    });
    const words = m.live_unread({ count: count(unread) });
    const name =
      side === 'left'
        ? text(x, 16, words, { key: 'unread', size: 14, weight: 700 })
        : text(x + 40, y + 20, words, { key: 'unread', size: 12.5, weight: 700 });
    return [...piles, name];
  }
  const way = approaching(picture).map(({ request, share }) => {
    const at =
      side === 'left'
        ? { x: x + r + (room - 2 * r) * share, y }
        : { x: x - room + (room - r) * share, y: y + 4 };
    return body(request, 'socket', r, at, '', `way${request}`);
  });
  const words = m.live_a_second({ count: count(dials.arrivals) });
  const small = side === 'left' ? { size: 13.5, weight: 700 } : { size: 12.5, weight: 700 };
  const name =
    side === 'left'
      ? text(x, n(y + 44), words, { key: 'rate', ...small })
      : text(x + 30, y + 8, words, { key: 'rate', ...small });
  return [...way, name];
}
