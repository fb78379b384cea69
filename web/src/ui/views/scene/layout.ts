/**
 * The scene as boxes and places in the box that it is given, at that box's size: a group or two in full, above each other
 * or, as cards, many; the timer and the cores on a line at its foot where there is room for one.
 */
import type { Cards } from './cards';
import { alike, type Extent } from './extent';
import type { Box } from './geometry';
import { groupWords, type GroupWords } from './group-words';
import { layoutGroup, type GroupShape } from './layout-group';
import { FOOT, machineBelow, some, splitBox } from './layout-machine';
import type { SceneLayout } from './layout-types';

export interface SceneShape {
  readonly extent: Extent;
  /** Pixels of the page. */
  readonly width: number;
  /** Without one the scene is as tall as it would like to be. */
  readonly height?: number | undefined;
  /** Cores, run queue and latch have a picture of their own. */
  readonly no_cores?: boolean;
  /** Designs without a stall timer, and without a listener: requests come into line at once. */
  readonly no_timer?: boolean;
  readonly no_listener?: boolean;
  /** The machine has one disk for all. */
  readonly disk?: boolean;
  /** How many may be at work at once in a group, where the run meets that limit. */
  readonly gate?: number;
  /** Whichever line they come from. */
  readonly gate_all?: boolean;
  /** What is written in a group; without them, its foot says what there is to say of it. */
  readonly words?: (group: number) => GroupWords;
  /** Without them every group is drawn in full. */
  readonly cards?: Cards | undefined;
}

const MOST_IN_FULL = 2;
/** A narrower scene has its clients on top. */
const BROAD = 520;
/** The least height of a group in full, broad and upright, and of a scene that has a foot. */
const LEAST = { broad: 78, upright: 92 } as const;
const LEAST_FOOTED = { broad: 216, upright: 176 } as const;
const GAP = 10;
export function layoutScene(shape: SceneShape): SceneLayout {
  const { extent, width, cards, words = (group: number) => groupWords(group) } = shape;
  const groups = extent.groups.length;
  const way = width >= BROAD ? 'broad' : 'upright';
  const upright = way === 'upright';
  const height =
    shape.height ?? (upright ? 240 * Math.min(groups, 2) : Math.max(250, width * 0.32));
  const has = {
    timer: !extent.own_threads && !(shape.no_timer ?? false),
    cores: !(shape.no_cores ?? false),
    disk: shape.disk ?? false,
  };
  const foot =
    some(has) && height / Math.sqrt(groups) >= LEAST_FOOTED[way] ? (upright ? 28 : FOOT) : 0;
  const gaps = GAP * (groups - 1);
  const each = (height - foot - gaps) / groups;
  if (cards && (groups > MOST_IN_FULL || (groups === 2 && each < LEAST[way])))
    return asCards(shape, cards, height);
  const side = upright ? 2 : 1;
  // Groups above each other have the same columns.
  const needs = alike(extent.groups);
  const made = extent.groups.map((own, at) => {
    const group = { ...own, ...needs };
    const said = words(own.group);
    const shaped: GroupShape = {
      box: { x: side, y: 1 + at * (each + GAP), w: width - 2 * side, h: each - 2 },
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

/** Many groups, at the size of their box. */
function asCards(shape: SceneShape, { layoutCards }: Cards, height: number): SceneLayout {
  const { extent, width, no_cores = false, no_timer = false, disk = false } = shape;
  const wanted = { timer: !no_timer, cores: !no_cores, disk };
  const has = height >= 150 ? wanted : { timer: false, cores: false, disk: false };
  const { room, machine } = splitBox({ w: width, h: height }, has);
  const made = layoutCards(extent.groups, room, {
    no_listener: shape.no_listener ?? false,
    gate: shape.gate ?? 0,
    gate_all: shape.gate_all ?? false,
    words: shape.words ?? ((group) => groupWords(group)),
    noted: shape.words === undefined,
  });
  return { width, height, ...made, ...machine };
}
