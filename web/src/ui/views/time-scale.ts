/** From simulated time to a place along a timeline's axis. */
export interface TimeScale {
  readonly end_ns: number;
  /** Percent of the plot's width. */
  readonly share: (ns: number) => number;
  readonly percent: (ns: number) => string;
}

/** Room for the axis above the first row, in px. */
export const AXIS_HEIGHT = 26;

/** `room`: how much wider than the run the axis is, for what stands to the right of its end. */
export function timeScale(end_ns: number, room: number): TimeScale {
  const share = (ns: number) => (ns / (end_ns * room || 1)) * 100;
  return { end_ns, share, percent: (ns) => `${share(ns).toFixed(3)}%` };
}
