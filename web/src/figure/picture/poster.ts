/** A picture with its title, what it is of, and where it comes from. */
import { place, rect, text, type Mark, type Piece } from '../../ui/marks/marks';
import { wrap } from '../../ui/marks/measure';
import { sign } from './sheet';

export const WIDTH = 720;
const EDGE = 12;
/** Of the picture itself. */
export const ROOM = WIDTH - 2 * EDGE;
const FOOT = 30;

export interface PosterWords {
  readonly title: string;
  /** Which server, and which moment of how many. */
  readonly line: string;
  readonly origin: string;
  /** Of the site; empty where it has none. */
  readonly host: string;
}

export function posterPiece(picture: Piece, { title, line, origin, host }: PosterWords): Piece {
  const titles = wrap(title, ROOM - 12, 18);
  const lines = wrap(line, ROOM, 13);
  const top = 16 + titles.length * 23 + lines.length * 18 + 8;
  const height = Math.ceil(top + picture.height + FOOT + 8);
  const below = { size: 13, fill: '--ink-2' } as const;
  const marks: Mark[] = [
    rect(0, 0, WIDTH, height, { fill: '--sheet' }),
    ...titles.map((one, at) => text(EDGE + 6, 30 + at * 23, one, { size: 18, weight: 700 })),
    ...lines.map((one, at) => text(EDGE + 6, 30 + titles.length * 23 + at * 18, one, below)),
    place(picture, EDGE, top),
    sign(EDGE + 14, height - 18, 0.62),
    text(EDGE + 28, height - 14, origin, { size: 13, weight: 600, fill: '--ink-2' }),
    ...(host ? [text(WIDTH - EDGE - 6, height - 14, host, { ...below, anchor: 'end' })] : []),
  ];
  return { marks, width: WIDTH, height };
}
