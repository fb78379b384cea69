/**
 * The server model: the latch as a ring in the gap of a wall, the threads waiting for it in arcs, the cores, and the run
 * queue. If each connection has its own thread this is the whole scene, including idle clients.
 */
import { m } from '#paraglide/messages.js';
import type { ScenePart } from '../../../../model/run/cue';
import {
  CONNECTION_STATES,
  clientLabels,
  NONE,
  type ConnectionState,
} from '../../../../model/run/frame';
import type { Frame } from '../../../../model/run/types';
import { count, shortDuration } from '../../../../model/words/format';
import { dotMarks, pitchIn } from '../../../marks/cells';
import {
  circle,
  group,
  line,
  path,
  rect,
  remembered,
  tenth as n,
  text,
  those,
  type Mark,
  type Paint,
  type Piece,
} from '../../../marks/marks';
import { BOLD, fitting, roomOf, widthOf, type Face } from '../../../marks/measure';
import { bodyMarks, coreMarks, latchSleeperMarks, ringMarks } from '../../glyphs';
import type { Tone } from '../../shapes';
import type { Box, Point } from '../geometry';
import { arcsIn, type Arcs } from './arcs';
import { TALLEST, type LatchView, type MachineExtent } from './machine';
import { CLAUSE } from '../../../../model/joined';

export interface MachineData {
  readonly extent: MachineExtent;
  readonly frame: Frame;
  /** The thread on each core. */
  readonly cores: readonly (number | undefined)[];
  readonly latch: LatchView;
  /** True if each connection has its own thread, so that no request is anywhere else. */
  readonly own?: boolean;
  readonly labels?: readonly string[];
  readonly chosen?: number | undefined;
  /** Parts that the text points at, parts of the present step, and the threads among both. */
  readonly light?: readonly ScenePart[];
  readonly named?: readonly ScenePart[];
  readonly lit?: readonly number[];
}

const DISPLAY: Face = { display: true };
const MOST_CORES = 128;
/** With more bodies than this they become one shape. */
const MOST_BODIES = 260;
/** Up to this number, bodies at the latch have numbers. */
const MOST_NAMED = 40;
const SMALL = 12.5;

/** The waiting area with its wall and ring; without a latch, the run queue. */
interface Hall {
  readonly box: Box;
  readonly head: Point & { readonly size: number };
  readonly ring: (Point & { readonly r: number }) | undefined;
  readonly arcs: Arcs;
  readonly inside: (Point & { readonly w: number }) | undefined;
  readonly key: readonly Point[];
  readonly key_w: number;
}

interface MachineLayout {
  readonly hall: Hall | undefined;
  /** Next to it, or below. */
  readonly side: readonly { readonly of: Section; readonly box: Box }[];
}

const SECTIONS = ['cores', 'run_queue', 'sharing', 'waits', 'home'] as const;
type Section = (typeof SECTIONS)[number];

function hallIn(box: Box, places: number, latch: boolean): Hall {
  const low = box.h < 120;
  const head = { x: box.x + (low ? 10 : 18), y: box.y + (low ? 17 : 27), size: low ? 13 : 16 };
  const r = latch ? Math.max(12, Math.min(box.h * (low ? 0.22 : 0.17), box.w * 0.12, 54)) : 0;
  const keyed = box.h >= 96;
  const lines = keyed ? (box.w >= 400 ? 1 : box.h >= 170 ? 2 : 0) : 0;
  const top = head.y + 8;
  const bottom = box.y + box.h - (lines === 0 ? 6 : 14 + lines * 19);
  const middle = { x: box.x + box.w - r - (latch ? 3 : 0), y: (top + bottom) / 2 };
  const field = { x: box.x + 8, y: top, w: box.w - (latch ? 16 : 12), h: bottom - top };
  const inside_y = middle.y + r + 19;
  const inside_w = Math.min(130, box.w * 0.4);
  const inside =
    latch && inside_y < bottom + 12 && r > 24
      ? { x: box.x + box.w - 10 - Math.min(inside_w / 2, 50), y: inside_y, w: inside_w }
      : undefined;
  const taken = inside && { x: inside.x - 48, y: inside.y - 13, w: 110, h: 18 };
  const arcs = latch
    ? arcsIn({ box: field, middle, inner: r + 5, taken }, places)
    : arcsIn(
        { box: field, middle: { x: box.x + box.w * 1.4, y: middle.y }, inner: box.w * 0.4 },
        places,
      );
  return {
    box,
    head,
    ring: latch ? { ...middle, r: n(r) } : undefined,
    arcs,
    inside,
    key: Array.from({ length: lines === 0 ? 0 : 2 }, (_, at) => ({
      x: box.x + 18 + (lines === 1 ? at * ((box.w - r * 2 - 30) / 2) : 0),
      y: box.y + box.h - 14 - (lines === 2 ? (1 - at) * 19 : 0),
    })),
    key_w: lines === 1 ? (box.w - r * 2 - 60) / 2 : box.w - 50,
  };
}

const latest = new Map<string, MachineLayout>();

/** If their future number is unknown, there are places for somewhat more than now. */
const STEPS = [12, 24, 48, 96, 180, 320, 560, 1_000];
function placesFor(most: number | undefined, now: number): number {
  const known = most ?? STEPS.find((step) => step >= now) ?? now;
  return Math.max(1, known, now);
}

function layoutMachine(data: MachineData, w: number, h: number): MachineLayout {
  const { extent, own = false } = data;
  const { latch, run_queue, waits } = extent;
  const places = latch
    ? placesFor(extent.latch_most, data.latch.spinning.length + data.latch.asleep.length)
    : placesFor(extent.run_queue_most, data.frame.run_queue.length);
  const key = [w, h, own, latch, run_queue, places, waits].join();
  const known = latest.get(key);
  if (known) return known;
  const beside = w >= 420 || w > h * 1.5;
  const has: Readonly<Record<Section, boolean>> = {
    cores: true,
    run_queue: run_queue && latch,
    // Without a run queue all share the cores.
    sharing: own && !run_queue && extent.cores > 0,
    waits: own && waits,
    home: own,
  };
  const side_sections = SECTIONS.filter((section) => has[section]);
  const share = own ? 0.66 : 0.62;
  const gap = beside ? Math.max(14, Math.min(38, w * 0.035)) : 10;
  const hall_box: Box = beside
    ? { x: 0, y: 2, w: Math.round(w * share), h: h - 4 }
    : { x: 0, y: 2, w: w - 4, h: Math.round(h * 0.6) };
  const rest: Box = beside
    ? { x: hall_box.w + gap, y: 2, w: w - hall_box.w - gap - 2, h: h - 4 }
    : { x: 2, y: hall_box.h + gap, w: w - 4, h: h - hall_box.h - gap - 2 };
  const made: MachineLayout = {
    hall: hallIn(hall_box, places, latch),
    side: sideIn(rest, side_sections, beside),
  };
  if (latest.size > 20) latest.clear();
  latest.set(key, made);
  return made;
}

const WEIGHTS: Readonly<Record<Section, number>> = {
  cores: 1.4,
  sharing: 0.9,
  run_queue: 1.1,
  waits: 2,
  home: 0.9,
};
/** A smaller section has no room for its content. */
const LEAST = 58;

function sideIn(box: Box, wanted: readonly Section[], beside: boolean) {
  const fitting = beside
    ? wanted.slice(0, Math.max(1, Math.floor(box.h / LEAST)))
    : wanted.slice(0, Math.max(1, Math.floor(box.w / 104)));
  const whole = fitting.reduce((sum, of) => sum + WEIGHTS[of], 0);
  const gap = beside ? 10 : 16;
  const free = (beside ? box.h : box.w) - gap * (fitting.length - 1);
  let from = beside ? box.y : box.x;
  return fitting.map((of) => {
    const size = (free * WEIGHTS[of]) / whole;
    const made = beside ? { ...box, y: from, h: size } : { ...box, x: from, w: size };
    from += size + gap;
    return { of, box: made };
  });
}

interface Thread {
  readonly client: number;
  readonly request: number;
  readonly progress: number;
}

/** The data of each thread, by its number. */
function threadsOf(frame: Frame): ReadonlyMap<number, Thread> {
  const found = new Map<number, Thread>();
  for (let at = 0; at < frame.thread_id.length; at += 1) {
    const request = frame.thread_request[at] ?? NONE;
    const client = frame.thread_conn[at] ?? NONE;
    found.set(frame.thread_id[at] ?? NONE, {
      client,
      request: request === NONE ? client : request,
      progress: frame.thread_progress[at] ?? 0,
    });
  }
  return found;
}

interface Drawing {
  readonly data: MachineData;
  readonly threads: ReadonlyMap<number, Thread>;
  readonly label: (thread: number) => string;
}

type Waits = 'spins' | 'sleeps' | 'ready';

const body = remembered((look: Waits, r: number, label: string): readonly Mark[] => {
  const size = Math.max(11.5, r * 0.72);
  const named = label !== '' && r >= 13 && widthOf(label, size, BOLD) <= r * 1.6;
  if (look === 'ready') return bodyMarks('ready', r, named ? label : '');
  const marks = look === 'sleeps' ? latchSleeperMarks(r) : bodyMarks('latch', r);
  if (!named) return marks;
  return [
    ...marks.map((mark): Mark =>
      mark.key === 'lids' && mark.kind === 'path'
        ? group([mark], { key: 'lids', x: 0, y: n(r * 0.3) })
        : mark.kind === 'line'
          ? { ...mark, x1: n(-r * 0.3), y1: n(r * 0.66), x2: n(r * 0.3), y2: n(r * 0.28) }
          : mark,
    ),
    text(0, n(look === 'sleeps' ? -r * 0.02 : -r * 0.05), label, {
      key: 'label',
      size: n(size),
      weight: 700,
      anchor: 'middle',
      fill: look === 'sleeps' ? '--ink' : '--on-latch',
    }),
  ];
});

interface PlacedThread extends Point {
  readonly thread: number;
}

/** One shape at many positions, each relative to the one before: short numbers, because there are hundreds. */
function repeated(all: readonly Point[], shape: string, ends = 0): string {
  let [from_x, from_y] = [0, 0];
  return all
    .map(({ x, y }) => {
      const [dx, dy] = [n(x) - from_x, n(y) - from_y].map((by) =>
        String(n(by)).replace(/^(-?)0\./, '$1.'),
      ) as [string, string];
      [from_x, from_y] = [n(x) + ends, n(y)];
      return `m${dx}${dy.startsWith('-') ? '' : ' '}${dy}${shape}`;
    })
    .join('');
}

/** Bodies at their places; very many become one shape without details. */
function bodiesMarks(
  all: readonly PlacedThread[],
  look: Waits,
  r: number,
  { data, threads, label }: Drawing,
): Mark[] {
  const tone: Tone = look === 'ready' ? 'ready' : 'latch';
  const { lit = [], chosen } = data;
  const halos = all
    .filter(
      ({ thread }) =>
        lit.includes(thread) || (chosen !== undefined && threads.get(thread)?.client === chosen),
    )
    .map(({ x, y, thread }) =>
      circle(n(x), n(y), n(r * 1.5), {
        key: `halo ${thread}`,
        fill: '--light',
        stroke: '--ink',
        thick: 1.25,
      }),
    );
  if (all.length <= MOST_BODIES)
    return [
      ...halos,
      ...all.map(({ x, y, thread }, at) => {
        const { client = NONE, request = thread } = threads.get(thread) ?? {};
        return group(body(look, r, label(thread)), {
          key: `${look} ${at}`,
          x: n(x),
          y: n(y),
          ...(client === NONE ? {} : { client }),
          data: { request: request === NONE ? thread : request, state: tone },
        });
      }),
    ];
  // Rounded to halves, because there are hundreds of them.
  const a = r > 4 ? Math.round(r * 1.8) / 2 : n(r * 0.9);
  const lid = `q${n(r * 0.2)} ${n(r * 0.3)} ${n(r * 0.4)} 0`;
  const faces =
    look === 'sleeps' && r >= 7
      ? repeated(
          all.map(({ x, y }) => ({ x: x - r * 0.52, y })),
          `${lid}m${n(r * 0.24)} 0${lid}`,
          n(n(r * 0.4) * 2 + n(r * 0.24)),
        )
      : '';
  const d = repeated(
    all.map(({ x, y }) => ({ x: x - a, y: y - a })),
    `h${n(2 * a)}v${n(2 * a)}h${n(-2 * a)}z`,
  );
  return those(
    path(d, {
      key: look,
      fill: look === 'sleeps' ? '--cup' : `--${tone}`,
      stroke: look === 'sleeps' ? '--latch' : '--edge',
      thick: r > 4 ? 1.1 : 0.8,
      data: { state: tone, count: all.length },
    }),
    faces !== '' &&
      path(faces, { key: 'faces', fill: 'none', stroke: '--latch', thick: 1.2, round: true }),
    halos,
  );
}

/** Threads at their places, as far as there are places. */
const placed = (threads: readonly number[], places: readonly Point[], from = 0): PlacedThread[] =>
  threads.flatMap((thread, at): PlacedThread[] => {
    const place = places[from + at];
    return place ? [{ thread, ...place }] : [];
  });

function wallMarks({ box, ring }: Hall): Mark[] {
  if (!ring) return [];
  const x = box.x + box.w;
  const thick = box.h < 120 ? 5 : 8;
  const look = { stroke: '--ink', thick, round: true } as const;
  const end = thick / 2;
  return [
    line(x, n(box.y - 2 + end), x, n(ring.y - ring.r - 4), { key: 'wall above', ...look }),
    line(x, n(ring.y + ring.r + 4), x, n(box.y + box.h + 2 - end), { key: 'wall below', ...look }),
  ];
}

/** The thread inside the latch is in the ring; with closed eyelids while it is stalled. */
function ringOf({ ring, inside }: Hall, drawing: Drawing): Mark[] {
  if (!ring) return [];
  const { data, threads, label } = drawing;
  const { latch, lit = [] } = data;
  const { holder, state } = latch;
  const r = ring.r;
  const its = holder === undefined ? undefined : threads.get(holder);
  const held_up = state === 'stalled';
  const tone: Tone = held_up ? 'sleep' : 'run';
  const said = held_up
    ? [m.machine_held_up({ left: shortDuration(latch.stall_left_ns) }), m.machine_held_up_short()]
    : [holder === undefined ? m.machine_inside_nobody() : m.machine_inside_one()];
  const words = inside && said.find((one) => roomOf(one, SMALL, BOLD) <= inside.w);
  const shown = holder === undefined ? '' : label(holder);
  const inner = n(r * 0.7);
  return those(
    holder !== undefined &&
      lit.includes(holder) &&
      circle(ring.x, ring.y, r + 6, {
        key: 'lit',
        fill: '--light',
        stroke: '--ink',
        thick: 1.5,
      }),
    group(holder === undefined ? ringMarks('idle', r) : ringMarks('works', r, 0), {
      key: 'ring',
      x: n(ring.x),
      y: n(ring.y),
    }),
    holder !== undefined &&
      group(bodyMarks(tone, inner, widthOf(shown, 11.5, BOLD) <= inner * 1.9 ? shown : ''), {
        key: 'inside',
        x: n(ring.x),
        y: n(ring.y),
        ...(its && its.client !== NONE ? { client: its.client } : {}),
        data: {
          request: its && its.request !== NONE ? its.request : holder,
          state: tone,
        },
      }),
    inside &&
      words &&
      text(n(inside.x), n(inside.y), words, {
        key: 'inside words',
        size: SMALL,
        weight: 700,
        anchor: 'middle',
      }),
  );
}

/** The longest text that fits. */
function headOf({ head, box }: Hall, said: readonly string[]): Mark[] {
  const words = fitting(said, head.size, box.x + box.w - head.x - 12, DISPLAY);
  return words === undefined
    ? []
    : [text(head.x, head.y, words, { key: 'head', size: head.size, weight: 700, display: true })];
}

const threads_n = (number: number) => m.machine_threads({ count: count(number) });

function latchHall(hall: Hall, drawing: Drawing): Mark[] {
  const { latch } = drawing.data;
  const { spinning, asleep } = latch;
  const { arcs } = hall;
  const r = n(arcs.pitch * 0.41);
  const all = spinning.length + asleep.length;
  const spins = placed(spinning, arcs.places);
  const sleeps = placed(asleep, arcs.places, spinning.length);
  const left = all - spins.length - sleeps.length;
  return those(
    headOf(hall, [
      m.machine_at_latch({ threads: threads_n(all) }),
      m.machine_at_latch({ threads: count(all) }),
    ]),
    bodiesMarks(sleeps, 'sleeps', r, drawing),
    bodiesMarks(spins, 'spins', r, drawing),
    left > 0 &&
      text(hall.box.x + 10, hall.box.y + hall.box.h - 8, m.more_n({ count: left }), {
        key: 'more',
        size: 11.5,
      }),
    keyLines(hall, [
      {
        key: 'spins',
        marks: bodyMarks('latch', 8),
        said: [
          m.machine_spinning({ count: count(spinning.length) }),
          m.machine_spinning_short({ count: count(spinning.length) }),
        ],
      },
      {
        key: 'sleeps',
        marks: latchSleeperMarks(8),
        said: [
          m.machine_asleep({ count: count(asleep.length) }),
          m.machine_asleep_short({ count: count(asleep.length) }),
        ],
      },
    ]),
  );
}

interface LegendEntry {
  readonly key: string;
  readonly marks: readonly Mark[];
  readonly said: readonly string[];
}

function keyLines(
  { key, key_w }: Pick<Hall, 'key' | 'key_w'>,
  entries: readonly LegendEntry[],
): Mark[] {
  return entries.flatMap(({ key: name, marks, said }, at): Mark[] => {
    const place = key[at];
    const words = fitting(said, SMALL, key_w);
    if (!place || words === undefined) return [];
    return [
      group(marks, { key: `key ${name}`, x: n(place.x + 7), y: n(place.y - 4) }),
      text(n(place.x + 20), n(place.y), words, { key: `key ${name} words`, size: SMALL }),
    ];
  });
}

function queueHall(hall: Hall, drawing: Drawing): Mark[] {
  const threads = Array.from(drawing.data.frame.run_queue);
  const r = n(hall.arcs.pitch * 0.36);
  const all = placed(threads, hall.arcs.places);
  return [
    ...headOf(hall, [m.machine_run_queue({ count: count(threads.length) }), count(threads.length)]),
    ...bodiesMarks(all, 'ready', r, drawing),
  ];
}

/** Cores that compute, and cores on which a thread only spins at the latch. */
function coresOf({ frame, latch }: MachineData) {
  const busy = frame.cores > 0 ? Math.min(frame.on_cpu, frame.cores) : frame.on_cpu;
  const all = frame.cores > 0 ? frame.cores : Math.max(4, busy);
  const ask = frame.cores > 0 ? Math.min(latch.spinning.length, all - busy) : 0;
  return { busy, all, ask };
}

function titleOf(
  box: Box,
  title: readonly string[],
  told: readonly string[],
): { marks: Mark[]; h: number } {
  const size = box.w < 150 || box.h < 70 ? 12.5 : 15;
  const y = box.y + size;
  const name = fitting(title, size, box.w, DISPLAY);
  const room = box.w - (name === undefined ? 0 : roomOf(name, size, DISPLAY) + 10);
  const said = fitting(told, SMALL, room);
  return {
    marks: those(
      name !== undefined &&
        text(n(box.x), n(y), name, { key: 'title', size, weight: 700, display: true }),
      said !== undefined &&
        text(n(box.x + box.w), n(y), said, {
          key: 'told',
          size: SMALL,
          anchor: 'end',
          fill: '--ink-2',
        }),
    ),
    h: size + 8,
  };
}

function coresSection(box: Box, drawing: Drawing): Mark[] {
  const { data, label } = drawing;
  const { frame, extent, lit = [] } = data;
  const { busy, all, ask } = coresOf(data);
  const shown = Math.min(all, MOST_CORES);
  const told =
    frame.cores === 0
      ? [m.cores_used({ busy })]
      : frame.on_cpu > frame.cores
        ? [m.cores_shared({ threads: frame.on_cpu, cores: frame.cores }), m.machine_all_busy()]
        : busy + ask >= frame.cores
          ? [m.machine_all_busy()]
          : busy + ask === 0
            ? [m.machine_all_idle()]
            : [m.cores_busy({ busy: busy + ask, cores: frame.cores })];
  const title = titleOf(
    box,
    frame.cores === 0 ? [m.scene_cores()] : [m.machine_cores({ count: count(frame.cores) })],
    told,
  );
  const compute: LegendEntry = {
    key: 'compute',
    marks: [group(coreMarks('run', 14), { x: -7, y: -7 })],
    said: [m.machine_compute({ count: count(frame.on_cpu) })],
  };
  const asking: LegendEntry = {
    key: 'ask',
    marks: [group(coreMarks('latch', 14), { x: -7, y: -7 })],
    said: [m.machine_ask({ count: count(ask) }), m.machine_ask_short({ count: count(ask) })],
  };
  const entries = extent.latch && frame.cores > 0 ? [compute, asking] : [compute];
  const free = box.h - title.h;
  const lines = free >= 44 + entries.length * 20 ? entries.length : 0;
  const room = {
    x: box.x,
    y: box.y + title.h,
    w: box.w,
    h: free - lines * 21 - (lines > 0 ? 6 : 0),
  };
  const pitch = Math.max(3, pitchIn(shown, room.w + 4, room.h, 42));
  const columns = Math.max(1, Math.floor((room.w + pitch * 0.2) / pitch));
  const size = n(pitch - Math.max(1, Math.min(9, pitch * 0.22)));
  const on_cores = data.cores.filter((thread) => thread !== undefined);
  const rows = Math.ceil(shown / columns);
  const foot = room.y + rows * pitch + 10;
  return [
    ...title.marks,
    ...Array.from({ length: shown }, (_, at): Mark[] => {
      const x = n(room.x + (at % columns) * pitch);
      const y = n(room.y + Math.floor(at / columns) * pitch);
      const thread = data.cores[at];
      const computes = thread !== undefined || (on_cores.length === 0 && at < busy);
      return those(
        group(coreMarks(computes ? 'run' : 'idle', size), { key: `core ${at}`, x, y }),
        thread !== undefined &&
          lit.includes(thread) &&
          rect(x - 2, y - 2, size + 4, size + 4, {
            key: `lit ${at}`,
            r: 6,
            fill: 'none',
            stroke: '--ink',
            thick: 2.5,
          }),
        thread !== undefined &&
          size >= 26 &&
          widthOf(label(thread), 11.5, BOLD) <= size - 4 &&
          text(n(x + size / 2), n(y + size / 2 + 4.2), label(thread), {
            key: `name ${at}`,
            size: 11.5,
            weight: 700,
            anchor: 'middle',
            fill: '--on-run',
          }),
      );
    }).flat(),
    ...askingCores(data, ask, { room, pitch, columns, size, shown }),
    ...keyLines(
      {
        key: entries.slice(0, lines).map((_, at) => ({ x: box.x, y: foot + 12 + at * 21 })),
        key_w: box.w - 22,
      },
      entries,
    ),
  ];
}

/** Spinning threads appear again on the cores that they occupy. */
function askingCores(
  { cores, frame }: MachineData,
  ask: number,
  at: { room: Box; pitch: number; columns: number; size: number; shown: number },
): Mark[] {
  const { room, pitch, columns, size, shown } = at;
  const seated = cores.some((thread) => thread !== undefined);
  const free = Array.from({ length: shown }, (_, core) => core).filter((core) =>
    seated ? cores[core] === undefined : core >= frame.on_cpu,
  );
  return free.slice(0, ask).map((core) =>
    group(coreMarks('latch', size), {
      key: `asks ${core}`,
      x: n(room.x + (core % columns) * pitch),
      y: n(room.y + Math.floor(core / columns) * pitch),
    }),
  );
}

/** A heading with small bodies below it, as many as there are. */
function bodiesSection(
  box: Box,
  title: readonly string[],
  threads: readonly number[],
  drawing: Drawing,
): Mark[] {
  const head = titleOf(box, title, []);
  const room = { x: box.x, y: box.y + head.h + 2, w: box.w, h: box.h - head.h - 6 };
  const pitch = pitchIn(Math.max(threads.length, 1), room.w, room.h, 20);
  const columns = Math.max(1, Math.floor(room.w / pitch));
  const most = columns * Math.max(1, Math.floor(room.h / pitch));
  const all = threads.slice(0, most).map((thread, at): PlacedThread => ({
    thread,
    x: room.x + pitch * ((at % columns) + 0.45),
    y: room.y + pitch * (Math.floor(at / columns) + 0.5),
  }));
  return [...head.marks, ...bodiesMarks(all, 'ready', n(pitch * 0.34), drawing)];
}

interface Dots {
  readonly number: number;
  readonly fill: Paint;
  readonly edge: Paint;
}

/** Clients in some states as dots: hollow at home, filled in a wait. */
function dotsSection(
  box: Box,
  said: { readonly title: readonly string[]; readonly told: string },
  dots: readonly Dots[],
  whole: number,
): Mark[] {
  const head = titleOf({ ...box, h: 60 }, said.title, []);
  const told = fitting([said.told], SMALL, box.w);
  const line_h = told === undefined ? 0 : 18;
  const room = { x: box.x, y: box.y + head.h + line_h, w: box.w, h: box.h - head.h - line_h - 2 };
  const pitch = Math.max(2, pitchIn(Math.max(1, whole), room.w, room.h, 15));
  const columns = Math.max(1, Math.floor(room.w / pitch));
  let left = columns * Math.max(1, Math.floor(room.h / pitch));
  const shown = dots.map((one) => {
    const number = Math.min(one.number, left);
    left -= number;
    return { ...one, number };
  });
  const cells = { pitch, columns, cells: { x: n(room.x), y: n(room.y) } };
  const outer = pitch > 5 ? pitch - 3 : Math.max(1.6, pitch - 1);
  const thick = pitch > 9 ? 2.6 : pitch > 5 ? 1.8 : 0;
  return those(
    head.marks,
    told !== undefined &&
      text(n(box.x), n(box.y + head.h + 8), told, {
        key: 'told',
        size: SMALL,
        fill: '--ink-2',
      }),
    thick > 0 &&
      dotMarks(
        shown.map(({ number, edge }) => ({ number, paint: edge })),
        cells,
        outer,
      ),
    dotMarks(
      shown.map(({ number, fill, edge }) => ({
        number,
        paint: thick === 0 && fill === '--idle' ? edge : fill,
      })),
      cells,
      outer - thick,
    ),
  );
}

const HOME: readonly ConnectionState[] = ['idle'];

function statesOf(frame: Frame, states: readonly ConnectionState[]): number {
  const wanted = new Set(states.map((state) => CONNECTION_STATES.indexOf(state)));
  let found = 0;
  for (const state of frame.connection_state) if (wanted.has(state)) found += 1;
  return found;
}

function sectionMarks(of: Section, box: Box, drawing: Drawing): Mark[] {
  const { frame, extent } = drawing.data;
  switch (of) {
    case 'cores':
      return coresSection(box, drawing);
    case 'run_queue':
      return bodiesSection(
        box,
        [
          m.machine_run_queue({ count: count(frame.run_queue.length) }),
          m.machine_run_queue_short({ count: count(frame.run_queue.length) }),
        ],
        Array.from(frame.run_queue),
        drawing,
      );
    case 'sharing': {
      const number = frame.on_cpu;
      return dotsSection(
        box,
        { title: [m.machine_sharing({ count: count(number) })], told: '' },
        [{ number, fill: '--run', edge: '--edge' }],
        Math.max(number, Math.ceil(extent.connections / 4)),
      );
    }
    case 'waits': {
      const locks = statesOf(frame, ['lock']);
      const others = statesOf(frame, ['waiting', 'suspended']);
      const said = [
        locks > 0 ? m.machine_locks({ count: count(locks) }) : '',
        others > 0 || locks === 0 ? m.machine_others({ count: count(others) }) : '',
      ];
      return dotsSection(
        box,
        { title: [m.machine_waits()], told: said.filter(Boolean).join(CLAUSE) },
        [
          { number: locks, fill: '--lock', edge: '--edge' },
          { number: others, fill: '--sleep', edge: '--edge' },
        ],
        Math.max(locks + others, Math.ceil(extent.connections / 4)),
      );
    }
    case 'home': {
      const number = statesOf(frame, HOME);
      return dotsSection(
        box,
        {
          title: [m.machine_home(), m.machine_home_short()],
          told: m.machine_think({ count: count(number) }),
        },
        [{ number, fill: '--idle', edge: '--ink-2' }],
        Math.max(number, Math.ceil(extent.connections / 4)),
      );
    }
  }
}

/** Enlarged by a margin, within the drawing. */
function around({ x, y, w, h }: Box, width: number, height: number): Box {
  const [left, top] = [Math.max(1, x - 8), Math.max(1, y - 4)];
  return {
    x: left,
    y: top,
    w: Math.min(width - 1, x + w + 6) - left,
    h: Math.min(height - 1, y + h + 4) - top,
  };
}

/** A frame around a part that the text points at. */
function frameOf(light: readonly ScenePart[], part: ScenePart, { x, y, w, h }: Box): Mark[] {
  if (!light.includes(part)) return [];
  const at = [n(x), n(y), n(w), n(h)] as const;
  return [
    rect(...at, { key: `light ${part}`, r: 16, fill: 'none', stroke: '--light', thick: 6 }),
    rect(...at, { key: `lit ${part}`, r: 16, fill: 'none', stroke: '--ink', thick: 2 }),
  ];
}

/** Exactly this wide and tall. */
export function machinePiece(data: MachineData, width: number, height = TALLEST): Piece {
  const { extent, frame, light = [] } = data;
  const { hall, side } = layoutMachine(data, width, height);
  const labels = data.labels ?? clientLabels(frame);
  const threads = threadsOf(frame);
  const latched = new Set([...data.cores, data.latch.holder]);
  const drawing: Drawing = {
    data,
    threads,
    // Numbers in all of them, or in none.
    label: (thread) => {
      if (extent.connections > MOST_NAMED && !latched.has(thread)) return '';
      const client = threads.get(thread)?.client ?? NONE;
      return client === NONE ? String(thread) : (labels[client] ?? String(thread));
    },
  };
  const part: ScenePart = extent.latch ? 'latch' : 'run_queue';
  const marks: Mark[] = those(
    hall &&
      group(
        [
          rect(hall.box.x, hall.box.y, hall.box.w, hall.box.h, {
            key: 'ground',
            r: Math.min(30, hall.box.h / 4),
            fill: '--pool',
          }),
          ...wallMarks(hall),
          ...(extent.latch ? latchHall(hall, drawing) : queueHall(hall, drawing)),
          ...ringOf(hall, drawing),
          ...frameOf(light, part, hall.box),
        ],
        { key: part, part },
      ),
    side.map(({ of, box }) => {
      const section: ScenePart =
        of === 'run_queue' ? 'run_queue' : of === 'cores' || of === 'sharing' ? 'cores' : 'clients';
      return group(
        [...sectionMarks(of, box, drawing), ...frameOf(light, section, around(box, width, height))],
        {
          key: `side ${of}`,
          part: section,
        },
      );
    }),
  );
  return { marks, width, height };
}
