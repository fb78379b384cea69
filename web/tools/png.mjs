// Writes a picture as PNG with a palette: a third of the bytes for drawings, which have few colours.
import { crc32, deflateSync } from 'node:zlib';

/** Enough colours for a drawing with soft edges: with 256 a picture looks the same and is a sixth larger. */
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

/** The place of the nearest colour. @param {readonly number[][]} palette @param {readonly number[]} own */
function nearest(palette, own) {
  let [place, least] = [0, Infinity];
  for (let at = 0; at < palette.length; at += 1) {
    let far = 0;
    for (let part = 0; part < 4; part += 1)
      far += ((palette[at]?.[part] ?? 0) - (own[part] ?? 0)) ** 2;
    if (far < least) [place, least] = [at, far];
  }
  return place;
}

/**
 * Uses the most frequent colours; a rarer one, such as at the edges of letters, becomes the nearest of them.
 * @param {{ width: number, height: number, pixels: Uint8Array }} image four bytes a pixel
 * @param {number} [most] colours, up to 256
 */
export function pngOf({ width, height, pixels }, most = MOST) {
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
  const palette = seen.slice(0, most).map(parts);
  const places = new Map(seen.slice(0, most).map((pixel, at) => [pixel, at]));
  for (const pixel of seen.slice(most)) places.set(pixel, nearest(palette, parts(pixel)));
  const lines = Buffer.alloc((width + 1) * height); // each line starts with 0: no filter
  for (let from = 0, to = 0, line = 1; from < all.length; from = to, line += 1)
    for (const end = from + width; to < end;) {
      const pixel = all[to] ?? 0;
      const place = places.get(pixel) ?? 0;
      for (; to < end && all[to] === pixel; to += 1) lines[line + to] = place;
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
    // Level 9 would take three times as long for a hundredth of the bytes.
    chunk('IDAT', deflateSync(lines, { level: 8 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
