/** A crowd as dots, one each: few shapes for many. */
import { path, type Mark, type Paint } from './marks';

export interface CellRoom {
  /** The distance from one to the next. */
  readonly pitch: number;
  readonly columns: number;
  readonly cells: { readonly x: number; readonly y: number };
}

export interface Counted {
  readonly number: number;
  readonly paint: Paint;
}

/**
 * Discs of this diameter, row by row. Each row of one colour is a single dashed stroke: the round ends of dashes without
 * length make the discs.
 */
export function dotMarks(
  counts: readonly Counted[],
  { pitch, columns, cells }: CellRoom,
  thick: number,
): Mark[] {
  const inset = (pitch - 1) / 2;
  let index = 0;
  return counts.flatMap(({ number, paint }) => {
    let d = '';
    let left = number;
    while (left > 0) {
      const column = index % columns;
      const run = Math.min(left, columns - column);
      const y = cells.y + Math.floor(index / columns) * pitch + inset;
      // Slightly longer than from middle to middle, otherwise the last disc is missing.
      const long = Number(((run - 1) * pitch + 0.1).toFixed(2));
      d += `M${cells.x + column * pitch + inset} ${y}h${long}`;
      index += run;
      left -= run;
    }
    const dash = `0.01 ${Number((pitch - 0.01).toFixed(2))}`;
    return d === ''
      ? []
      : [path(d, { key: `dots ${paint} ${thick}`, stroke: paint, thick, dash, round: true })];
  });
}

/** The largest distance at which this many cells fit; whole pixels keep them sharp. */
export function pitchIn(count: number, w: number, h: number, largest = 12): number {
  let pitch = largest;
  while (pitch > 1 && Math.ceil(count / Math.max(1, Math.floor(w / pitch))) * pitch > h) pitch -= 1;
  return pitch;
}
