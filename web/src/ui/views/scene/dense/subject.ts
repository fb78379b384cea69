/**
 * The one group of a crowd that is drawn in full. A waiting request is a body whose size shows its work, a request with a
 * thread is in a ring, and an unread one is outside the door.
 */
import { m } from '#paraglide/messages.js';
import { isGone, NONE, THREAD_STATES, type ThreadState } from '../../../../model/run/frame';
import { hasListener } from '../../../../model/run/families';
import type { Frame, SchedulerName } from '../../../../model/run/types';
import { count, shortDuration } from '../../../../model/words/format';
import { dotMarks } from '../../../marks/cells';
import {
  circle,
  group,
  path,
  rect,
  remembered,
  tenth as n,
  text,
  those,
  type Mark,
  type Paint,
} from '../../../marks/marks';
import { BOLD, fitting, roomOf } from '../../../marks/measure';
import { bodyMarks, goneMarks, LEAST_LABELLED, ringMarks } from '../../glyphs';
import { outline, type Tone } from '../../shapes';
import type { Box, Point } from '../geometry';
import { partWordsOf } from '../part-words';
import { basinMarks, doorMarks, onMark, type Basin } from '../basin';
import type { Kinds } from './kinds';
import type { Waiter } from './line';
import { LIST, CLAUSE, COLON } from '../../../../model/joined';

export interface SubjectShape {
  readonly group: number;
  /** The most threads that it may have. */
  readonly seats: number;
  readonly scheduler: SchedulerName;
  readonly kinds: Kinds;
  /** True if unread requests may lie outside its door. */
  readonly unread: boolean;
  /** The number of its connections, which is the longest possible queue. */
  readonly clients: number;
}

export interface SubjectLayout {
  readonly shape: SubjectShape;
  readonly box: Box;
  readonly basin: Basin;
  /** In front of the door. */
  readonly letters: Box | undefined;
  readonly name: Point & { readonly size: number; readonly w: number };
  /** The headings of queue and threads. */
  readonly heads: { readonly y: number; readonly size: number };
  readonly lane: Box;
  readonly arrow: Point | undefined;
  readonly threads: Box;
  readonly seats: readonly Point[];
  /** The radius of a ring; if there are too many for rings, the distance of dots. */
  readonly ring: number;
  readonly dots: { readonly pitch: number; readonly columns: number } | undefined;
  readonly key: (Point & { readonly w: number }) | undefined;
}

const MOST_RINGS = 64;
const LARGEST_RING = 34;

interface Rings {
  readonly r: number;
  readonly columns: number;
}

/** The largest rings that fit. */
function ringsIn(seats: number, w: number, h: number): Rings {
  let best: Rings = { r: 0, columns: 1 };
  for (let columns = 1; columns <= seats; columns += 1) {
    const rows = Math.ceil(seats / columns);
    const r = Math.min(LARGEST_RING, w / columns / 2.3, h / rows / 2.3);
    if (r > best.r + 0.2) best = { r, columns };
  }
  return best;
}

/** The room in front of the rim: half an ear, and letters. */
function beforePool({ w, h }: Pick<Box, 'w' | 'h'>, shape: SubjectShape) {
  const listener = hasListener(shape.scheduler);
  const tall = h >= 216 && w >= 300;
  const low = h < 118 || w < 200;
  const door_r = tall ? 25 : low ? 10 : 15;
  const letters_w = shape.unread ? Math.max(26, Math.min(76, w * 0.13)) : 0;
  return {
    tall,
    low,
    listener,
    door_r,
    letters_w,
    left: Math.max(letters_w + (listener ? door_r : 4), listener ? door_r + 2 : 2),
  };
}

/** The width of the box for a pool of this width. */
export function roomOfSubject(pool: number, h: number, shape: SubjectShape): number {
  let w = pool;
  // The room in front of it grows with the box.
  for (let step = 0; step < 3; step += 1) w = pool + beforePool({ w, h }, shape).left + 3;
  return Math.ceil(w);
}

export function layoutSubject(box: Box, shape: SubjectShape): SubjectLayout {
  const { seats, kinds } = shape;
  const { tall, low, listener, door_r, letters_w, left } = beforePool(box, shape);
  const rim = tall ? 4 : low ? 2.5 : 3.5;
  const pool: Box = {
    x: box.x + left,
    y: box.y + rim / 2,
    w: box.w - left - rim / 2,
    h: box.h - rim,
  };
  const pad = tall ? 18 : low ? 8 : 12;
  const inset = listener ? door_r + (tall ? 14 : 7) : pad;
  const name_y = pool.y + (tall ? 31 : low ? 15 : 21);
  const heads_y = tall ? name_y + 27 : name_y;
  const top = heads_y + (tall ? 13 : low ? 5 : 9);
  const keyed = tall && (kinds.sized || kinds.list.length > 0);
  const bottom = pool.y + pool.h - (keyed ? 40 : pad - 2);
  const inner: Box = {
    x: pool.x + inset,
    y: top,
    w: pool.w - inset - pad,
    h: Math.max(8, bottom - top),
  };
  const gap = tall ? 32 : low ? 12 : 20;
  const share = seats <= 4 ? 0.28 : seats <= 9 ? 0.36 : seats <= 30 ? 0.4 : 0.44;
  const threads_w = Math.max(low ? 24 : 40, (inner.w - gap) * share);
  const lane_w = Math.max(8, inner.w - gap - threads_w);
  const full = laneGrid({ w: lane_w, h: inner.h }, Math.max(6, shape.clients));
  // No taller than its fullest moment needs.
  const lane_h = Math.min(
    inner.h,
    Math.ceil(Math.max(6, shape.clients) / full.columns) * full.pitch + 18,
  );
  const lane: Box = { x: inner.x, y: inner.y + (inner.h - lane_h) / 2, w: lane_w, h: lane_h };
  const threads: Box = { ...inner, x: lane.x + lane.w + gap, w: threads_w };
  const { r, columns } = ringsIn(seats, threads.w, threads.h);
  const rows = Math.ceil(seats / columns);
  const [step_x, step_y] = [threads.w / columns, Math.min(threads.h / rows, r * 2.5)];
  const side = Math.min(step_x, r * 2.6);
  const from = {
    x: threads.x + (threads.w - side * columns) / 2,
    y: threads.y + (threads.h - step_y * rows) / 2,
  };
  const many = seats > MOST_RINGS;
  return {
    shape,
    box,
    basin: {
      box: pool,
      corner: Math.min(tall ? 30 : 20, pool.h / 4, pool.w / 5),
      rim,
      door: listener
        ? { y: Math.min(pool.y + pool.h * 0.66, pool.y + pool.h - door_r - 14), r: door_r }
        : undefined,
    },
    letters: shape.unread ? { x: box.x, y: inner.y, w: letters_w, h: inner.h } : undefined,
    name: {
      x: pool.x + (tall ? pad + 2 : pad),
      y: name_y,
      size: tall ? 18 : low ? 12 : 14.5,
      w: pool.w - 2 * pad,
    },
    heads: { y: heads_y, size: tall ? 13 : 12 },
    lane,
    arrow: low ? undefined : { x: lane.x + lane.w + gap / 2 - 4, y: inner.y + inner.h / 2 },
    threads,
    seats: many
      ? []
      : Array.from({ length: seats }, (_, at) => ({
          x: from.x + side * ((at % columns) + 0.5),
          y: from.y + step_y * (Math.floor(at / columns) + 0.5),
        })),
    ring: Math.max(2.5, r),
    dots: many ? dotsIn(seats, threads) : undefined,
    key: keyed
      ? { x: pool.x + inset, y: pool.y + pool.h - 15, w: pool.x + pool.w - pad - lane.x }
      : undefined,
  };
}

function dotsIn(seats: number, { w, h }: Box) {
  let pitch = 16;
  while (pitch > 3 && Math.ceil(seats / Math.max(1, Math.floor(w / pitch))) * pitch > h) pitch -= 1;
  return { pitch, columns: Math.max(1, Math.floor(w / pitch)) };
}

export interface SubjectMoment {
  readonly frame: Frame;
  /** The queue by places, and the unread requests. */
  readonly line: readonly Waiter[];
  readonly unread: readonly Waiter[];
  /** The most places used since it was drawn from the start. */
  readonly most: number;
  readonly labels: readonly string[];
  readonly chosen: number | undefined;
  /** The name of its request, if a body has room for it. */
  readonly called: string;
  /** Clients of this group. */
  readonly clients: readonly number[];
}

/** A thread's activity as the body in its ring. */
const ON_THREAD: Partial<Readonly<Record<ThreadState, Tone>>> = {
  running: 'run',
  reading: 'run',
  holds_latch: 'run',
  waiting: 'sleep',
  lock: 'lock',
  latch: 'latch',
  runnable: 'ready',
  connecting: 'login',
};

interface Thread {
  readonly state: ThreadState;
  readonly client: number;
  readonly request: number;
  readonly progress: number;
}

function threadsOf(frame: Frame, of: number): Thread[] {
  const found: Thread[] = [];
  for (let at = 0; at < frame.thread_group.length; at += 1) {
    if (frame.thread_group[at] !== of) continue;
    const client = frame.thread_conn[at] ?? NONE;
    const request = frame.thread_request[at] ?? NONE;
    found.push({
      state: THREAD_STATES[frame.thread_state[at] ?? 3] ?? 'idle',
      client,
      request: request === NONE ? client : request,
      progress: frame.thread_progress[at] ?? 0,
    });
  }
  return found;
}

const PITCHES = [34, 29, 25, 21.5, 18.5, 16, 14, 12, 10.5, 9, 7.5, 6.5, 5.5, 4.5, 3.5] as const;
/** With more bodies than this, each kind is one shape. */
export const MOST_BODIES = 240;

/** Rows and columns of a queue, whose head is at the right. */
export function laneGrid({ w, h }: Pick<Box, 'w' | 'h'>, places: number, largest = 34) {
  const fits = (pitch: number) =>
    Math.max(1, Math.floor((w - pitch * 0.3) / pitch)) *
    Math.max(1, Math.floor((h - pitch * 0.3) / pitch));
  const pitch =
    PITCHES.find((one) => one <= largest && one <= h - 2 && fits(one) >= places) ??
    PITCHES.at(-1) ??
    3.5;
  return {
    pitch,
    columns: Math.max(1, Math.floor((w - pitch * 0.3) / pitch)),
    rows: Math.max(1, Math.floor((h - pitch * 0.3) / pitch)),
  };
}

interface PlacedWaiter extends Waiter {
  readonly tone: Tone;
  readonly r: number;
  readonly x: number;
  readonly y: number;
}

/** Positions along the right end of a box first, from top to bottom. */
function standing(
  { lane, shape: { kinds } }: SubjectLayout,
  { line, most, clients }: SubjectMoment,
): { readonly bodies: PlacedWaiter[]; readonly pitch: number } {
  const { pitch, columns, rows } = laneGrid(
    lane,
    Math.max(most, line.length, Math.min(12, Math.max(6, clients.length))),
  );
  const used = Math.min(rows, Math.max(1, Math.ceil(Math.max(most, line.length, 1) / columns)));
  // A few are in the middle of the room for many.
  const top = lane.y + (lane.h - used * pitch) / 2;
  const right = lane.x + lane.w - (lane.w - columns * pitch) / 2;
  const bodies = line.slice(0, columns * rows).map((waiter, at): PlacedWaiter => {
    const size = kinds.list[kinds.of(waiter.client)]?.size ?? 0.78;
    return {
      ...waiter,
      tone: waiter.lane === 'high' ? 'high' : 'low',
      r: n((pitch / 2) * 0.94 * size),
      x: n(right - pitch * (Math.floor(at / used) + 0.5)),
      y: n(top + pitch * ((at % used) + 0.5)),
    };
  });
  return { bodies, pitch };
}

/** A letter for each kind, if there are several. */
function initialOf({ kinds }: SubjectShape, client: number): string {
  if (!kinds.sized) return '';
  return (kinds.list[kinds.of(client)]?.name.charAt(0) ?? '').toUpperCase();
}

/** Very small bodies are only a shape. */
const body = remembered((tone: Tone, r: number, label: string, gone: 'gone' | '') =>
  r < 5
    ? [
        path(outline(tone, r), {
          key: gone || 'shape',
          fill: gone ? '--cup' : `--${tone}`,
          stroke: gone ? '--ink-2' : '--edge',
          thick: 0.75,
          round: true,
        }),
      ]
    : (gone ? goneMarks : bodyMarks)(tone, r, label),
);
const goneWord = (gone: boolean) => (gone ? 'gone' : '');

/** Around the chosen request. */
const HALO = { fill: '--light', stroke: '--ink', thick: 1.5 } as const;

function bodiesMarks(
  all: readonly PlacedWaiter[],
  key: string,
  { chosen, called }: SubjectMoment,
): Mark[] {
  const halo = all.find(({ client }) => client === chosen);
  const lit = halo
    ? [
        circle(
          halo.x,
          halo.y,
          n(Math.max(halo.r * (halo.tone === 'socket' ? 1.35 : 1.55), halo.r + 3)),
          {
            key: `${key} asked`,
            ...HALO,
          },
        ),
      ]
    : [];
  if (all.length <= MOST_BODIES)
    return [
      ...lit,
      ...all.map(({ tone, r, x, y, client, request, gone }, at) =>
        group(body(tone, r, client === chosen ? called : '', goneWord(gone)), {
          key: `${key} ${at}`,
          x,
          y,
          client,
          data: { request, state: tone },
        }),
      ),
    ];
  const kinds = new Map<string, PlacedWaiter[]>();
  for (const one of all) {
    const kind = `${one.tone} ${one.r} ${goneWord(one.gone)}`;
    const those = kinds.get(kind) ?? [];
    kinds.set(kind, those);
    those.push(one);
  }
  return [
    ...[...kinds].map(([kind, those]): Mark => {
      const [{ tone, r, gone } = { tone: 'low' as Tone, r: 1, gone: false }] = those;
      return path(those.map(({ x, y }) => squareAt(x, y, r)).join(''), {
        key: `${key} ${kind}`,
        fill: gone ? '--cup' : `--${tone}`,
        stroke: gone ? '--ink-2' : '--edge',
        thick: r > 4 ? 1 : 0.5,
        data: { state: tone, count: those.length },
      });
    }),
    ...lit,
  ];
}

const squareAt = (x: number, y: number, r: number) => {
  const a = n(r * 0.9);
  return `M${n(x - a)} ${n(y - a)}h${n(2 * a)}v${n(2 * a)}h${n(-2 * a)}z`;
};

function threadMarks(
  layout: SubjectLayout,
  { frame, chosen, called }: SubjectMoment,
  threads: readonly Thread[],
) {
  const { seats, ring, dots, shape } = layout;
  if (dots) return threadDots(layout, threads);
  return seats.flatMap((at, index): Mark[] => {
    const thread = threads[index];
    const key = `seat ${index}`;
    if (!thread || thread.state === 'listening')
      return [group(ringMarks('seat', n(ring)), { key, ...at })];
    const { state, client, request, progress } = thread;
    const tone = ON_THREAD[state];
    const kind = state === 'starting' || state === 'waking' ? 'starts' : tone ? 'works' : 'idle';
    const size = client === NONE ? 0.78 : (shape.kinds.list[shape.kinds.of(client)]?.size ?? 0.78);
    const r = n(ring * (0.4 + 0.34 * size));
    const asked = client !== NONE && client === chosen;
    const named = asked ? called : initialOf(shape, client);
    const label = client === NONE || r < LEAST_LABELLED + 2 ? '' : named;
    return those(
      asked && circle(at.x, at.y, n(ring * 1.18), { key: `asked ${index}`, ...HALO }),
      group(ringMarks(kind, n(ring), tone ? Math.max(0.02, progress) : 0), { key, ...at }),
      tone &&
        group(body(tone, r, label, goneWord(client !== NONE && isGone(frame, client))), {
          key: `at ${index}`,
          ...at,
          ...(client === NONE ? {} : { client }),
          data: {
            request: request === NONE ? (frame.thread_id[index] ?? 0) : request,
            state: tone,
          },
        }),
    );
  });
}

/** Very many threads as dots, coloured by activity. */
function threadDots(
  { threads: box, dots, shape }: SubjectLayout,
  threads: readonly Thread[],
): Mark[] {
  if (!dots) return [];
  const counts = new Map<Paint, number>();
  const add = (paint: Paint, number = 1) => counts.set(paint, (counts.get(paint) ?? 0) + number);
  const order: readonly Paint[] = ['--run', '--latch', '--lock', '--sleep', '--ready', '--login'];
  for (const { state } of threads) {
    const tone = ON_THREAD[state];
    add(tone ? `--${tone}` : '--cup');
  }
  const inside = [...order, '--cup' as const]
    .map((paint) => ({ paint, number: counts.get(paint) ?? 0 }))
    .filter(({ number }) => number > 0);
  const room = { ...dots, cells: { x: box.x, y: box.y } };
  const every = [{ paint: '--ring' as const, number: threads.length }];
  return [
    ...dotMarks([{ paint: '--rim', number: shape.seats }], room, 1.5),
    ...dotMarks(every, room, dots.pitch - 1.5),
    ...dotMarks([{ ...every[0], paint: '--cup', number: threads.length }], room, dots.pitch - 3.5),
    ...dotMarks(inside, room, Math.max(1, dots.pitch - 5)),
  ];
}

const isAtWork = ({ state }: Thread) => ON_THREAD[state] !== undefined;

/** The number of each kind, in words. */
function shareWords({ shape: { kinds } }: SubjectLayout, clients: readonly number[]): string[] {
  const all = m.dense_connections({ count: count(clients.length) });
  const named = kinds.list.flatMap(({ name }, kind) => {
    const own = clients.filter((client) => kinds.of(client) === kind).length;
    return own > 0 && name !== '' ? [m.dense_share({ count: count(own), name })] : [];
  });
  const plain = all;
  return named.length < 2 ? [plain] : [plain + COLON + named.join(LIST), named.join(LIST), plain];
}

function headMarks(layout: SubjectLayout, moment: SubjectMoment, working: number): Mark[] {
  const { name, heads, lane, threads, basin, shape } = layout;
  const { line, frame, clients, unread } = moment;
  const right = basin.box.x + basin.box.w - (name.x - basin.box.x);
  const whole = partWordsOf(shape.scheduler).group(shape.group);
  const own_row = heads.y === name.y;
  const high = line.filter(({ lane: one }) => one === 'high').length;
  const in_line = m.dense_in_line({ count: count(line.length) });
  const since = line.reduce((least, { since_ns }) => Math.min(least, since_ns), Infinity);
  const first = Number.isFinite(since)
    ? m.dense_first({ age: shortDuration(Math.max(0, frame.time_ns - since)) })
    : '';
  const at_work = m.dense_at_work({ count: count(working) });
  const face = { display: true } as const;
  const name_w = roomOf(whole, name.size, face);
  const title = text(name.x, name.y, whole, {
    key: 'name',
    size: name.size,
    weight: 700,
    display: true,
  });
  const unread_words = unread.length > 0 ? m.dense_unread({ count: count(unread.length) }) : '';
  if (own_row) {
    // One row for all parts: those that fit next to the name, from the right.
    const room = right - name.x - name_w - 12;
    const size = heads.size;
    const plain = [in_line, unread_words].filter(Boolean).join(CLAUSE);
    const said = fitting(
      [
        [plain, first, at_work].filter(Boolean).join(CLAUSE),
        [plain, at_work].join(CLAUSE),
        plain,
        count(line.length + unread.length),
      ],
      size,
      room,
      BOLD,
    );
    return those(
      name_w <= right - name.x && title,
      said !== undefined &&
        text(right, name.y, said, { key: 'in line', size, weight: 700, anchor: 'end' }),
    );
  }
  const beside = fitting(shareWords(layout, clients), 12.5, right - name.x - name_w - 10);
  const head_w = roomOf(in_line, heads.size, BOLD);
  const lane_end = lane.x + lane.w;
  const more = fitting(
    [
      [high > 0 ? m.dense_high({ count: count(high) }) : '', unread_words, first]
        .filter(Boolean)
        .join(CLAUSE),
      [unread_words, first].filter(Boolean).join(CLAUSE),
      unread_words || first,
    ],
    12.5,
    lane.w - head_w - 14,
    BOLD,
  );
  const threads_words = m.dense_threads();
  const threads_w = roomOf(threads_words, heads.size, BOLD);
  const work_room = right - threads.x;
  return those(
    title,
    beside !== undefined &&
      text(name.x + name_w + 8, name.y, beside, { key: 'share', size: 12.5, fill: '--ink-2' }),
    text(lane.x, heads.y, in_line, { key: 'in line', size: heads.size, weight: 700 }),
    more !== undefined &&
      text(lane_end, heads.y, more, {
        key: 'first',
        size: 12.5,
        weight: 600,
        anchor: 'end',
      }),
    threads_w + 10 + roomOf(at_work, 12.5) <= work_room
      ? [
          text(threads.x, heads.y, threads_words, {
            key: 'threads',
            size: heads.size,
            weight: 700,
          }),
          text(right, heads.y, at_work, {
            key: 'at work',
            size: 12.5,
            anchor: 'end',
            fill: '--ink-2',
          }),
        ]
      : roomOf(at_work, 12.5) <= work_room
        ? [
            text(right, heads.y, at_work, {
              key: 'at work',
              size: 12.5,
              weight: 600,
              anchor: 'end',
            }),
          ]
        : [],
  );
}

/** A legend: the body size of each kind, and the chosen request. */
function keyMarks(layout: SubjectLayout, moment: SubjectMoment, pitch: number): Mark[] {
  const { key, shape } = layout;
  if (!key) return [];
  const { kinds } = shape;
  const present = new Set(moment.clients.map(kinds.of));
  const size = 12;
  const entries = kinds.list
    .flatMap((kind, at) =>
      present.has(at) &&
      kind.name !== '' &&
      kind.service_us > 0 &&
      (kinds.sized || kinds.list.length === 1)
        ? [{ r: Math.min(9.5, (pitch / 2) * 0.94 * kind.size), kind }]
        : [],
    )
    .sort((a, b) => b.kind.service_us - a.kind.service_us)
    .map(({ r, kind: { name, service_us, about } }) => {
      const time = shortDuration(service_us * 1e3).replace('.0 ', ' ');
      const plain = m.dense_kind({ name, time });
      return {
        marks: body('low', n(r), '', ''),
        w: 2 * r,
        words: plain,
        long: about ? m.dense_kind_about({ name, time }) : plain,
      };
    });
  const { chosen } = moment;
  const asked =
    chosen !== undefined && moment.clients.includes(chosen)
      ? [
          {
            marks: [circle(0, 0, 8.5, HALO)],
            w: 17,
            words: m.dense_client({ label: moment.labels[chosen] ?? '' }),
            long: m.dense_client({ label: moment.labels[chosen] ?? '' }),
          },
        ]
      : [];
  const shown = [...entries, ...asked];
  const whole = shown.reduce((sum, { w, long }) => sum + w + 24 + roomOf(long, size), -18);
  let x = key.x;
  return shown.flatMap(({ marks, w, words: short, long }, at): Mark[] => {
    const words = whole <= key.w ? long : short;
    const end = x + w + 6 + roomOf(words, size);
    if (end > key.x + key.w) return [];
    const from = x;
    x = end + (whole <= key.w ? 18 : 12);
    return [
      group(marks, { key: `key ${at}`, x: n(from + w / 2), y: key.y - 4 }),
      text(n(from + w + 6), key.y, words, { key: `key words ${at}`, size, fill: '--ink' }),
    ];
  });
}

/** Sealed letters outside the door, as many as fit. */
function letterMarks({ letters, basin }: SubjectLayout, moment: SubjectMoment): Mark[] {
  const { unread } = moment;
  if (!letters || unread.length === 0) return [];
  const { pitch, columns, rows } = laneGrid(letters, unread.length, 28);
  const used = Math.min(rows, Math.ceil(unread.length / columns));
  const middle = basin.door?.y ?? letters.y + letters.h / 2;
  const top = Math.max(
    letters.y,
    Math.min(letters.y + letters.h - used * pitch, middle - (used * pitch) / 2),
  );
  // What is left of the box: room for the halo of the first.
  const right = letters.x + letters.w - (letters.w - columns * pitch) / 3;
  const all = unread.slice(0, columns * rows).map((waiter, at): PlacedWaiter => ({
    ...waiter,
    tone: 'socket',
    r: n(pitch * 0.42),
    x: n(right - pitch * (Math.floor(at / used) + 0.5)),
    y: n(top + pitch * ((at % used) + 0.5)),
  }));
  return bodiesMarks(all, 'letter', moment);
}

export function subjectMarks(layout: SubjectLayout, moment: SubjectMoment): Mark[] {
  const { basin, lane, arrow, shape } = layout;
  const { frame } = moment;
  const threads = threadsOf(frame, shape.group);
  const { bodies, pitch } = standing(layout, moment);
  const listens = (frame.group_listener[shape.group] ?? NONE) !== NONE;
  return those(
    group(basinMarks(basin), { key: 'ground', part: `group:${shape.group}` }),
    group(headMarks(layout, moment, threads.filter(isAtWork).length), { key: 'heads' }),
    group(
      [
        rect(n(lane.x), n(lane.y), n(lane.w), n(lane.h), {
          key: 'lane',
          r: n(Math.min(22, lane.h / 3)),
          fill: '--lane',
        }),
        ...bodiesMarks(bodies, 'body', moment),
      ],
      { key: 'line', part: 'queue' },
    ),
    arrow && onMark('arrow', arrow, [9, 8]),
    group(threadMarks(layout, moment, threads), { key: 'threads', part: 'workers' }),
    group(doorMarks(basin, listens), { key: 'doors' }),
    group(letterMarks(layout, moment), { key: 'letters', part: 'sockets' }),
    group(keyMarks(layout, moment, pitch), { key: 'key' }),
  );
}
