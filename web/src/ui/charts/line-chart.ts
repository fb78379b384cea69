/** Where a curve's points, its axes and its interval band stand. */
import { extent, ticks } from 'd3-array';
import { scaleLinear, scaleLog, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';

/** One value of a knob: a mean over its runs, with the interval of that mean where there are several. */
export interface LinePoint {
  readonly label: string;
  /** Undefined for words. */
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly half: number;
  /** Some of its requests were never answered, or its run was cut. */
  readonly doubtful: boolean;
  /** All that is known of it, in a sentence. */
  readonly words: string;
}

export interface LineBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Tick {
  readonly at: number;
  readonly value: number;
}

export interface LineChart {
  /** In the order of the points. */
  readonly xs: readonly number[];
  readonly ys: readonly (number | undefined)[];
  readonly path: string;
  readonly band: string;
  readonly y_ticks: readonly Tick[];
  /** Which points have their value written below them. */
  readonly labelled: readonly number[];
}

function across(
  points: readonly LinePoint[],
  log: boolean,
  { width, left, right }: LineBox,
): number[] {
  const range: [number, number] = [left, width - right];
  const numbers = points.map(({ x }) => x);
  const [low, high] = extent(numbers.flatMap((x) => x ?? []));
  if (low === undefined || low === high || numbers.includes(undefined)) {
    const scale = scalePoint<number>(
      points.map((_, index) => index),
      range,
    ).padding(0.5);
    return points.map((_, index) => scale(index) ?? left);
  }
  const scale = log && low > 0 ? scaleLog([low, high], range) : scaleLinear([low, high], range);
  return numbers.map((x) => scale(x ?? low));
}

/** Labels that have room; the first, the last and the present one come first. */
function labelled(points: readonly LinePoint[], xs: readonly number[], present: number): number[] {
  const wanted = [present, 0, points.length - 1, ...points.keys()].filter((index) => index >= 0);
  const taken: number[] = [];
  const room = (index: number) => ((points[index]?.label.length ?? 0) * 7) / 2 + 5;
  for (const index of wanted) {
    const x = xs[index];
    if (x === undefined || taken.includes(index)) continue;
    const free = taken.every(
      (other) => Math.abs((xs[other] ?? 0) - x) >= room(index) + room(other),
    );
    if (free) taken.push(index);
  }
  return taken.sort((a, b) => a - b);
}

export function lineChart(
  points: readonly LinePoint[],
  logs: { readonly x: boolean; readonly y: boolean },
  present: number,
  box: LineBox,
): LineChart {
  const xs = across(points, logs.x, box);
  const known = points.flatMap(({ y, half }) => (y === undefined ? [] : [y - half, y + half]));
  const most = Math.max(0, ...known);
  const positive = known.filter((value) => value > 0);
  const range: [number, number] = [box.height - box.bottom, box.top];
  const log = logs.y && positive.length > 0;
  const least = Math.min(...positive);
  const scale = log
    ? scaleLog([least === most ? least / 2 : least, most], range)
        .nice()
        .clamp(true)
    : scaleLinear([0, most > 0 ? most : 1], range).nice();
  const values = log ? scale.ticks(4) : ticks(0, most > 0 ? most : 1, 4);
  const at = (value: number) => scale(Math.max(value, log ? least / 2 : 0));
  const placed = points.flatMap(({ y, half }, index) =>
    y === undefined
      ? []
      : [{ x: xs[index] ?? 0, y: at(y), low: at(y - half), high: at(y + half), half }],
  );
  const band = placed.some(({ half }) => half > 0)
    ? area<(typeof placed)[number]>()
        .x(({ x }) => x)
        .y0(({ low }) => low)
        .y1(({ high }) => high)(placed)
    : '';
  return {
    xs,
    ys: points.map(({ y }) => (y === undefined ? undefined : at(y))),
    path:
      line<(typeof placed)[number]>()
        .x(({ x }) => x)
        .y(({ y }) => y)(placed) ?? '',
    band: band ?? '',
    y_ticks: values.map((value) => ({ at: scale(value), value })),
    labelled: labelled(points, xs, present),
  };
}
