/** What a run's record kept: a scenario may ask for the lives of some of its requests only. */
import type { Outcome } from './types';

export type Kept = Pick<Outcome, 'lives' | 'not_kept'>;

/** Not every request's life is there to be counted. */
export const livesCut = ({ not_kept }: Pick<Outcome, 'not_kept'>): boolean =>
  (not_kept?.lives ?? 0) > 0;

/** All requests that came, kept or not. */
export const requestsOf = ({ lives, not_kept }: Kept): number =>
  lives.length + (not_kept?.lives ?? 0);
