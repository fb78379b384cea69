/**
 * A long picture for feeds without links: the question over the moment of tension, room to think, what was found, and a code
 * that leads a phone to the figure.
 */
import { encode } from 'uqr';
import { m } from '#paraglide/messages.js';
import { NEXT } from '../../model/joined';
import { playableEnd } from '../../model/run/end';
import type { Frame } from '../../model/run/types';
import { clock } from '../../model/words/format';
import {
  group,
  path,
  place,
  rect,
  text,
  type Letters,
  type Mark,
  type Piece,
} from '../../ui/marks/marks';
import { wrap, wrapHeading } from '../../ui/marks/measure';
import type { Scene } from '../model/narrator/cast';
import { pairSaid } from '../model/narrator/pair';
import { piecesOf, inFull } from '../model/narrator/pieces';
import { standingWords } from '../model/narrator/standing';
import { instructiveMoment } from '../player/moment';
import type { Poster } from '../player/player.svelte';
import { broken } from './around';
import { foundWords } from './clip';
import { pairOf, runsOf } from './runs';
import { sheetOf, sign } from './sheet';
import { inTheme, repeated, type Taken } from './take';

/** In units, of which a PNG has two pixels each: 1,080 wide. */
const WIDTH = 540;
const EDGE = 22;
const ROOM = WIDTH - 2 * EDGE;
/** Of the code with its quiet edge: a code of 124 pixels is not read where a feed shows 480 of 1,080. */
const CODE = 116;
/** Height of each of two scenes. */
const OF_TWO = 260;
/** In more rows than this a sentence has smaller letters. */
const ROWS = 3;
/** Modules around a code that stay white. */
const QUIET = 4;

export interface LongWords {
  readonly question: string;
  readonly labels: readonly string[];
  /** The figure's page, without a state. */
  readonly address: string;
}

/** Black on white in every theme, as readers of codes expect. */
function codeAt(address: string, x: number, y: number): Mark[] {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET });
  const d = data.flatMap((row, down) =>
    row.flatMap((black, right) => (black ? [`M${right} ${down}h1v1h-1z`] : [])),
  );
  return [
    rect(x, y, CODE, CODE, { fill: '#ffffff' }),
    group([path(d.join(''), { fill: '#000000' })], { x, y, scale: CODE / size }),
  ];
}

/** What the runs show at the moment of their frames. */
function saidOf(posters: readonly Scene[], labels: readonly string[]): string {
  const [only, another] = posters;
  if (!only) return '';
  if (!another) return inFull(piecesOf(standingWords(only)));
  return pairSaid(posters.map((track, at) => ({ track, name: labels[at] ?? '' })));
}

/** `frames`: each run at the moment of tension. */
export function longPiece(
  posters: readonly Poster[],
  frames: readonly Frame[],
  { question, labels, address }: LongWords,
): Piece {
  const marks: Mark[] = [];
  let y = EDGE;
  const write = (words: string, size: number, look: Letters, gap: number) => {
    for (const line of wrapHeading(words, ROOM, size * 1.05)) {
      y += size * 1.28;
      marks.push(text(EDGE, y, line, { size, ...look }));
    }
    y += gap;
  };
  const large = { display: true, weight: 700 } as const;
  const fitting = (words: string, sizes: readonly [number, number]) =>
    wrapHeading(words, ROOM, sizes[0] * 1.05).length <= ROWS ? sizes[0] : sizes[1];
  write(question, fitting(question, [34, 27]), large, 22);
  const picture =
    posters.length > 1
      ? pairOf(posters, labels, ROOM, () => OF_TWO)(frames)
      : runsOf(posters, labels, ROOM)(frames);
  marks.push(place(picture, EDGE, y));
  y += picture.height + 8;
  const now = posters.map(({ outcome, first, frame }, at) => ({
    ...{ outcome, first },
    frame: frames[at] ?? frame,
  }));
  const end_ns = Math.max(...posters.map(({ outcome }) => playableEnd(outcome)));
  const time = clock(frames[0]?.time_ns ?? 0, end_ns);
  write(m.long_moment({ time, said: saidOf(now, labels) }), 19, { weight: 600 }, 20);
  marks.push(rect(EDGE, y, ROOM, 2, { fill: '--line' }));
  y += 8;
  write(m.long_think(), 18, { fill: '--ink-2' }, 24);
  const found = foundWords(posters, labels);
  write(found, fitting(found, [26, 22]), large, 26);
  marks.push(...codeAt(address, EDGE, y));
  const right = EDGE + CODE + 18;
  const room = WIDTH - right - EDGE;
  let beside = y + 6;
  const plain = address.replace(/^https?:\/\/|\/$/g, '');
  const lines = [
    ...wrap(m.long_scan(), room, 18).map((line) => [line, 18, 600] as const),
    ...broken(plain, room, 14).map((line) => [line, 14, 400] as const),
  ];
  for (const [line, size, weight] of lines) {
    beside += size * 1.3;
    marks.push(text(right, beside, line, { size, weight }));
  }
  const foot = Math.max(y + CODE - 10, beside + 24);
  marks.push(
    sign(right + 8, foot - 5, 0.75),
    text(right + 26, foot, m.embed_picture_simulated(), { size: 14, weight: 600, fill: '--ink-2' }),
  );
  const height = Math.ceil(Math.max(y + CODE, foot) + EDGE);
  return {
    marks: [rect(0, 0, WIDTH, height, { fill: '--paper' }), ...marks],
    width: WIDTH,
    height,
  };
}

/** As SVG, in the colours of a theme. */
export async function long(
  posters: readonly Poster[],
  { title, theme }: Taken,
  words: LongWords,
): Promise<string> {
  const [first] = posters;
  if (!first) throw new Error('a picture without a run');
  const time_ns = instructiveMoment(first.outcome);
  const frames = await Promise.all(
    posters.map(async (poster) => {
      const run = await repeated(poster);
      try {
        return await run.frame({ by: 'time', time_ns });
      } finally {
        run.close();
      }
    }),
  );
  const piece = longPiece(posters, frames, words);
  const desc = words.question + NEXT + foundWords(posters, words.labels);
  return `${inTheme(sheetOf({ title, desc, ...piece }), theme)}\n`;
}
