/** The anatomy of a tile: its cells, its seats, its line, for any width. */
import type { Box } from '../geometry';

/** Tiles in a row, by form of the figure: full rows of the usual numbers of groups. */
export function columnsOf(groups: number): { wide: number; middle: number; narrow: number } {
  return groups > MANY ? { wide: 8, middle: 6, narrow: 3 } : { wide: 6, middle: 4, narrow: 2 };
}

const MANY = 60;

/** The narrowest that a tile's inside gets; its height is made for that. */
export function nominalOf(groups: number): number {
  return groups > MANY ? 68 : 116;
}

export const HEAD = 26;
export const LINE = 24;
const SEAT_ROW = 19;
export const SEAT_PITCH = 15;
export const SEAT_RADIUS = 5;

/** Distance between two cells, in whole pixels, so that they stay sharp. */
export function pitchOf(connections: number): number {
  if (connections <= 60) return 9;
  if (connections <= 200) return 6;
  if (connections <= 800) return 4;
  return connections <= 3_000 ? 3 : 2;
}

export interface TileShape {
  readonly pitch: number;
  readonly columns: number;
  readonly cells: Box;
  /** Threads, as many as there is room for. */
  readonly seats: Box & { readonly most: number };
  readonly line: Box;
  readonly height: number;
}

/** `most`: connections of the largest group, so that all tiles are alike. */
export function tileShape(most: number, width: number, nominal: number): TileShape {
  const pitch = pitchOf(most);
  const columns = Math.max(1, Math.floor(width / pitch));
  const least_columns = Math.max(1, Math.floor(Math.min(width, nominal) / pitch));
  const h = Math.ceil(most / least_columns) * pitch;
  const seats_y = HEAD + h + 6;
  const line_y = seats_y + SEAT_ROW;
  return {
    pitch,
    columns,
    cells: { x: 0, y: HEAD, w: columns * pitch, h },
    seats: { x: 0, y: seats_y, w: width, h: SEAT_ROW, most: Math.floor(width / SEAT_PITCH) },
    line: { x: 0, y: line_y, w: width, h: LINE },
    height: line_y + LINE,
  };
}
