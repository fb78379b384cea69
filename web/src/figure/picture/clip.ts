/**
 * A stretch of runs as a clip: the question over the moment that it is about, then each picture as the figure draws it while
 * it plays, with title, narrator, caption and address.
 */
import { m } from '#paraglide/messages.js';
import type { Moment } from '../../model/engine/protocol';
import { playableEnd } from '../../model/run/end';
import { NEXT } from '../../model/joined';
import type { Frame } from '../../model/run/types';
import { count, shortDuration } from '../../model/words/format';
import { group, place, rect, text, those, type Mark, type Piece } from '../../ui/marks/marks';
import { BOLD, roomOf, wrap } from '../../ui/marks/measure';
import { Narrator, plainOf, toldBy } from '../model/narration';
import { instructiveMoment } from '../player/moment';
import type { Poster } from '../player/player.svelte';
import { pacedOf, wholeOf, type Runs, type Stretch } from './pace';
import { momentOf, pairOf, sceneOf, type Pace } from './runs';
import { sign } from './sheet';

export const SHAPES = ['wide', 'square', 'upright'] as const;
export type Shape = (typeof SHAPES)[number];

/** In pixels, and how many of them are one unit of a picture. */
export const SIZES: Readonly<Record<Shape, { width: number; height: number; sharp: number }>> = {
  wide: { width: 1280, height: 720, sharp: 1.6 },
  square: { width: 1080, height: 1080, sharp: 1.5 },
  upright: { width: 720, height: 1280, sharp: 1.6 },
};
/** The size of a shape as GIF: letters are as large as there, and a picture of 64 colours stays small. */
export const GIF_SIZES: typeof SIZES = {
  wide: { width: 640, height: 400, sharp: 1 },
  square: { width: 540, height: 540, sharp: 1 },
  upright: { width: 400, height: 640, sharp: 1 },
};
/** How long the question stands, which is what a chat shows of a file. */
const ASKS_MS = 1_200;
/** The last picture stays for a while, so that it can be read; with what was found, longer. */
const RESTS_MS = 1_000;
const FOUND_MS = 2_000;
/** A hundredth of fewer is no request. */
const TELLING = 100;
const EDGE = 16;
const GAP = 12;

export interface ClipWords {
  readonly title: string;
  /** Server and settings. */
  readonly about: string;
  readonly labels: readonly string[];
  /** Empty if it has none. */
  readonly caption: string;
  /** Where the figure can be played. */
  readonly address: string;
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

/** An address has no blanks: it breaks behind a slash. */
export function broken(address: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const piece of address.split(/(?<=\/)/)) {
    const last = lines.at(-1);
    if (last !== undefined && roomOf(last + piece, size) <= width)
      lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines;
}

/** What stays the same, around a box for the picture. */
function surround({ title, caption, address }: ClipWords, longest: string, w: number, h: number) {
  const room = w - 2 * EDGE;
  const quiet = { size: 14, fill: '--ink-2' } as const;
  const titles = wrap(title, room, 22);
  const about = wrap(longest, room, 14);
  const said = wrap(caption, room, 16);
  const origin = m.embed_picture_simulated();
  const beside = roomOf(origin, 14, BOLD) + 28 + roomOf(address, 14) + EDGE <= room;
  const links = beside ? [] : broken(address, room, 14);
  const top = 20 + titles.length * 26 + about.length * 19;
  const foot = h - 40 - links.length * 19;
  const bottom = foot - said.length * 22;
  /** Lines of the narrator's sentence. */
  const most = room < 640 ? 2 : 1;
  const line = bottom - most * 22 - (said.length > 0 ? 6 : 0);
  const marks = those(
    rect(0, 0, w, h, { fill: '--paper' }),
    titles.map((one, at) =>
      text(EDGE, 34 + at * 26, one, { size: 22, display: true, weight: 700 }),
    ),
    said.map((one, at) => text(EDGE, bottom + 16 + at * 22, one, { size: 16, weight: 600 })),
    sign(EDGE + 9, foot + 19, 0.75),
    text(EDGE + 28, foot + 24, origin, { ...quiet, weight: 600 }),
    beside && text(w - EDGE, foot + 24, address, { ...quiet, anchor: 'end' }),
    links.map((one, at) => text(EDGE, foot + 44 + at * 19, one, quiet)),
  );
  const told = (line: string): Mark[] =>
    wrap(line, room, 14).map((one, at) =>
      text(EDGE, 34 + titles.length * 26 - 4 + at * 19, one, quiet),
    );
  const narrated = (sentence: string): Mark[] => {
    const sizes = [17, 16, 15, 14, 13];
    const size = sizes.find((one) => wrap(sentence, room, one).length <= most) ?? 12;
    return wrap(sentence, room, size).map((one, at) =>
      text(EDGE, line + 16 + at * 22, one, { size, display: true, weight: 700 }),
    );
  };
  const box = { x: EDGE, y: top + 6, w: room, h: line - top - 12 };
  return { marks, told, narrated, box };
}

/** What a whole run found, in numbers. */
function foundIn({ outcome: { metrics } }: Poster): string {
  const { arrived, finished, latency } = metrics;
  if (finished === 0) return m.clip_found_none({ count: count(arrived) });
  const told = { n: finished, count: count(finished), p50: shortDuration(latency.p50_ns) };
  return finished < TELLING
    ? m.clip_found_few({ ...told, longest: shortDuration(latency.max_ns) })
    : m.clip_found({ ...told, p99: shortDuration(latency.p99_ns) });
}

export const foundWords = (posters: readonly Poster[], labels: readonly string[]): string =>
  posters.length === 1
    ? posters.map(foundIn).join('')
    : posters
        .map((poster, at) => m.narr_of_run({ name: labels[at] ?? '', said: foundIn(poster) }))
        .join(NEXT);

/** A sentence in large letters over the middle of a picture. */
function asking(
  question: string,
  { x, y, w, h }: { x: number; y: number; w: number; h: number },
): Mark[] {
  const room = w - 4 * EDGE;
  const fits = (size: number) => {
    const rows = wrap(question, room, size * 1.05).length;
    return rows <= 3 || rows * size * 1.25 + 2 * EDGE <= h / 2;
  };
  const size = [34, 30, 26, 22, 20].find(fits) ?? 18;
  const lines = wrap(question, room, size * 1.05);
  const high = lines.length * size * 1.25 + 2 * EDGE;
  const top = y + (h - high) / 2;
  return [
    rect(x + EDGE, top, w - 2 * EDGE, high, { r: 14, fill: '--paper', opacity: 0.94 }),
    ...lines.map((one, at) =>
      text(x + 2 * EDGE, top + EDGE + size * (0.95 + at * 1.25), one, {
        size,
        display: true,
        weight: 700,
      }),
    ),
  ];
}

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
    return plainOf(narrator.say(resting, toldBy(playing), sides, undefined));
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
