import type { Outcome } from './types';

/** The end of the part worth playing: leaves out the silence after the last answer. */
export function playableEnd(outcome: Pick<Outcome, 'lives' | 'end_ns' | 'not_kept'>): number {
  if (outcome.not_kept) return outcome.end_ns;
  if (outcome.lives.some((life) => life.end_ns === null && !life.failed)) return outcome.end_ns;
  const last = Math.max(0, ...outcome.lives.map((life) => life.segments.at(-1)?.end_ns ?? 0));
  return last > 0 ? Math.min(last, outcome.end_ns) : outcome.end_ns;
}
