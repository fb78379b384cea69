/** What a live run has answered over the last seconds, and how long it took. */
import type { End, Ended, LiveMoment } from '../../model/engine/live-run';
import type { Figures } from '../../model/hand/dares';

export const SPAN_S = 20;
/** The answers that are counted next to the sentence. */
export const COUNTED_S = 5;

export interface Lasting {
  readonly figures: readonly Figures[];
  readonly ended: readonly Ended[];
}
export const NOTHING: Lasting = { figures: [], ended: [] };

/** Appends what came since. */
export function longer(record: Lasting, moment: LiveMoment): Lasting {
  const { figures, ended, time_ns } = moment;
  if (figures.length === 0 && ended.length === 0) return record;
  const from = time_ns - SPAN_S * 1e9;
  const counted = ended.filter(({ sleeper }) => !sleeper);
  return {
    figures: [...record.figures, ...figures].filter(({ run_ns }) => run_ns >= from),
    ended: [...record.ended, ...counted].filter(({ end_ns }) => end_ns >= from),
  };
}

export type Counted = Readonly<Record<End, number>>;

export function counted({ ended }: Lasting, now_ns: number, seconds = COUNTED_S): Counted {
  const all: Record<End, number> = { in_time: 0, late: 0, nobody: 0, killed: 0 };
  for (const { end_ns, how } of ended) if (end_ns > now_ns - seconds * 1e9) all[how] += 1;
  return all;
}
