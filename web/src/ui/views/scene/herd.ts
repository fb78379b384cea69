/**
 * Those who sleep at a latch that wakes all of them: at each passage their eyes open from the gate outward, everybody leans
 * towards it, one has passed, and the others fall asleep again.
 */
import type { Outcome } from '../../../model/run/types';
import { ASLEEP, ROOM, type Bodies } from './at';
import type { World } from './world';

/** Later for each who stands nearer to the gate. */
const OPENS_MS = 0.14;
const SLEEPS_MS = 0.35;
/** For how long eyes are open, but for no more than this share of a passage. */
const AWAKE_MS = 430;
const AWAKE_SHARE = 0.5;
/** How long a body takes to lean, and how far, relative to its radius. */
const LEAN_MS = 90;
export const LEAN = 0.22;

/** True if a passage wakes all who sleep, not only the next. */
export const wakesAll = ({ scenario }: Pick<Outcome, 'scenario'>): boolean =>
  (scenario.machine?.latch?.herd_us ?? 0) > 0;

const eased = (share: number) => {
  const within = Math.min(1, Math.max(0, share));
  return within * within * (3 - 2 * within);
};

export interface Passage {
  /** Since somebody has gone through, and how long a passage takes, on the screen. */
  readonly since_ms: number;
  readonly lasts_ms: number;
  /** False for readers who want less motion. */
  readonly leans: boolean;
}

/** Changes the looks and places of a crowd to those at this time after a passage. */
export function herd(
  { latch }: World,
  { count, room, rank, state, look, x, y, r }: Bodies,
  { since_ms, lasts_ms, leans }: Passage,
): void {
  if (!latch) return;
  const awake_ms = Math.min(AWAKE_MS, lasts_ms * AWAKE_SHARE);
  for (let client = 0; client < count; client += 1) {
    if (room[client] !== ROOM.CROWD || look[client] !== ASLEEP) continue;
    const nth = rank[client] ?? 0;
    const rises = eased((since_ms - nth * OPENS_MS) / LEAN_MS);
    const awake = rises * (1 - eased((since_ms - awake_ms - nth * SLEEPS_MS) / LEAN_MS));
    if (awake <= 0) continue;
    if (awake > 0.5) look[client] = state[client] ?? 0;
    if (!leans) continue;
    const [to_x, to_y] = [latch.gate.x - (x[client] ?? 0), latch.gate.y - (y[client] ?? 0)];
    const by = (LEAN * awake * (r[client] ?? 0)) / Math.max(1, Math.hypot(to_x, to_y));
    x[client] = (x[client] ?? 0) + to_x * by;
    y[client] = (y[client] ?? 0) + to_y * by;
  }
}
