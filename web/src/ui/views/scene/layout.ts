/**
 * The scene as boxes and places in the box that it is given: groups, and the timer and the cores beside them or on
 * one line below. Of all ways to draw it the one in which most can be read is taken.
 */
import type { Cards } from './cards';
import type { Extent } from './extent';
import type { Box } from './geometry';
import {
  GROUP_GAP,
  isAside,
  LEAST_ASIDE,
  machineBelow,
  machineBeside,
  MARGIN,
  ROW,
  ROW_GAP,
  SIDE,
  SIDE_GAP,
  sideHeight,
  splitBox,
  typeAt,
} from './layout-machine';
import { planGroup, type GroupShape, type Planned, type WhyLines } from './layout-group';
import type { GroupLayout, SceneLayout, SeatWords } from './layout-types';

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
  /** Lines that a group's longest reason needs at this width, in letters of this size: whole, or in few words. */
  readonly why_lines: WhyLines;
  /** Without them every group is drawn in full. */
  readonly cards?: Cards | undefined;
}

const MOST_IN_FULL = 2;
const LEAST_FOR_TWO = 0.8;
const LARGEST = 1.4;
/** Beyond this the group would be mostly air: it stands in the middle instead. */
const MOST_AIR = 1.55;

/** One way to draw it. */
interface Way {
  readonly aside: boolean;
  /** Two groups beside each other instead of one above the other. */
  readonly beside: boolean;
  readonly seat_words: SeatWords;
  readonly trays: boolean;
  readonly bare: boolean;
  readonly shrink: number;
  /** How much of it can be read. */
  readonly worth: number;
}

const SHRINKS = [1, 0.8, 0.62, 0.47, 0.35, 0.25];
const DETAILS = [
  { seat_words: 2, trays: true, bare: false, worth: 1 },
  { seat_words: 1, trays: true, bare: false, worth: 0.95 },
  { seat_words: 1, trays: false, bare: false, worth: 0.86 },
  { seat_words: 0, trays: true, bare: false, worth: 0.84 },
  { seat_words: 0, trays: false, bare: false, worth: 0.78 },
  { seat_words: 0, trays: false, bare: true, worth: 0.68 },
] as const;

function waysOf(groups: number, may_aside: boolean): readonly Way[] {
  const flags = [true, false];
  return flags
    .filter((aside) => may_aside || !aside)
    .flatMap((aside) =>
      flags
        .filter((beside) => groups === 2 || !beside)
        .flatMap((beside) =>
          SHRINKS.flatMap((shrink) =>
            DETAILS.filter(({ seat_words }) => shrink === 1 || seat_words === 0).map(
              ({ worth, ...detail }): Way => ({
                ...detail,
                aside,
                beside,
                shrink,
                worth: worth * shrink ** 0.75 * (aside || !may_aside ? 1 : 0.94),
              }),
            ),
          ),
        ),
    );
}

interface Tried {
  readonly fits: boolean;
  readonly need: number;
  readonly layout: () => SceneLayout;
}

function attempt(shape: SceneShape, way: Way, scale: number): Tried {
  const { extent, no_cores = false, no_timer = false, no_listener = false, disk = false } = shape;
  const W = shape.width / scale;
  const H = shape.height === undefined ? undefined : shape.height / scale;
  const type = typeAt(scale);
  const has = { timer: !extent.own_threads && !no_timer, cores: !no_cores, disk };
  const parts = Number(has.timer) + Number(has.cores) + Number(has.disk);
  const side = way.aside && parts > 0 ? SIDE + SIDE_GAP : 0;
  const row = !way.aside && parts > 0 ? ROW + ROW_GAP : 0;
  const w = W - 2 * MARGIN - side;
  const many = extent.groups.length;
  const columns = way.beside ? many : 1;
  const group_w = (w - 2 * GROUP_GAP * (columns - 1)) / columns;
  const room = (H ?? Infinity) - 2 * MARGIN - row;
  const share = way.beside ? room : (room - GROUP_GAP * (many - 1)) / many;
  const shaped: GroupShape = {
    ...way,
    type,
    w: group_w,
    h: Number.isFinite(share) ? share : group_w > 560 ? 220 : 190,
    own: extent.own_threads,
    no_listener,
    cache: extent.cached,
    gate: shape.gate ?? 0,
    why_lines: shape.why_lines,
  };
  const planned = extent.groups.map((group) => planGroup(group, shaped));
  const needs = planned.map(({ need }) => need);
  const tallest = Math.max(...needs);
  const sum = needs.reduce((all, one) => all + one, 0) + GROUP_GAP * (many - 1);
  const least_side = way.aside ? sideHeight(has, type) : 0;
  const need = Math.max(way.beside ? tallest : sum, least_side);
  return {
    need: need + 2 * MARGIN + row,
    fits: need <= room + 0.01 && group_w >= 200,
    layout: () => {
      const natural = Math.max(need, H === undefined ? 0 : Math.min(room, need * MOST_AIR));
      const height = H ?? natural + 2 * MARGIN + row;
      const y = MARGIN + Math.max(0, (height - 2 * MARGIN - row - natural) / 2);
      const groups = placeAll(planned, { x: MARGIN, y, w: group_w, h: natural }, way.beside);
      const machine = way.aside
        ? machineBeside({ x: W - MARGIN - SIDE, y, w: SIDE, h: natural }, has, type)
        : machineBelow({ x: MARGIN, y: y + natural + ROW_GAP, w, h: ROW }, has);
      return { width: W, height, scale, type, groups, ...machine };
    },
  };
}

function placeAll(planned: readonly Planned[], box: Box, beside: boolean): GroupLayout[] {
  if (beside) {
    const step = box.w + 2 * GROUP_GAP;
    return planned.map(({ place }, at) => place({ x: box.x + step * at, y: box.y }, box.h));
  }
  const sum = planned.reduce((all, { need }) => all + need, 0) + GROUP_GAP * (planned.length - 1);
  const air = (box.h - sum) / planned.length;
  let y = box.y;
  return planned.map(({ need, place }) => {
    const made = place({ x: box.x, y }, need + air);
    y += need + air + GROUP_GAP;
    return made;
  });
}

export function layoutScene(shape: SceneShape): SceneLayout {
  const { width, height, extent, cards } = shape;
  if (cards && extent.groups.length > MOST_IN_FULL) return asCards(shape, cards);
  const has_side =
    !(shape.no_cores ?? false) ||
    (shape.disk ?? false) ||
    (!extent.own_threads && !(shape.no_timer ?? false));
  const ways = waysOf(extent.groups.length, has_side && width >= LEAST_ASIDE);
  if (height === undefined) return natural(shape, ways);
  let best: { readonly worth: number; readonly made: Tried } | undefined;
  for (const way of ways) {
    // The largest scale at which this way fits, to a hundredth or two.
    if (best && way.worth * LARGEST <= best.worth) continue;
    const found = largest((scale) => attempt(shape, way, scale), 0.2, LARGEST);
    if (!found) continue;
    // What is hard to read is worth less than it is large.
    const worth = way.worth * (found.scale < 1 ? found.scale ** 1.4 : found.scale ** 0.5);
    if (!best || worth > best.worth) best = { worth, made: found.made };
  }
  if (best) {
    const layout = best.made.layout();
    // Two groups in a small box: smaller parts with larger letters.
    return cards && extent.groups.length === 2 && layout.scale < LEAST_FOR_TWO
      ? asCards(shape, cards)
      : layout;
  }
  const last = ways.at(-1);
  if (!last) throw new Error('no way to draw a scene');
  return natural({ ...shape, height: undefined, width: Math.max(width, 320) }, [last]);
}

function largest(
  make: (scale: number) => Tried,
  low: number,
  high: number,
): { readonly scale: number; readonly made: Tried } | undefined {
  const top = make(high);
  if (top.fits) return { scale: high, made: top };
  let found = { scale: low, made: make(low) };
  if (!found.made.fits) return undefined;
  let [below, above] = [low, high];
  while (above - below > 0.015) {
    const middle = (below + above) / 2;
    const made = make(middle);
    if (made.fits) {
      found = { scale: middle, made };
      below = middle;
    } else above = middle;
  }
  return found;
}

/** As tall as it would like to be: the way that a box of the usual shape would have. */
function natural(shape: SceneShape, ways: readonly Way[]): SceneLayout {
  const { width, extent } = shape;
  const wide = width >= 640;
  const crowded = extent.groups.some(({ seats }) => seats > 24);
  const scale = width < 330 ? width / 330 : wide ? Math.min(1.25, Math.max(1, width / 900)) : 1;
  const right = ways.find(
    ({ aside, beside, seat_words, shrink, trays, bare }) =>
      !bare &&
      (aside === wide || !ways.some((way) => way.aside)) &&
      beside === (wide && width >= 1100 && extent.groups.length === 2) &&
      (crowded
        ? seat_words === 0 && shrink <= (extent.groups.some(({ seats }) => seats > 60) ? 0.47 : 0.8)
        : shrink === 1 && seat_words === (wide ? 1 : 0)) &&
      trays === wide,
  );
  const way = right ?? ways[0];
  if (!way) throw new Error('no way to draw a scene');
  return attempt({ ...shape, height: undefined }, way, scale).layout();
}

/** As tall as many groups would like to be, against their width. */
const CARDS_SHAPE = 0.42;
/** Of the drawing, for each card. */
const LEAST_CARD = 75 * 55;

/** Many groups: in a box that is small for them the drawing is larger than the box. */
function asCards(shape: SceneShape, { layoutCards }: Cards): SceneLayout {
  const { extent, width, no_cores = false, no_timer = false, disk = false } = shape;
  const has = { timer: !no_timer, cores: !no_cores, disk };
  const aside = isAside(width, shape.height ?? Infinity, has);
  const busy = extent.groups.filter(({ at_rest }) => !at_rest).length;
  const least = Math.sqrt((width * (shape.height ?? Infinity)) / (busy * LEAST_CARD));
  const scale = Math.min(1, width / 330, least);
  const W = width / scale;
  const H = (shape.height ?? clampHeight(width * CARDS_SHAPE)) / scale;
  const type = typeAt(scale);
  const { room, machine } = splitBox({ w: W, h: H }, has, aside, type);
  const why_lines = (room: number, group: number) => shape.why_lines(room, group, 12, false);
  const made = layoutCards(extent.groups, room, {
    no_listener: shape.no_listener ?? false,
    why_lines,
  });
  return { width: W, height: H, scale, type, ...made, ...machine };
}

const clampHeight = (height: number) => Math.max(260, Math.min(460, height));
