/** The words of a picture with the room that they take: what the laws of every picture are told with. */
import type { Length, Mark, Span } from '../web/src/ui/marks/marks';
import { widthOf } from '../web/src/ui/marks/measure';

export interface Size {
  readonly w: number;
  readonly h: number;
}
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
export interface Words {
  readonly words: string;
  /** Of its letters, as they are seen. */
  readonly size: number;
  readonly area: Area;
}

const SIZE = 13;
const ASCENT = 0.76;
const DESCENT = 0.22;

/** All that is written in marks, in a picture of this size; `seen` leaves out what a style sheet hides. */
export function textsOf(
  marks: readonly Mark[],
  size: Size,
  seen: (mark: Mark) => boolean = () => true,
  at = { x: 0, y: 0, scale: 1 },
): readonly Words[] {
  const px = (length: Length, of: number) =>
    typeof length === 'string' ? (Number.parseFloat(length) / 100) * of : length;
  return marks.flatMap((mark): readonly Words[] => {
    if (!seen(mark) || mark.opacity === 0) return [];
    if (mark.kind === 'group') {
      if (mark.stretch) return [];
      const scale = typeof mark.scale === 'number' ? mark.scale : 1;
      return textsOf(mark.marks, size, seen, {
        x: at.x + at.scale * px(mark.x ?? 0, size.w),
        y: at.y + at.scale * px(mark.y ?? 0, size.h),
        scale: at.scale * scale,
      });
    }
    if (mark.kind !== 'text') return [];
    const spans: readonly Span[] =
      typeof mark.words === 'string' ? [{ words: mark.words }] : mark.words;
    const letters = mark.size ?? SIZE;
    const wide = spans.reduce(
      (sum, span) =>
        sum +
        (span.dx ?? 0) +
        widthOf(span.words, span.size ?? letters, {
          bold: (span.weight ?? mark.weight ?? 400) > 500,
          display: span.display ?? mark.display ?? false,
        }),
      0,
    );
    const x = px(mark.x, size.w) + (mark.dx ?? 0);
    const y = px(mark.y, size.h) + (mark.dy ?? 0);
    const left = x - (mark.anchor === 'end' ? wide : mark.anchor === 'middle' ? wide / 2 : 0);
    return [
      {
        words: spans.map((span) => span.words).join(''),
        size: letters * at.scale,
        area: {
          left: at.x + at.scale * left,
          right: at.x + at.scale * (left + wide),
          top: at.y + at.scale * (y - ASCENT * letters),
          bottom: at.y + at.scale * (y + DESCENT * letters),
        },
      },
    ];
  });
}

/** The pairs of words that lie over each other. */
export function meetings(texts: readonly Words[]): readonly string[] {
  return texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter(
        ({ area }) =>
          one.area.left < area.right &&
          area.left < one.area.right &&
          one.area.top < area.bottom &&
          area.top < one.area.bottom,
      )
      .map((other) => `“${one.words}” and “${other.words}”`),
  );
}
