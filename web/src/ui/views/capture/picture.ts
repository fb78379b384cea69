/**
 * A captured pool in a box: groups in trouble as the scene draws them, the others as small pools. What no column says is
 * hatched.
 */
import { m } from '#paraglide/messages.js';
import type { SeenGroup, SeenPool } from '../../../model/diagnosis/seen';
import type { ScenePart } from '../../../model/run/cue';
import { NONE } from '../../../model/run/frame';
import type { SchedulerName } from '../../../model/run/types';
import { count } from '../../../model/words/format';
import {
  circle,
  group,
  place as put,
  rect,
  text,
  those,
  type Mark,
  type Paint,
} from '../../marks/marks';
import { roomOf } from '../../marks/measure';
import { layoutScene } from '../scene/layout';
import { grid, type Box } from '../scene/geometry';
import type { GroupLayout, SceneLayout, Slots } from '../scene/layout-types';
import { litBy } from '../scene/light';
import { Motion } from '../scene/motion';
import { sceneMarks } from '../scene/picture';
import { place } from '../scene/place';
import { frameOf, type CaptureFrame, type Most } from './frame';
import { poolMarks, poolShape, type Level } from './pools';

/** At most so many groups are drawn in full, each at least this high, and two in any case. */
const MOST_IN_FULL = 4;
const LEAST_HEIGHT = 110;
const STRIP = 0.22;

export interface CapturePicture {
  readonly marks: readonly Mark[];
  /** The group at a place of the drawing. */
  readonly groupAt: (x: number, y: number) => number | undefined;
}

interface CaptureInput {
  readonly pool: SeenPool;
  /** Groups in trouble, worst first. */
  readonly troubled: readonly number[];
  readonly scheduler: SchedulerName;
  readonly light: readonly ScenePart[];
  /** The paint for unknown things. */
  readonly hatch: Paint;
  /** For a film: the room that all of its looks need. */
  readonly mosts?: ReadonlyMap<number, Most> | undefined;
}

const busyness = ({ row, threads, queued, unknown }: SeenGroup) =>
  (queued?.length ?? row?.queue_length ?? 0) * 4 +
  unknown.size +
  2 * threads.filter(({ process }) => process !== undefined).length;

/** Groups in trouble, else the busiest: as many as fit. */
export function shownGroups(
  { groups }: SeenPool,
  troubled: readonly number[],
  height: number,
): SeenGroup[] {
  const found = troubled.flatMap((id) => groups.find(({ group }) => group === id) ?? []);
  const by_work = [...groups].sort((a, b) => busyness(b) - busyness(a));
  const wanted = found.length > 0 ? found : by_work;
  const room = Math.max(2, Math.min(MOST_IN_FULL, Math.floor(height / LEAST_HEIGHT)));
  const all = groups.length <= 2 ? by_work : wanted.slice(0, room);
  return all.sort((a, b) => a.group - b.group);
}

/** The line at a group's foot, from its columns. */
function whyOf({ row, queued, unknown, deaf }: SeenGroup): readonly string[] {
  const in_line = queued?.length ?? row?.queue_length ?? 0;
  if (deaf)
    return unknown.size > 0
      ? [m.capture_why_deaf({ count: count(unknown.size) }), m.capture_why_deaf_short()]
      : [m.capture_why_deaf_short()];
  if (in_line > 0) return [m.capture_why_queue({ count: count(in_line) })];
  if (row && !row.has_listener)
    return [m.capture_why_no_listener(), m.capture_why_no_listener_short()];
  return [];
}

export function capturePicture(said: CaptureInput, width: number, height: number): CapturePicture {
  const { pool, troubled, scheduler, hatch } = said;
  const shown = shownGroups(pool, troubled, height * (1 - STRIP));
  const rest = pool.groups.filter((one) => !shown.includes(one));
  const strip_h = rest.length > 0 ? Math.max(46, Math.min(90, height * STRIP)) : 0;
  const made = frameOf(shown, said.mosts);
  const { frame, extent, labels } = made;
  const whys = new Map(shown.map((one) => [one.group, whyOf(one)]));
  const layout = layoutScene({
    extent,
    width,
    height: Math.max(140, height - strip_h),
    no_cores: true,
    no_timer: true,
  });
  const placement = place(frame, layout, extent, [], labels);
  const drawn = new Motion().advance({
    frame,
    placement,
    playing: false,
    moves: false,
    now_ms: 0,
    lives: [],
    events: () => [],
  });
  const lit = said.light.flatMap((part) => litBy(part, { layout, placement, frame, lives: [] }));
  const marks = sceneMarks({
    layout,
    frame,
    scheduler,
    placement,
    drawn,
    limit: pool.limit === undefined ? '' : m.of_at_most_all({ limit: pool.limit }),
    gate: () => undefined,
    refusal: () => undefined,
    why: (id) => whys.get(id) ?? [],
    chosen: undefined,
    named: [],
    lit,
    round: undefined,
    disk: undefined,
    flash_ns: 0,
  });
  const rows = shown.some(({ row }) => row !== undefined);
  const strip = restMarks(rest, width, height - strip_h, strip_h, scheduler, hatch);
  return {
    marks: [
      group([...marks.map((one) => honest(one, rows)), ...hatched(layout, made, shown, hatch)]),
      ...strip.marks,
    ],
    groupAt: (x, y) =>
      layout.groups.find(({ box }) => inside(box, x, y))?.group ?? strip.groupAt(x, y),
  };
}

const inside = (box: Box, x: number, y: number) =>
  x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;

/**
 * Removes thread numbers that the scene writes at seats: the server's tables have none. Without a row of a group, whether
 * somebody listens is unknown too, and the seat is hatched instead.
 */
function honest(mark: Mark, rows: boolean): Mark {
  if (mark.kind !== 'group') return mark;
  if (mark.key === 'door' && !rows) return { ...mark, marks: [] };
  if (mark.part?.startsWith('thread:') !== true)
    return { ...mark, marks: mark.marks.map((one) => honest(one, rows)) };
  return {
    ...mark,
    marks: mark.marks.flatMap((one): Mark[] => {
      if (one.kind !== 'text' || one.key === 'state') return [one];
      const word = typeof one.words === 'string' ? undefined : one.words[1];
      return word ? [{ ...one, words: word.words.trim() }] : [];
    }),
  };
}

/** Hatching over places that the scene would draw as empty or idle without evidence. */
function hatched(
  layout: SceneLayout,
  { unknown, unseen, frame }: CaptureFrame,
  shown: readonly SeenGroup[],
  hatch: Paint,
): Mark[] {
  const seen = new Map(shown.map((one) => [one.group, one]));
  const marks = layout.groups.flatMap((one): Mark[] => {
    const its = seen.get(one.group);
    const dots = [...one.clients.places].flatMap(([client, { x, y }]) =>
      unknown.has(client) && one.clients.crowd === undefined
        ? [
            circle(x, y, one.clients.radius, {
              key: `unknown ${client}`,
              fill: hatch,
              stroke: '--ink',
              dash: '2 2',
              client,
            }),
          ]
        : [],
    );
    return [...dots, ...unreadMarks(one, its, hatch)];
  });
  const seats = layout.groups.flatMap(({ group: id, workers }) => {
    let nth = -1;
    return Array.from(frame.thread_id).flatMap((thread, index): Mark[] => {
      if (frame.thread_group[index] !== id) return [];
      nth += 1;
      const at = workers.seats[nth];
      if (!at || !unseen.has(thread)) return [];
      return [circle(at.x, at.y, workers.radius * 0.72, { key: `unseen ${thread}`, fill: hatch })];
    });
  });
  return [group([...marks, ...seats], { key: 'unknown' })];
}

/** No table lists unread requests: their place is neither empty nor full. */
function unreadMarks(
  { listener, sockets, full }: GroupLayout,
  its: SeenGroup | undefined,
  hatch: Paint,
): Mark[] {
  const row = its?.row;
  const marks: Mark[] = [];
  if (!row && listener)
    marks.push(
      circle(listener.seat.x, listener.seat.y, listener.radius, { fill: hatch, key: 'seat' }),
    );
  const box = sockets?.tray ?? (sockets && around(sockets));
  if (row?.has_listener || !box) return marks;
  const { x, y, w, h } = box;
  const size = full?.type.small ?? 11;
  const words = [m.capture_unread(), m.capture_unread_short(), '?'].find(
    (one) => roomOf(one, size, { bold: true }) <= w - 6,
  );
  return those(
    marks,
    rect(x, y, w, h, { key: 'ground', r: 7, fill: '--lens' }),
    rect(x, y, w, h, { key: 'unread', r: 7, fill: hatch, stroke: '--ink', dash: '3 3' }),
    words !== undefined &&
      text(x + w / 2, y + h / 2 + size * 0.36, words, {
        key: 'unread words',
        size,
        anchor: 'middle',
        weight: 600,
      }),
  );
}

/** The bounding box of slots without a tray. */
function around({ places, radius }: Slots): Box | undefined {
  if (places.length === 0) return undefined;
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [x, y] = [Math.min(...xs) - radius - 3, Math.min(...ys) - radius - 3];
  return { x, y, w: Math.max(...xs) + radius + 3 - x, h: Math.max(...ys) + radius + 3 - y };
}

/** A group's counts from its row, for a small pool. */
const levelOf = (group: number, row: NonNullable<SeenGroup['row']>): Level => ({
  group,
  connections: row.connections,
  high: 0,
  low: row.queue_length,
  unread: 0,
  threads: row.threads,
  running: row.active_threads,
  latched: 0,
  asleep: 0,
  busy: row.active_threads > 0 ? 1 : 0,
  listens: row.has_listener,
});

const WORDS = 17;
const SMALLEST_CELL = 6;
const LARGEST_CELL = 24;

/** At the foot of the box: a line of text, and a cell for each group below it. */
function stripOf(groups: readonly number[], box: Box) {
  const most = Math.max(2 * SMALLEST_CELL, box.h - WORDS);
  let pitch = LARGEST_CELL;
  const rows = () => Math.ceil(groups.length / Math.max(1, Math.floor(box.w / pitch)));
  while (pitch > SMALLEST_CELL && rows() * pitch > most) pitch -= 1;
  const y = box.y + box.h - WORDS - rows() * pitch;
  const { places } = grid(groups.length, box.x, y + WORDS, box.w, { w: pitch, h: pitch });
  const size = pitch - (pitch > 10 ? 3 : 2);
  return {
    label: { x: box.x + 1, y: y + 11 },
    cells: places.map((at, index) => ({
      group: groups[index] ?? NONE,
      box: { x: at.x - pitch / 2, y: at.y - size / 2, w: size, h: size },
    })),
  };
}

/** The other groups as small pools; hatched if no row describes them. */
function restMarks(
  rest: readonly SeenGroup[],
  width: number,
  top: number,
  height: number,
  scheduler: SchedulerName,
  hatch: Paint,
): CapturePicture {
  if (rest.length === 0 || height === 0) return { marks: [], groupAt: () => undefined };
  const strip = stripOf(
    rest.map(({ group: id }) => id),
    { x: 8, y: top, w: width - 16, h: height - 4 },
  );
  const of = new Map(rest.map((one) => [one.group, one]));
  const marks = strip.cells.flatMap(({ group: id, box: { x, y, w, h } }): Mark[] => {
    const row = of.get(id)?.row;
    const look = {
      part: `group:${id}` as const,
      title: m.group_n({ group: id }),
      key: `rest:${id}`,
    };
    return row
      ? [
          put({ marks: poolMarks(levelOf(id, row), poolShape(w, h), scheduler) }, x, y),
          // An invisible target for the pointer.
          rect(x, y, w, h, { ...look, fill: '--pool', fill_opacity: 0 }),
        ]
      : [rect(x, y, w, h, { ...look, r: w > 8 ? w / 4 : 1, fill: hatch, stroke: '--rim' })];
  });
  return {
    marks: [
      text(strip.label.x, strip.label.y, m.capture_rest({ count: count(rest.length) }), {
        size: 12,
        fill: '--ink-2',
      }),
      ...marks,
    ],
    groupAt: (x, y) => strip.cells.find(({ box }) => inside(box, x, y))?.group,
  };
}
