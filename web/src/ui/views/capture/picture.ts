/**
 * A captured pool in a box: groups in trouble as the scene draws them, the others as small pools. What no column says is
 * hatched.
 */
import { m } from '#paraglide/messages.js';
import type { SeenGroup, SeenPool } from '../../../model/diagnosis/seen';
import type { ScenePart } from '../../../model/run/cue';
import { NONE } from '../../../model/run/frame';
import { isPart } from '../../../model/run/cue';
import type { SchedulerName } from '../../../model/run/types';
import { count } from '../../../model/words/format';
import {
  circle,
  group,
  line,
  place as put,
  rect,
  text,
  those,
  type Mark,
  type MarkStyle,
  type Paint,
} from '../../marks/marks';
import { roomOf } from '../../marks/measure';
import { at, bodiesFor } from '../scene/at';
import { eyeOn } from '../scene/camera';
import { EDGE } from '../scene/few';
import {
  bodiesMarks,
  boxOn,
  litMarks,
  SEAT_PX,
  shotOf,
  toScreen,
  type Shot,
} from '../scene/field-marks';
import { grid, type Box } from '../scene/geometry';
import { groupWords } from '../scene/group-words';
import { groundMarks, houseWords, liveMarks, type HouseMoment } from '../scene/house-marks';
import { framed } from '../scene/light';
import { worldOf } from '../scene/plan';
import type { Cell } from '../scene/world';
import { frameOf, type CaptureFrame, type Most } from './frame';

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
  const limit = pool.limit === undefined ? '' : m.of_at_most_all({ limit: pool.limit });
  const words = shown.map((one) => ({ ...groupWords(one.group, scheduler), limit }));
  const whys = shown.map(whyOf);
  const view = { width, height: Math.max(140, height - strip_h) };
  const needs = {
    groups: extent.groups,
    few: true,
    own: false,
    doors: true,
    cached: 0,
    gate: undefined,
    words: (cell: number) => words[cell] ?? groupWords(cell),
    noted: true,
    at_latch: 0,
    walks: false,
    seat_of: extent.seat_of,
  };
  const world = worldOf(needs, width - EDGE, view.height - EDGE + 1);
  const shot = shotOf(world, eyeOn(world.box, view, EDGE / width), view);
  const bodies = at(world, frame, bodiesFor(frame.connection_id.length));
  const ages = new Map(
    Array.from(frame.waiting_conn, (client, nth) => [
      client,
      frame.time_ns - (frame.waiting_since_ns[nth] ?? 0),
    ]),
  );
  const moment: HouseMoment = {
    frame,
    scheduler,
    words: needs.words,
    doors: true,
    gate: () => undefined,
    inside: undefined,
    refusal: () => undefined,
    high_used: () => true,
    why: (cell: number) => whys[cell] ?? [],
    age_ns: (client: number) => ages.get(client),
    subjects: new Set<number>(),
  };
  // The text numbers groups as the server does, the picture by their places in it.
  const placeOf = new Map(shown.map(({ group: id }, cell) => [id, cell]));
  const light = said.light.flatMap((part): ScenePart[] => {
    const [kind, id] = part.split(':');
    if (kind !== 'group') return [part];
    const renamed = `group:${placeOf.get(Number(id))}`;
    return isPart(renamed) ? [renamed] : [];
  });
  const named = light.flatMap((part) =>
    part.startsWith('group:') ? [Number(part.slice('group:'.length))] : [],
  );
  const focus = named.length > 0 ? named : [...world.cells.keys()];
  const pointed = { frame, focus, clientOf: () => undefined, high_used: moment.high_used };
  const look = { frame, labels, longest: undefined, own: false, answered: () => false };
  const marks = [
    ...groundMarks(shot, moment),
    ...litMarks(shot, bodies, framed(light), pointed),
    ...liveMarks(shot, bodies, [], moment),
    ...bodiesMarks(shot, bodies, look),
    ...houseWords(shot, bodies, moment),
  ];
  const rows = shown.some(({ row }) => row !== undefined);
  const strip = restMarks(rest, width, height - strip_h, strip_h, hatch);
  return {
    marks: [
      group([
        ...marks.flatMap((one) => honest(one, rows, shown)),
        ...hatched(shot, made, shown, hatch),
      ]),
      ...strip.marks,
    ],
    groupAt: (x, y) =>
      shown[world.cells.findIndex(({ box }) => inside(boxOn(shot, box), x, y))]?.group ??
      strip.groupAt(x, y),
  };
}

const inside = (box: Box, x: number, y: number) =>
  x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;

/**
 * Groups bear the server's numbers. Without a row of a group, whether somebody listens is unknown, and the door is hatched
 * instead.
 */
function honest(mark: Mark, rows: boolean, shown: readonly SeenGroup[]): Mark[] {
  if (!rows && mark.part === 'listener') return [];
  const [kind, cell] = mark.part?.split(':') ?? [];
  const renamed =
    kind === 'group' ? { ...mark, part: `group:${shown[Number(cell)]?.group}` } : mark;
  if (renamed.kind !== 'group') return [renamed];
  return [{ ...renamed, marks: renamed.marks.flatMap((one) => honest(one, rows, shown)) }];
}

/** Hatching over places that the scene would draw as empty or idle without evidence. */
function hatched(
  shot: Shot,
  { unknown, unseen, frame }: CaptureFrame,
  shown: readonly SeenGroup[],
  hatch: Paint,
): Mark[] {
  const { world, s } = shot;
  const { x, y } = world.seats;
  const dots = [...unknown].map((client) => {
    const at = toScreen(shot, { x: x[client] ?? 0, y: y[client] ?? 0 });
    return circle(at.x, at.y, SEAT_PX(s), {
      key: `unknown ${client}`,
      fill: hatch,
      stroke: '--ink',
      dash: '2 2',
      client,
    });
  });
  const doors = world.cells.flatMap((cell, nth) => unreadMarks(shot, cell, shown[nth], hatch));
  const seats = world.cells.flatMap(({ house }, cell) => {
    const own = [...frame.thread_id.keys()].filter((thread) => frame.thread_group[thread] === cell);
    return own.flatMap((thread, nth): Mark[] => {
      const ring = house?.rings[nth];
      if (!ring || !unseen.has(thread)) return [];
      const at = toScreen(shot, ring);
      const r = house.ring_r * s * 0.72;
      return [circle(at.x, at.y, r, { key: `unseen ${thread}`, fill: hatch })];
    });
  });
  return [group([...dots, ...doors, ...seats], { key: 'unknown' })];
}

/** No table lists unread requests: their place is neither empty nor full. */
function unreadMarks(
  shot: Shot,
  { house, group: of }: Cell,
  its: SeenGroup | undefined,
  hatch: Paint,
): Mark[] {
  const row = its?.row;
  if (!house?.full) return [];
  const door = toScreen(shot, house.door);
  const seat =
    !row && circle(door.x, door.y, house.door.r * shot.s, { fill: hatch, key: `seat ${of}` });
  if (row?.has_listener || !house.full.unread) return those(seat);
  const { x, y, w, h } = boxOn(shot, house.full.unread);
  const { small: size } = house.full.type;
  const words = [m.capture_unread(), m.capture_unread_short(), '?'].find(
    (one) => roomOf(one, size, { bold: true }) <= w - 6,
  );
  return those(
    seat,
    rect(x, y, w, h, { key: `ground ${of}`, r: 7, fill: '--lens' }),
    rect(x, y, w, h, { key: `unread ${of}`, r: 7, fill: hatch, stroke: '--ink', dash: '3 3' }),
    words !== undefined &&
      text(x + w / 2, y + h / 2 + size * 0.36, words, {
        key: `unread words ${of}`,
        size,
        anchor: 'middle',
        weight: 600,
      }),
  );
}

/**
 * A group from afar: it glows with its line, relative to the longest, has a disc if something runs, and a bar in its door if
 * nobody listens.
 */
function smallMarks({ w, h }: Box, row: NonNullable<SeenGroup['row']>, longest: number): Mark[] {
  const warm = longest === 0 ? 0 : row.queue_length / longest;
  const r = Math.min(w, h) / 4;
  const shape = { x: 0.5, y: 0.5, w: w - 1, h: h - 1, r: w / 4 };
  const house = (look: MarkStyle) =>
    rect(shape.x, shape.y, shape.w, shape.h, { r: shape.r, ...look });
  return those(
    house({ fill: '--pool', stroke: '--rim', thick: 1 }),
    warm > 0 && house({ fill: '--light', fill_opacity: 0.7 * warm, stroke: '--ink', thick: 1.5 }),
    row.active_threads > 0 &&
      circle(w / 2, h / 2, r, { fill: '--run', stroke: '--edge', thick: 0.75 }),
    !row.has_listener &&
      line(1, h / 2 - r, 1, h / 2 + r, { stroke: '--ink', thick: Math.max(2, w / 8), round: true }),
  );
}

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
  hatch: Paint,
): CapturePicture {
  if (rest.length === 0 || height === 0) return { marks: [], groupAt: () => undefined };
  const strip = stripOf(
    rest.map(({ group: id }) => id),
    { x: 8, y: top, w: width - 16, h: height - 4 },
  );
  const of = new Map(rest.map((one) => [one.group, one]));
  const longest = Math.max(...rest.map(({ row }) => row?.queue_length ?? 0));
  const marks = strip.cells.flatMap(({ group: id, box: { x, y, w, h } }): Mark[] => {
    const row = of.get(id)?.row;
    const look = {
      part: `group:${id}` as const,
      title: m.group_n({ group: id }),
      key: `rest:${id}`,
    };
    return row
      ? [
          put({ marks: smallMarks({ x, y, w, h }, row, longest) }, x, y),
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
