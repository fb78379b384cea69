/** Converts simulated time to a position on a timeline's axis, and back. The scale is linear. */
import { ticks } from 'd3-array';
import type { Length } from '../marks/marks';

export interface TimeScale {
  readonly from_ns: number;
  readonly to_ns: number;
  readonly x: (ns: number) => Length;
  /** In pixels, from the start of the axis. */
  readonly px: (ns: number) => number;
  /** The width of a period: in pixels if it would be too narrow to see. */
  readonly between: (from_ns: number, to_ns: number) => Length;
}

/** A time of the run, and a step of its instant if several are shown one after the other. */
export interface Instant {
  readonly time_ns: number;
  readonly step: number | undefined;
}

/** The least width of a period, so that even an instant is visible. */
export const LEAST_WIDE = 2;

const percent = (share: number): Length => `${Number(share.toFixed(3))}%`;

/** For a plot of this many pixels, in shares of its width, so that it can be stretched. */
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

/** For a drawing in numbers. */
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

/** Room after the end of the run, as a share of it, for marks at the end. */
const ROOM = 0.012;

/** The end of the axis. `last_ns`: the time of the last mark. */
export const axisEnd = (end_ns: number, last_ns: number): number =>
  Math.max(end_ns, last_ns, 1) * (1 + ROOM);

/** About `count` times for ticks, which are 1, 2 or 5 times a power of ten apart. */
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
