/** What stands beside the groups, or on one line below them: the stall timer, the cores, the disk. */
import { m } from '#paraglide/messages.js';
import { shortDuration } from '../../../model/words/format';
import type { Frame } from '../../../model/run/types';
import { circle, group, path, rect, text, type Look, type Mark } from '../../marks/marks';
import { roomOf, wrap } from '../../marks/measure';
import type { Round } from './chronicle';
import { arc, type Box } from './geometry';
import type { SceneLayout, Type } from './layout-types';
import { verdictOf, type Verdict } from './verdict';

/** Requests at the disk, and those in line for it. */
export interface DiskView {
  readonly channels: number;
  readonly served: readonly string[];
  readonly line: readonly string[];
}

export interface MachineView {
  readonly frame: Frame;
  readonly round: Round | undefined;
  /** Which thread is on which core; without a number for those that share one. */
  readonly on_core: readonly (number | undefined)[];
  readonly disk: DiskView | undefined;
  /** Simulated time that a flash of the timer lasts. */
  readonly flash_ns: number;
}

const GROUND: Look = { fill: '--lens', stroke: '--ink-3' };
/** A box lower than this is a line of its own. */
const LINE = 40;

const cap = (x: number, y: number, words: string, { caps }: Type, size = caps): Mark =>
  text(x, y, words.toUpperCase(), { size, weight: 650, spacing: 0.04, fill: '--ink-2' });

/** Words in the middle of a box, on as many lines as they need, largest first. */
function centred(words: string, box: Box, y: number, size: number, look: object): Mark[] {
  return wrap(words, box.w - 8, size).map((one, index) =>
    text(box.x + box.w / 2, y + index * (size + 2), one, { size, anchor: 'middle', ...look }),
  );
}

interface TimerView {
  readonly period: number;
  readonly left: number;
  readonly share: number;
  readonly glow: number;
  readonly verdict: Verdict | undefined;
}

function timerView({ frame, round, flash_ns }: MachineView): TimerView {
  const period = frame.timer_next_ns - frame.timer_last_ns;
  const left = Math.max(0, frame.timer_next_ns - frame.time_ns);
  const age_ns = round ? frame.time_ns - round.at_ns : Infinity;
  return {
    period,
    left,
    share: period > 0 ? 1 - left / period : 0,
    glow: age_ns === 0 ? 1 : Math.max(0, 1 - age_ns / Math.max(flash_ns, 1)),
    verdict: verdictOf(round),
  };
}

/** Until its first look nothing is known of how often it comes: that is told by the time between two. */
function timerWords({ round, frame }: MachineView, { period, verdict }: TimerView): string[] {
  if (!round) return [m.scene_timer_first({ time: shortDuration(frame.timer_next_ns) })];
  return [
    ...(verdict?.where ? [verdict.where] : []),
    m.scene_timer_last({ time: shortDuration(round.at_ns) }),
    m.timer_every({ period: shortDuration(period) }),
  ];
}

function timerBox(box: Box, view: MachineView, type: Type): Mark[] {
  const its = timerView(view);
  const { period, left, share, glow, verdict } = its;
  const top = box.y + type.caps + 7;
  const words = period > 0 ? timerWords(view, its) : [m.timer_none()];
  const said =
    (verdict?.words ?? '') === '' ? [] : wrap(verdict?.words ?? '', box.w - 8, type.small + 1.5);
  const line = type.small + 3;
  const bottom = box.y + box.h - 5;
  const free = bottom - top - 46 - said.length * (type.small + 4);
  const shown = words.slice(0, Math.max(period > 0 ? 1 : 1, Math.floor(free / line)));
  const words_h = said.length * (type.small + 4) + shown.length * line;
  const r = Math.max(16, Math.min(34, (bottom - top - words_h - 8) / 2));
  const x = box.x + box.w / 2;
  const air = Math.max(0, bottom - top - words_h - 2 * r - 8) / 2;
  const y = top + r + 4 + air;
  const first = y + r + 4;
  const alert = verdict?.alert ?? false;
  return [
    rect(box.x, box.y, box.w, box.h, { r: 10, ...GROUND }),
    cap(box.x + 9, box.y + type.caps + 4, m.stall_timer(), type),
    group(
      [
        ...(glow > 0
          ? [
              circle(0, 0, r, {
                key: 'glow',
                fill: alert ? '--ink' : '--ink-2',
                opacity: glow * 0.35,
              }),
            ]
          : []),
        circle(0, 0, r, { key: 'track', fill: 'none', stroke: '--ink-3', thick: 5 }),
        ...(period > 0
          ? [
              path(arc(r, share), { key: 'hand', fill: 'none', stroke: '--ink', thick: 5 }),
              text(0, type.age * 0.36, shortDuration(left), {
                key: 'left',
                size: Math.min(
                  type.age + (r > 26 ? 1.5 : 0),
                  (r * 1.7) / (shortDuration(left).length * 0.6),
                ),
                weight: 650,
                anchor: 'middle',
              }),
            ]
          : []),
      ],
      { key: 'face', x, y },
    ),
    ...said.map((one, index) =>
      text(x, first + (index + 1) * (type.small + 4), one, {
        key: `verdict ${index}`,
        size: type.small + 1.5,
        weight: 650,
        anchor: 'middle',
        fill: alert ? '--ink' : '--ink-2',
      }),
    ),
    ...shown.map((one, index) =>
      text(x, first + said.length * (type.small + 4) + (index + 0.9) * line, one, {
        key: `words ${index}`,
        size: Math.min(type.small, (type.small * (box.w - 8)) / roomOf(one, type.small)),
        anchor: 'middle',
        fill: '--ink-2',
      }),
    ),
  ];
}

function timerLine(box: Box, view: MachineView, type: Type): Mark[] {
  const its = timerView(view);
  const { period, left, share, glow, verdict } = its;
  const title = m.scene_timer();
  const y = box.y + box.h / 2;
  const title_w = roomOf(title.toUpperCase(), type.caps, { bold: true }) * 1.06 + 12;
  const time = shortDuration(left);
  const time_w = type.small * 0.6 * 7 + 4;
  const bar = { x: box.x + title_w, w: Math.max(20, Math.min(90, box.w * 0.3)) };
  const at = bar.x + bar.w + 6;
  const room = box.x + box.w - at - time_w - 4;
  const alert = verdict?.alert ?? false;
  const whole = verdict ? [verdict.words, verdict.where].filter(Boolean).join(', ') : '';
  const said = [
    ...(view.round
      ? [whole, verdict?.words ?? '']
      : [
          m.scene_timer_first({ time: shortDuration(view.frame.timer_next_ns) }),
          m.scene_timer_not_yet(),
        ]),
  ].find((one) => one !== '' && roomOf(one, type.small) <= room);
  const words = period > 0 ? said : m.timer_none();
  return [
    rect(box.x, box.y, box.w, box.h, { r: 7, ...GROUND }),
    cap(box.x + 7, y + type.caps * 0.36, title, type),
    ...(period > 0
      ? [
          rect(bar.x, y - 3.5, bar.w, 7, { key: 'track', r: 3.5, fill: '--ink-3' }),
          rect(bar.x, y - 3.5, Math.max(0.1, bar.w * share), 7, {
            key: 'hand',
            r: 3.5,
            fill: '--ink',
          }),
          text(at, y + type.small * 0.36, time, {
            key: 'left',
            size: type.small,
            weight: 650,
          }),
        ]
      : []),
    ...(words
      ? [
          text(period > 0 ? at + time_w : bar.x, y + type.small * 0.36, words, {
            key: 'verdict',
            size: type.small,
            weight: alert ? 650 : 400,
            fill: alert ? '--ink' : '--ink-2',
            ...(glow > 0 ? { opacity: 1 } : {}),
          }),
        ]
      : []),
  ];
}

const MOST_CORES = 64;

/** How many cells: the machine's cores, or for a machine that has enough as many as are used, and some. */
function coreCells({ frame, on_core }: MachineView) {
  const cells =
    frame.cores > 0 ? Math.min(frame.cores, MOST_CORES) : Math.max(4, Math.min(frame.on_cpu, 32));
  const busy = frame.cores > 0 ? Math.min(frame.on_cpu, frame.cores) : frame.on_cpu;
  return Array.from({ length: cells }, (_, index) => ({
    busy: index < busy || on_core[index] !== undefined,
    thread: on_core[index],
  }));
}

/** Each with a key of its own: a busy one more moves none of the others. */
function coreMark(
  index: number,
  x: number,
  y: number,
  size: number,
  busy: boolean,
  thread: number | undefined,
): Mark[] {
  const words = thread === undefined ? '' : String(thread);
  const letters = Math.min(size * 0.56, (size * 1.35) / Math.max(2, words.length));
  return [
    rect(x, y, size, size, {
      key: `core ${index}`,
      r: Math.min(6, size / 4),
      fill: busy ? '--run' : '--sheet',
      stroke: busy ? '--run' : '--ink-3',
    }),
    ...(busy && words !== '' && letters >= 7
      ? [
          text(x + size / 2, y + size / 2 + letters * 0.36, words, {
            key: `name ${index}`,
            size: letters,
            weight: 600,
            anchor: 'middle',
            fill: '--on-run',
          }),
        ]
      : busy
        ? [circle(x + size / 2, y + size / 2, size / 5, { key: `on ${index}`, fill: '--on-run' })]
        : []),
  ];
}

function coresWords({ frame }: MachineView): string {
  const busy = frame.cores > 0 ? Math.min(frame.on_cpu, frame.cores) : frame.on_cpu;
  if (frame.cores === 0) return m.cores_used({ busy });
  if (frame.on_cpu > frame.cores)
    return m.cores_shared({ threads: frame.on_cpu, cores: frame.cores });
  return m.cores_busy({ busy, cores: frame.cores });
}

/** The largest squares that fit; full rows before half a pixel more. */
function squares(count: number, w: number, h: number, most: number) {
  let best = { columns: 1, size: 0, merit: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(most, w / columns - 4, h / rows - 4);
    const merit = size * (count % columns === 0 ? 1.25 : 1) * (1 - 0.01 * Math.abs(columns - rows));
    if (merit > best.merit) best = { columns, size, merit };
  }
  return best;
}

function coresBox(box: Box, view: MachineView, type: Type): Mark[] {
  const cells = coreCells(view);
  const top = box.y + type.caps + 10;
  const room = { w: box.w - 14, h: box.y + box.h - type.small - 9 - top };
  const { columns, size } = squares(cells.length, room.w, room.h, 34);
  const pitch = size + 4;
  const rows = Math.ceil(cells.length / columns);
  const x = box.x + (box.w - Math.min(columns, cells.length) * pitch + 4) / 2;
  const y = top + Math.max(0, room.h - rows * pitch + 4) / 2;
  const words = coresWords(view);
  return [
    rect(box.x, box.y, box.w, box.h, { r: 10, ...GROUND }),
    cap(box.x + 9, box.y + type.caps + 4, m.cores(), type),
    ...centred(
      words,
      box,
      box.y + box.h - 6,
      Math.min(type.small, (type.small * (box.w - 10)) / roomOf(words, type.small, { bold: true })),
      {
        fill: '--ink-2',
      },
    ),
    ...cells.flatMap(({ busy, thread }, index) =>
      coreMark(
        index,
        x + pitch * (index % columns),
        y + pitch * Math.floor(index / columns),
        size,
        busy,
        thread,
      ),
    ),
  ];
}

function coresLine(box: Box, view: MachineView, type: Type): Mark[] {
  const cells = coreCells(view);
  const title = m.scene_cores();
  const y = box.y + box.h / 2;
  const at = box.x + 7 + roomOf(title.toUpperCase(), type.caps, { bold: true }) * 1.06 + 5;
  const words = coresWords(view);
  const words_w = roomOf(words, type.small) + 8;
  const size = Math.min(15, box.h - 7);
  const all = cells.length * (size + 3);
  const right = box.x + box.w - 5;
  const shown = cells.slice(0, Math.max(0, Math.floor((right - at) / (size + 3))));
  const with_words = at + all + words_w <= right;
  // Too many for the line: the words alone.
  const drawn = shown.length < cells.length ? [] : shown;
  const fit = drawn.length === 0 ? Math.min(1, (right - at) / roomOf(words, type.small)) : 1;
  return [
    rect(box.x, box.y, box.w, box.h, { r: 7, ...GROUND }),
    cap(box.x + 7, y + type.caps * 0.36, title, type),
    ...drawn.flatMap(({ busy, thread }, index) =>
      coreMark(index, at + index * (size + 3), y - size / 2, size, busy, thread),
    ),
    ...(with_words || drawn.length === 0
      ? [
          text(at + (drawn.length === 0 ? 0 : all + 4), y + type.small * 0.36, words, {
            key: 'words',
            size: type.small * fit,
            fill: '--ink-2',
          }),
        ]
      : []),
  ];
}

/** Who is served, and who waits for it. */
function diskMarks(box: Box, disk: DiskView, type: Type): Mark[] {
  const low = box.h < LINE;
  const title = m.scene_disk();
  const title_w = roomOf(title.toUpperCase(), type.caps, { bold: true }) * 1.06 + 12;
  const size = Math.min(low ? 15 : 20, box.h - 7);
  const x = low ? box.x + title_w : box.x + 9;
  const y = low ? box.y + box.h / 2 : box.y + type.caps + 10 + size / 2;
  const places = Math.max(1, Math.floor((box.x + box.w - x - 4) / (size + 3)));
  const slots: readonly { readonly words: string; readonly at: boolean }[] = [
    ...Array.from({ length: disk.channels }, (_, index) => ({
      words: disk.served[index] ?? '',
      at: true,
    })),
    ...disk.line.map((words) => ({ words, at: false })),
  ];
  const shown = slots.slice(0, places);
  const words = m.scene_disk_line({ count: disk.line.length });
  return [
    rect(box.x, box.y, box.w, box.h, { r: low ? 7 : 10, ...GROUND }),
    cap(
      low ? box.x + 7 : box.x + 9,
      low ? y + type.caps * 0.36 : box.y + type.caps + 4,
      title,
      type,
    ),
    ...shown.flatMap(({ words: who, at }, index): Mark[] => {
      const left = x + index * (size + 3);
      return [
        rect(left, y - size / 2, size, size, {
          r: at ? size / 2 : 3,
          fill: who === '' ? '--sheet' : at ? '--sleep' : '--soon',
          stroke: who === '' ? '--ink-3' : at ? '--edge' : '--edge',
        }),
        ...(who === ''
          ? []
          : [
              text(left + size / 2, y + size * 0.2, who, {
                size: Math.min(size * 0.56, (size * 1.3) / Math.max(2, who.length)),
                weight: 600,
                anchor: 'middle',
                fill: at ? '--on-sleep' : '--on-soon',
              }),
            ]),
      ];
    }),
    ...(low
      ? []
      : [
          text(box.x + box.w / 2, box.y + box.h - 6, words, {
            size: type.small,
            anchor: 'middle',
            fill: '--ink-2',
          }),
        ]),
  ];
}

export function machineMarks(
  { timer, cores, disk, type }: Pick<SceneLayout, 'timer' | 'cores' | 'disk' | 'type'>,
  view: MachineView,
): Mark[] {
  return [
    ...(timer
      ? [
          group((timer.h < LINE ? timerLine : timerBox)(timer, view, type), {
            key: 'timer',
            part: 'timer',
          }),
        ]
      : []),
    ...(cores
      ? [
          group((cores.h < LINE ? coresLine : coresBox)(cores, view, type), {
            key: 'cores',
            part: 'cores',
          }),
        ]
      : []),
    ...(disk && view.disk ? [group(diskMarks(disk, view.disk, type), { key: 'disk' })] : []),
  ];
}
