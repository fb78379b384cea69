/** A picture with its title, subject and source. */
import { place, rect, text, those, type Mark, type Piece } from '../../ui/marks/marks';
import { wrap } from '../../ui/marks/measure';
import { sign } from './sheet';

export const WIDTH = 720;
const EDGE = 12;
/** Width of the picture itself. */
export const ROOM = WIDTH - 2 * EDGE;
const FOOT = 30;

export interface PosterWords {
  readonly title: string;
  /** The server, and the moment of how many. */
  readonly line: string;
  readonly origin: string;
  /** The site's host; empty if it has none. */
  readonly host: string;
}

export function posterPiece(picture: Piece, { title, line, origin, host }: PosterWords): Piece {
  const titles = wrap(title, ROOM, 21);
  const lines = wrap(line, ROOM, 13);
  const top = 20 + titles.length * 25 + lines.length * 18 + 8;
  const height = Math.ceil(top + picture.height + FOOT + 8);
  const below = { size: 13, fill: '--ink-2' } as const;
  const marks: Mark[] = those(
    rect(0, 0, WIDTH, height, { fill: '--paper' }),
    titles.map((one, at) =>
      text(EDGE, 34 + at * 25, one, { size: 21, display: true, weight: 700 }),
    ),
    lines.map((one, at) => text(EDGE, 30 + titles.length * 25 + at * 18, one, below)),
    place(picture, EDGE, top),
    sign(EDGE + 9, height - 18, 0.75),
    text(EDGE + 28, height - 14, origin, { size: 13, weight: 600, fill: '--ink-2' }),
    host && text(WIDTH - EDGE, height - 14, host, { ...below, anchor: 'end' }),
  );
  return { marks, width: WIDTH, height };
}
