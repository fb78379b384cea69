/** The server model in one row below the groups: cores, run queue, and the latch with its line. */
import { m } from '#paraglide/messages.js';
import type { Part } from '../../../../model/run/cue';
import type { Frame, Outcome } from '../../../../model/run/types';
import { clock, count, duration, shortDuration } from '../../../../model/words/format';
import { cellMarks } from '../../../marks/cells';
import {
  circle,
  group,
  path,
  place,
  rect,
  text,
  type Look,
  type Mark,
  type Paint,
  type Piece,
} from '../../../marks/marks';
import { roomOf, wrap } from '../../../marks/measure';
import { outline } from '../../shapes';
import { grid, type Box } from '../geometry';
import { lanesOf } from './over-time';
import { TALLEST, type LatchView, type MachineExtent } from './machine';
import { latchSentence } from './summary';

export interface MachineData {
  readonly extent: MachineExtent;
  readonly frame: Frame;
  /** Which thread is on which core. */
  readonly cores: readonly (number | undefined)[];
  readonly latch: LatchView;
  /** Parts that words point at, those that the present step names, and the threads among both. */
  readonly light?: readonly Part[];
  readonly named?: readonly Part[];
  readonly lit?: readonly number[];
  /** The whole run, where the line over time is to be drawn; under a veil up to now. */
  readonly over?: {
    readonly outcome: Outcome;
    readonly end_ns: number;
    readonly now_ns: number;
    readonly veiled?: boolean | undefined;
  };
}

const GAP = 8;
const PAD = 9;
const HEAD = 21;
const MOST_CORES = 64;
const LIT: Look = { fill: 'none', stroke: '--ink', thick: 2.5 };

interface Panel {
  readonly part: Part;
  readonly title: string;
  /** Said beside the title where there is room, else at the foot. */
  readonly told: string;
  /** The longest that it may say in this run, so that nothing jumps. */
  readonly longest: string;
  readonly inside: (room: Box) => Mark[];
  readonly alert?: boolean;
}

/** The largest cells of which so many fit. */
function cellsIn(number: number, { w, h }: Box, most: number): { pitch: number; columns: number } {
  let pitch = most;
  const columns = () => Math.max(1, Math.floor(w / pitch));
  while (pitch > 2 && Math.ceil(number / columns()) * pitch > h) pitch -= pitch > 12 ? 1 : 0.5;
  return { pitch, columns: columns() };
}

/** From this size on a number can be read. */
const NUMBERED = 15;
const numbers = (places: number, room: Box) => cellsIn(places, room, 34).pitch >= NUMBERED;

const number = (words: string | number, x: number, y: number, size: number, fill: Paint) =>
  text(x, y + size * 0.35, String(words), {
    size,
    weight: 600,
    fill,
    anchor: 'middle',
  });

function cores({ cores: all, lit = [] }: MachineData, room: Box): Mark[] {
  const seats = all.slice(0, MOST_CORES);
  const { pitch } = cellsIn(seats.length, room, 34);
  const { places } = grid(seats.length, room.x, room.y, room.w, { w: pitch, h: pitch });
  const size = pitch - (pitch > 14 ? 4 : 2);
  return seats.flatMap((thread, index): Mark[] => {
    const { x = 0, y = 0 } = places[index] ?? {};
    const busy = thread !== undefined;
    const at = [x - size / 2, y - size / 2, size, size] as const;
    return [
      rect(...at, {
        r: size / 5,
        fill: busy ? '--run' : '--sheet',
        stroke: busy ? '--edge' : '--ink-3',
      }),
      ...(busy && size >= 11 ? [number(thread, x, y, Math.min(12, size * 0.5), '--on-run')] : []),
      ...(busy && lit.includes(thread) ? [rect(...at, { r: size / 5, ...LIT })] : []),
    ];
  });
}

function coresWords({ frame, cores: all }: MachineData): string {
  if (frame.cores === 0) return m.cores_used({ busy: frame.on_cpu });
  if (frame.on_cpu > frame.cores)
    return m.cores_shared({ threads: frame.on_cpu, cores: frame.cores });
  const busy = all.filter((thread) => thread !== undefined).length;
  return m.cores_busy({ busy, cores: frame.cores });
}

interface Line {
  readonly threads: readonly number[];
  readonly kind: 'runnable' | 'latch';
  /** How many of them sleep: those at the end. */
  readonly asleep: number;
  /** For the longest line of the run. */
  readonly places: number;
}

/** Threads in line, the next one first, in places that are kept free for the longest line. */
function chips(
  { threads, kind, asleep, places: most }: Line,
  room: Box,
  lit: readonly number[],
): Mark[] {
  const total = Math.max(1, most);
  const shown = threads.length > total ? threads.slice(0, total - 1) : threads;
  const { pitch } = cellsIn(total, room, 34);
  const { places } = grid(total, room.x, room.y, room.w, { w: pitch, h: pitch });
  const r = pitch * 0.38;
  const size = Math.min(11, r * 0.95);
  const tone = kind === 'latch' ? 'latch' : 'ready';
  return places.flatMap(({ x, y }, index): Mark[] => {
    const thread = shown[index];
    if (thread === undefined) {
      const more = threads.length - shown.length;
      return index === shown.length && more > 0
        ? [number(m.more_n({ count: more }), x, y, size, '--ink-2')]
        : [circle(x, y, r * 0.8, { fill: 'none', stroke: '--ink-3' })];
    }
    const sleeps = index >= threads.length - asleep;
    const look: Look = sleeps
      ? { fill: '--sheet', stroke: '--latch', dash: '3 2.4' }
      : { fill: `--${tone}`, stroke: '--edge' };
    return [
      group([path(outline(tone, r), { thick: 1.5, ...look })], { x, y }),
      ...(r >= 6
        ? [
            number(
              thread,
              kind === 'latch' ? x : x - r * 0.12,
              y,
              size,
              sleeps ? '--latch' : `--on-${tone}`,
            ),
          ]
        : []),
      ...(lit.includes(thread)
        ? [rect(x - pitch / 2, y - pitch / 2, pitch, pitch, { r: 6, ...LIT })]
        : []),
    ];
  });
}

/** Too many for numbers: a cell for each, among as many places as there may be. */
function heap(
  counts: readonly { readonly number: number; readonly paint: Paint }[],
  places: number,
  room: Box,
): Mark[] {
  const { pitch, columns } = cellsIn(places, room, 14);
  const cells = { pitch, columns, cells: { x: room.x, y: room.y } };
  return [...cellMarks([{ number: places, paint: '--line' }], cells), ...cellMarks(counts, cells)];
}

function runQueue({ frame, extent, lit = [] }: MachineData, room: Box): Mark[] {
  const threads = Array.from(frame.run_queue);
  if (numbers(extent.run_queue_most, room))
    return chips(
      { threads, asleep: 0, kind: 'runnable', places: extent.run_queue_most },
      room,
      lit,
    );
  return heap([{ number: threads.length, paint: '--edge' }], extent.connections, room);
}

/** Where nobody gets in for a while. */
const HATCHING = [10.6, 23.3, 36.1, 48.8, 61.5, 74.2, 87, 99.7]
  .map(
    (c) => `M${Math.max(2, c - 52)} ${Math.min(c, 54)}L${Math.min(c, 54)} ${Math.max(2, c - 52)}`,
  )
  .join('');

/** In a square of 56. */
function holder({ state, holder: thread }: LatchView, lit: readonly number[]): Mark[] {
  const held = state !== 'free';
  const stroke = state === 'stalled' ? '--ink' : held ? '--latch' : '--ink-3';
  const edge = held ? { thick: 4 } : { thick: 3, dash: '6 5' };
  return [
    rect(2, 2, 52, 52, { r: 11, fill: '--sheet', stroke, ...edge }),
    ...(state === 'stalled' ? [path(HATCHING, { stroke: '--ink', thick: 3, opacity: 0.24 })] : []),
    text(28, 35, thread === undefined ? '' : String(thread), {
      size: 19,
      weight: 700,
      anchor: 'middle',
    }),
    ...(thread !== undefined && lit.includes(thread)
      ? [rect(-3, -3, 62, 62, { r: 15, ...LIT })]
      : []),
  ];
}

const KEY = 15;

/** How many spin and sleep, in as many words as there is room for. */
function latchKey(latch: LatchView, frame: Frame, { x, y, w }: Omit<Box, 'h'>): Mark[] {
  const { spinning, asleep } = latch;
  const entries = (short: boolean) => [
    {
      fill: '--latch',
      words: `${count(spinning.length)} ${short ? m.scene_latch_spins_n() : m.scene_latch_spinning()}`,
    } as const,
    {
      fill: '--cup',
      words: `${count(asleep.length)} ${short ? m.scene_latch_sleeps() : m.scene_latch_asleep()}`,
    } as const,
  ];
  const size = 11;
  const open = `${count(frame.open_transactions)} ${m.scene_latch_transactions()}`;
  const grant =
    latch.grant_ns === undefined
      ? open
      : `${open}, ${m.scene_latch_grant()} ${duration(latch.grant_ns)}`;
  const need = (words: string) => 14 + roomOf(words, size) + 10;
  const total = (short: boolean) => entries(short).reduce((sum, { words }) => sum + need(words), 0);
  const short = total(false) + need(grant) > w;
  let at = x;
  const marks = entries(short).flatMap(({ fill, words }): Mark[] => {
    const from = at;
    at += need(words);
    return at > x + w + 12
      ? []
      : [
          rect(from, y + 2, 10, 10, { fill, stroke: '--latch' }),
          text(from + 14, y + 11, words, { size, fill: '--ink-2' }),
        ];
  });
  const beside = [grant, open].find((words) => at + roomOf(words, size) <= x + w);
  return beside === undefined
    ? marks
    : [...marks, text(x + w, y + 11, beside, { size, fill: '--ink-2', anchor: 'end' })];
}

/** Holder, who waits, and where there is room for it how long the line was over the run. */
function latchPanel(data: MachineData, room: Box): Mark[] {
  const { frame, latch, extent, over, lit = [] } = data;
  const keyed = room.h >= 58;
  const h = room.h - (keyed ? KEY : 0);
  const side = Math.min(48, h, room.w * 0.3);
  const lane = over && room.w > 420 ? Math.min(240, room.w * 0.36) : 0;
  const waiters = {
    x: room.x + side + 8,
    y: room.y,
    w: room.w - side - 8 - (lane > 0 ? lane + 14 : 0),
    h,
  };
  const { spinning, asleep } = latch;
  return [
    place({ marks: holder(latch, lit) }, room.x, room.y, side / 56),
    ...(!numbers(extent.latch_most, waiters)
      ? heap(
          [
            { number: spinning.length, paint: '--latch' },
            { number: asleep.length, paint: '--cup' },
          ],
          extent.connections,
          waiters,
        )
      : chips(
          {
            threads: [...spinning, ...asleep],
            asleep: asleep.length,
            kind: 'latch',
            places: extent.latch_most,
          },
          waiters,
          lit,
        )),
    ...(lane > 0 && over
      ? lineOver(over, { x: room.x + room.w - lane, y: room.y, w: lane, h })
      : []),
    ...(keyed
      ? latchKey(latch, frame, { x: room.x, y: room.y + room.h - KEY + 2, w: room.w })
      : []),
  ];
}

/** How long the line was, from the run's beginning to its end. */
function lineOver(
  { outcome, end_ns, now_ns, veiled = false }: NonNullable<MachineData['over']>,
  box: Box,
): Mark[] {
  const lanes = lanesOf(outcome, end_ns, now_ns, veiled ? now_ns : undefined);
  const lane = lanes.find(({ kind }) => kind === 'latch');
  if (!lane) return [];
  const LEGEND = 13;
  const { x, w } = box;
  const y = box.y + LEGEND;
  const h = box.h - LEGEND;
  const now = x + Math.min(1, now_ns / end_ns) * w;
  return [
    rect(x, y, w, h, { fill: '--sheet' }),
    group([path(lane.path, { fill: '--latch' })], { x, y, scale: [w / 100, h / 100] }),
    rect(now, y, x + w - now, h, { fill: '--sheet', opacity: 0.62 }),
    path(`M${now} ${y}V${y + h}`, { stroke: '--ink', thick: 1.5 }),
    path(`M${x} ${y + h + 0.5}H${x + w}`, { stroke: '--ink-3' }),
    text(x, y - 4, m.scene_over_most({ most: count(Math.round(lane.most)) }), {
      size: 10,
      fill: '--ink-2',
    }),
    text(x + w, y - 4, clock(now_ns, end_ns), {
      size: 10,
      fill: '--ink-2',
      anchor: 'end',
    }),
  ];
}

/** Round a part that words point at, or that the present step names. */
function frames({ light = [], named = [] }: MachineData, part: Part, w: number, h: number): Mark[] {
  if (light.includes(part))
    return [
      rect(-2, -2, w + 4, h + 4, { r: 12, fill: 'none', stroke: '--light', thick: 6 }),
      rect(-1, -1, w + 2, h + 2, { r: 11, fill: 'none', stroke: '--ink', thick: 2.5 }),
    ];
  if (!named.includes(part)) return [];
  return [
    rect(-1, -1, w + 2, h + 2, { r: 11, fill: 'none', stroke: '--ink', thick: 1.5, dash: '5 4' }),
  ];
}

const TITLE = 10.5;
const TOLD = 11;

function drawn(data: MachineData, panel: Panel, w: number, h: number): Mark[] {
  const { title, told, longest, alert = false, part } = panel;
  const caps = title.toUpperCase();
  const caps_w = roomOf(caps, TITLE, { bold: true }) * 1.06;
  const title_size = TITLE * Math.min(1, (w - 2 * PAD) / caps_w);
  const used = PAD + caps_w + 10;
  const right = w - PAD - used;
  const above = roomOf(longest, TOLD, { bold: true }) <= right;
  // What does not fit beside the title stands below it, where that leaves room for the picture.
  const most = above ? 1 : h < 84 ? 0 : Math.min(2, wrap(longest, w - 2 * PAD, TOLD).length);
  const lines = above ? [told] : wrap(told, w - 2 * PAD, TOLD).slice(0, most);
  const top = HEAD + (above ? 0 : most * 14);
  const room = { x: PAD, y: top, w: w - 2 * PAD, h: h - top - 7 };
  const edge = alert ? 1 : 0.5;
  const look = {
    size: TOLD,
    fill: alert ? '--ink' : '--ink-2',
    ...(alert ? { weight: 600 } : {}),
  } as const;
  return [
    rect(edge, edge, w - 2 * edge, h - 2 * edge, {
      r: 10,
      fill: '--lens',
      stroke: alert ? '--ink' : '--ink-3',
      thick: alert ? 2 : 1,
    }),
    text(PAD, 15, caps, { size: title_size, weight: 650, spacing: 0.05, fill: '--ink-2' }),
    ...lines.map((one, at) =>
      above
        ? text(w - PAD, 15, one, { ...look, anchor: 'end' })
        : text(PAD, HEAD + 9 + at * 14, one, look),
    ),
    ...panel.inside(room),
    ...frames(data, part, w, h),
  ];
}

/** From here on there is room for sentences. */
const WORDED = 600;

/** In one row, as wide and as tall as it is told. */
export function machinePiece(data: MachineData, width: number, height = TALLEST): Piece {
  const { extent, frame, latch } = data;
  const worded = width >= WORDED;
  const of_cores: Panel = {
    part: 'cores',
    title: m.cores(),
    told: coresWords(data),
    longest: coresWords(data),
    inside: (room) => cores(data, room),
  };
  const of_queue: Panel = {
    part: 'run_queue',
    title: m.scene_run_queue(),
    told:
      frame.run_queue.length === 0 && worded
        ? m.scene_run_queue_empty()
        : m.scene_run_queue_foot({ count: count(frame.run_queue.length) }),
    longest: worded ? m.scene_run_queue_empty() : m.scene_run_queue_foot({ count: '000' }),
    inside: (room) => runQueue(data, room),
  };
  const of_latch: Panel = {
    part: 'latch',
    title: m.scene_latch(),
    told: latchSentence(latch),
    longest: extent.stalls
      ? m.scene_latch_stalled({ thread: 100, left: shortDuration(999e6) })
      : m.scene_latch_held({ thread: 100 }),
    inside: (room) => latchPanel(data, room),
    alert: latch.state === 'stalled',
  };
  const panels = [
    { panel: of_cores, share: 4 },
    ...(extent.run_queue ? [{ panel: of_queue, share: 4 }] : []),
    ...(extent.latch ? [{ panel: of_latch, share: 9 }] : []),
  ];
  const whole = panels.reduce((sum, { share }) => sum + share, 0);
  const free = width - GAP * (panels.length - 1);
  let x = 0;
  const marks = panels.map(({ panel, share }): Mark => {
    const w = (free * share) / whole;
    const at = x;
    x += w + GAP;
    const { part } = panel;
    return group(drawn(data, panel, w, height), { key: part, part, x: at, y: 0 });
  });
  return { marks, width, height };
}
