/** What stands around a moving picture and over it. */
import { m } from '#paraglide/messages.js';
import { rect, text, those, type Mark } from '../../ui/marks/marks';
import { BOLD, roomOf, wrap, wrapHeading } from '../../ui/marks/measure';
import { sign } from './sheet';

export const EDGE = 16;

/** In pixels, and how many of them are one unit of a picture. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly sharp: number;
}

/** As GIF a picture of 64 colours stays small, and letters are as large as in a video. */
export const SQUARE_GIF: Size = { width: 540, height: 540, sharp: 1 };

/** What was found stands for so long, so that it can be read. */
export const FOUND_MS = 2_000;

export interface Words {
  readonly title: string;
  /** Empty if it has none. */
  readonly caption: string;
  /** Where the figure can be played. */
  readonly address: string;
}

/** An address has no blanks: it breaks behind a slash. */
export function broken(address: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const piece of address.split(/(?<=\/)/)) {
    const last = lines.at(-1);
    if (last !== undefined && roomOf(last + piece, size) <= width)
      lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines;
}

/** What stays the same, around a box for the picture. */
export function surround(
  { title, caption, address }: Words,
  longest: string,
  w: number,
  h: number,
) {
  const room = w - 2 * EDGE;
  const quiet = { size: 14, fill: '--ink-2' } as const;
  const titles = wrapHeading(title, room, 22);
  const about = wrap(longest, room, 14);
  const said = wrap(caption, room, 16);
  const origin = m.embed_picture_simulated();
  const beside = roomOf(origin, 14, BOLD) + 28 + roomOf(address, 14) + EDGE <= room;
  const links = beside ? [] : broken(address, room, 14);
  const top = 20 + titles.length * 26 + about.length * 19;
  const foot = h - 40 - links.length * 19;
  const bottom = foot - said.length * 22;
  /** Lines of the narrator's sentence. */
  const most = room < 640 ? 2 : 1;
  const line = bottom - most * 22 - (said.length > 0 ? 6 : 0);
  const marks = those(
    rect(0, 0, w, h, { fill: '--paper' }),
    titles.map((one, at) =>
      text(EDGE, 34 + at * 26, one, { size: 22, display: true, weight: 700 }),
    ),
    said.map((one, at) => text(EDGE, bottom + 16 + at * 22, one, { size: 16, weight: 600 })),
    sign(EDGE + 9, foot + 19, 0.75),
    text(EDGE + 28, foot + 24, origin, { ...quiet, weight: 600 }),
    beside && text(w - EDGE, foot + 24, address, { ...quiet, anchor: 'end' }),
    links.map((one, at) => text(EDGE, foot + 44 + at * 19, one, quiet)),
  );
  const told = (line: string): Mark[] =>
    wrap(line, room, 14).map((one, at) =>
      text(EDGE, 34 + titles.length * 26 - 4 + at * 19, one, quiet),
    );
  const narrated = (sentence: string): Mark[] => {
    const sizes = [17, 16, 15, 14, 13];
    const size = sizes.find((one) => wrap(sentence, room, one).length <= most) ?? 12;
    return wrap(sentence, room, size).map((one, at) =>
      text(EDGE, line + 16 + at * 22, one, { size, display: true, weight: 700 }),
    );
  };
  const box = { x: EDGE, y: top + 6, w: room, h: line - top - 12 };
  return { marks, told, narrated, box };
}

/** A sentence in large letters over the middle of a picture. */
export function asking(
  question: string,
  { x, y, w, h }: { x: number; y: number; w: number; h: number },
): Mark[] {
  const room = w - 4 * EDGE;
  const fits = (size: number) => {
    const rows = wrapHeading(question, room, size * 1.05).length;
    return rows <= 3 || rows * size * 1.25 + 2 * EDGE <= h / 2;
  };
  const size = [34, 30, 26, 22, 20].find(fits) ?? 18;
  const lines = wrapHeading(question, room, size * 1.05);
  const high = lines.length * size * 1.25 + 2 * EDGE;
  const top = y + (h - high) / 2;
  return [
    rect(x + EDGE, top, w - 2 * EDGE, high, { r: 14, fill: '--paper', opacity: 0.94 }),
    ...lines.map((one, at) =>
      text(x + 2 * EDGE, top + EDGE + size * (0.95 + at * 1.25), one, {
        size,
        display: true,
        weight: 700,
      }),
    ),
  ];
}
