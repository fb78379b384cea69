/** Tiles that fill a box, and the anatomy of each: what there is no room for goes, until a tile is a colour and a bar. */
import type { Box } from '../geometry';

export const SEAT_RADIUS = 5;
export const SEAT_PITCH = 14;
const SEAT_ROW = 17;
const LARGEST_PITCH = 12;
const MOST_LINE = 30;

export interface TileShape {
  readonly w: number;
  readonly h: number;
  readonly pad: number;
  /** Its number and how many wait, in letters of this size. */
  readonly head: { readonly size: number; readonly y: number; readonly h: number } | undefined;
  /** Connections, one by one; without a pitch a bar of their shares. */
  readonly pitch: number | undefined;
  readonly columns: number;
  readonly cells: Box;
  /** Threads, as many as there is room for. */
  readonly seats: (Box & { readonly most: number }) | undefined;
  readonly line: Box | undefined;
}

/** The largest distance between two cells, in whole pixels so that they stay sharp, at which so many fit. */
export function pitchIn(count: number, w: number, h: number, largest = LARGEST_PITCH): number {
  let pitch = largest;
  while (pitch > 1 && Math.ceil(count / Math.max(1, Math.floor(w / pitch))) * pitch > h) pitch -= 1;
  return pitch;
}

/** What stands below the cells, from all to nothing, and how small cells may be for it. */
const EXTRAS = [
  { seats: SEAT_ROW, line: 22, least: 5 },
  { seats: SEAT_ROW, line: 14, least: 4 },
  { seats: SEAT_ROW, line: 0, least: 3 },
  { seats: 0, line: 0, least: 3 },
] as const;

/** `most`: connections of the largest group, so that all tiles are alike. */
export function tileShape(most: number, w: number, h: number): TileShape {
  const edge = w < 52 || h < 44 ? 3 : w < 110 ? 6 : 8;
  // Of fifteen hundred tiles on a telephone each has four pixels, and two of them are left for what is inside.
  const pad = Math.max(0, Math.min(edge, Math.floor((Math.min(w, h) - 2) / 2)));
  const large = w >= 90 && h >= 70;
  const head_h = h < 32 || w < 26 ? 0 : large ? 19 : 13;
  const head =
    head_h === 0
      ? undefined
      : { size: large ? 12.5 : 9.5, y: pad + head_h - (large ? 7 : 4), h: head_h };
  const inner = w - 2 * pad;
  const top = pad + head_h;
  const room = h - pad - top;
  for (const { seats, line, least } of EXTRAS) {
    const under = (seats > 0 ? seats + 4 : 0) + line;
    const pitch = pitchIn(most, inner, room - under);
    if (pitch < least) continue;
    const columns = Math.max(1, Math.floor(inner / pitch));
    const cells_h = Math.ceil(most / columns) * pitch;
    if (cells_h > room - under) continue;
    const spare = room - under - cells_h;
    const line_h = line === 0 ? 0 : Math.min(MOST_LINE, line + spare);
    const seats_y = h - pad - line_h - seats;
    return {
      w,
      h,
      pad,
      head,
      pitch,
      columns,
      cells: { x: pad, y: top, w: columns * pitch, h: cells_h },
      seats:
        seats === 0
          ? undefined
          : { x: pad, y: seats_y, w: inner, h: seats, most: Math.floor(inner / SEAT_PITCH) },
      line: line === 0 ? undefined : { x: pad, y: h - pad - line_h, w: inner, h: line_h },
    };
  }
  return {
    w,
    h,
    pad,
    head,
    pitch: undefined,
    columns: 1,
    cells: { x: pad, y: top, w: inner, h: Math.max(2, room) },
    seats: undefined,
    line: undefined,
  };
}

export interface TilesLayout {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** Its corner, by the group's number. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly shape: TileShape;
}

/** In as many columns as make the tiles most telling. */
export function layoutTiles(
  groups: number,
  most: number,
  width: number,
  height: number,
): TilesLayout {
  let best: { score: number; columns: number; gap: number; shape: TileShape } | undefined;
  for (let columns = 1; columns <= groups; columns += 1) {
    const rows = Math.ceil(groups / columns);
    const share = Math.min(width / columns, height / rows);
    const gap = share > 90 ? 8 : share > 44 ? 5 : share > 20 ? 3 : 1;
    const w = Math.floor((width - gap * (columns - 1)) / columns);
    const h = Math.floor((height - gap * (rows - 1)) / rows);
    if (w < 4 || h < 4) continue;
    const shape = tileShape(most, w, h);
    const score =
      (shape.pitch ?? 0) +
      (shape.head ? shape.head.size / 3 : 0) +
      (shape.seats ? 3 : 0) +
      (shape.line ? 3 : 0) -
      ((columns * rows - groups) / groups) * 8 -
      3.5 * Math.abs(Math.log2(w / h / 1.4));
    if (!best || score > best.score) best = { score, columns, gap, shape };
  }
  const { columns, gap, shape } = best ?? { columns: 1, gap: 1, shape: tileShape(most, width, 4) };
  return {
    width,
    height,
    columns,
    places: Array.from({ length: groups }, (_, group) => ({
      x: (group % columns) * (shape.w + gap),
      y: Math.floor(group / columns) * (shape.h + gap),
    })),
    shape,
  };
}
