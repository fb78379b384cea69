/** Converts real time to simulated time. Knows nothing of the page: the caller says how much time has passed. */
/** Each picture is the next instant at which something happens; silence takes no time. */
export const FASTEST = Infinity;

/** Story time, or a multiple of the run's own speed. */
export type Speed = 'story' | number;

const ALL_SPEEDS = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100,
] as const;
const SLOWEST = 0.01;

/** A hidden tab or a slow frame must not make the run jump. */
export const LONGEST_FRAME_MS = 100;
const NS_PER_MS = 1e6;
/** A whole run should take a reader about this long. */
const COMFORTABLE_RUN_MS = 9_000;

export function forward(
  time_ns: number,
  real_ms: number,
  speed: number,
  end_ns: number,
  longest_ms = LONGEST_FRAME_MS,
): number {
  const real = Math.min(Math.max(real_ms, 0), longest_ms);
  return Math.min(Math.round(time_ns + real * NS_PER_MS * speed), end_ns);
}

/** The largest speed at which the run still lasts that long. */
export function comfortableSpeed(end_ns: number): number {
  const wanted = end_ns / NS_PER_MS / COMFORTABLE_RUN_MS;
  // A run of a suitable length plays in real time.
  if (wanted > 0.1 && wanted <= 1) return wanted > 0.2 ? 1 : 0.2;
  const fitting = ALL_SPEEDS.filter((speed) => speed <= wanted);
  return fitting.at(-1) ?? ALL_SPEEDS[0];
}

/**
 * The speeds on offer: story time, 1/100 to 100, and as fast as possible; slower ones only for runs of milliseconds, and one
 * at which a crowd can be followed, if the run has one.
 */
export function speedsFor(end_ns: number, slow?: number): readonly Speed[] {
  const least = Math.min(SLOWEST, comfortableSpeed(end_ns));
  const usual = ALL_SPEEDS.filter((speed) => speed >= least && speed !== slow);
  return ['story', ...(slow === undefined ? [] : [slow]), ...usual, FASTEST];
}

/** The next slower or faster speed. From story time, the neighbour of the speed with the same total length. */
export function otherSpeed(speed: Speed, by: 1 | -1, end_ns: number): Speed {
  const speeds = speedsFor(end_ns).filter((one) => one !== 'story');
  const at = speeds.indexOf(speed === 'story' ? comfortableSpeed(end_ns) : speed);
  return speeds[Math.min(Math.max(at + by, 0), speeds.length - 1)] ?? speed;
}
