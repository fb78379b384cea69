/** The number of waiting requests over the last seconds, ten times a second. */
import { STEP_NS, type LiveMoment } from '../../../model/engine/live-run';

export const SPAN_S = 20;
const STEPS = (SPAN_S * 1e9) / STEP_NS;

export interface Waited {
  /** The step of the last value. */
  readonly last: number;
  readonly counts: readonly number[];
}
export const NOBODY: Waited = { last: -1, counts: [] };

/** Appends what came since; a run that restarts gets a new record. */
export function longer(record: Waited, { step, waited }: LiveMoment): Waited {
  if (waited.length === 0) return record;
  const goes_on = step === record.last + 1;
  const counts = [...(goes_on ? record.counts : []), ...waited].slice(-STEPS - 1);
  return { last: step + waited.length - 1, counts };
}

/** The maximum over the last seconds. */
export const most = ({ counts }: Waited, seconds = SPAN_S): number =>
  Math.max(0, ...counts.slice(-Math.ceil((seconds * 1e9) / STEP_NS)));

export const waiting = ({ in_queue, on_sockets }: LiveMoment): number => in_queue + on_sockets;
