/**
 * A stretch of runs as a clip: the question over the moment that it is about, then each picture as the figure draws it while
 * it plays, with title, narrator, caption and address.
 */
import { m } from '#paraglide/messages.js';
import type { Moment } from '../../model/engine/protocol';
import { playableEnd } from '../../model/run/end';
import { NEXT } from '../../model/joined';
import type { Frame } from '../../model/run/types';
import { LEAST_FOR_P99 } from '../../model/run/summary';
import { count, shortDuration } from '../../model/words/format';
import { group, place, type Mark, type Piece } from '../../ui/marks/marks';
import { Narrator, inFull, toldBy } from '../model/narration';
import { instructiveMoment } from '../player/moment';
import type { Poster } from '../player/player.svelte';
import { pacedOf, wholeOf, type Runs, type Stretch } from './pace';
import { momentOf, pairOf, sceneOf, type Pace } from './runs';
import { asking, FOUND_MS, SQUARE_GIF, surround, type Size, type Words } from './around';

export const SHAPES = ['wide', 'square', 'upright'] as const;
export type Shape = (typeof SHAPES)[number];

export const SIZES: Readonly<Record<Shape, Size>> = {
  wide: { width: 1280, height: 720, sharp: 1.6 },
  square: { width: 1080, height: 1080, sharp: 1.5 },
  upright: { width: 720, height: 1280, sharp: 1.6 },
};
/** The size of a shape as GIF: letters are as large as there, and a picture of 64 colours stays small. */
export const GIF_SIZES: typeof SIZES = {
  wide: { width: 640, height: 400, sharp: 1 },
  square: SQUARE_GIF,
  upright: { width: 400, height: 640, sharp: 1 },
};
/** How long the question stands, which is what a chat shows of a file. */
const ASKS_MS = 1_200;
/** The last picture stays for a while, so that it can be read; with what was found, longer. */
const RESTS_MS = 1_000;
const GAP = 12;

export interface ClipWords extends Words {
  /** Server and settings. */
  readonly about: string;
  readonly labels: readonly string[];
}

export interface Clip {
  readonly width: number;
  readonly height: number;
  readonly sharp: number;
  readonly lasts_ms: number;
  /** Until then the question stands over a picture; 0 if it asks nothing. */
  readonly asks_ms: number;
  /** From then on what was found stands over the last picture; the clip's end if it stops before its run does. */
  readonly finds_ms: number;
  moment(at_ms: number): Moment;
  /** In the order of time: what moves has left an earlier picture. One frame for each run. */
  marks(frames: readonly Frame[], at_ms: number): readonly Mark[];
}

/** What a whole run found, in numbers. */
function foundIn({ outcome: { metrics } }: Poster): string {
  const { arrived, finished, latency } = metrics;
  if (finished === 0) return m.clip_found_none({ count: count(arrived) });
  const told = { n: finished, count: count(finished), p50: shortDuration(latency.p50_ns) };
  return finished < LEAST_FOR_P99
    ? m.clip_found_few({ ...told, longest: shortDuration(latency.max_ns) })
    : m.clip_found({ ...told, p99: shortDuration(latency.p99_ns) });
}

export const foundWords = (posters: readonly Poster[], labels: readonly string[]): string =>
  posters.length === 1
    ? posters.map(foundIn).join('')
    : posters
        .map((poster, at) => m.narr_of_run({ name: labels[at] ?? '', said: foundIn(poster) }))
        .join(NEXT);

/** One run, or two: side by side where there is more width than height. */
function scenesOf(
  posters: readonly Poster[],
  labels: readonly string[],
  { w, h }: { readonly w: number; readonly h: number },
  pace: Pace,
): (frames: readonly Frame[]) => Piece {
  const [only, another] = posters;
  if (!only) throw new Error('a clip without a run');
  if (!another) {
    const scene = sceneOf(only, w, h, pace);
    return ([frame]) => scene(frame ?? only.frame);
  }
  if (w <= h * 1.5) return pairOf(posters, labels, w, () => (h - GAP) / 2 - 24, pace);
  const own = (w - GAP) / 2;
  const columns = posters.map((poster, at) =>
    pairOf([poster], [labels[at] ?? ''], own, () => h - 24, pace),
  );
  return (frames) => {
    const marks = columns.map((column, at) => {
      const piece = column(frames.slice(at, at + 1));
      return group(piece.marks, { x: at * (own + GAP) });
    });
    return { marks, width: w, height: h };
  };
}

/** When a clip's parts end, in ms: its question, its run, and all of it; `whole` if it goes to the end of its run. */
export function partsOf(posters: Runs, stretch: Stretch, { lasts_ms } = pacedOf(posters, stretch)) {
  const asks = posters.length === 1 && posters[0]?.outcome.scenario.question !== '';
  const whole = stretch.to_ns >= wholeOf(posters).to_ns;
  const asks_ms = asks ? ASKS_MS : 0;
  const finds_ms = asks_ms + lasts_ms;
  return { whole, asks_ms, finds_ms, lasts_ms: finds_ms + (whole ? FOUND_MS : RESTS_MS) };
}

export function clipOf(
  posters: readonly Poster[],
  words: ClipWords,
  stretch: Stretch,
  { width, height, sharp }: (typeof SIZES)[Shape],
): Clip {
  const [only] = posters;
  if (!only) throw new Error('a clip without a run');
  const first: Poster = only;
  const paced = pacedOf(posters, stretch);
  const { lasts_ms, at, told: toldMs, screenMs, story } = paced;
  const endOf = ({ outcome }: Poster) => playableEnd(outcome);
  const last = posters.reduce((one, other) => (endOf(other) > endOf(one) ? other : one), first);
  const lineAt = (frame: Pick<Frame, 'time_ns'>) =>
    [words.about, momentOf(last, frame)].filter((one) => one !== '').join(' · ');
  const longest = lineAt({ time_ns: stretch.to_ns });
  const { marks, told, narrated, box } = surround(words, longest, width / sharp, height / sharp);
  let now_ms = 0;
  const scenes = scenesOf(posters, words.labels, box, { now_ms: () => now_ms, screenMs });
  const { question } = first.outcome.scenario;
  const { whole, asks_ms, finds_ms, lasts_ms: all_ms } = partsOf(posters, stretch, paced);
  const tension_ns = Math.min(
    stretch.to_ns,
    Math.max(stretch.from_ns, instructiveMoment(first.outcome)),
  );
  const still = sceneOf(first, box.w, box.h);
  const narrator = new Narrator();
  /** The figure's sentence at story pace; of a crowd, what this very frame counts. */
  function sentence(frames: readonly Frame[], at_ms: number): string {
    const watched_ms = toldMs(Math.min(1, at_ms / lasts_ms));
    const position = story.at(watched_ms);
    const tracks = posters.map(({ outcome, first, frame }, nth) => ({
      ...{ outcome, first },
      frame: frames[nth] ?? frame,
    }));
    const [main = first, twin] = tracks;
    const playing = {
      ...{ main, twin, tracks, position, story, watched_ms, end_ns: story.end_ns },
      ...{ time_ns: position.time_ns, playing: true, touched: true, speed: 'story' as const },
      agoMs: (event: { readonly at_ns: number; readonly step: number }) =>
        watched_ms - story.ms({ time_ns: event.at_ns, step: twin ? undefined : event.step }),
    };
    const sides = tracks.map((track, nth) => ({ track, name: words.labels[nth] ?? '' }));
    const resting = { ...playing, playing: false };
    return inFull(narrator.say(resting, toldBy(playing), sides, undefined));
  }
  return {
    width,
    height,
    sharp,
    lasts_ms: all_ms,
    asks_ms,
    finds_ms,
    moment: (at_ms) =>
      at_ms < asks_ms
        ? { by: 'time', time_ns: tension_ns }
        : at(Math.min(1, (at_ms - asks_ms) / lasts_ms)),
    marks(frames, at_ms) {
      const frame = frames[posters.indexOf(last)] ?? last.frame;
      if (at_ms < asks_ms)
        return [
          ...marks,
          ...told(lineAt(frame)),
          place(still(frame), box.x, box.y),
          ...asking(question, box),
        ];
      now_ms = at_ms - asks_ms;
      return [
        ...marks,
        ...told(lineAt(frame)),
        place(scenes(frames), box.x, box.y),
        ...narrated(sentence(frames, now_ms)),
        ...(whole && at_ms > finds_ms ? asking(foundWords(posters, words.labels), box) : []),
      ];
    },
  };
}
