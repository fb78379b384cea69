/** Simulated time from real time. Knows no page: who drives it says how much time went by. */
export const SPEEDS = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100,
] as const;

/** A hidden tab or a slow frame must not make the run jump. */
const LONGEST_FRAME_MS = 100;
const NS_PER_MS = 1e6;
/** A whole run should take a reader about this long. */
const COMFORTABLE_RUN_MS = 9_000;

export function forward(time_ns: number, real_ms: number, speed: number, end_ns: number): number {
  const real = Math.min(Math.max(real_ms, 0), LONGEST_FRAME_MS);
  return Math.min(Math.round(time_ns + real * NS_PER_MS * speed), end_ns);
}

/** The largest speed at which the run still lasts as long as a reader needs. */
export function comfortableSpeed(end_ns: number): number {
  const wanted = end_ns / NS_PER_MS / COMFORTABLE_RUN_MS;
  // A run that real time suits is left in real time.
  if (wanted > 0.1 && wanted <= 1) return wanted > 0.2 ? 1 : 0.2;
  const fitting = SPEEDS.filter((speed) => speed <= wanted);
  return fitting.at(-1) ?? SPEEDS[0];
}
