/** The parts shared by all groups, in one row at the foot: the stall timer, the disk, the cores. */
import { m } from '#paraglide/messages.js';
import { shortDuration } from '../../../model/words/format';
import type { Frame } from '../../../model/run/types';
import { circle, group, text, those, type Mark } from '../../marks/marks';
import { fitting, roomOf } from '../../marks/measure';
import { bodyMarks, coreMarks, ringMarks, timerMarks } from '../glyphs';
import type { Round } from './chronicle';
import type { Box } from './geometry';

/** Where these parts are, if there is room for them. */
export interface Machine {
  readonly timer: Box | undefined;
  readonly cores: Box | undefined;
  readonly disk: Box | undefined;
}

/** In a narrower row in which less is left beside the cores, all parts have a share. */
const BROAD = 560;
const LEAST_LEFT = 260;
const SHARES = { timer: 0.95, disk: 0.8, cores: 1 } as const;
/** The widest timer, and the narrowest parts. */
const TIMER = { most: 330, least: 150 } as const;
const LEAST_DISK = 130;

/** The timer at the left, the cores at the right with the room that their squares need, the disk between them. */
export function machineIn(
  row: Box,
  cores: number,
  has: { readonly timer: boolean; readonly disk: boolean },
): Machine {
  const none: Machine = { timer: undefined, cores: undefined, disk: undefined };
  if (row.h <= 0) return none;
  if (!has.timer && !has.disk) return { ...none, cores: row };
  const pitch = cores > 48 ? 15 : cores > 24 ? 18 : 23;
  const need = Math.min(row.w, Math.max(150, width(m.scene_cores()) + cores * pitch + 120));
  const left = row.w - need - 16;
  const shared = row.w < BROAD && left < LEAST_LEFT;
  const share =
    row.w / (SHARES.cores + (has.timer ? SHARES.timer : 0) + (has.disk ? SHARES.disk : 0));
  const timer_w = shared
    ? share * SHARES.timer
    : Math.min(TIMER.most, left - (has.disk ? LEAST_DISK : 0));
  const timed = has.timer && timer_w >= TIMER.least;
  const before = timed ? timer_w : 0;
  const disk_w = shared ? share * SHARES.disk : left - before;
  const disked = has.disk && (shared || disk_w >= LEAST_DISK);
  const cores_w = shared ? share * SHARES.cores : timed || disked ? need : row.w;
  return {
    timer: timed ? { ...row, w: timer_w } : undefined,
    disk: disked ? { ...row, x: row.x + before, w: disk_w } : undefined,
    cores: { ...row, x: row.x + row.w - cores_w, w: cores_w },
  };
}

/** Requests at the disk, and the queue for it. */
export interface DiskView {
  readonly channels: number;
  readonly served: readonly string[];
  readonly line: readonly string[];
}

export interface MachineView {
  readonly frame: Frame;
  readonly round: Round | undefined;
  readonly disk: DiskView | undefined;
  /** Simulated time that a flash of the timer lasts. */
  readonly flash_ns: number;
}

const SIZE = 12.5;
const width = (words: string) => roomOf(words, SIZE, { bold: true });
const baseline = ({ y, h }: Box) => y + h / 2 + SIZE * 0.36;
const title = (words: string, x: number, y: number, anchor: 'start' | 'end' = 'start'): Mark =>
  text(x, y, words, { key: 'name', size: SIZE, weight: 700, anchor });
function timerWords({ frame, round }: MachineView): string[] {
  const time = shortDuration(Math.max(0, frame.timer_next_ns - frame.time_ns));
  return round === undefined
    ? [m.scene_timer_first({ time }), time]
    : [m.scene_timer_again({ time }), time];
}

/** A bead on its way to the eye: when it arrives, the timer looks. */
function timerLine(box: Box, view: MachineView): Mark[] {
  const { frame, round, flash_ns } = view;
  const period = frame.timer_next_ns - frame.timer_last_ns;
  const y = box.y + box.h / 2;
  const name_w = width(m.stall_timer()) + 14;
  const room = box.w - name_w - 34;
  // As the time shrinks, the line keeps its length.
  const words_w = roomOf(m.scene_timer_again({ time: '000 ms' }), SIZE) + 8;
  const track = Math.max(24, Math.min(150, room - words_w >= 50 ? room - words_w : room));
  const x = box.x + name_w;
  const end = x + track + 26;
  const said = fitting(timerWords(view), SIZE, box.x + box.w - end - 4);
  const age_ns = round ? frame.time_ns - round.at_ns : Infinity;
  const looks = age_ns === 0 ? 1 : Math.max(0, 1 - age_ns / Math.max(flash_ns, 1));
  const passed = period > 0 ? 1 - (frame.timer_next_ns - frame.time_ns) / period : 0;
  return those(
    title(m.stall_timer(), box.x, baseline(box)),
    looks > 0 && circle(x + track + 7, y, 13, { key: 'looks', fill: '--light', opacity: looks }),
    group(timerMarks(track, passed), { key: 'timer', x, y }),
    said !== undefined &&
      text(end, baseline(box), said, { key: 'next', size: SIZE, fill: '--ink-2' }),
  );
}

const MOST_CORES = 64;
const SQUARE = { size: 14, pitch: 18 };
const SQUARES = [
  { size: 17, pitch: 23 },
  SQUARE,
  { size: 12, pitch: 15 },
  { size: 9, pitch: 11.5 },
];

function coresWords({ cores, on_cpu }: Frame): string[] {
  if (cores === 0) return [m.cores_used({ busy: on_cpu })];
  if (on_cpu > cores) return [m.scene_cores_by({ threads: on_cpu }), `${on_cpu}/${cores}`];
  if (on_cpu === 0) return [m.scene_cores_idle({ cores }), m.scene_cores_all_idle()];
  return [m.cores_busy({ busy: on_cpu, cores }), `${on_cpu}/${cores}`];
}

/** For a machine with unlimited cores: the cores in use, and a few more. */
const cellsOf = ({ cores, on_cpu }: Frame) =>
  cores > 0 ? Math.min(cores, MOST_CORES) : Math.max(4, Math.min(on_cpu, 32));

/** From the right: text, squares, name. */
function coresPlaces(box: Box, frame: Frame) {
  const cells = cellsOf(frame);
  const right = box.x + box.w;
  const name_w = width(m.scene_cores()) + 10;
  const room = box.w - name_w - 12;
  // Text of any length gets the same room, so that the squares don't move as threads come and go.
  const longest = Math.max(
    ...[0, frame.cores, frame.cores + 10].flatMap((on_cpu) =>
      coresWords({ ...frame, on_cpu })
        .slice(0, 1)
        .map((words) => roomOf(words, SIZE)),
    ),
  );
  // If there are very many, the squares shrink before their number is dropped.
  const sizes = SQUARES.slice(box.w > 260 ? 0 : 1);
  const roomy = sizes.find(({ pitch }) => cells * pitch + longest + 6 <= room);
  const { size, pitch } = roomy ?? sizes.find((one) => cells * one.pitch <= room) ?? SQUARE;
  const with_words = roomy !== undefined;
  const drawn = cells * pitch <= room ? cells : 0;
  const said = with_words
    ? coresWords(frame)[0]
    : drawn > 0
      ? undefined
      : fitting(coresWords(frame), SIZE, room);
  const x = right - (with_words ? longest + 6 : 0) - drawn * pitch + (drawn > 0 ? pitch - size : 0);
  const name_end = drawn > 0 ? x - 9 : right - roomOf(said ?? '', SIZE) - 10;
  return { x, size, pitch, drawn, said, name_end, right };
}

function coresLine(box: Box, { frame }: MachineView): Mark[] {
  const { x, size, pitch, drawn, said, name_end, right } = coresPlaces(box, frame);
  const y = box.y + box.h / 2;
  const busy = frame.cores > 0 ? Math.min(frame.on_cpu, frame.cores) : frame.on_cpu;
  return those(
    title(m.scene_cores(), name_end, baseline(box), 'end'),
    Array.from({ length: drawn }, (_, at) =>
      group(coreMarks(at < busy ? 'run' : 'idle', size), {
        key: `core ${at}`,
        x: x + at * pitch,
        y: y - size / 2,
      }),
    ),
    said !== undefined &&
      text(right, baseline(box), said, {
        key: 'words',
        size: SIZE,
        anchor: 'end',
        fill: '--ink-2',
      }),
  );
}

/** Around a part and its words, for a frame that crosses none of them. */
export function machineRoom(part: 'timer' | 'cores', box: Box, frame: Frame): Box {
  const left =
    part === 'timer'
      ? box.x
      : Math.max(box.x, coresPlaces(box, frame).name_end - width(m.scene_cores()));
  return { x: left - 7, y: box.y + 2, w: box.x + box.w - left + 14, h: box.h - 4 };
}

/** The request being served in a ring, and the queue. */
function diskLine(box: Box, { channels, served, line }: DiskView): Mark[] {
  const name_w = width(m.scene_disk()) + 18;
  const y = box.y + box.h / 2;
  const r = 9;
  const places = Math.max(1, Math.floor((box.w - name_w - 10) / (2 * r + 6)));
  const waiting = Math.max(0, Math.min(line.length, places - channels));
  const at = (index: number) => box.x + name_w + (2 * r + 6) * index;
  return [
    title(m.scene_disk(), box.x, baseline(box)),
    ...Array.from({ length: Math.min(channels, places) }, (_, index) =>
      group(
        those(ringMarks('idle', r), served[index] !== undefined && bodyMarks('sleep', r * 0.72)),
        { key: `channel ${index}`, x: at(index), y },
      ),
    ),
    ...Array.from({ length: waiting }, (_, index) =>
      group(bodyMarks('soon', r * 0.8), { key: `waits ${index}`, x: at(channels + index) + 4, y }),
    ),
  ];
}

export function machineMarks({ timer, cores, disk }: Machine, view: MachineView): Mark[] {
  return those(
    timer && group(timerLine(timer, view), { key: 'timer', part: 'timer' }),
    disk && view.disk && group(diskLine(disk, view.disk), { key: 'disk' }),
    cores && group(coresLine(cores, view), { key: 'cores', part: 'cores' }),
  );
}
