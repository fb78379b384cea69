import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shorterPath } from '../../web/src/build/pictures/shorter';

/** The corners of each part of a path, in hundredths, sorted: what is drawn, whatever the order. */
function corners(d: string): readonly string[] {
  const parts: string[][] = [];
  let [x, y, from_x, from_y] = [0, 0, 0, 0];
  for (const [, name = '', text = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const values = (text.match(/-?\d*\.?\d+/g) ?? []).map((one) => Math.round(Number(one) * 100));
    const [a = 0, b = 0] = values;
    const own = name === name.toUpperCase();
    const low = name.toLowerCase();
    if (low === 'z') [x, y] = [from_x, from_y];
    else if (low === 'h') x = own ? a : x + a;
    else if (low === 'v') y = own ? a : y + a;
    else {
      const [dx = 0, dy = 0] = low === 'a' ? values.slice(-2) : [a, b];
      [x, y] = own ? [dx, dy] : [x + dx, y + dy];
    }
    if (low === 'm') {
      [from_x, from_y] = [x, y];
      parts.push([]);
    }
    parts.at(-1)?.push(`${low === 'm' ? 'm' : low} ${x} ${y}`);
  }
  return parts.map((part) => part.join()).sort();
}

const number = fc.integer({ min: -9_000, max: 90_000 }).map((of) => String(of / 100));
const rest = fc.oneof(
  fc.constant('h3.1v3.1h-3.1z'),
  number.map((of) => `v${of}`),
  number.map((of) => `H${of}`),
  fc.tuple(number, number).map(([a, b]) => `h${a}l${b} -0.05`),
  fc.tuple(number, number).map(([a, b]) => `L${a} ${b}V7`),
  fc.constant('a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1 -9.4 0z'),
);
const part = fc.tuple(number, number, rest).map(([x, y, of]) => `M${x} ${y}${of}`);

test('a path in fewer bytes draws the same corners', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 40 }), (parts) => {
      const d = parts.join('');
      expect(corners(shorterPath(d))).toEqual(corners(d));
    }),
    { numRuns: 500 },
  );
});

test('a crowd in rows is told once', () => {
  const crowd = Array.from(
    { length: 400 },
    (_, at) => `M${at % 20} ${Math.floor(at / 20)}h1v1h-1z`,
  );
  expect(new Set(shorterPath(crowd.join('')).split(/(?=m)/)).size).toBeLessThanOrEqual(3);
});

test.each(['M1 2C3 4 5 6 7 8', 'm1 2h3', '', 'M1 2T3 4'])('%j stays as it is', (d) => {
  expect(shorterPath(d)).toBe(d);
});
