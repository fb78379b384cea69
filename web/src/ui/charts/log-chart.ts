/** Positions in a chart with two logarithmic axes, in per cent of its plot. */
import { scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import { roomOf, widthOf } from '../marks/measure';
import type { Point } from '../../model/benchmarks/benchmark';

export type LineTone = 'threads' | 'pool' | 'proxy';

export interface LogSeries {
  readonly id: string;
  readonly label: string;
  /** A shorter name, for a label next to the line. */
  readonly end?: string;
  readonly tone: LineTone;
  /** Its number among the lines of its tone: the first is solid, each further one has its own dashes. */
  readonly nth: number;
  readonly measured: readonly Point[];
  /** Indexes of measured points that no line explains. */
  readonly odd: readonly number[];
  /** The line: simulated, or straight from point to point. */
  readonly line: readonly Point[];
  /** The interval around the line. */
  readonly band: readonly { readonly x: number; readonly low: number; readonly high: number }[];
  /** The analytic line, drawn thin. */
  readonly thin: readonly Point[];
  /** The scalability law, drawn dotted. */
  readonly dotted: readonly Point[];
  /** Points that were simulated on the page. */
  readonly dots: readonly Point[];
}

export const SERIES: Omit<LogSeries, 'id' | 'label' | 'tone'> = {
  nth: 0,
  measured: [],
  odd: [],
  line: [],
  band: [],
  thin: [],
  dotted: [],
  dots: [],
};

export interface Tick {
  readonly at: number;
  readonly value: number;
  /** 2: written even if there is little room; 1: if there is room; 0: never. */
  readonly room: 0 | 1 | 2;
}

export interface LogLayout {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly x_of: (percent: number) => number;
  readonly y_of: (percent: number) => number;
  readonly x_ticks: readonly Tick[];
  readonly y_ticks: readonly Tick[];
}

const ROOM = 1.3;

const valuesOf = (one: LogSeries) => [
  ...[one.measured, one.line, one.thin, one.dots].flatMap((points) => points.map(([, y]) => y)),
  ...one.band.flatMap(({ low, high }) => [low, high]),
];

/** The lowest and the highest value, with a margin. */
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

/**
 * Which labels fit side by side: every one, or every second, and so on; else the last, and from the first on those that
 * fit.
 */
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

/** Narrow, wide, low and high plots, in pixels: labels are measured against these. */
const NARROW = 250;
const WIDE = 480;
const LOW = 96;
const HIGH = 200;
const LABEL = 12;
/** The `room` of each tick: 2 if it fits into the smaller plot too. */
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

/** Positions for the values of the x axis, which all have a tick. */
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

/** The area between two lines over the same places, as a series of quadrilaterals. */
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

/** The line that gets the label, or its substitute. */
const mainOf = ({ line: main, thin, measured }: LogSeries) =>
  main.length > 0 ? main : thin.length > 0 ? thin : measured;

/** A label next to its line. Positions are in per cent, `dy` in pixels. */
export interface LineLabel {
  readonly id: string;
  readonly words: string;
  readonly x: number;
  readonly y: number;
  readonly dy: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

export const LETTERS = 13;
const ABOVE = -9;
const BELOW = 19;
const ASCENT = 11;
const DESCENT = 4;
/** Distance between text and a line, and between samples of a line. */
const CLEAR = 4;
/** If lines are closer than this, in per cent, a label could belong to either. */
const APART = 5;

export interface Size {
  readonly w: number;
  readonly h: number;
}
/**
 * A page's plot gets labels from the first of these sizes on (LogChart.svelte); labels that fit there and in a large plot
 * fit in between.
 */
export const NAMED_FROM: Size = { w: 600, h: 260 };
const ON_A_PAGE: readonly Size[] = [NAMED_FROM, { w: 860, h: 520 }];

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const meet = (a: Area, b: Area) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** A line as points in pixels, close enough that nothing fits between two. */
function along(points: readonly Point[], { x, y }: LogLayout, { w, h }: Size): readonly Point[] {
  const at = points.map(([a, b]): Point => [(x(a) / 100) * w, (y(b) / 100) * h]);
  return at.flatMap(([ax, ay], index): readonly Point[] => {
    const [bx, by] = at[index + 1] ?? [ax, ay];
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / CLEAR));
    return Array.from({ length: steps }, (_, step): Point => [
      ax + ((bx - ax) * step) / steps,
      ay + ((by - ay) * step) / steps,
    ]);
  });
}

function areaOf({ words, x, y, dy, anchor }: LineLabel, { w, h }: Size): Area {
  const wide = roomOf(words, LETTERS, { bold: true });
  const left = (x / 100) * w - (anchor === 'end' ? wide : anchor === 'middle' ? wide / 2 : 0);
  const base = (y / 100) * h + dy;
  return { left, right: left + wide, top: base - ASCENT, bottom: base + DESCENT };
}

/** Whether an area lies within plots of these sizes and clear of these lines. */
export function isFree(
  area: (size: Size) => Area,
  lines: readonly (readonly Point[])[],
  layout: LogLayout,
  sizes: readonly Size[] = ON_A_PAGE,
): boolean {
  return sizes.every((size) => {
    const { left, right, top, bottom } = area(size);
    const inside = left >= 0 && right <= size.w + CLEAR && top >= 0 && bottom <= size.h - CLEAR;
    const off = ([x, y]: Point) =>
      x < left - CLEAR || x > right + CLEAR || y < top - CLEAR || y > bottom + CLEAR;
    return inside && lines.every((line) => along(line, layout, size).every(off));
  });
}

/**
 * The labels of lines, each next to its own line and as far right as possible, clear of every line and label at each of
 * these sizes. None if one line has no such place: a legend is used then.
 */
export function lineLabels(
  series: readonly LogSeries[],
  layout: LogLayout,
  sizes: readonly Size[] = ON_A_PAGE,
  /** Further lines to keep clear of. */
  others: readonly (readonly Point[])[] = [],
): readonly LineLabel[] {
  const lines = [...series.map(mainOf), ...others];
  const labels: LineLabel[] = [];
  const free = (label: LineLabel) =>
    isFree((size) => areaOf(label, size), lines, layout, sizes) &&
    sizes.every((size) => labels.every((other) => !meet(areaOf(label, size), areaOf(other, size))));
  for (const one of series) {
    const points = mainOf(one);
    if (points.length === 0) continue;
    const words = one.end ?? one.label;
    const alone = ([x, y]: Point) =>
      lines.every(
        (line) =>
          line === points ||
          line.every(([at, other]) => at !== x || Math.abs(layout.y(other) - layout.y(y)) >= APART),
      );
    const all = points
      .filter(alone)
      .map(([x, y]): Omit<LineLabel, 'dy'> => ({
        id: one.id,
        words,
        x: layout.x(x),
        y: layout.y(y),
        anchor: x === points.at(-1)?.[0] ? 'end' : x === points[0]?.[0] ? 'start' : 'middle',
      }))
      .reverse()
      .flatMap((place) => [
        { ...place, dy: ABOVE },
        { ...place, dy: BELOW },
      ]);
    const found = all.find(free);
    if (!found) return [];
    labels.push(found);
  }
  return labels;
}

/** The part of each series from the left to this place, in per cent. */
export function drawnUpTo(
  series: readonly LogSeries[],
  layout: LogLayout,
  percent: number,
): readonly LogSeries[] {
  if (percent >= 100) return series;
  const end = layout.x_of(percent);
  const there = (x: number) => layout.x(x) <= percent;
  const between = (a: number, b: number, share: number) => a * (b / a) ** share;
  /** Adds a last point at the cut, interpolated towards the next. */
  const cut = <Of>(
    all: readonly Of[],
    x: (one: Of) => number,
    at: (a: Of, b: Of, share: number) => Of,
  ): readonly Of[] => {
    const kept = all.filter((one) => there(x(one)));
    const last = kept.at(-1);
    const next = all[kept.length];
    if (last === undefined || next === undefined) return kept;
    const from = layout.x(x(last));
    return [...kept, at(last, next, (percent - from) / (layout.x(x(next)) - from))];
  };
  const line_of = (points: readonly Point[]) =>
    cut(
      points,
      ([x]) => x,
      ([, a], [, b], share): Point => [end, between(a, b, share)],
    );
  return series.map((one) => ({
    ...one,
    measured: one.measured.filter(([x]) => there(x)),
    dots: one.dots.filter(([x]) => there(x)),
    line: line_of(one.line),
    thin: line_of(one.thin),
    dotted: line_of(one.dotted),
    band: cut(
      one.band,
      ({ x }) => x,
      (a, b, share) => ({
        x: end,
        low: between(a.low, b.low, share),
        high: between(a.high, b.high, share),
      }),
    ),
  }));
}

/** The index of the place nearest to a point of the plot. */
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

/** "100,000", or "100k" if there is little room. */
export function tickWords(value: number, short: boolean): string {
  if (short && value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (short && value >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6 });
}
