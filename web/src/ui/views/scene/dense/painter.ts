/**
 * Draws tiles on a canvas: cells, seats, queue length and line. It remembers what it has drawn and
 * draws only what is different.
 */
import type { Colours } from '../../../marks/attributes';
import { paint, type Canvas } from '../../../marks/canvas';
import { cellSize } from '../../../marks/cells';
import type { Mark } from '../../../marks/marks';
import type { Box } from '../geometry';
import { CELL_ORDER, SEATS, STATES, type Census } from './census';
import { SAMPLES, type History } from './history';
import {
  CELL_PAINT,
  COUNT_FROM,
  tileCells,
  tileCount,
  tileGround,
  tileName,
  tileSeats,
} from './picture';
import type { TilesLayout } from './tile';

const BLANK = 255;
const UNKNOWN = 0xffff_ffff;
/** More than there are connections. */
const MANY = 2 ** 20;

export class TilePainter {
  readonly #layout: TilesLayout;
  readonly #most: number;
  readonly #cells: Uint8Array;
  readonly #counts: Uint32Array;
  readonly #seats: Uint32Array;
  /** How many wait, in the queue and unread, and above that whether it is stalled. */
  readonly #heads: Float64Array;
  /** Of seats there are few pictures: each is made once. */
  readonly #seat_marks = new Map<string, readonly Mark[]>();
  /** Lines that are nothing but their ground. */
  readonly #flat: Uint8Array;
  #scale = 0;

  constructor(most: number, layout: TilesLayout) {
    const groups = layout.places.length;
    this.#layout = layout;
    this.#most = most;
    this.#cells = new Uint8Array(groups * most);
    this.#counts = new Uint32Array(groups * STATES);
    this.#seats = new Uint32Array(groups * SEATS);
    this.#heads = new Float64Array(groups);
    this.#flat = new Uint8Array(groups);
    this.forget();
  }

  /** Forgets what was drawn: after a change of size or colours. */
  forget(): void {
    this.#cells.fill(BLANK);
    this.#counts.fill(UNKNOWN);
    this.#seats.fill(UNKNOWN);
    this.#heads.fill(-1);
    this.#scale = 0;
  }

  /** The number of cells that were drawn. */
  paint(
    canvas: Canvas,
    colours: Colours,
    census: Census,
    stalled: ArrayLike<number>,
    history: History | undefined,
    lines_changed: boolean,
  ): number {
    const { places, shape } = this.#layout;
    let drawn = 0;
    let scale = 4;
    if (history && lines_changed)
      for (let group = 0; group < places.length; group += 1)
        scale = Math.max(scale, history.most(group));
    else scale = this.#scale;
    const rescaled = scale !== this.#scale;
    this.#scale = scale;
    for (let group = 0; group < places.length; group += 1) {
      const { x = 0, y = 0 } = places[group] ?? {};
      const queued = census.queued[group] ?? 0;
      const unread = census.unread[group] ?? 0;
      const head = (queued * MANY + unread) * 2 + ((stalled[group] ?? 0) > 0 ? 1 : 0);
      const before = this.#heads[group] ?? -1;
      // Its edge says that it is stalled: the whole tile is drawn anew.
      const anew = before < 0 || before % 2 !== head % 2;
      if (anew) {
        canvas.clearRect(x, y, shape.w, shape.h);
        const stands = [
          tileGround(shape, head % 2 === 1),
          ...tileName(group, head % 2 === 1, shape),
        ];
        paint(canvas, stands, colours, x, y);
        this.#cells.fill(BLANK, group * this.#most, (group + 1) * this.#most);
      }
      if (head !== before && shape.head) {
        if (!anew) {
          const { pad, w } = shape;
          const half = Math.floor(w * COUNT_FROM);
          const room = { x: x + half, y: y + pad, w: w - pad - half, h: shape.head.h - 2 };
          clear(canvas, colours, room);
        }
        paint(canvas, tileCount(queued, unread, shape), colours, x, y);
      }
      this.#heads[group] = head;
      if (changed(this.#counts, census.cells, group * STATES, STATES) || anew || head !== before)
        drawn += this.#paintCells(canvas, colours, group, census);
      if ((changed(this.#seats, census.seats, group * SEATS, SEATS) || anew) && shape.seats) {
        const { seats } = shape;
        if (!anew)
          clear(canvas, colours, { ...seats, x: x + seats.x - 1, y: y + seats.y, w: seats.w + 2 });
        paint(canvas, this.#seatsOf(census, group), colours, x, y);
      }
      if (history && (lines_changed || rescaled || anew))
        this.#paintLine(canvas, colours, group, history, anew);
    }
    return drawn;
  }

  #seatsOf(census: Census, group: number): readonly Mark[] {
    const key = census.seats.subarray(group * SEATS, (group + 1) * SEATS).join();
    let marks = this.#seat_marks.get(key);
    if (!marks) {
      marks = tileSeats(census, group, this.#layout.shape);
      this.#seat_marks.set(key, marks);
    }
    return marks;
  }

  /** How many waited lately, against the most of all tiles. */
  #paintLine(
    canvas: Canvas,
    colours: Colours,
    group: number,
    history: History,
    anew: boolean,
  ): void {
    const { line } = this.#layout.shape;
    const at = this.#layout.places[group];
    if (!line || !at) return;
    const none = history.filled < 2 || history.most(group) === 0;
    // Where nobody waited and nobody waits the ground stands.
    if (none && !anew && this.#flat[group] === 1) return;
    this.#flat[group] = none ? 1 : 0;
    const x = at.x + line.x;
    const y = at.y + line.y;
    const floor = y + line.h - 3;
    if (!anew) clear(canvas, colours, { x: x - 1, y, w: line.w + 2, h: line.h });
    canvas.fillStyle = colours('--ink-3');
    canvas.fillRect(x, floor, line.w, 1);
    if (none) return;
    const step = line.w / (SAMPLES - 1);
    canvas.strokeStyle = colours('--edge');
    canvas.lineWidth = 1.5;
    canvas.beginPath();
    for (let back = 0; back < history.filled; back += 1)
      canvas.lineTo(
        x + line.w - back * step,
        floor - (history.at(group, back) / this.#scale) * (line.h - 6),
      );
    canvas.stroke();
  }

  #paintCells(canvas: Canvas, colours: Colours, group: number, census: Census): number {
    const { shape, places } = this.#layout;
    const { pitch, columns, cells } = shape;
    const { x = 0, y = 0 } = places[group] ?? {};
    if (pitch === undefined) {
      clear(canvas, colours, { x: x + cells.x, y: y + cells.y, w: cells.w, h: cells.h });
      paint(canvas, tileCells(census, group, shape), colours, x, y);
      return 1;
    }
    const size = cellSize(pitch);
    const base = group * this.#most;
    let index = 0;
    let drawn = 0;
    for (let rank = 0; rank < STATES; rank += 1) {
      const until = index + (census.cells[group * STATES + rank] ?? 0);
      let coloured = false;
      for (; index < until && index < this.#most; index += 1) {
        if (this.#cells[base + index] === rank) continue;
        this.#cells[base + index] = rank;
        if (!coloured) canvas.fillStyle = colours(CELL_PAINT[CELL_ORDER[rank] ?? 'closed']);
        coloured = true;
        // Every cell is as large as the one that it covers.
        canvas.fillRect(
          x + cells.x + (index % columns) * pitch,
          y + cells.y + Math.floor(index / columns) * pitch,
          size,
          size,
        );
        drawn += 1;
      }
    }
    // Who moved to another group leaves the ground.
    for (; index < this.#most && this.#cells[base + index] !== BLANK; index += 1) {
      this.#cells[base + index] = BLANK;
      clear(canvas, colours, {
        x: x + cells.x + (index % columns) * pitch,
        y: y + cells.y + Math.floor(index / columns) * pitch,
        w: size,
        h: size,
      });
    }
    return drawn;
  }
}

function clear(canvas: Canvas, colours: Colours, { x, y, w, h }: Box): void {
  canvas.fillStyle = colours('--lens');
  canvas.fillRect(x, y, w, h);
}

/** Whether a stretch of numbers is other than it was; it is remembered. */
function changed(before: Uint32Array, now: Uint32Array, from: number, length: number): boolean {
  let other = false;
  for (let at = from; at < from + length; at += 1) {
    const value = now[at] ?? 0;
    if (before[at] !== value) other = true;
    before[at] = value;
  }
  return other;
}
