import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pngOf } from '../../web/tools/png.mjs';

/** The pixels of a PNG with a palette whose lines are unfiltered, four bytes each. */
function pixelsOf(png: Buffer): number[] {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(
      png.toString('latin1', at + 4, at + 8),
      png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    );
  const part = (name: string) => chunks.get(name) ?? Buffer.alloc(0);
  const width = part('IHDR').readUInt32BE(0);
  const places = [...inflateSync(part('IDAT'))].filter((_, at) => at % (width + 1) > 0);
  return places.flatMap((place) => [
    ...part('PLTE').subarray(3 * place, 3 * place + 3),
    part('tRNS')[place] ?? 255,
  ]);
}

test('a picture with few colours is exact, one with many uses the most frequent', () => {
  const few = Uint8Array.from([
    1, 2, 3, 255, 9, 8, 7, 128, 0, 0, 0, 0, 1, 2, 3, 255, 5, 5, 5, 5, 5, 5, 5, 5,
  ]);
  expect(pixelsOf(pngOf({ width: 3, height: 2, pixels: few }))).toEqual([...few]);
  // 64 greys occur twice, 44 colours once.
  const greys = Array.from({ length: 64 }, (_, n) => [n, n, n, 255]);
  const rare = Array.from({ length: 44 }, (_, n) => [n, n + 1, n, 255]);
  const many = Uint8Array.from([...greys, ...greys, ...rare].flat());
  const told = pixelsOf(pngOf({ width: many.length / 4, height: 1, pixels: many }));
  const far = told.map((part, at) => Math.abs(part - (many[at] ?? 0)));
  expect(Math.max(...far.slice(0, 4 * 128))).toBe(0);
  expect(Math.max(...far)).toBe(1);
});
