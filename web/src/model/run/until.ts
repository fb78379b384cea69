/** A run cut off at the moment that the reader has reached. */
import type { Life, Segment } from './types';

/** A request's life up to this moment: later parts have not happened yet. */
export function lifeUntil(life: Life, seen_ns: number): Life {
  if (life.end_ns !== null && life.end_ns <= seen_ns) return life;
  const { given_up_ns, ...all } = life;
  return {
    ...all,
    ...(given_up_ns !== undefined && given_up_ns <= seen_ns ? { given_up_ns } : {}),
    start_ns: life.start_ns !== null && life.start_ns <= seen_ns ? life.start_ns : null,
    end_ns: null,
    failed: false,
    segments: life.segments
      .filter(({ start_ns }) => start_ns <= seen_ns)
      .map((segment) => ({ ...segment, end_ns: Math.min(segment.end_ns, seen_ns) })),
  };
}

/** The lives of the requests that have arrived by then. */
export const livesUntil = (lives: readonly Life[], seen_ns: number): readonly Life[] =>
  lives.filter(({ arrive_ns }) => arrive_ns <= seen_ns).map((life) => lifeUntil(life, seen_ns));

/** The segment of its life that a request is in at this time, if it was recorded. */
export const stretchAt = (life: Life | undefined, time_ns: number): Segment | undefined =>
  life?.segments.find(({ start_ns, end_ns }) => start_ns <= time_ns && time_ns < end_ns);
