/** A crowd as cells, one for each: a picture of few shapes for many. */
import { path, type Mark, type Paint } from './marks';

export interface CellRoom {
  /** From one cell to the next. */
  readonly pitch: number;
  readonly columns: number;
  readonly cells: { readonly x: number; readonly y: number };
}

export interface Counted {
  readonly number: number;
  readonly paint: Paint;
}

/** Cells have a gap between them, where there is room for it. */
export const cellSize = (pitch: number) => (pitch > 2 ? pitch - 1 : pitch);

/** Each line of cells is one stroke, from `inset` into its first cell: the dashes make cells of it. */
function strokes(
  counts: readonly Counted[],
  { pitch, columns, cells }: CellRoom,
  inset: number,
): { readonly paint: Paint; readonly d: string }[] {
  let index = 0;
  return counts.flatMap(({ number, paint }) => {
    let d = '';
    let left = number;
    while (left > 0) {
      const column = index % columns;
      const run = Math.min(left, columns - column);
      const y = cells.y + Math.floor(index / columns) * pitch + (pitch - 1) / 2;
      // The last dash of a run has no gap behind it.
      d += `M${cells.x + column * pitch + inset} ${y}h${run * pitch - 1 - 2 * inset}`;
      index += run;
      left -= run;
    }
    return d === '' ? [] : [{ paint, d }];
  });
}

/** Row by row, as lines of dashes. */
export function cellMarks(counts: readonly Counted[], room: CellRoom): Mark[] {
  const size = cellSize(room.pitch);
  const dash = size === room.pitch ? {} : { dash: `${size} 1` };
  return strokes(counts, room, 0).map(({ paint, d }) =>
    path(d, { key: paint, stroke: paint, thick: size, ...dash }),
  );
}

/** As discs so thick: the round ends of dashes that have no length. */
export function dotMarks(counts: readonly Counted[], room: CellRoom, thick: number): Mark[] {
  const at = (room.pitch - 1) / 2;
  return strokes(counts, room, at).map(({ paint, d }) =>
    path(
      d.replace(/h(-?[\d.]+)/g, (_, w: string) => `h${Number((Number(w) + 0.1).toFixed(2))}`),
      {
        key: `dots ${paint} ${thick}`,
        stroke: paint,
        thick,
        dash: `0.01 ${Number((room.pitch - 0.01).toFixed(2))}`,
        round: true,
      },
    ),
  );
}

/** The largest distance between two cells at which so many fit; whole pixels keep them sharp. */
export function pitchIn(count: number, w: number, h: number, largest = 12): number {
  let pitch = largest;
  while (pitch > 1 && Math.ceil(count / Math.max(1, Math.floor(w / pitch))) * pitch > h) pitch -= 1;
  return pitch;
}
