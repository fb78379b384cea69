import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  lineThrough,
  nearest,
  place,
  positions,
  type CurvePoint,
} from '../../web/src/ui/charts/curve';
import { curveShape } from '../../web/src/model/measures/curve-shape';
import { coarseToFine, knobValues, MOST_VALUES } from '../../web/src/model/measures/knob-values';
import { apartEdits, isRandom, isEndless } from '../../web/src/model/run/workload';
import { measuresFor, untilFor } from '../../web/src/model/measures/sweep-measure';
import type { ScenarioFile } from '../../web/src/model/run/types';
import { shapeSentence } from '../../web/src/model/words/sweep';

const range = (min: number, max: number, initial = min) => ({
  stops: [],
  min,
  max,
  normal: undefined,
  initial,
});
const known = (value: number | boolean, y: number): CurvePoint => ({
  value,
  state: 'known',
  y,
  open: 0,
  cut: false,
});

test('a short range has all its values; a wide one some of them by equal factors, always including the used ones', () => {
  expect(knobValues(range(2, 6), 3)).toEqual([2, 3, 4, 5, 6]);
  const wide = knobValues(range(1, 8_000, 777), 4_321) as number[];
  expect(wide.length).toBeLessThanOrEqual(MOST_VALUES + 2);
  for (const value of [1, 777, 4_321, 8_000]) expect(wide).toContain(value);
  expect(wide.filter((value) => value < 100).length).toBeGreaterThan(10);
});

test('a range that ends at 2^32 is narrowed to values around those in use', () => {
  const values = knobValues({ ...range(10, 4_294_967_295, 500), normal: 500 }, 500) as number[];
  expect(values[0]).toBeGreaterThanOrEqual(10);
  expect(values.at(-1)).toBe(15_000);
});

test('a value between the stops is in its place', () => {
  const stops = { ...range(1, 10), stops: [1, 2, 5, 10] };
  expect(knobValues(stops, 5)).toEqual([1, 2, 5, 10]);
  expect(knobValues(stops, 3)).toEqual([1, 2, 3, 5, 10]);
});

test('every value is computed once, the present one first, then the ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(59), (count, first) => {
      const order = coarseToFine(count, first);
      expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
      if (first < count) expect(order[0]).toBe(first);
    }),
  );
});

test('points of a slider are below its thumb, stops are evenly spaced, heights start at zero', () => {
  const box = { width: 116, height: 48, inset: 8 };
  const points = [known(2, 8), known(4, 4), known(12, 2)];
  expect(positions(points, false, box)).toEqual([8, 28, 108]);
  expect(positions([known(false, 1), known(true, 2)], true, box)).toEqual([33, 83]);
  const ys = place(points, [8, 28, 108], box).map(({ y }) => y);
  expect(ys).toEqual([5, 24, 33.5]);
  expect(nearest([8, 28, 108], 60)).toBe(1);
});

test('a refused value interrupts the line, a pending one does not', () => {
  const at = (middle: CurvePoint) => {
    const points = [known(1, 1), middle, known(3, 1)];
    const placed = place(points, [0, 1, 2], { width: 2, height: 10, inset: 0 });
    return lineThrough(placed, points).replaceAll(/[^ML]/g, '');
  };
  expect(at({ value: 2, state: 'pending' })).toBe('ML');
  expect(at({ value: 2, state: 'refused', message: '' })).toBe('MM');
});

const shape = (...ys: number[]) =>
  shapeSentence(curveShape(ys.map((y, index) => ({ x: `${index + 1}`, y, text: `${y} s` }))));

test.each([
  [[4, 4, 2, 2], 'falls from 4 s up to 2 to 2 s from 3 on.'],
  [[4, 3, 2], 'falls from 4 s at 1 to 2 s at 3.'],
  [[1, 1, 5], 'rises from 1 s up to 2 to 5 s at 3.'],
  [[3, 3, 3], '3 s at every value.'],
  // A difference too small to see in the drawing is not a step.
  [[2, 2.001, 2, 6], 'rises from 2 s up to 3 to 6 s at 4.'],
  [[3, 1, 4], 'goes up and down between 1 s at 2 and 4 s at 3.'],
  [[], 'no value has an answer.'],
] as const)('a curve through %j is described as "%s"', (ys, sentence) => {
  expect(shape(...ys)).toBe(sentence);
});

const file = (name: string) => JSON.parse(readFileSync(name, 'utf8')) as ScenarioFile;

test('a list of sleeps is not endless and not random; a random mix is both', () => {
  const sleeps = file('content/scenarios/mariadb-max-threads-6.json');
  expect([isEndless(sleeps), isRandom(sleeps), measuresFor(sleeps, 8)[0]]).toEqual([
    false,
    false,
    'max',
  ]);
  // All eight are waited for, however few threads there are.
  expect(untilFor('max', sleeps)).toBeGreaterThan(sleeps.until_us);
  expect(untilFor('answered', sleeps)).toBe(sleeps.until_us);
  const mix = file('tests/golden/parity/mariadb-mix.json');
  expect([isEndless(mix), isRandom(mix)]).toEqual([true, true]);
  expect(untilFor('max', mix)).toBe(mix.until_us);
});

test('clients that begin together can begin apart, unless chance has a part already', () => {
  const crowd = (closed: object, count = 8) => ({
    count,
    arrivals: { closed },
    statements: [{ steps: [{ cpu_us: 1000 }] }],
  });
  const of = (...clients: object[]) => apartEdits({ clients } as unknown as ScenarioFile);
  const at = '/clients/1/arrivals/closed/apart';
  // Alone, and asking first, nobody begins beside another.
  expect(
    of(crowd({ think: 50_000 }, 1), crowd({ think: 50_000 }), crowd({ think: 9, ask_first: true })),
  ).toEqual([{ at, value: true }]);
  expect(of(crowd({ think: 0 }))).toEqual([]);
  expect(of(crowd({ think: 50_000 }), crowd({ think: { exponential: { mean_us: 9 } } }))).toEqual(
    [],
  );
  expect(of(crowd({ think: 50_000 }), crowd({ think: 50_000, apart: true }))).toEqual([]);
});

test('next to sleeps of 30 s the slowest answer says nothing about a statement that waited for them', () => {
  const lanes = file('content/scenarios/percona-two-groups.json');
  expect(measuresFor(lanes, 1)[0]).toBe('mean');
});

test('for an endless load p99 comes first, if anything was answered', () => {
  for (const name of ['many-queues-16-workers', 'small-server-cores']) {
    const load = file(`content/scenarios/${name}.json`);
    expect(measuresFor(load, 1)[0], name).toBe('p99');
    expect(measuresFor(load, 0)[0], name).toBe('throughput');
  }
});
