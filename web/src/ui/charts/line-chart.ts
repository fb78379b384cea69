/** Positions of a curve's points, axes and interval band. */
import { extent, ticks } from 'd3-array';
import { scaleLinear, scaleLog, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Colours } from '../marks/attributes';
import { sheet } from '../marks/markup';
import { roomOf } from '../marks/measure';
import { circle, line as rule, path, place, text, those, type Mark } from '../marks/marks';

/** One value of a knob: the mean of its runs, with the mean's interval if there are several. */
export interface LinePoint {
  readonly label: string;
  /** Undefined for words. */
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly half: number;
  /** Some of its requests were never answered, or its run was cut short. */
  readonly doubtful: boolean;
  /** Everything known about it, in a sentence. */
  readonly words: string;
}

/** Font size of all text at the axes. */
const LETTERS = 12.5;

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
  /** Indexes of the points whose value is written below them. */
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

/** Picks labels that fit, giving priority to the first, the last and the present point. */
function labelled(points: readonly LinePoint[], xs: readonly number[], present: number): number[] {
  const wanted = [present, 0, points.length - 1, ...points.keys()].filter((index) => index >= 0);
  const taken: number[] = [];
  const room = (index: number) =>
    roomOf(points[index]?.label ?? '', LETTERS, { bold: true }) / 2 + 5;
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

/** Everything that a curve shows. */
export interface LineDrawing {
  readonly points: readonly LinePoint[];
  /** The titles of the axes: the knob with its unit, and the measure. */
  readonly x_title: string;
  readonly y_title: string;
  /** A tick of the measure, short. */
  readonly y_words: (value: number) => string;
  readonly logs: { readonly x: boolean; readonly y: boolean };
  /** The index of the scenario's own value; -1: none of them. */
  readonly present: number;
}

export const lineBox = (width: number): LineBox => ({
  width,
  height: 280,
  left: 74,
  right: 18,
  top: 30,
  bottom: 46,
});

/** `looked`: the point under the pointer or focus. */
export function lineMarks(
  { points, x_title, y_title, y_words, present }: LineDrawing,
  chart: LineChart,
  box: LineBox,
  looked?: number,
): Mark[] {
  const floor = box.height - box.bottom;
  const right = box.width - box.right;
  const title = { size: 13, weight: 600, fill: '--ink-2' } as const;
  const now = chart.xs[present];
  return those(
    text(0, 14, y_title, title),
    chart.y_ticks.flatMap(({ at, value }): Mark[] => [
      rule(box.left, at, right, at, { key: `grid ${value}`, stroke: '--grid' }),
      text(box.left - 8, at + 4, y_words(value), {
        key: `tick ${value}`,
        size: LETTERS,
        anchor: 'end',
        fill: '--ink-2',
      }),
    ]),
    now !== undefined &&
      rule(now, box.top, now, floor, { key: 'now', stroke: '--ink', dash: '2 3' }),
    rule(box.left, floor, right, floor, { key: 'floor', stroke: '--ink', thick: 1.25 }),
    path(chart.band, { key: 'band', fill: '--rim', fill_opacity: 0.18 }),
    path(chart.path, { key: 'line', fill: 'none', stroke: '--rim', thick: 2 }),
    points.flatMap((point, index): Mark[] => {
      const x = chart.xs[index] ?? 0;
      const y = chart.ys[index];
      const key = `point ${index}`;
      const here = index === present;
      if (y === undefined)
        return point.words === ''
          ? []
          : [
              path(`M${x - 4} ${floor - 10}l8 8m0 -8l-8 8`, {
                key,
                fill: 'none',
                stroke: '--ink',
                thick: 2,
              }),
            ];
      const fill = here ? '--ink' : point.doubtful ? '--paper' : '--rim';
      const stroke = point.doubtful ? '--rim' : '--paper';
      const r = index === looked ? 6 : here ? 5.5 : 4;
      return [circle(x, y, r, { key, fill, stroke, thick: 1.5 })];
    }),
    chart.labelled.map((index) =>
      text(chart.xs[index] ?? 0, floor + 17, points[index]?.label ?? '', {
        key: `label ${index}`,
        size: LETTERS,
        anchor: 'middle',
        ...(index === present ? { weight: 700 } : { fill: '--ink-2' }),
      }),
    ),
    text(right, box.height - 8, x_title, { ...title, anchor: 'end' }),
  );
}

const SHEET = 680;
const HEAD = 40;

/** The curve as a complete picture. */
export function lineSvg(title: string, drawing: LineDrawing, colours: Colours): string {
  const box = lineBox(SHEET);
  const chart = lineChart(drawing.points, drawing.logs, drawing.present, box);
  const marks = [
    text(16, 26, title, { size: 18, display: true, weight: 700 }),
    place({ marks: lineMarks(drawing, chart, box) }, 16, HEAD),
  ];
  return sheet(
    { title, width: SHEET + 32, height: box.height + HEAD + 12, size: 12, marks },
    colours,
  );
}
