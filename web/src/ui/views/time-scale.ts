/** From simulated time to a place along a timeline's axis, and back. Equal times are equally long, everywhere. */
import { ticks } from 'd3-array';
import type { Length } from '../marks/marks';

export interface TimeScale {
  readonly from_ns: number;
  readonly to_ns: number;
  readonly x: (ns: number) => Length;
  /** In pixels, from where the axis begins. */
  readonly px: (ns: number) => number;
  /** How wide the time between is: in pixels where it would be too narrow to see. */
  readonly between: (from_ns: number, to_ns: number) => Length;
}

/** A time of the run, and the step of its instant where several are told one after the other. */
export interface Instant {
  readonly time_ns: number;
  readonly step: number | undefined;
}

/** What passes in no time is still there to see. */
export const LEAST_WIDE = 2;

const percent = (share: number): Length => `${Number(share.toFixed(3))}%`;

/** Over a plot so many pixels wide, in shares of it: a plot that is stretched stays right. */
export function timeScale(from_ns: number, to_ns: number, width: number): TimeScale {
  const whole = to_ns - from_ns || 1;
  const share = (ns: number) => (ns - from_ns) / whole;
  return {
    from_ns,
    to_ns,
    x: (ns) => percent(share(ns) * 100),
    px: (ns) => share(ns) * width,
    between: (from, to) => {
      const wide = Math.max(0, (to - from) / whole);
      return wide * width < LEAST_WIDE ? LEAST_WIDE : percent(wide * 100);
    },
  };
}

/** In a drawing of numbers. */
export function timeScaleIn(to_ns: number, left: number, width: number): TimeScale {
  const px = (ns: number) => (ns / Math.max(1, to_ns)) * width;
  return {
    from_ns: 0,
    to_ns,
    x: (ns) => left + px(ns),
    px,
    between: (from, to) => Math.max(LEAST_WIDE, px(to) - px(from)),
  };
}

/** Room beyond the end of the run, as a share of it: for what ends there. */
const ROOM = 0.012;

/** Where the axis ends. `last_ns`: the last thing that has a mark on it. */
export const axisEnd = (end_ns: number, last_ns: number): number =>
  Math.max(end_ns, last_ns, 1) * (1 + ROOM);

/** Times to write along it, about so many: 1, 2 or 5 times a power of ten apart. */
export const ticksOf = (from_ns: number, to_ns: number, count: number): readonly number[] =>
  ticks(from_ns, to_ns, Math.max(1, count)).filter(Number.isInteger);

/** The roundest time between two. */
export function roundest(from_ns: number, to_ns: number): number {
  if (from_ns <= 0) return 0;
  for (let grain = 10 ** Math.ceil(Math.log10(Math.max(to_ns, 1))); grain >= 1; grain /= 10)
    for (const step of [grain, grain / 2, grain / 5]) {
      const time = Math.ceil(from_ns / step) * step;
      if (time <= to_ns) return time;
    }
  return from_ns;
}
