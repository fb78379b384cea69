/** From simulated time to a place along a timeline's axis. */
import type { Length } from '../marks/marks';

export interface TimeScale {
  readonly end_ns: number;
  /** Percent of the plot's width. */
  readonly share: (ns: number) => number;
  readonly x: (ns: number) => Length;
  /** How wide so much time is. */
  readonly w: (ns: number) => Length;
}

/** Room for the axis above the first row, in px. */
export const AXIS_HEIGHT = 26;

/** Over a page's whole plot. `room`: how much wider than the run the axis is, for what stands beyond its end. */
export function timeScale(end_ns: number, room: number): TimeScale {
  const share = (ns: number) => (ns / (end_ns * room || 1)) * 100;
  const x = (ns: number): Length => `${Number(share(ns).toFixed(3))}%`;
  return { end_ns, share, x, w: x };
}

/** In a drawing of numbers. */
export function timeScaleIn(end_ns: number, left: number, width: number): TimeScale {
  const share = (ns: number) => (ns / Math.max(1, end_ns)) * 100;
  const w = (ns: number) => (share(ns) / 100) * width;
  return { end_ns, share, x: (ns) => left + w(ns), w };
}
