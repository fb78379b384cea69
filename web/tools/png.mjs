// Writes a picture as PNG with a palette: a third of the bytes for drawings, which have few colours.
import { crc32, deflateSync } from 'node:zlib';

/** Enough for a drawing with soft edges: with 256 a picture looks the same and is a sixth larger. */
const MOST = 64;

/** @param {string} type @param {Uint8Array} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Red, green, blue and alpha of a pixel stored as one number. @param {number} pixel */
const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255, pixel >>> 24];

/**
 * Uses the most frequent colours; a rarer one, such as at the edges of letters, becomes the nearest of them.
 * @param {{ width: number, height: number, pixels: Uint8Array }} image four bytes a pixel
 */
export function pngOf({ width, height, pixels }) {
  const bytes = new Uint8Array(pixels); // a copy, aligned so that four bytes can be read at once
  const all = new Uint32Array(bytes.buffer);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let from = 0, to = 0; from < all.length; from = to) {
    const pixel = all[from] ?? 0;
    while (all[to] === pixel) to += 1; // most equal the one before
    counts.set(pixel, (counts.get(pixel) ?? 0) + to - from);
  }
  const seen = [...counts].sort(([, a], [, b]) => b - a).map(([pixel]) => pixel);
  const palette = seen.slice(0, MOST).map(parts);
  const places = new Map(seen.slice(0, MOST).map((pixel, at) => [pixel, at]));
  for (const pixel of seen.slice(MOST)) {
    const own = parts(pixel);
    const far = palette.map((of) =>
      of.reduce((sum, part, n) => sum + (part - (own[n] ?? 0)) ** 2, 0),
    );
    places.set(pixel, far.indexOf(Math.min(...far)));
  }
  const lines = Buffer.alloc((width + 1) * height); // each line starts with 0: no filter
  let [last, place] = [-1, 0];
  for (let at = 0; at < all.length; at += 1) {
    const pixel = all[at] ?? 0;
    if (pixel !== last) [last, place] = [pixel, places.get(pixel) ?? 0];
    lines[at + Math.floor(at / width) + 1] = place;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8); // eight bits, with a palette
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((of) => of.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map(([, , , alpha = 255]) => alpha))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
