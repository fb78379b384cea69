/** Describes the shape of a curve, for a sentence. */

export interface ShapePoint {
  readonly x: string;
  readonly y: number;
  /** Formatted for readers. */
  readonly text: string;
}

export type CurveShape =
  | { readonly kind: 'empty' }
  | { readonly kind: 'constant'; readonly at: ShapePoint }
  | {
      readonly kind: 'falls' | 'rises';
      readonly first: ShapePoint;
      /** The last point that still has the first point's value. */
      readonly held: ShapePoint;
      /** The first point that has the last point's value. */
      readonly reached: ShapePoint;
      readonly last: ShapePoint;
    }
  | { readonly kind: 'varies'; readonly least: ShapePoint; readonly most: ShapePoint };

/** Changes below this share of the greatest value are smaller than a dot and count as none. */
const UNSEEN = 0.005;

export function curveShape(points: readonly ShapePoint[]): CurveShape {
  const [first, ...rest] = points;
  const last = points.at(-1);
  if (!first || !last) return { kind: 'empty' };
  const unseen = UNSEEN * Math.max(...points.map(({ y }) => Math.abs(y)));
  const same = (a: ShapePoint, b: ShapePoint) => a.text === b.text || Math.abs(a.y - b.y) <= unseen;
  if (rest.every((point) => same(point, first))) return { kind: 'constant', at: first };
  const steps = rest.map((point, index) => {
    const before = points[index] ?? first;
    return same(point, before) ? 0 : Math.sign(point.y - before.y);
  });
  const falls = steps.every((step) => step <= 0);
  if (falls || steps.every((step) => step >= 0)) {
    const moved = (from: ShapePoint) => (point: ShapePoint) => !same(point, from);
    const held = points[points.findIndex(moved(first)) - 1] ?? first;
    const reached = points[points.findLastIndex(moved(last)) + 1] ?? last;
    return { kind: falls ? 'falls' : 'rises', first, held, reached, last };
  }
  const by = (sign: number) =>
    points.reduce((best, point) => (sign * (point.y - best.y) > 0 ? point : best), first);
  return { kind: 'varies', least: by(-1), most: by(1) };
}
