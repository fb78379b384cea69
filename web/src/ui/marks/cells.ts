/** A crowd as cells, one for each: a picture of few shapes for many. */
import { path, rect, text, type Mark, type Paint } from './marks';
import { roomOf } from './measure';

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

/** Row by row, as lines of dashes. */
export function cellMarks(counts: readonly Counted[], { pitch, columns, cells }: CellRoom): Mark[] {
  const size = cellSize(pitch);
  let index = 0;
  return counts.flatMap(({ number, paint }) => {
    let d = '';
    let left = number;
    while (left > 0) {
      const column = index % columns;
      const run = Math.min(left, columns - column);
      const y = cells.y + Math.floor(index / columns) * pitch + (pitch - 1) / 2;
      // The last dash of a run has no gap behind it.
      d += `M${cells.x + column * pitch} ${y}h${run * pitch - 1}`;
      index += run;
      left -= run;
    }
    const dash = size === pitch ? {} : { dash: `${size} 1` };
    return d === '' ? [] : [path(d, { key: paint, stroke: paint, thick: size, ...dash })];
  });
}

interface KeyEntry {
  readonly words: string;
  readonly mark: { readonly fill: Paint; readonly stroke?: Paint };
}

/** What the colours of cells mean: entries side by side, as many as the width lets. */
export function keyMarks(
  entries: readonly KeyEntry[],
  width: number,
  {
    size = 13,
    square = 11,
    pitch = 22,
    column,
  }: { size?: number; square?: number; pitch?: number; column?: number } = {},
): { readonly marks: readonly Mark[]; readonly height: number } {
  let x = 0;
  let y = 0;
  const marks = entries.flatMap(({ words, mark }): Mark[] => {
    const room = column ?? square + 7 + roomOf(words, size) + 18;
    if (x > 0 && x + room > width + 18) {
      x = 0;
      y += pitch;
    }
    const at = x;
    x += room;
    return [
      rect(at, y + 4, square, square, mark),
      text(at + square + 7, y + 14, words, { size, fill: '--ink-2' }),
    ];
  });
  return { marks, height: entries.length === 0 ? 0 : y + pitch };
}
