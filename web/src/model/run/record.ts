/** What a run recorded: a scenario may ask for the lives of only some of its requests. */
import type { Outcome } from './types';

export type RecordedLives = Pick<Outcome, 'lives' | 'not_kept'>;

/** True if some lives are missing, so that they can't be counted. */
export const livesCut = ({ not_kept }: Pick<Outcome, 'not_kept'>): boolean =>
  (not_kept?.lives ?? 0) > 0;

/** The number of all requests, recorded or not. */
export const requestsOf = ({ lives, not_kept }: RecordedLives): number =>
  lives.length + (not_kept?.lives ?? 0);
