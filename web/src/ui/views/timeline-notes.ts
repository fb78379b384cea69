/** What a lesson adds to a timeline: moments with letters, and the reader's prediction. */
import { m } from '#paraglide/messages.js';
import { group, line, path, rect, text, those, type Mark } from '../marks/marks';
import { roomOf } from '../marks/measure';
import type { TimeScale } from './time-scale';
import { rowOf, type Row } from './timeline';
import type { GuessMark, Head, TimeMark } from './timeline-layout';
import type { Band } from './timeline-marks';
import { SEMI } from '../../model/joined';

interface Lettered {
  readonly label: string;
  readonly words: string;
  readonly at_ns: number;
  readonly last: number;
}

/** Letters that would overlap are joined. */
function lettered(marks: readonly TimeMark[], scale: TimeScale, room: number): Lettered[] {
  const found: Lettered[] = [];
  for (const { at_ns, label, words } of marks) {
    const last = scale.px(at_ns);
    const before = found.at(-1);
    if (before && last - before.last < room)
      found[found.length - 1] = {
        ...before,
        label: `${before.label.split('–')[0] ?? ''}–${label}`,
        words: before.words + SEMI + words,
        last,
      };
    else found.push({ label, words, at_ns, last });
  }
  return found;
}

const LETTER = 11;

/** If there is room for them in the row of times. */
function letterMarks(
  marks: readonly TimeMark[],
  scale: TimeScale,
  { disc: { y, r }, top }: Head,
  band: Band,
): Mark[] {
  return lettered(marks, scale, 2 * r + 5).flatMap(({ label, words, at_ns }): Mark[] => {
    const half = label.length > 2 ? r + 6 : r;
    const at = scale.px(at_ns);
    if (!band.take(at - half, at + half)) return [];
    const look = { fill: '--lens', stroke: '--ink-3', title: words } as const;
    return [
      group(
        [
          line(0, y + r, 0, top - 2, { stroke: '--ink-3', dash: '2 3' }),
          // Square and with letters: what is round and has a number is a request.
          rect(-half, y - r, 2 * half, 2 * r, { r: 4, ...look }),
          text(0, y + 4, label, { anchor: 'middle', size: LETTER, weight: 600 }),
        ],
        { key: `number ${label}`, x: scale.x(at_ns) },
      ),
    ];
  });
}

/** A row, and the position of its bars. */
export interface Placed {
  readonly row: Row;
  readonly top: number;
  readonly bottom: number;
}

/** An answer within this share of the run from a guess is the one it meant. */
const NEAR = 0.015;

/** Whether a guess about a row has come true, as far as is known. */
export function holdsAt(
  { at_ns, request }: GuessMark,
  { lives }: Row,
  time_ns: number,
  end_ns: number,
): boolean {
  const own = request === undefined ? lives : lives.filter((life) => life.request === request);
  return (
    own.length > 0 &&
    own.every((life) => {
      if (life.end_ns === null || life.failed || life.end_ns > time_ns) return false;
      const late = life.end_ns - at_ns;
      return late <= NEAR * end_ns && (request === undefined || late >= -NEAR * end_ns);
    })
  );
}

const FLAG = 10;

/** A pole as high as its row; the flag is hollow until the handle reaches it and the guess is right. */
function flag(top: number, bottom: number, reached: boolean, holds: boolean): Mark[] {
  const high = bottom - top;
  const out = holds ? -FLAG : FLAG;
  const fold = Math.min(high * 0.34, 7);
  const cloth = `M0 ${top}L${out} ${top + fold}L0 ${top + 2 * fold}Z`;
  const behind = { stroke: '--paper', round: true } as const;
  return those(
    // Over a bar it has its own background.
    reached && [
      line(0, top, 0, bottom, { ...behind, thick: 5 }),
      path(cloth, { ...behind, fill: '--paper', thick: 4.5 }),
    ],
    line(0, top, 0, bottom, {
      stroke: '--guess',
      thick: 2,
      ...(holds ? {} : { dash: '2.5 3.5' }),
    }),
    path(cloth, { fill: holds ? '--guess' : '--paper', stroke: '--guess', thick: 1.5 }),
  );
}

/** The reader's prediction: a flag in each row that it is about, and its text in the row of times. */
function guessMarks(
  guess: readonly GuessMark[],
  placed: readonly Placed[],
  /** Used if no row represents it. */
  whole: readonly [top: number, bottom: number],
  scale: TimeScale,
  time_ns: number,
  end_ns: number,
): Mark[] {
  const rows = placed.map(({ row }) => row);
  return guess.flatMap((one, index): Mark[] => {
    const { at_ns, request, words } = one;
    const reached = time_ns >= at_ns;
    const about = request === undefined ? rows : [rowOf(rows, request)];
    const found = placed.filter(({ row }) => about.includes(row));
    const flags = found.flatMap(({ row, top, bottom }) =>
      flag(top + 1, bottom - 1, reached, reached && holdsAt(one, row, time_ns, end_ns)),
    );
    const marks = found.length > 0 ? flags : flag(...whole, reached, false);
    const ground = rect(-6, whole[0], 12, whole[1] - whole[0], { fill: 'none', title: words });
    return [
      group([...marks, ground], {
        key: `guess ${index}`,
        x: scale.x(at_ns),
        data: { guess: request ?? 'all' },
      }),
    ];
  });
}

/** Next to its line, on the side with room. */
function guessWords(
  guess: readonly GuessMark[],
  scale: TimeScale,
  { words: y, size }: Head,
  band: Band,
): Mark[] {
  const said = new Set<string>();
  return guess.flatMap(({ at_ns, words }): Mark[] => {
    const at = scale.px(at_ns);
    for (const one of [words, m.timeline_guess()]) {
      if (said.has(one)) return [];
      const room = roomOf(one, size, { bold: true });
      for (const from of [at + 8, at - 8 - room, at + 84, at - 84 - room])
        if (band.take(from, from + room)) {
          said.add(one);
          return [
            text(scale.x(at_ns), y, one, {
              key: `guess ${at_ns}`,
              dx: Number((from - at).toFixed(1)),
              size,
              weight: 600,
              fill: '--guess',
            }),
          ];
        }
    }
    return [];
  });
}

export const timelineNotes = { letterMarks, guessMarks, guessWords };
export type TimelineNotes = typeof timelineNotes;
