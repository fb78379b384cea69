/** The scene of few groups as boxes and positions: stacked, or side by side if that is too low; the timer and the cores in a row at its foot if there is room. */
import { alike, type Extent } from './extent';
import type { Box } from './geometry';
import { groupWords, type GroupWords } from './group-words';
import { layoutGroup, type GroupShape } from './layout-group';
import { FOOT, machineBelow, some } from './layout-machine';
import type { SceneLayout } from './layout-types';

export interface SceneShape {
  readonly extent: Extent;
  /** In pixels of the page. */
  readonly width: number;
  /** Without it the scene takes its preferred height. */
  readonly height?: number | undefined;
  /** True if cores, run queue and latch have a picture of their own. */
  readonly no_cores?: boolean;
  /** For designs without a stall timer, or without a listener: their requests enter the queue at once. */
  readonly no_timer?: boolean;
  readonly no_listener?: boolean;
  /** True if the machine has one disk for all. */
  readonly disk?: boolean;
  /** How many requests of a group may run at once, if the run reaches that limit. */
  readonly gate?: number;
  /** True if it applies to both queues. */
  readonly gate_all?: boolean;
  /** The text within a group; without it, the group's foot says everything. */
  readonly words?: (group: number) => GroupWords;
}

/** A narrower scene has its clients on top. */
const BROAD = 520;
/** The least height of a group below another, and of a scene with a foot. */
const LEAST = { broad: 78, upright: 92 } as const;
const LEAST_FOOTED = { broad: 216, upright: 176 } as const;
const GAP = 10;
export function layoutScene(shape: SceneShape): SceneLayout {
  const { extent, width, words = (group: number) => groupWords(group) } = shape;
  const groups = extent.groups.length;
  const way = width >= BROAD ? 'broad' : 'upright';
  const height =
    shape.height ?? (way === 'upright' ? 240 * Math.min(groups, 2) : Math.max(250, width * 0.32));
  const has = {
    timer: !extent.own_threads && !(shape.no_timer ?? false),
    cores: !(shape.no_cores ?? false),
    disk: shape.disk ?? false,
  };
  const foot =
    some(has) && height / Math.sqrt(groups) >= LEAST_FOOTED[way]
      ? way === 'upright'
        ? 28
        : FOOT
      : 0;
  const gaps = GAP * (groups - 1);
  const stacked = (height - foot - gaps) / groups >= LEAST[way];
  const each = stacked
    ? { w: width, h: (height - foot - gaps) / groups }
    : { w: (width - gaps) / groups, h: height - foot };
  const upright = each.w < BROAD;
  const side = upright ? 2 : 1;
  // Stacked groups have the same columns.
  const needs = alike(extent.groups);
  const made = extent.groups.map((own, at) => {
    const group = { ...own, ...needs };
    const said = words(own.group);
    const shaped: GroupShape = {
      box: {
        x: side + (stacked ? 0 : at * (each.w + GAP)),
        y: 1 + (stacked ? at * (each.h + GAP) : 0),
        w: each.w - 2 * side,
        h: each.h - 2,
      },
      upright,
      own: extent.own_threads,
      no_listener: shape.no_listener ?? false,
      cache: extent.cached,
      gate: shape.gate ?? 0,
      gate_all: shape.gate_all ?? false,
      words: at === 0 ? said : { ...said, clients: '' },
      clients: Math.max(...extent.groups.map(({ clients }) => clients.length)),
      noted: shape.words === undefined,
      walled: extent.groups.some((one) => words(one.group).wall.length > 0),
    };
    const whole = layoutGroup(group, shaped);
    return group.high > 0 && !upright
      ? { ...whole, before: layoutGroup({ ...group, high: 0 }, shaped) }
      : whole;
  });
  const left = upright ? 4 : (made[0]?.box.x ?? 0) + (extent.own_threads ? 0 : 4);
  const line: Box = { x: left, y: height - foot, w: width - left - 4, h: foot };
  return {
    width,
    height,
    groups: made,
    ...(foot > 0
      ? machineBelow(line, has)
      : { timer: undefined, cores: undefined, disk: undefined }),
  };
}
