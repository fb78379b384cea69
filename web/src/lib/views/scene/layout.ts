/**
 * The scene as boxes and places, for one width. On wide pages a request goes from left to right, on
 * narrow ones downwards. A few groups are drawn in full, many as small cards of the same anatomy.
 */
import type { Extent, GroupExtent } from './extent';
import type { Box, Point } from './geometry';
import { layoutCard } from './layout-card';
import { layoutGroup } from './layout-group';

/** Places in a row of slots; whoever comes after the last is only counted. */
export interface Slots {
  readonly places: readonly Point[];
  readonly radius: number;
  /** Room for the age beside each token. */
  readonly ages: boolean;
  readonly label: Point;
}

export interface GroupLayout {
  readonly group: number;
  readonly detail: 'full' | 'card';
  readonly box: Box;
  readonly clients: {
    readonly label: Point;
    readonly places: ReadonlyMap<number, Point>;
    readonly radius: number;
  };
  readonly listener: { readonly box: Box; readonly seat: Point } | undefined;
  readonly sockets: Slots | undefined;
  readonly queue:
    { readonly box: Box; readonly high: Slots | undefined; readonly low: Slots } | undefined;
  readonly workers: {
    readonly box: Box;
    readonly seats: readonly Point[];
    readonly radius: number;
  };
  readonly why: (Point & { readonly w: number; readonly lines: number }) | undefined;
}

export interface SceneLayout {
  readonly width: number;
  readonly height: number;
  readonly groups: readonly GroupLayout[];
  readonly timer: Box | undefined;
  readonly cores: Box;
  /** Where a request crosses from one part to the next. */
  readonly arrows: readonly { readonly from: Point; readonly to: Point }[];
}

export interface SceneShape {
  readonly extent: Extent;
  readonly width: number;
  /** Lines that the longest reason needs at this width. */
  readonly why_lines: (width: number) => number;
}

export const WIDTHS = { wide: 980, middle: 680, narrow: 340 } as const;
const MARGIN = 8;
const SIDE = 138;
const GAP = 22;
const MOST_IN_FULL = 2;

export function layoutScene(shape: SceneShape): SceneLayout {
  const { extent, width } = shape;
  const sideways = width >= WIDTHS.wide;
  const has_timer = !extent.own_threads;
  const room = sideways ? width - 2 * MARGIN - SIDE - GAP : width - 2 * MARGIN;
  const groups =
    extent.groups.length > MOST_IN_FULL
      ? cards(extent.groups, room)
      : panels(shape, room, sideways);
  const bottom = Math.max(...groups.map(bottomOf));
  const machine = machineBoxes(width, bottom, sideways, has_timer);
  const height = Math.max(bottom, machine.bottom) + MARGIN;
  return {
    width,
    height,
    groups,
    timer: machine.timer,
    cores: machine.cores,
    arrows: [...arrows(groups, sideways), ...machine.arrows],
  };
}

function panels(shape: SceneShape, room: number, sideways: boolean): GroupLayout[] {
  let y = MARGIN;
  return shape.extent.groups.map((group) => {
    const made = layoutGroup(group, {
      x: MARGIN,
      y,
      w: room,
      sideways,
      own: shape.extent.own_threads,
      why_lines: shape.why_lines,
    });
    y = made.bottom + 16;
    return made.layout;
  });
}

/** Many clients may reach further down than their group. */
function bottomOf({ box, clients }: GroupLayout): number {
  const lowest = Math.max(0, ...[...clients.places.values()].map(({ y }) => y));
  return Math.max(box.y + box.h, lowest + clients.radius);
}

const CARD_GAP = 10;
const CARD_WIDTH = 150;

function cards(extents: readonly GroupExtent[], room: number): GroupLayout[] {
  const fitting = Math.max(1, Math.floor((room + CARD_GAP) / (CARD_WIDTH + CARD_GAP)));
  const columns = evenColumns(extents.length, fitting);
  const w = (room - CARD_GAP * (columns - 1)) / columns;
  const most: GroupExtent = {
    group: 0,
    clients: extents.reduce<readonly number[]>(
      (best, { clients }) => (clients.length > best.length ? clients : best),
      [],
    ),
    seats: Math.max(...extents.map(({ seats }) => seats)),
    high: Math.max(...extents.map(({ high }) => high)),
    low: Math.max(...extents.map(({ low }) => low)),
    unpolled: Math.max(...extents.map(({ unpolled }) => unpolled)),
  };
  const h = layoutCard(most, most, { x: 0, y: 0, w }).box.h;
  return extents.map((extent, index) =>
    layoutCard(extent, most, {
      x: MARGIN + (w + CARD_GAP) * (index % columns),
      y: MARGIN + (h + CARD_GAP) * Math.floor(index / columns),
      w,
    }),
  );
}

/** Full rows look like a whole: of the widest few, the one that leaves the fewest gaps. */
function evenColumns(count: number, fitting: number): number {
  const gaps = (columns: number) => (columns - (count % columns)) % columns;
  let best = fitting;
  for (let columns = fitting - 1; columns >= Math.max(1, fitting - 2); columns -= 1) {
    if (gaps(columns) < gaps(best)) best = columns;
  }
  return best;
}

interface Machine {
  readonly timer: Box | undefined;
  readonly cores: Box;
  readonly bottom: number;
  readonly arrows: SceneLayout['arrows'];
}

const TIMER_HEIGHT = 154;
const CORES_HEIGHT = 126;

/** The stall timer and the cores: beside the groups, or below them. */
function machineBoxes(
  width: number,
  bottom: number,
  sideways: boolean,
  has_timer: boolean,
): Machine {
  if (sideways) {
    const x = width - MARGIN - SIDE;
    const timer = has_timer ? { x, y: MARGIN, w: SIDE, h: TIMER_HEIGHT } : undefined;
    const top = timer ? timer.y + timer.h + 14 : MARGIN;
    const cores = { x, y: top, w: SIDE, h: CORES_HEIGHT };
    const y = cores.y + cores.h / 2;
    const arrow = { from: { x: x - GAP + 2, y }, to: { x: x - 3, y } };
    return { timer, cores, bottom: cores.y + cores.h, arrows: [arrow] };
  }
  const y = bottom + GAP + 4;
  const half = (width - 2 * MARGIN - 12) / 2;
  const timer = has_timer ? { x: MARGIN, y, w: half, h: TIMER_HEIGHT } : undefined;
  const cores = has_timer
    ? { x: MARGIN + half + 12, y, w: half, h: TIMER_HEIGHT }
    : { x: MARGIN, y, w: width - 2 * MARGIN, h: CORES_HEIGHT };
  const x = cores.x + cores.w / 2;
  return {
    timer,
    cores,
    bottom: y + cores.h,
    arrows: [{ from: { x, y: bottom + 4 }, to: { x, y: y - 3 } }],
  };
}

function arrows(groups: readonly GroupLayout[], sideways: boolean): SceneLayout['arrows'] {
  return groups.flatMap((group) => {
    if (group.detail === 'card') return [];
    const first = group.listener?.box ?? group.workers.box;
    const y = first.y + 60;
    const x = group.box.x + group.box.w / 2;
    const out = sideways
      ? { from: { x: group.box.x - GAP + 2, y }, to: { x: group.box.x - 3, y } }
      : { from: { x, y: group.box.y - GAP + 6 }, to: { x, y: group.box.y - 3 } };
    return [out];
  });
}
