/** Positions of the points in a knob's small curve. */
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { OverrideValue } from '../../model/run/types';
import { isWide } from '../../model/measures/knob-values';

/** The result for one value of a knob. */
export type CurvePoint = {
  readonly value: OverrideValue;
} & (
  | { readonly state: 'pending' }
  /** `open`: the number of requests never answered; `y` is the figure of the others. */
  | { readonly state: 'known'; readonly y: number; readonly open: number; readonly cut: boolean }
  /** No request was answered. */
  | { readonly state: 'none' }
  | { readonly state: 'refused'; readonly message: string }
);

export interface PlacedPoint {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

export interface CurveBox {
  readonly width: number;
  readonly height: number;
  /** Space at both sides: half of a slider's thumb, so that each point is below its place on the slider. */
  readonly inset: number;
}

const numeric = (points: readonly CurvePoint[]) =>
  points.every(({ value }) => typeof value === 'number');

/** The x positions of all values, in pixels. Stops are evenly spaced; a range is linear like its slider, or logarithmic. */
export function positions(
  points: readonly CurvePoint[],
  even: boolean,
  { width, inset }: CurveBox,
): readonly number[] {
  const room = Math.max(1, width - 2 * inset);
  if (even || !numeric(points) || points.length < 2) {
    return points.map((_, index) => inset + ((index + 0.5) / points.length) * room);
  }
  const values = points.map(({ value }) => value as number);
  const low = values[0] ?? 0;
  const high = values.at(-1) ?? 1;
  const scaled = isWide(low, high) ? Math.log1p : (value: number) => value;
  const scale = scaleLinear([scaled(low), scaled(high)], [inset, inset + room]);
  return values.map((value) => scale(scaled(value)));
}

/** The points that have a figure. The y axis starts at zero, so that a small change looks small. */
export function place(
  points: readonly CurvePoint[],
  xs: readonly number[],
  { height }: CurveBox,
): readonly PlacedPoint[] {
  const most = max(points, (point) => (point.state === 'known' ? point.y : 0)) ?? 0;
  const top = 5;
  const bottom = height - 5;
  return points.flatMap((point, index) =>
    point.state === 'known'
      ? [
          {
            index,
            x: xs[index] ?? 0,
            y: most > 0 ? bottom - (point.y / most) * (bottom - top) : bottom,
          },
        ]
      : [],
  );
}

/** A thin line from dot to dot, with gaps at values that will never have a figure. */
export function lineThrough(placed: readonly PlacedPoint[], points: readonly CurvePoint[]): string {
  return placed
    .map(({ index, x, y }, at) => {
      const before = placed[at - 1]?.index ?? index;
      const between = points.slice(before + 1, index);
      const joined = at > 0 && between.every(({ state }) => state === 'pending');
      return `${joined ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

export function nearest(xs: readonly number[], x: number): number {
  let best = 0;
  for (let index = 1; index < xs.length; index += 1) {
    if (Math.abs((xs[index] ?? 0) - x) < Math.abs((xs[best] ?? 0) - x)) best = index;
  }
  return best;
}
