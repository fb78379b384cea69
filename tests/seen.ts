/** What a reader sees of a list of marks: everything with its place on the page, and text with its box. */
import { readFileSync } from 'node:fs';
import { finished } from '../web/src/build/runs/engine';
import type { Frame, Outcome } from '../web/src/model/run/types';
import type { Length, Mark, Span } from '../web/src/ui/marks/marks';
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

/** How the marks are placed: by default as a drawing of their own, in pixels. */
export interface Viewing {
  /** The reference for shares of a width and a height. */
  readonly box?: Pick<Room, 'w' | 'h'>;
  /** Leaves out what a style sheet hides. */
  readonly wanted?: (mark: Mark) => boolean;
  /**
   * For letters without attributes of their own: their size, and how far they reach above and below their line, relative to
   * it.
   */
  readonly letters?: { readonly size: number; readonly up: number; readonly down: number };
}
const LETTERS = { size: 16, up: 0.72, down: 0.02 };

export const px = (length: Length | undefined, of: number): number =>
  typeof length === 'string' ? (Number.parseFloat(length) / 100) * of : (length ?? 0);

const ALL = { w: NaN, h: NaN };

export function* seen(
  marks: readonly Mark[],
  look: Viewing = {},
  x = 0,
  y = 0,
  scale = 1,
): Generator<Placed> {
  const { box = ALL, wanted } = look;
  for (const mark of marks) {
    if (mark.opacity === 0 || wanted?.(mark) === false) continue;
    yield { mark, x, y, scale };
    if (mark.kind !== 'group') continue;
    const by = typeof mark.scale === 'number' ? mark.scale : 1;
    const at = [px(mark.x, box.w), px(mark.y, box.h)] as const;
    yield* seen(mark.marks, look, x + at[0] * scale, y + at[1] * scale, scale * by);
  }
}

export interface Words extends Room {
  readonly words: string;
  readonly size: number;
}

/** All text, in the size that a reader sees. */
export const wordsIn = (marks: readonly Mark[], look: Viewing = {}): Words[] =>
  [...seen(marks, look)].flatMap(({ mark, x, y, scale }) => {
    if (mark.kind !== 'text') return [];
    const { box = ALL, letters = LETTERS } = look;
    const spans: readonly Span[] =
      typeof mark.words === 'string' ? [{ words: mark.words }] : mark.words;
    const own = mark.size ?? letters.size;
    const size = own * scale;
    const w = spans.reduce((sum, { words, dx = 0, ...span }) => {
      const bold = (span.weight ?? mark.weight ?? 400) > 500;
      const display = span.display ?? mark.display ?? false;
      return sum + (dx + widthOf(words, span.size ?? own, { bold, display })) * scale;
    }, 0);
    const back = mark.anchor === 'end' ? w : mark.anchor === 'middle' ? w / 2 : 0;
    const left = x + (px(mark.x, box.w) + (mark.dx ?? 0)) * scale - back;
    const base = y + (px(mark.y, box.h) + (mark.dy ?? 0)) * scale;
    const { up, down } = letters;
    const words = spans.map((span) => span.words).join('');
    return [{ words, size, x: left, y: base - size * up, w, h: size * (up + down) }];
  });

export const meet = (a: Room, b: Room, by = 0.5): boolean =>
  a.x + by < b.x + b.w && b.x + by < a.x + a.w && a.y + by < b.y + b.h && b.y + by < a.y + a.h;

/** Pairs of overlapping texts. */
export const overprinted = (all: readonly Words[], by?: number): string[] =>
  all.flatMap((a, at) =>
    all.slice(at + 1).flatMap((b) => (meet(a, b, by) ? [`"${a.words}" and "${b.words}"`] : [])),
  );

/** The places of marks that have a position; paths are left out. */
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
