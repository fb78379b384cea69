/** From simulated time to a place along a timeline's axis, and back. */
import { ticks } from 'd3-array';
import type { Length } from '../marks/marks';

export interface TimeScale {
  readonly end_ns: number;
  /** Percent of the plot's width. */
  readonly share: (ns: number) => number;
  readonly x: (ns: number) => Length;
  /** How wide the time between is. */
  readonly between: (from_ns: number, to_ns: number) => Length;
  /** The same axis for what happens to a request: a told instant has a place for each of its steps. */
  readonly of: (request: number) => TimeScale;
}

/** A time of the run, and the step of its instant where several are told one after the other. */
export interface Instant {
  readonly time_ns: number;
  readonly step: number | undefined;
}

/** An axis on which some stretches of time are longer than others. Shares are 0 to 1. */
export interface Warp {
  readonly share: (time_ns: number, request?: number) => number;
  readonly at: (share: number) => Instant;
}

const percent = (share: number): Length => `${Number(share.toFixed(3))}%`;

function scaleOf(end_ns: number, share: (ns: number, request?: number) => number): TimeScale {
  const own = (request?: number): TimeScale => {
    const its = (ns: number) => share(ns, request);
    return {
      end_ns,
      share: its,
      x: (ns) => percent(its(ns)),
      between: (from, to) => percent(Math.max(0, its(to) - its(from))),
      of: own,
    };
  };
  return own();
}

export interface TimeAxis {
  readonly scale: TimeScale;
  /** What stands at so many percent of the plot. */
  readonly at: (percent: number) => Instant;
  /** Where a share of the story stands, in percent. */
  readonly told: (share: number) => number;
  readonly warp: Warp | undefined;
}

/** Room beyond the end of the run, in shares of it: for its last mark, and for published times after it. */
const ROOM = 0.012;
const ROOM_AFTER = 0.08;

/** Over a page's whole plot. `last_ns`: the last thing that has a mark on it. */
export function timeAxis(end_ns: number, last_ns: number, warp: Warp | undefined): TimeAxis {
  if (!warp) {
    const wide_ns = Math.max(end_ns, last_ns) * (1 + ROOM) || 1;
    return {
      scale: scaleOf(end_ns, (ns) => (ns / wide_ns) * 100),
      at: (share) => ({
        time_ns: Math.round(Math.min(Math.max(0, (share / 100) * wide_ns), end_ns)),
        step: undefined,
      }),
      told: (share) => ((share * end_ns) / wide_ns) * 100,
      warp,
    };
  }
  const after = last_ns > end_ns;
  const told = (share: number) => (share * 100) / (1 + (after ? ROOM_AFTER : ROOM));
  const end = told(1);
  const beyond = (ns: number) => (0.9 * (100 - end) * (ns - end_ns)) / (last_ns - end_ns || 1);
  return {
    scale: scaleOf(end_ns, (ns, request) =>
      ns > end_ns ? end + beyond(ns) : told(warp.share(ns, request)),
    ),
    at: (share) => warp.at(Math.min(1, Math.max(0, share / end))),
    told,
    warp,
  };
}

/** In a drawing of numbers. */
export function timeScaleIn(end_ns: number, left: number, width: number): TimeScale {
  const share = (ns: number) => (ns / Math.max(1, end_ns)) * 100;
  const own: TimeScale = {
    end_ns,
    share,
    x: (ns) => left + (share(ns) / 100) * width,
    between: (from, to) => ((share(to) - share(from)) / 100) * width,
    of: () => own,
  };
  return own;
}

/** The roundest time between two. */
function roundest(from_ns: number, to_ns: number): number {
  for (let grain = 10 ** Math.ceil(Math.log10(Math.max(to_ns, 1))); grain >= 1; grain /= 10)
    for (const step of [grain, grain / 2, grain / 5]) {
      const time = Math.ceil(from_ns / step) * step;
      if (time <= to_ns) return time;
    }
  return from_ns;
}

/** Times to write along it, about so many: round ones, from the scale of what is told there. */
export function ticksOf(axis: TimeAxis, count: number): readonly number[] {
  const { scale, at, warp } = axis;
  if (!warp) return ticks(0, scale.end_ns, count);
  const found = [0];
  for (let index = 1; index <= count; index += 1) {
    const middle = (index / count) * 100;
    const from = at(middle - 35 / count).time_ns;
    const time = roundest(from, Math.max(from, at(middle + 35 / count).time_ns));
    if (time > (found.at(-1) ?? 0)) found.push(time);
  }
  return found;
}

export interface Stretched {
  readonly from_ns: number;
  readonly to_ns: number;
  /** In percent. */
  readonly left: number;
  readonly right: number;
}

const SAMPLES = 200;
/** A stretch is told slowly where it gets so many times the room that its time has in the run. */
const SLOWLY = 8;
const LEAST_WIDE = 7;

/** Where the axis is drawn out: a short time that is told at length. */
export function stretchedOf({ at, told, warp, scale }: TimeAxis): readonly Stretched[] {
  if (!warp) return [];
  const found: Stretched[] = [];
  let open: number | undefined;
  for (let index = 0; index <= SAMPLES; index += 1) {
    const [from, to] = [index, index + 1].map((one) => told(one / SAMPLES)) as [number, number];
    const passes_ns = at(to).time_ns - at(from).time_ns;
    const slow = index < SAMPLES && passes_ns < scale.end_ns / SAMPLES / SLOWLY;
    if (slow) open ??= from;
    else if (open !== undefined) {
      if (from - open >= LEAST_WIDE)
        found.push({
          left: open,
          right: from,
          from_ns: at(open).time_ns,
          to_ns: at(from).time_ns,
        });
      open = undefined;
    }
  }
  return found;
}
