// Every chart of the site, at the sizes that pages use: what is legible, and what must not be visible yet.
import { beforeAll, describe, expect, test } from 'vitest';
import { benchmarks, extrapolation, pairs } from '../../web/src/build/benchmarks';
import { chartPiece } from '../../web/src/figure/curves/chart-svg';
import { begin, furthest, pointsOf, stroke, type Guess } from '../../web/src/figure/curves/guess';
import { guessCard } from '../../web/src/figure/curves/guess-card';
import { CARD } from '../../web/src/figure/picture/card';
import { guessMarks } from '../../web/src/figure/curves/guess-marks';
import { rangeOfPair, seriesOf } from '../../web/src/figure/curves/series';
import {
  groupsOf,
  measuresOf,
  placesOf,
  tableSeries,
} from '../../web/src/figure/curves/table-view';
import { COUNTS, MEASURED_TO, pairKey, type Pair } from '../../web/src/model/benchmarks/benchmark';
import { chartMarks, PAGE } from '../../web/src/ui/charts/chart-marks';
import { drawMarks } from '../../web/src/ui/charts/draw-marks';
import {
  layoutOf,
  lineLabels,
  rangeOf,
  SERIES,
  type LogLayout,
  type LogSeries,
} from '../../web/src/ui/charts/log-chart';
import type { Mark } from '../../web/src/ui/marks/marks';
import { overprinted, wordsIn, type Viewing } from '../seen';

// With an empty cache every point is simulated here.
beforeAll(() => void pairs(), 60_000);

interface Chart {
  readonly name: string;
  readonly series: readonly LogSeries[];
  readonly places: readonly number[];
  readonly range: readonly [number, number];
  readonly beyond?: number;
}
const ofPair = (pair: Pair): Chart => ({
  name: pairKey(pair),
  series: seriesOf(pair, { usl: true }),
  places: COUNTS,
  range: rangeOfPair(pair),
  beyond: MEASURED_TO,
});
function beside(pair: Pair, other: Pair): Chart {
  const name = `${pairKey(pair)} with ${pairKey(other)}`;
  const series = [
    ...seriesOf(pair, { usl: false }),
    ...seriesOf(other, { usl: false }, { than: pair }),
  ];
  return { ...ofPair(pair), name, series };
}
function all(): Chart[] {
  const [first] = pairs();
  return [
    ...pairs().map(ofPair),
    ...(first ? pairs().map((pair) => beside(first, pair)) : []),
    ...benchmarks.flatMap((benchmark) =>
      groupsOf(benchmark).flatMap(({ key, curves }) =>
        measuresOf(benchmark).flatMap((measure): Chart[] => {
          const series = tableSeries(benchmark, curves, measure);
          const name = `${benchmark.id}, ${key}, ${measure}`;
          return series.length === 0
            ? []
            : [{ name, series, places: placesOf(benchmark), range: rangeOf(series) }];
        }),
      ),
    ),
    ...benchmarks.flatMap((benchmark): Chart[] => {
      const series = extrapolation(benchmark).map((line): LogSeries => ({
        ...SERIES,
        id: line.system,
        label: line.system,
        tone: line.system === 'thread-pool' ? 'pool' : 'threads',
        thin: line.analytic,
      }));
      return series.length === 0
        ? []
        : [{ name: benchmark.id, series, places: COUNTS, range: rangeOf(series) }];
    }),
  ];
}

const WIDTHS = [330, 520, 700, 920];
const HEIGHTS = [120, 230, 480];
/** As LogChart.svelte shows them. */
const AROUND = 68;
const shown = (width: number, h: number): Viewing => ({
  box: { w: width - AROUND, h },
  letters: LETTERS,
  wanted: ({ class: name }) =>
    !(
      (name === 'minor' && width < 560) ||
      (name === 'name-of-line' && (width < 680 || h < 260)) ||
      (name === 'minor-y' && h < 190)
    ),
});
const LETTERS = { size: 13, up: 0.76, down: 0.22 };
const meetings = (marks: readonly Mark[], look: Viewing) => overprinted(wordsIn(marks, look), 0);
const LOOK = {
  tick: { size: 12, fill: '--ink-2', short: true },
  left: 8,
  below: 19,
  names: true,
} as const;
const layoutFor = ({ series, places, range }: Chart) => layoutOf(series, places, range);

describe('text in a chart', () => {
  test('does not overlap, and is never too small to read', () => {
    for (const chart of all()) {
      const marks = chartMarks(chart.series, layoutFor(chart), PAGE, {
        ...LOOK,
        beyond: chart.beyond,
      });
      for (const width of WIDTHS)
        for (const h of HEIGHTS) {
          const texts = wordsIn(marks, shown(width, h));
          expect(overprinted(texts, 0), `${chart.name} at ${width} x ${h}`).toEqual([]);
          expect(Math.min(...texts.map(({ size: letters }) => letters))).toBeGreaterThanOrEqual(
            11.5,
          );
        }
    }
  });

  test('does not overlap in a complete drawing either', () => {
    for (const chart of all())
      for (const width of [696, 720, 960]) {
        const piece = chartPiece(
          { ...chart, title: '', x_title: 'concurrent clients', y_title: 'queries per second' },
          width,
        );
        const texts = wordsIn(piece.marks, {
          box: { w: piece.width, h: piece.height },
          letters: LETTERS,
        });
        expect(overprinted(texts, 0), `${chart.name} at ${width}`).toEqual([]);
        expect(Math.min(...texts.map(({ size }) => size))).toBeGreaterThanOrEqual(11.5);
        for (const { x, y, w, h, words } of texts) {
          expect(x, words).toBeGreaterThanOrEqual(-1);
          expect(x + w, words).toBeLessThanOrEqual(piece.width + 1);
          expect(y + h, words).toBeLessThanOrEqual(piece.height + 1);
        }
      }
  });

  test('every line of a pair is identified, by a label or by the legend', () => {
    const named = pairs().filter(
      (pair) => lineLabels(seriesOf(pair, { usl: false }), layoutFor(ofPair(pair))).length > 0,
    );
    expect(named.length).toBeGreaterThan(6);
    for (const { series } of all()) {
      const looks = series.map(({ tone, nth }) => `${tone} ${nth}`);
      expect(new Set(looks).size).toBe(series.length);
    }
  });
});

const GUESSES: readonly (readonly [string, (first: number) => Guess])[] = [
  [
    'flat',
    (first) => stroke(begin(first), { index: 1, value: first }, { index: 10, value: first }),
  ],
  ['falling', (first) => stroke(begin(first), { index: 1, value: first }, { index: 10, value: 2 })],
  ['far too low', (first) => stroke(begin(first), { index: 1, value: 2 }, { index: 10, value: 2 })],
  ['one place', (first) => stroke(begin(first), { index: 6, value: 50 }, { index: 6, value: 50 })],
];

describe('a guess', () => {
  test.each(GUESSES)('a %s one has its factor next to the gap, over no other text', (_, of) => {
    for (const pair of pairs())
      for (const line of pair.lines) {
        const chart = ofPair(pair);
        const layout = layoutFor(chart);
        const guess = of(line.measured[0]?.[1] ?? 1);
        const worst = furthest(guess, line.measured);
        const judged = [
          ...chartMarks(chart.series, layout, PAGE, { ...LOOK, names: false }),
          ...guessMarks(guess, layout, { line, worst }),
        ];
        const read = chartMarks(chart.series, layout, PAGE, { ...LOOK, others: [pointsOf(guess)] });
        for (const width of WIDTHS)
          for (const h of HEIGHTS) {
            for (const marks of [judged, read])
              expect(meetings(marks, shown(width, h)), `${chart.name} at ${width} x ${h}`).toEqual(
                [],
              );
          }
        const svg = guessCard({ pair, line, guess, address: 'example.org' }, (name) => name);
        expect(svg).toContain(`width="${CARD.width}"`);
        expect(svg).not.toMatch(/NaN|undefined/);
        const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11);
      }
  });
});

/** All numbers in paths, as positions in a plot of 1,000 by 1,000. */
function pathsIn(marks: readonly Mark[]): readonly string[] {
  return marks.flatMap((mark) =>
    mark.kind === 'group' ? pathsIn(mark.marks) : mark.kind === 'path' ? [mark.d] : [],
  );
}
const xsOf = (d: string) =>
  [...d.matchAll(/[ML]?(-?[\d.]+),(-?[\d.]+)/g)].map(([, x]) => Number(x));

describe('before the answer is shown', () => {
  const drawn = (chart: Chart, percent: number, layout: LogLayout = layoutFor(chart)) =>
    chartMarks(chart.series, layout, PAGE, { ...LOOK, drawn: percent });
  const lines = (marks: readonly Mark[]) =>
    marks.filter(({ key }) => key === 'lines' || String(key).startsWith('points '));

  test('a covered chart has axes and grid, and nothing of any line', () => {
    for (const chart of all()) {
      const marks = drawn(chart, -1);
      expect(pathsIn(lines(marks)), chart.name).toEqual([]);
      const words = wordsIn(marks).map((one) => one.words);
      for (const { label, end } of chart.series) expect(words).not.toContain(end ?? label);
      expect(marks.filter(({ kind }) => kind === 'line').length).toBeGreaterThan(5);
    }
  });

  test('a chart to be drawn has only the first point', () => {
    for (const pair of pairs()) {
      const chart = { ...ofPair(pair), series: ofPair(pair).series.slice(0, 1) };
      const d = pathsIn(lines(drawn(chart, 0)));
      expect(d.filter((one) => one.startsWith('M0 -6'))).toHaveLength(1);
      for (const one of d) expect(xsOf(one).every((x) => x <= 0.1)).toBe(true);
    }
  });

  test('is drawn from the left: nothing is to the right of the progress so far', () => {
    for (const chart of all())
      for (const percent of [10, 37, 80]) {
        const marks = drawn(chart, percent);
        const xs = pathsIn(lines(marks)).flatMap(xsOf);
        if (xs.length > 0)
          expect(Math.max(...xs), chart.name).toBeLessThanOrEqual(10 * percent + 0.1);
        for (const mark of lines(marks).flatMap((one) => (one.kind === 'group' ? one.marks : [])))
          if (mark.kind === 'group' && typeof mark.x === 'string')
            expect(Number.parseFloat(mark.x)).toBeLessThanOrEqual(percent);
      }
    const [pair] = pairs();
    if (!pair) throw new Error('no pair');
    expect(drawn(ofPair(pair), 100)).toEqual(
      chartMarks(ofPair(pair).series, layoutFor(ofPair(pair)), PAGE, LOOK),
    );
  });

  test('an empty sheet has a hint, a drawn one has the reader’s line', () => {
    const [pair] = pairs();
    if (!pair) throw new Error('no pair');
    const layout = layoutFor(ofPair(pair));
    const first = pair.lines[0]?.measured[0]?.[1] ?? 1;
    const sheet = (guess: Guess) =>
      drawMarks({ places: COUNTS, ...guess }, layout, 'Draw your line');
    const words = (marks: readonly Mark[]) => wordsIn(marks).map((one) => one.words);
    expect(words(sheet(begin(first)))).toEqual(['Draw your line']);
    const begun = sheet(stroke(begin(first), { index: 1, value: 10 }, { index: 4, value: 10 }));
    expect(words(begun)).toEqual([]);
    expect(
      begun.filter(({ kind, stroke: paint }) => kind === 'circle' && paint === '--guess'),
    ).toHaveLength(4);
  });
});
