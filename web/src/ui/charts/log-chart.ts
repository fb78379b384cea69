/** Where things stand in a chart whose axes both go by factors. Places are per cent of its plot. */
import { scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import { widthOf } from '../marks/measure';
import type { Point } from '../../model/benchmarks/benchmark';

export type Tone = 'threads' | 'pool' | 'proxy' | 'blue' | 'amber' | 'grey';
export type Shape = 'circle' | 'square' | 'diamond';

export interface LogSeries {
  readonly id: string;
  readonly label: string;
  /** At the end of its line, where its name is too long for that. */
  readonly end?: string;
  readonly tone: Tone;
  readonly shape: Shape;
  readonly measured: readonly Point[];
  /** Those of the measured that nothing here explains. */
  readonly odd: readonly number[];
  /** The line: simulated, or straight from point to point. */
  readonly line: readonly Point[];
  readonly line_dashed: boolean;
  /** The interval around the line. */
  readonly band: readonly { readonly x: number; readonly low: number; readonly high: number }[];
  /** By arithmetic: thin. */
  readonly thin: readonly Point[];
  /** The scalability law: dotted. */
  readonly dotted: readonly Point[];
  /** Simulated anew, one by one. */
  readonly dots: readonly Point[];
}

export const SERIES: Omit<LogSeries, 'id' | 'label' | 'tone'> = {
  shape: 'circle',
  measured: [],
  odd: [],
  line: [],
  line_dashed: false,
  band: [],
  thin: [],
  dotted: [],
  dots: [],
};

export interface Tick {
  readonly at: number;
  readonly value: number;
  /** 2: written where there is little room too; 1: where there is room; 0: never. */
  readonly room: 0 | 1 | 2;
}

export interface LogLayout {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly x_of: (percent: number) => number;
  readonly y_of: (percent: number) => number;
  readonly x_ticks: readonly Tick[];
  readonly y_ticks: readonly Tick[];
  readonly y_range: readonly [number, number];
}

const ROOM = 1.3;

const valuesOf = (one: LogSeries) => [
  ...[one.measured, one.line, one.thin, one.dots].flatMap((points) => points.map(([, y]) => y)),
  ...one.band.flatMap(({ low, high }) => [low, high]),
];

/** The lowest and the highest value, with room. */
export function rangeOf(series: readonly LogSeries[]): readonly [number, number] {
  const values = series.flatMap(valuesOf).filter((value) => value > 0);
  if (values.length === 0) return [1, 10];
  return [Math.min(...values) / ROOM, Math.max(...values) * ROOM];
}

function ticksBetween(low: number, high: number): readonly number[] {
  const decades = Math.log10(high / low);
  const steps = decades > 2.2 ? [1] : decades > 0.9 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const step of steps) {
      const value = Number((step * 10 ** power).toPrecision(6));
      if (value >= low && value <= high) ticks.push(value);
    }
  }
  return ticks;
}

/** Which of them can stand side by side: each, or every second ..., else the last, and from the first on what has room. */
function spaced(at: readonly number[], rooms: readonly number[]): ReadonlySet<number> {
  const last = at.length - 1;
  const clear = (a: number, b: number) =>
    Math.abs((at[a] ?? 0) - (at[b] ?? 0)) >= ((rooms[a] ?? 0) + (rooms[b] ?? 0)) / 2;
  for (let step = 1; step <= last / 2; step += 1) {
    const even = [...at.keys()].filter((index) => index % step === 0);
    if (last % step === 0 && even.slice(1).every((index) => clear(index - step, index)))
      return new Set(even);
  }
  const chosen = new Set([last]);
  let before: number | undefined;
  for (let index = 0; index < last; index += 1) {
    if ((before !== undefined && !clear(before, index)) || !clear(index, last)) continue;
    chosen.add(index);
    before = index;
  }
  return chosen;
}

/** Plots that are narrow, wide, low and high, in pixels: labels are measured against these. */
const NARROW = 250;
const WIDE = 480;
const LOW = 96;
const HIGH = 200;
const LABEL = 12;
/** Of a tick: 2 where it is written in the smaller plot too. */
function roomsOf(at: readonly number[], sizes: readonly number[], small: number, big: number) {
  const inPlot = (plot: number) =>
    spaced(
      at,
      sizes.map((size) => (100 * size) / plot),
    );
  const always = inPlot(small);
  const often = inPlot(big);
  return (index: number) => (always.has(index) ? 2 : often.has(index) ? 1 : 0);
}

/** Places for the values of the x axis, all with a tick. */
export function layoutOf(
  series: readonly LogSeries[],
  places: readonly number[],
  range: readonly [number, number] = rangeOf(series),
): LogLayout {
  const first = places[0] ?? 1;
  const last = places.at(-1) ?? first;
  const one = first === last;
  const across = scaleLog([one ? first / 2 : first, one ? first * 2 : last], [0, 100]);
  const down = scaleLog(range as [number, number], [100, 0]).clamp(true);
  const xs = places.map((value) => across(value));
  const words = (value: number) => widthOf(placeWords(value, false), LABEL) + 8;
  const across_room = roomsOf(xs, places.map(words), NARROW, WIDE);
  const values = ticksBetween(range[0], range[1]);
  const ys = values.map((value) => down(value));
  const down_room = roomsOf(
    ys,
    ys.map(() => LABEL + 6),
    LOW,
    HIGH,
  );
  return {
    x: (value) => across(value),
    y: (value) => down(Math.max(value, range[0])),
    x_of: (percent) => across.invert(percent),
    y_of: (percent) => down.invert(percent),
    x_ticks: places.map((value, index) => ({
      at: xs[index] ?? 0,
      value,
      room: across_room(index),
    })),
    y_ticks: values.map((value, index) => ({ at: ys[index] ?? 0, value, room: down_room(index) })),
    y_range: range,
  };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The units of a plot that stretches with its page. */
const WHOLE: Box = { x: 0, y: 0, w: 1000, h: 1000 };

/** A line's path in a plot. */
export function pathOf(points: readonly Point[], { x, y }: LogLayout, box: Box = WHOLE): string {
  return (
    line<Point>(
      ([a]) => box.x + (x(a) * box.w) / 100,
      ([, b]) => box.y + (y(b) * box.h) / 100,
    ).digits(1)(points) ?? ''
  );
}

export function bandOf(band: LogSeries['band'], { x, y }: LogLayout, box: Box = WHOLE): string {
  const down = (value: number) => box.y + (y(value) * box.h) / 100;
  return (
    area<LogSeries['band'][number]>()
      .x((one) => box.x + (x(one.x) * box.w) / 100)
      .y0((one) => down(one.low))
      .y1((one) => down(one.high))
      .digits(1)(band) ?? ''
  );
}

/** Between two lines over the same places, one quadrilateral after the other. */
export function gapOf(
  a: readonly Point[],
  b: readonly Point[],
  layout: LogLayout,
  box: Box = WHOLE,
): string {
  const both = a.flatMap(([x, y]) => {
    const other = b.find(([at]) => at === x);
    return other ? [{ x, low: y, high: other[1] }] : [];
  });
  return bandOf(both, layout, box);
}

/** Names at the right ends of the lines, pushed apart where they would cover each other. */
export function endLabels(
  series: readonly LogSeries[],
  layout: LogLayout,
  apart: number,
): readonly {
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  readonly at: number;
}[] {
  const ends = series
    .flatMap(({ id, label: name, end, tone, line: main, thin, measured }) => {
      const label = end ?? name;
      const last = main.at(-1) ?? thin.at(-1) ?? measured.at(-1);
      return last ? [{ id, label, tone, at: layout.y(last[1]) }] : [];
    })
    .sort((a, b) => a.at - b.at);
  let before = -Infinity;
  return ends.map((end) => {
    before = Math.max(end.at, before + apart);
    return { ...end, at: before };
  });
}

/** The place that is nearest to a point of the plot, as an index. */
export function nearestPlace(
  places: readonly number[],
  layout: LogLayout,
  percent: number,
): number {
  let best = 0;
  places.forEach((value, index) => {
    const far = (one: number) => Math.abs(layout.x(one) - percent);
    if (far(value) < far(places[best] ?? value)) best = index;
  });
  return best;
}

/** A place of the x axis: "4,096", or "4.1k". */
export function placeWords(value: number, short: boolean): string {
  return short && value >= 1e3
    ? `${Number((value / 1e3).toPrecision(2))}k`
    : value.toLocaleString('en-US');
}

/** "100,000", or "100k" where there is little room. */
export function tickWords(value: number, short: boolean): string {
  if (short && value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (short && value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6 });
}
