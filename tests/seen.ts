/** What a reader sees of a list of marks: everything with its place on the page, and words with the box that they take. */
import { readFileSync } from 'node:fs';
import { finished } from '../web/src/build/runs/engine';
import type { Frame, Outcome } from '../web/src/model/run/types';
import type { Mark, TextMark } from '../web/src/ui/marks/marks';
import { widthOf } from '../web/src/ui/marks/measure';

/** A scenario's run, with its picture at any time. */
export function runNamed(name: string) {
  const run = finished(readFileSync(`content/scenarios/${name}.json`, 'utf8'), {});
  const outcome = JSON.parse(run.outcome()) as Outcome;
  const at = (time_ns: number) => run.frame(time_ns) as Frame;
  return { run, outcome, first: at(0), at };
}

interface Placed {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Room {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export function* seen(marks: readonly Mark[], x = 0, y = 0, scale = 1): Generator<Placed> {
  for (const mark of marks) {
    if (mark.opacity === 0) continue;
    yield { mark, x, y, scale };
    if (mark.kind !== 'group') continue;
    const by = typeof mark.scale === 'number' ? mark.scale : 1;
    const at = [Number(mark.x ?? 0), Number(mark.y ?? 0)] as const;
    yield* seen(mark.marks, x + at[0] * scale, y + at[1] * scale, scale * by);
  }
}

export interface Words extends Room {
  readonly words: string;
  readonly size: number;
}

const said = ({ words }: TextMark) =>
  typeof words === 'string' ? words : words.map((span) => span.words).join('');

export const wordsIn = (
  marks: readonly Mark[],
  wanted: (mark: Mark) => boolean = () => true,
): Words[] =>
  [...seen(marks)].flatMap(({ mark, x, y, scale }) => {
    if (mark.kind !== 'text' || !wanted(mark)) return [];
    const size = (mark.size ?? 16) * scale;
    const words = said(mark);
    const face = { bold: (mark.weight ?? 400) >= 600, display: mark.display ?? false };
    const w = widthOf(words, size, face);
    const back = mark.anchor === 'end' ? w : mark.anchor === 'middle' ? w / 2 : 0;
    const at = { x: x + Number(mark.x) * scale - back, y: y + Number(mark.y) * scale };
    return [{ words, size, x: at.x, y: at.y - size * 0.72, w, h: size * 0.74 }];
  });

export const meet = (a: Room, b: Room, by = 0.5): boolean =>
  a.x + by < b.x + b.w && b.x + by < a.x + a.w && a.y + by < b.y + b.h && b.y + by < a.y + a.h;

/** Pairs of words of which one stands on the other. */
export const overprinted = (all: readonly Words[]): string[] =>
  all.flatMap((a, at) =>
    all.slice(at + 1).flatMap((b) => (meet(a, b) ? [`"${a.words}" and "${b.words}"`] : [])),
  );

/** Where marks are whose place can be read off them; paths are left out. */
export const placesIn = (marks: readonly Mark[]): Room[] =>
  [...seen(marks)].flatMap(({ mark, x, y, scale }): Room[] => {
    if (mark.kind === 'rect')
      return [
        {
          x: x + Number(mark.x) * scale,
          y: y + Number(mark.y) * scale,
          w: Number(mark.w) * scale,
          h: Number(mark.h) * scale,
        },
      ];
    if (mark.kind === 'circle') {
      const r = mark.r * scale;
      return [
        {
          x: x + Number(mark.x) * scale - r,
          y: y + Number(mark.y) * scale - r,
          w: 2 * r,
          h: 2 * r,
        },
      ];
    }
    return [];
  });
