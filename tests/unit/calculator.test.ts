// The calculator of lesson 9: what it refuses, what it asks the engine, and whether a real run answers.
import { describe, expect, test } from 'vitest';
import {
  FIELDS,
  sizeResults,
  load,
  NAMES,
  pointsOf,
  printLink,
  readLink,
  readNumbers,
  SEEDS,
  sizesOf,
  until,
  type Numbers,
  type Texts,
} from '../../web/src/features/lesson/calculator';
import { finished } from '../../web/src/build/runs/engine';
import { summaryFrom } from '../../web/src/model/run/summary';

const { texts } = readLink(new URLSearchParams());
const numbersOf = (changed: Partial<Texts> = {}): Numbers => {
  const reading = readNumbers({ ...texts, ...changed });
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.wrong));
  return reading.numbers;
};

describe('typed numbers', () => {
  test.each<[keyof Texts, string, RegExp]>([
    ['cores', '2.5', /^Cores: “2.5” is not allowed; allowed: a whole number, 1–256$/],
    ['cores', '', /^Cores: “” is not allowed/],
    ['rate', '1e9', /^Statements a second: “1e9” is not allowed; allowed: 1–50000$/],
    ['compute', '-1', /^A short one computes: “-1” is not allowed; allowed: 0.01–10000 ms$/],
    ['share', '51', /^Share of long ones: “51” is not allowed; allowed: 0–50 %$/],
    ['connections', '5000', /allowed: a whole number, 1–4096$/],
  ])('%s = "%s" is refused with value, place and what is allowed', (name, value, words) => {
    const reading = readNumbers({ ...texts, [name]: value });
    expect(reading).toMatchObject({ kind: 'refused' });
    if (reading.kind !== 'refused') return;
    expect(Object.keys(reading.wrong)).toEqual([name]);
    expect(reading.wrong[name]).toMatch(words);
  });

  test('more work than the cores can do is refused, with their maximum', () => {
    const reading = readNumbers({ ...texts, rate: '5000' });
    expect(reading).toEqual({
      kind: 'refused',
      wrong: {
        rate: '5000 a second need 7.5 cores, and there are 4: no size serves that. Allowed: up to 2622',
      },
    });
    expect(readNumbers({ ...texts, rate: '2622' }).kind).toBe('numbers');
  });

  test('the address stores the numbers, and unknown ones are reported', () => {
    const changed = { ...texts, rate: '40', long: '20' };
    expect(printLink(changed, 16)).toBe('?v=1&rate=40&long=20&size=16');
    const back = readLink(new URLSearchParams(printLink(changed, 16)));
    expect(back).toEqual({ texts: changed, size: 16, sentences: [] });
    const other = readLink(new URLSearchParams('?v=1&speed=9&rate=many'));
    expect(other.sentences).toEqual([
      'The address sets “speed”, which this page does not have. Allowed: v, size, cores, rate, compute, wait, share, long, connections.',
    ]);
    expect(readNumbers(other.texts)).toMatchObject({ kind: 'refused' });
  });
});

describe('the engine’s input', () => {
  const ends = (most: boolean) =>
    Object.fromEntries(
      NAMES.map((name) => [name, String(most ? FIELDS[name].max : FIELDS[name].min)]),
    ) as Texts;

  test('every size around the cores, including one and a half times as many', () => {
    expect(sizesOf(numbersOf({ cores: '10' }))).toEqual([
      1, 2, 3, 4, 6, 8, 10, 12, 15, 16, 24, 32, 48, 64,
    ]);
    expect(pointsOf(numbersOf())).toHaveLength(SEEDS.length * sizesOf(numbersOf()).length);
  });

  test('a budget: no size runs more than some 60,000 statements, or a second if they are more', () => {
    for (const changed of [
      {},
      { rate: '50000', compute: '0.01', share: '0.01', long: '1' },
      { rate: '1' },
    ]) {
      const numbers = numbersOf(changed);
      const statements = (until(numbers) / 1e6) * numbers.rate;
      expect(statements).toBeLessThanOrEqual(Math.max(60_000, numbers.rate));
    }
  });

  test.each([
    ['the least of all', { ...ends(false), rate: '20' }],
    ['no long ones', { ...texts, share: '0' }],
    ['a great machine', { ...texts, cores: '256', rate: '50000', connections: '4096' }],
    ['those that wait', { ...texts, wait: '10000', connections: '1' }],
  ])('the engine takes %s', (_, given) => {
    const reading = readNumbers(given);
    if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.wrong));
    const [point] = pointsOf(reading.numbers);
    if (!point) throw new Error('no point');
    const run = finished(point.scenario, {
      ...point.overrides,
      '/until_us': 20_000,
      '/warm_up_us': 0,
    });
    expect(summaryFrom(run.summary()).end_ns).toBe(20_000_000);
    run.free();
  });

  test('the initial numbers agree with the lesson: four groups are slow, sixteen are not', () => {
    const numbers = numbersOf();
    expect(load(numbers)).toBeCloseTo(1.495);
    const tried = pointsOf(numbers).filter(({ size }) => size === 4 || size === 16);
    const known = tried.map(({ size, scenario, overrides }) => {
      const run = finished(scenario, overrides);
      const summary = summaryFrom(run.summary());
      run.free();
      return { size, summary };
    });
    const [four, sixteen] = sizeResults(known, 'p95');
    expect(known).toHaveLength(2 * SEEDS.length);
    expect(four?.low).toBeGreaterThan(50e6);
    expect(sixteen?.high).toBeLessThan(5e6);
    expect(
      sizeResults(known, 'p99').every(({ low, middle, high }) => low <= middle && middle <= high),
    ).toBe(true);
  });
});
