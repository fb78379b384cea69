/**
 * Draws tiles on a canvas: cells, seats, queue length and line. It remembers what it has drawn and
 * draws only what is different.
 */
import type { Colours } from '../../../marks/attributes';
import { paint, type Canvas } from '../../../marks/canvas';
import { cellSize } from '../../../marks/cells';
import { CELL_ORDER, SEATS, STATES, type Census } from './census';
import type { History } from './history';
import { CELL_PAINT, tileCount, tileLine, tileSeats } from './picture';
import { HEAD, type TileShape } from './tile';

export interface Spot {
  readonly group: number;
  readonly x: number;
  readonly y: number;
}

const BLANK = 255;

export class TilePainter {
  readonly #shape: TileShape;
  readonly #cells: Uint8Array;
  readonly #seats: Uint32Array;
  readonly #texts: Int32Array;
  readonly #most: number;
  #scale = 0;

  constructor(groups: number, most: number, shape: TileShape) {
    this.#shape = shape;
    this.#most = most;
    this.#cells = new Uint8Array(groups * most).fill(BLANK);
    this.#seats = new Uint32Array(groups * SEATS).fill(0xffff_ffff);
    this.#texts = new Int32Array(groups).fill(-1);
  }

  /** Forgets what was drawn: after a change of size or colours. */
  forget(): void {
    this.#cells.fill(BLANK);
    this.#seats.fill(0xffff_ffff);
    this.#texts.fill(-1);
    this.#scale = 0;
  }

  /** The number of cells that were drawn. */
  paint(
    canvas: Canvas,
    colours: Colours,
    spots: readonly Spot[],
    census: Census,
    history: History | undefined,
    lines_changed: boolean,
  ): number {
    let drawn = 0;
    let scale = 4;
    for (const { group } of spots) scale = Math.max(scale, history?.most(group) ?? 0);
    const rescaled = scale !== this.#scale;
    this.#scale = scale;
    const { line, seats } = this.#shape;
    for (const spot of spots) {
      const { group, x, y } = spot;
      drawn += this.#paintCells(canvas, colours, spot, census);
      if (this.#newSeats(group, census) && seats.most > 0) {
        canvas.clearRect(x - 1, y + seats.y, seats.w + 2, seats.h);
        paint(canvas, tileSeats(census, group, this.#shape), colours, x, y);
      }
      if (!history) continue;
      const queued = census.queued[group] ?? 0;
      if (this.#texts[group] !== queued) {
        this.#texts[group] = queued;
        canvas.clearRect(x + 24, y - 2, line.w - 23, HEAD - 4);
        paint(canvas, [tileCount(queued, line.w)], colours, x, y);
      }
      if (!lines_changed && !rescaled) continue;
      canvas.clearRect(x - 2, y + line.y, line.w + 4, line.h);
      paint(canvas, tileLine(history, group, line, scale), colours, x, y);
    }
    return drawn;
  }

  #paintCells(canvas: Canvas, colours: Colours, spot: Spot, census: Census): number {
    const { pitch, columns, cells } = this.#shape;
    const size = cellSize(pitch);
    const base = spot.group * this.#most;
    let index = 0;
    let drawn = 0;
    for (let rank = 0; rank < STATES; rank += 1) {
      const until = index + (census.cells[spot.group * STATES + rank] ?? 0);
      let coloured = false;
      for (; index < until && index < this.#most; index += 1) {
        if (this.#cells[base + index] === rank) continue;
        this.#cells[base + index] = rank;
        if (!coloured) canvas.fillStyle = colours(CELL_PAINT[CELL_ORDER[rank] ?? 'closed']);
        coloured = true;
        const x = spot.x + cells.x + (index % columns) * pitch;
        const y = spot.y + cells.y + Math.floor(index / columns) * pitch;
        canvas.clearRect(x, y, pitch, pitch);
        canvas.fillRect(x, y, size, size);
        drawn += 1;
      }
    }
    return drawn;
  }

  #newSeats(group: number, census: Census): boolean {
    let other = false;
    for (let at = group * SEATS; at < (group + 1) * SEATS; at += 1) {
      const now = census.seats[at] ?? 0;
      if (this.#seats[at] !== now) other = true;
      this.#seats[at] = now;
    }
    return other;
  }
}
