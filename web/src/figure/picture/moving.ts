/** A stretch of runs as a film: its moments, and the picture of each. */
import { m } from '#paraglide/messages.js';
import type { Moment } from '../../model/engine/protocol';
import { playableEnd } from '../../model/run/end';
import type { Frame } from '../../model/run/types';
import type { Poster } from '../player/player.svelte';
import { Story } from '../player/story';
import type { Film } from './film';
import { posterPiece, ROOM } from './poster';
import { momentOf, runsOf, summaryOf } from './runs';
import { STOP } from '../../model/joined';

/** The most moments drawn; a picture that is too large gets fewer. */
const MOST_MOMENTS = 60;
const FEWEST_MOMENTS = 6;
/** Distance of moments, in story time. */
const APART_MS = 300;
/** The film of a longer story is sped up. */
const LONGEST_MS = 24_000;
const SHORTEST_MS = 3_000;
/** With more connections than this, bodies appear at their new places instead of gliding. */
const MOST_GLIDING = 72;
/** The share of the time that it rests at its end before it repeats. */
const RESTS = 0.06;

export interface Stretch {
  readonly from_ns: number;
  readonly to_ns: number;
}

export interface FilmWords {
  readonly title: string;
  /** The description of the runs: server, settings. */
  readonly about: string;
  readonly labels: readonly string[];
  readonly host: string;
}

const endOf = (posters: readonly Poster[]) =>
  Math.max(...posters.map(({ outcome }) => playableEnd(outcome)));

export const wholeOf = (posters: readonly Poster[]): Stretch => ({
  from_ns: 0,
  to_ns: endOf(posters),
});

/** A stretch in story time; a short one is slowed down, a long one sped up. */
export function pacedOf(posters: readonly Poster[], { from_ns, to_ns }: Stretch) {
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
    /** The story's time after a share of the film's. */
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

/** Moments at equal distances in story time. */
export function momentsOf(posters: readonly Poster[], stretch: Stretch) {
  const { length_ms, lasts_ms, at } = pacedOf(posters, stretch);
  const wanted = Math.ceil(length_ms / APART_MS) + 1;
  const many = Math.min(MOST_MOMENTS, Math.max(FEWEST_MOMENTS, wanted));
  return { moments: Array.from({ length: many }, (_, nth) => at(nth / (many - 1))), lasts_ms };
}

/** `frames`: one per moment for each run. */
export function filmOf(
  posters: readonly Poster[],
  frames: readonly (readonly Frame[])[],
  lasts_ms: number,
  { title, about, labels, host }: FilmWords,
): Film {
  const [first] = posters;
  const [own = []] = frames;
  if (!first) throw new Error('a film without a run');
  const dots = posters.reduce((sum, { first }) => sum + first.connection_id.length, 0);
  const runs = runsOf(posters, labels, ROOM, dots <= MOST_GLIDING);
  const origin = m.embed_picture_simulated();
  const pieces = own.map((frame, at) => {
    const line = [about, momentOf(first, frame)].filter((one) => one !== '').join(' · ');
    const picture = runs(frames.flatMap((of) => of[at] ?? []));
    return posterPiece(picture, { title, line, origin, host });
  });
  const last = pieces.at(-1);
  if (!last) throw new Error('a film without a moment');
  const rest = Array.from({ length: Math.ceil(pieces.length * RESTS) }, () => last);
  const distance = (frame: Frame) => Math.abs(frame.time_ns - first.frame.time_ns);
  const nearest = Math.min(...own.map(distance));
  const told = posters.map((poster) => summaryOf(poster)).join(' ');
  return {
    title,
    desc: [about, told, origin + STOP].filter((one) => one !== '').join(' '),
    width: last.width,
    height: Math.max(...pieces.map(({ height }) => height)),
    moments: [...pieces, ...rest].map(({ marks }) => marks),
    poster: own.findIndex((frame) => distance(frame) === nearest),
    lasts_ms,
  };
}
