/** A long paste is not put into the field: browsers lay out 100,000 lines for ten seconds. */
import { expect, test } from 'vitest';
import { beginningOf, isLong, replaced } from '../../web/src/features/diagnose/long-text';

test('many lines and many letters are long, whatever the lines hold', () => {
  for (const text of ['\n'.repeat(100_000), '| a | b |\n'.repeat(30_000), 'a'.repeat(10_000_000)]) {
    expect(isLong(text)).toBe(true);
    const shown = beginningOf(text);
    expect(text.startsWith(shown)).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(20_000);
    expect(shown.split('\n').length).toBeLessThanOrEqual(201);
  }
});

test('a capture of an ordinary server is not', () => {
  const text = '| 12 | app | 10.0.0.1 | Query | select 1 |\n'.repeat(2_000);
  expect(isLong(text)).toBe(false);
  expect(isLong('')).toBe(false);
});

test('a paste takes the place of what is selected', () => {
  expect(replaced('one two three', 'TWO', 4, 7)).toBe('one TWO three');
  expect(replaced('', 'all', 0, 0)).toBe('all');
});
