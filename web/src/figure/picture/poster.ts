/** A picture with its title, subject and source. */
import { place, rect, text, those, type Mark, type Piece } from '../../ui/marks/marks';
import { wrap, wrapHeading } from '../../ui/marks/measure';
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

/** The row in which a host page shows its button. */
const BUTTON = 56;

/** In the shape of a frame: title and moment, the picture, and a free place at the foot for a button. */
export function framePiece(
  draw: (width: number, height: number) => Piece,
  { title, line, origin }: PosterWords,
  { width, height }: Pick<Piece, 'width' | 'height'>,
): Piece {
  const room = width - 2 * EDGE;
  const size = width < WIDTH ? 16 : 18;
  const titles = wrapHeading(title, room, size);
  const lines = wrap(line, room, 13);
  const top = 12 + titles.length * 22 + lines.length * 17 + 8;
  const at = { size: 12, fill: '--ink-2', anchor: 'end' } as const;
  const marks: Mark[] = [
    rect(0, 0, width, height, { fill: '--paper' }),
    ...titles.map((one, row) =>
      text(EDGE, 26 + row * 22, one, { size, display: true, weight: 700 }),
    ),
    ...lines.map((one, row) =>
      text(EDGE, 24 + titles.length * 22 + row * 17, one, { size: 13, fill: '--ink-2' }),
    ),
    place(draw(room, height - top - BUTTON), EDGE, top),
    ...wrap(origin, room - 130, 12).map((one, row, all) =>
      text(width - EDGE, height - 22 + (row - (all.length - 1) / 2) * 15, one, at),
    ),
  ];
  return { marks, width, height };
}

export function posterPiece(picture: Piece, { title, line, origin, host }: PosterWords): Piece {
  const titles = wrapHeading(title, ROOM, 21);
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
