import { expect, test } from 'vitest';
import { count } from '../../web/src/model/words/format';

const INTL = new Intl.NumberFormat('en-US');
/** A linear congruential generator (Numerical Recipes): the same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

test('a count is formatted like Intl’s', () => {
  const edges = [0, 0.0004, 0.0005, 0.00049999, 0.9995, 1.0005, 2.0015, 999.9995, 1e-7, 1e3, 1e6];
  const large = [123_456.7895, 2 ** 40 + 0.125, 2 ** 53, 123_456_789_012_345_680_000];
  const next = numbers(7);
  const random = Array.from({ length: 20_000 }, () => {
    const value = next() * 10 ** Math.floor(next() * 14 - 5);
    const digits = Math.floor(next() * 6);
    if (next() < 0.3) return Math.floor(value * 1e9);
    return next() < 0.5 ? value : Math.round(value * 10 ** digits) / 10 ** digits;
  });
  for (const value of [...edges, ...large, ...random, NaN, Infinity])
    for (const signed of [value, -value]) expect(count(signed)).toBe(INTL.format(signed));
});
