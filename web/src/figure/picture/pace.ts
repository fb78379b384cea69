/** A stretch of runs at the pace of a story. */
import type { Moment } from '../../model/engine/protocol';
import { playableEnd } from '../../model/run/end';
import type { Poster } from '../player/player.svelte';
import { Story } from '../player/story';

/** A longer story is sped up. */
const LONGEST_MS = 24_000;
const SHORTEST_MS = 3_000;
export interface Stretch {
  readonly from_ns: number;
  readonly to_ns: number;
}

/** One run, or two: what their length follows from. */
export type Runs = readonly Pick<Poster, 'outcome'>[];

const endOf = (posters: Runs) => Math.max(...posters.map(({ outcome }) => playableEnd(outcome)));

export const wholeOf = (posters: Runs): Stretch => ({
  from_ns: 0,
  to_ns: endOf(posters),
});

/** A stretch in story time; a short one is slowed down, a long one sped up. */
export function pacedOf(posters: Runs, { from_ns, to_ns }: Stretch) {
  const story = new Story(
    posters.map(({ outcome }) => outcome),
    endOf(posters),
  );
  const begin_ms = story.msBefore(from_ns);
  const length_ms = Math.max(1, story.ms({ time_ns: to_ns, step: undefined }) - begin_ms);
  const lasts_ms = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, length_ms));
  return {
    story,
    length_ms,
    lasts_ms,
    /** The story's time after a share of the clip's. */
    told: (share: number) => begin_ms + length_ms * share,
    at: (share: number): Moment => {
      const { time_ns, step } = story.at(begin_ms + length_ms * share);
      if (step !== undefined && posters.length === 1) return { by: 'step', step };
      return { by: 'time', time_ns: Math.min(time_ns, to_ns) };
    },
    screenMs: (from_ns: number, to_ns: number): number => {
      const ms = (time_ns: number) => story.ms({ time_ns, step: undefined });
      return ((ms(to_ns) - ms(from_ns)) * lasts_ms) / length_ms;
    },
  };
}
