/**
 * The scene as boxes and places, for one width. On wide pages a request goes from left to right, on
 * narrow ones downwards. A few groups are drawn in full, many as small cards of the same anatomy.
 */
import type { Extent } from './extent';
import type { Box } from './geometry';
import { layoutCards } from './layout-card';
import { layoutGroup } from './layout-group';
import type { GroupLayout, SceneLayout } from './layout-types';
import { WIDTHS } from './widths';

export interface SceneShape {
  readonly extent: Extent;
  readonly width: number;
  /** Cores, run queue and latch have a picture of their own. */
  readonly no_cores?: boolean;
  /** Designs without a stall timer, and without a listener: requests come into line at once. */
  readonly no_timer?: boolean;
  readonly no_listener?: boolean;
  /** Lines that a group's longest reason needs at this width. */
  readonly why_lines: (width: number, group: number) => number;
}

const MARGIN = 6;
const SIDE = 156;
const GAP = 26;
const MOST_IN_FULL = 2;
/** The box of many groups. */
const CARDS_HEIGHT = 360;

export function layoutScene(shape: SceneShape): SceneLayout {
  const { extent, width, no_cores = false, no_timer = false } = shape;
  const sideways = width > WIDTHS.middle;
  const has_timer = !extent.own_threads && !no_timer;
  const aside = sideways && (has_timer || !no_cores);
  const room = aside ? width - 2 * MARGIN - SIDE - GAP : width - 2 * MARGIN;
  const { groups, strip } =
    extent.groups.length > MOST_IN_FULL
      ? layoutCards(extent.groups, { x: MARGIN, y: MARGIN, w: room, h: CARDS_HEIGHT }, shape)
      : { groups: panels(shape, room, sideways), strip: undefined };
  const bottom = Math.max(...groups.map(bottomOf), lowest(strip?.box));
  const machine = sideways
    ? machineBeside(width, groups, bottom, { has_timer, no_cores })
    : machineBelow(width, bottom, { has_timer, no_cores });
  return {
    width,
    height: Math.max(bottom, ...[machine.timer, machine.cores].map(lowest)) + MARGIN,
    groups,
    strip,
    ...machine,
  };
}

const lowest = (box: Box | undefined) => (box ? box.y + box.h : 0);

function panels(shape: SceneShape, room: number, sideways: boolean): GroupLayout[] {
  let y = MARGIN;
  return shape.extent.groups.map((group) => {
    const made = layoutGroup(group, {
      x: MARGIN,
      y,
      w: room,
      sideways,
      own: shape.extent.own_threads,
      no_listener: shape.no_listener ?? false,
      cache: shape.extent.cached,
      why_lines: shape.why_lines,
    });
    y = made.bottom + 20;
    return made.layout;
  });
}

/** Many clients may reach further down than their group. */
function bottomOf({ box, clients }: GroupLayout): number {
  let lowest = 0;
  for (const { y } of clients.places.values()) lowest = Math.max(lowest, y);
  return Math.max(box.y + box.h, lowest + clients.radius);
}

type Machine = Pick<SceneLayout, 'timer' | 'cores'>;

interface MachineParts {
  readonly has_timer: boolean;
  readonly no_cores: boolean;
}

const TIMER_HEIGHT = 228;
const CORES_HEIGHT = 140;
const MOST_CORES_HEIGHT = 320;
const MACHINE_GAP = 16;

/** Beside the groups: of two groups each has one for its neighbour, else they share the height. */
function machineBeside(
  width: number,
  groups: readonly GroupLayout[],
  bottom: number,
  { has_timer, no_cores }: MachineParts,
): Machine {
  const x = width - MARGIN - SIDE;
  const top = { x, y: MARGIN, w: SIDE };
  const most = (h: number) => Math.min(Math.max(CORES_HEIGHT, h), MOST_CORES_HEIGHT);
  if (!has_timer)
    return { timer: undefined, cores: no_cores ? undefined : { ...top, h: most(bottom - MARGIN) } };
  if (no_cores) return { timer: { ...top, h: TIMER_HEIGHT }, cores: undefined };
  const [first, second] = groups;
  const timer_h =
    first && second && groups.length === 2 ? second.box.y - 20 - MARGIN : TIMER_HEIGHT;
  const y = MARGIN + Math.max(timer_h, TIMER_HEIGHT) + (timer_h > TIMER_HEIGHT ? 20 : MACHINE_GAP);
  return {
    timer: { ...top, h: Math.max(timer_h, TIMER_HEIGHT) },
    cores: { ...top, y, h: groups.length === 2 ? bottom - y : most(bottom - y) },
  };
}

function machineBelow(
  width: number,
  bottom: number,
  { has_timer, no_cores }: MachineParts,
): Machine {
  const y = bottom + 22;
  const whole = { x: MARGIN, y, w: width - 2 * MARGIN };
  if (!has_timer) return { timer: undefined, cores: no_cores ? undefined : { ...whole, h: 112 } };
  if (no_cores) return { timer: { ...whole, h: 146 }, cores: undefined };
  const half = (width - 2 * MARGIN - 12) / 2;
  const h = half > 260 ? 146 : TIMER_HEIGHT;
  const timer = { x: MARGIN, y, w: half, h };
  return { timer, cores: { x: MARGIN + half + 12, y, w: half, h } };
}
