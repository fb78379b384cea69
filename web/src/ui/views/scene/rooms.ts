/** What every plan of a world needs and makes, and the shapes that all of its houses share. */
import type { GroupExtent } from './extent';
import type { Box, Point } from './geometry';
import type { GroupWords } from './group-words';
import type { Bar, Cell, LatchRoom } from './world';

/** What a world needs room for. */
export interface Needs {
  readonly groups: readonly GroupExtent[];
  /** True if there is room for the name of every part. */
  readonly few: boolean;
  /** One thread per connection: no groups, lines or doors. */
  readonly own: boolean;
  /** True if a listener stands at each group's door. */
  readonly doors: boolean;
  /** The most threads in the cache, if there is one. */
  readonly cached: number;
  /** A gate before the threads; `all` if it stops both lines, not only the low one. */
  readonly gate: { readonly all: boolean } | undefined;
  /** The text within a group. */
  readonly words: (group: number) => GroupWords;
  /** Room for a sentence at each group's foot, and for what is unknown at its door. */
  readonly noted: boolean;
  /** The most threads that wait at the latch; 0 without one. */
  readonly at_latch: number;
  /** True if whoever is inside the latch walks past the open transactions. */
  readonly walks: boolean;
  /** The ring of each thread, if it keeps its own. */
  readonly seat_of: ReadonlyMap<number, number> | undefined;
}

/** A cell, and the seats of its clients, in the order of their group. */
export interface Planned extends Cell {
  readonly seats: readonly Point[];
}

/** Cells and what is beside them, in u. */
export interface Plan {
  readonly box: Box;
  readonly cells: readonly Planned[];
  readonly latch: LatchRoom | undefined;
}

/** Threads in rows: how large, and their room. */
export interface Rings {
  readonly radius: number;
  readonly columns: number;
  readonly w: number;
  readonly h: number;
}

/** Between rings, relative to their radius. */
const RING_GAP = 0.28;

const span = (count: number, radius: number) =>
  radius * (2 * count + RING_GAP * (count - 1) + 0.14);

/** The largest rings that fit, with the fewest gaps. Rows are easier to read than columns. */
export function ringsIn(count: number, w: number, h: number, most: number): Rings {
  let best: Rings | undefined;
  let merit = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const radius = Math.min(most, w / span(columns, 1), h / span(rows, 1));
    const lying = radius * (columns >= rows ? 1.1 : 1);
    if (best && lying <= merit + 0.3) continue;
    merit = lying;
    best = { radius, columns, w: span(columns, radius), h: span(rows, radius) };
  }
  return best ?? { radius: most, columns: 1, w: 0, h: 0 };
}

/** So many rings from here on. */
export function ringPlaces({ radius, columns }: Rings, count: number, { x, y }: Point): Point[] {
  const pitch = radius * (2 + RING_GAP);
  const edge = radius * 1.07;
  return Array.from({ length: count }, (_, at) => ({
    x: x + edge + pitch * (at % columns),
    y: y + edge + pitch * Math.floor(at / columns),
  }));
}

/** Beside a part, and a little higher: a gate, a wall. */
export const barBeside = (x: number, { y, h }: Box, over = 0): Bar => ({
  x,
  y: y - over,
  h: h + 2 * over,
});

export const middleOf = ({ y, h }: Box) => y + h / 2;
