/** The server model below the groups: cores, run queue and the latch with its line. */
import { m } from '#paraglide/messages.js';
import type { Part } from '../../../../model/run/cue';
import type { Frame } from '../../../../model/run/types';
import { count, duration } from '../../../../model/words/format';
import { cellMarks, keyMarks } from '../../../marks/cells';
import {
  circle,
  group,
  path,
  place,
  rect,
  stack,
  text,
  type Look,
  type Mark,
  type Piece,
} from '../../../marks/marks';
import { roomOf, wrap } from '../../../marks/measure';
import { outline } from '../../shapes';
import { grid } from '../geometry';
import type { Form } from '../widths';
import { MOST_CHIPS, type LatchView, type MachineExtent } from './machine';
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
}

const GAP = 14;
const PAD = 14;
const HEAD = 36;
const MOST_CORES = 64;
const LIT: Look = { fill: 'none', stroke: '--ink', thick: 2.5 };

const foot = (words: string, width: number): Piece => {
  const lines = wrap(words, width, 12);
  return {
    marks: lines.map((one, at) => text(0, 12 + at * 16, one, { size: 12.5, fill: '--muted' })),
    width,
    height: 4 + lines.length * 16,
  };
};

interface Panel {
  readonly part: Part;
  readonly title: string;
  readonly inside: (width: number) => Piece;
  readonly foot?: string;
  readonly alert?: boolean;
}

function cores({ frame, cores: all, lit = [] }: MachineData, width: number): Piece {
  const seats = all.slice(0, MOST_CORES);
  const size = frame.cores > 24 ? 24 : 34;
  const room = Math.min(width, 320);
  const columns = Math.max(1, Math.floor((room + 5) / (size + 5)));
  const w = (room + 5) / columns;
  const { places, height } = grid(seats.length, 0, 0, room + 5.01, { w, h: size + 5 });
  const marks = seats.flatMap((thread, index): Mark[] => {
    const { x = 0, y = 0 } = places[index] ?? {};
    const busy = thread !== undefined;
    const at = [x - w / 2 + 0.5, y - size / 2 + 0.5, w - 6, size - 1] as const;
    return [
      rect(...at, {
        r: 7,
        fill: busy ? '--run' : '--surface',
        stroke: busy ? '--run-line' : '--line-strong',
      }),
      ...(busy
        ? [
            text(x - 2.5, y + 4, String(thread), {
              size: size > 30 ? 12 : 10,
              weight: 600,
              fill: '--on-run',
              anchor: 'middle',
              mono: true,
            }),
          ]
        : []),
      ...(busy && lit.includes(thread) ? [rect(...at, { r: 7, ...LIT })] : []),
    ];
  });
  return { marks, width, height };
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
  width: number,
  lit: readonly number[],
): Piece {
  const shown = threads.length > MOST_CHIPS ? threads.slice(0, MOST_CHIPS - 1) : threads;
  const latch = kind === 'latch';
  const total = Math.max(1, Math.min(most, MOST_CHIPS), shown.length);
  const { places, height } = grid(total, 0, 0, width, { w: 44, h: latch ? 56 : 42 });
  const tone = latch ? 'latch' : 'ready';
  const marks = places.flatMap(({ x, y: middle }, index): Mark[] => {
    const y = latch ? middle - 8 : middle;
    const thread = shown[index];
    if (thread === undefined) {
      if (index === shown.length && threads.length > shown.length)
        return [
          text(x, y + 4, m.more_n({ count: threads.length - shown.length }), {
            size: 12,
            weight: 650,
            fill: '--ink-2',
            anchor: 'middle',
            mono: true,
          }),
        ];
      return [circle(x, y, 12, { fill: 'none', stroke: '--line-strong' })];
    }
    const sleeps = index >= threads.length - asleep;
    const look: Look = sleeps
      ? { fill: '--surface', stroke: '--latch', dash: '3 2.4' }
      : { fill: `--${tone}`, stroke: `--${tone}-line` };
    return [
      group([path(outline(kind, 13.5), { thick: 1.6, ...look })], { x, y }),
      text(latch ? x : x - 2, y + 4, String(thread), {
        size: 11,
        weight: 600,
        fill: sleeps ? '--latch' : `--on-${tone}`,
        anchor: 'middle',
        mono: true,
      }),
      ...(latch
        ? [
            text(x, y + 27, sleeps ? m.scene_latch_sleeps() : m.scene_latch_spins(), {
              size: 10.5,
              fill: '--muted',
              anchor: 'middle',
            }),
          ]
        : []),
      ...(lit.includes(thread) ? [rect(x - 19, y - 19, 38, 38, { r: 9, ...LIT })] : []),
    ];
  });
  return { marks, width, height };
}

/** A large number and what it counts. */
function total(number: string, words: string, fill: '--latch' | '--ready-line' | '--muted'): Mark {
  const large = { words: number, size: 26, weight: 700, fill, mono: true };
  return text(0, 22, [large, { words: ` ${words}`, dx: 4 }], { size: 14, fill: '--ink-2' });
}

function runQueue({ frame, extent, lit = [] }: MachineData, width: number): Piece {
  const threads = Array.from(frame.run_queue);
  if (extent.run_queue_most <= MOST_CHIPS)
    return chips(
      { threads, asleep: 0, kind: 'runnable', places: extent.run_queue_most },
      width,
      lit,
    );
  const share = threads.length / Math.max(1, extent.connections);
  return {
    marks: [
      total(count(threads.length), m.scene_run_queue_want(), '--ready-line'),
      rect(0, 36, width, 10, { fill: '--line' }),
      rect(0, 36, share * width, 10, { fill: '--ready-line' }),
    ],
    width,
    height: 50,
  };
}

/** Too many in line for numbers: a cell for each, among as many places as there are connections. */
function heap({ spinning, asleep }: LatchView, extent: MachineExtent, width: number): Piece {
  const { connections } = extent;
  const pitch = connections <= 300 ? 14 : connections <= 1_200 ? 10 : connections <= 4_200 ? 6 : 3;
  const columns = Math.floor(Math.min(560, width) / pitch);
  const h = Math.ceil(connections / columns) * pitch;
  const room = { pitch, columns, cells: { x: 0, y: 34 } };
  const waiting = spinning.length + asleep.length;
  const key = keyMarks(
    [
      {
        mark: { fill: '--latch', stroke: '--latch' },
        words: `${count(spinning.length)} ${m.scene_latch_spinning()}`,
      },
      {
        mark: { fill: '--latch-asleep', stroke: '--latch' },
        words: `${count(asleep.length)} ${m.scene_latch_asleep()}`,
      },
    ],
    width,
    { square: 12, pitch: 20 },
  );
  return {
    marks: [
      total(count(waiting), m.scene_latch_wait_here(), waiting > 0 ? '--latch' : '--muted'),
      ...cellMarks([{ number: connections, paint: '--line' }], room),
      ...cellMarks(
        [
          { number: spinning.length, paint: '--latch' },
          { number: asleep.length, paint: '--latch-asleep' },
        ],
        room,
      ),
      place(key, 0, 34 + h + 4),
    ],
    width,
    height: 34 + h + 6 + key.height,
  };
}

/** Where nobody gets in for a while. */
const HATCHING = [10.6, 23.3, 36.1, 48.8, 61.5, 74.2, 87, 99.7]
  .map(
    (c) => `M${Math.max(2, c - 52)} ${Math.min(c, 54)}L${Math.min(c, 54)} ${Math.max(2, c - 52)}`,
  )
  .join('');

function holder({ state, holder: thread }: LatchView, lit: readonly number[]): Mark[] {
  const held = state !== 'free';
  const stroke = state === 'stalled' ? '--alert' : held ? '--latch' : '--line-strong';
  const edge = held ? { thick: 4 } : { thick: 3, dash: '6 5' };
  return [
    rect(2, 2, 52, 52, { r: 11, fill: '--surface', stroke, ...edge }),
    ...(state === 'stalled'
      ? [path(HATCHING, { stroke: '--alert', thick: 3, opacity: 0.24 })]
      : []),
    text(28, 34, thread === undefined ? '' : String(thread), {
      size: 16,
      weight: 700,
      anchor: 'middle',
      mono: true,
    }),
    ...(thread !== undefined && lit.includes(thread)
      ? [rect(-3, -3, 62, 62, { r: 15, ...LIT })]
      : []),
  ];
}

/** The waiters have room beside the holder; the counters stand below, as far as one line goes. */
function latchPanel({ frame, latch, extent, lit = [] }: MachineData, width: number): Piece {
  const lines = wrap(latchSentence(latch), width, 12.5);
  const sentence: Piece = {
    marks: lines.map((one, at) =>
      text(0, 13 + at * 18, one, {
        weight: 600,
        fill: latch.state === 'stalled' ? '--alert' : '--ink',
      }),
    ),
    width,
    height: lines.length * 18,
  };
  const beside = width - 72;
  const threads = [...latch.spinning, ...latch.asleep];
  const waiters =
    extent.latch_most > MOST_CHIPS
      ? heap(latch, extent, beside)
      : chips(
          { threads, asleep: latch.asleep.length, kind: 'latch', places: extent.latch_most },
          beside,
          lit,
        );
  const inside: Piece = {
    marks: [...holder(latch, lit), place(waiters, 72, 0)],
    width,
    height: Math.max(60, waiters.height),
  };
  const counters = [
    [m.scene_latch_waiting(), count(threads.length)],
    [m.scene_latch_transactions(), count(frame.open_transactions)],
    [m.scene_latch_grant(), latch.grant_ns === undefined ? '–' : duration(latch.grant_ns)],
  ] as const;
  let x = 0;
  let y = 0;
  const numbers = counters.flatMap(([name, value]): Mark[] => {
    const room = Math.max(roomOf(name, 10.5, { mono: true }), roomOf(value, 15, { mono: true }));
    if (x > 0 && x + room > width) {
      x = 0;
      y += 38;
    }
    const at = x;
    x += room + 22;
    return [
      text(at, y + 22, value, { size: 15, weight: 650, mono: true }),
      text(at, y + 37, name, { size: 10.5, fill: '--muted', mono: true }),
    ];
  });
  const rule = path(`M0 .5h${width}`, { stroke: '--line' });
  return stack([sentence, inside, { marks: [rule, ...numbers], width, height: y + 40 }], 10);
}

/** Round a part that words point at, or that the present step names. */
function frames({ light = [], named = [] }: MachineData, part: Part, w: number, h: number): Mark[] {
  if (light.includes(part))
    return [
      rect(-4.5, -4.5, w + 9, h + 9, { r: 16, fill: 'none', stroke: '--light', thick: 6 }),
      rect(-2.5, -2.5, w + 5, h + 5, { r: 14, fill: 'none', stroke: '--ink', thick: 3 }),
    ];
  if (!named.includes(part)) return [];
  return [
    rect(-2.5, -2.5, w + 5, h + 5, {
      r: 14,
      fill: 'none',
      stroke: '--ink',
      thick: 1.5,
      dash: '5 4',
    }),
  ];
}

/** Side by side, as tall as the tallest. */
function row(data: MachineData, panels: readonly Panel[], widths: readonly number[]): Piece {
  const made = panels.map((panel, at) => {
    const w = widths[at] ?? 0;
    const below = panel.foot === undefined ? undefined : foot(panel.foot, w - 2 * PAD);
    return { panel, w, body: panel.inside(w - 2 * PAD), below };
  });
  const height = Math.max(
    ...made.map(({ body, below }) => HEAD + body.height + (below ? 6 + below.height : 0) + 10),
  );
  let x = 0;
  const marks = made.map(({ panel: { part, title, alert = false }, w, body, below }): Mark => {
    const at = x;
    x += w + GAP;
    const edge = alert ? 1 : 0.5;
    return group(
      [
        rect(edge, edge, w - 2 * edge, height - 2 * edge, {
          r: 12,
          fill: '--raised',
          stroke: alert ? '--alert' : '--line-strong',
          thick: alert ? 2 : 1,
        }),
        text(PAD, 23, title.toUpperCase(), {
          size: 12.5,
          weight: 650,
          spacing: 0.05,
          fill: '--ink-2',
        }),
        place(body, PAD, HEAD),
        ...(below ? [place(below, PAD, height - 10 - below.height)] : []),
        ...frames(data, part, w, height),
      ],
      { key: part, part, x: at, y: 0 },
    );
  });
  return { marks, width: x - GAP, height };
}

/** Cores, run queue and latch, in as many rows as the form has. */
export function machinePiece(data: MachineData, width: number, form: Form): Piece {
  const { extent, frame, latch } = data;
  const of_cores: Panel = {
    part: 'cores',
    title: m.cores(),
    inside: (w) => cores(data, w),
    foot: coresWords(data),
  };
  const of_queue: Panel = {
    part: 'run_queue',
    title: m.scene_run_queue(),
    inside: (w) => runQueue(data, w),
    foot:
      frame.run_queue.length === 0
        ? m.scene_run_queue_empty()
        : m.scene_run_queue_foot({ count: count(frame.run_queue.length) }),
  };
  const of_latch: Panel = {
    part: 'latch',
    title: m.scene_latch(),
    inside: (w) => latchPanel(data, w),
    alert: latch.state === 'stalled',
  };
  const panels = [
    of_cores,
    ...(extent.run_queue ? [of_queue] : []),
    ...(extent.latch ? [of_latch] : []),
  ];
  const shared = (some: readonly Panel[], parts: readonly number[]): Piece => {
    const free = width - GAP * (some.length - 1);
    const whole = parts.reduce((sum, one) => sum + one, 0);
    return row(
      data,
      some,
      parts.map((one) => (free * one) / whole),
    );
  };
  const [first = of_cores, second, third] = panels;
  if (form === 'narrow' || !second)
    return stack(
      panels.map((one) => shared([one], [1])),
      GAP,
    );
  if (form === 'wide')
    return shared(panels, third ? [4, 4, 9] : second === of_latch ? [4, 9] : [4, 4]);
  const top = shared([first, second], [2, 3]);
  return third ? stack([top, shared([third], [1])], GAP) : top;
}
