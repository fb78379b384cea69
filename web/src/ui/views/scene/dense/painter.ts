/**
 * Draws tiles on a canvas: cells, seats, queue length and line. It remembers what it has drawn and
 * draws only what is different.
 */
import type { ClientState, ThreadState } from '../../../../model/run/frame';
import { CELL_ORDER, SEAT_ORDER, SEATS, STATES, type Census } from './census';
import { SAMPLES, type History } from './history';
import { HEAD, SEAT_PITCH, SEAT_RADIUS, type TileShape } from './tile';

/** Colours of the page as they are now. */
export interface Palette {
  readonly cell: Readonly<Record<ClientState, string>>;
  readonly ink: string;
  readonly muted: string;
  readonly alert: string;
  readonly seat: string;
  readonly listener: string;
  readonly run: string;
  readonly wait: string;
  readonly lock: string;
  readonly latch: string;
  readonly line: string;
  readonly mono: string;
}

/** The part of a canvas that is used; tests give another. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'font'
  | 'textAlign'
  | 'fillRect'
  | 'clearRect'
  | 'fillText'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'rect'
  | 'fill'
  | 'stroke'
>;

export interface Spot {
  readonly group: number;
  readonly x: number;
  readonly y: number;
}

export interface Words {
  readonly queue: (count: number) => string;
  readonly more: (count: number) => string;
}

const BLANK = 255;

export class TilePainter {
  readonly #shape: TileShape;
  readonly #words: Words;
  readonly #cells: Uint8Array;
  readonly #seats: Uint32Array;
  readonly #texts: Int32Array;
  readonly #most: number;
  #scale = 0;

  constructor(groups: number, most: number, shape: TileShape, words: Words) {
    this.#shape = shape;
    this.#words = words;
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
    brush: Brush,
    palette: Palette,
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
    for (const spot of spots) {
      drawn += this.#paintCells(brush, palette, spot, census);
      this.#paintSeats(brush, palette, spot, census);
      if (!history) continue;
      this.#paintCount(brush, palette, spot, census.queued[spot.group] ?? 0);
      if (lines_changed || rescaled) this.#paintLine(brush, palette, spot, history);
    }
    return drawn;
  }

  #paintCells(brush: Brush, palette: Palette, spot: Spot, census: Census): number {
    const { pitch, columns, cells } = this.#shape;
    const size = pitch > 2 ? pitch - 1 : pitch;
    const base = spot.group * this.#most;
    let index = 0;
    let drawn = 0;
    for (let rank = 0; rank < STATES; rank += 1) {
      const until = index + (census.cells[spot.group * STATES + rank] ?? 0);
      const state = CELL_ORDER[rank] ?? 'closed';
      let coloured = false;
      for (; index < until && index < this.#most; index += 1) {
        if (this.#cells[base + index] === rank) continue;
        this.#cells[base + index] = rank;
        if (!coloured) brush.fillStyle = palette.cell[state];
        coloured = true;
        const x = spot.x + cells.x + (index % columns) * pitch;
        const y = spot.y + cells.y + Math.floor(index / columns) * pitch;
        brush.clearRect(x, y, pitch, pitch);
        brush.fillRect(x, y, size, size);
        drawn += 1;
      }
    }
    return drawn;
  }

  #paintSeats(brush: Brush, palette: Palette, spot: Spot, census: Census): void {
    const base = spot.group * SEATS;
    let same = true;
    for (let rank = 0; rank < SEATS; rank += 1) {
      const count = census.seats[base + rank] ?? 0;
      if (this.#seats[base + rank] !== count) same = false;
      this.#seats[base + rank] = count;
    }
    const { seats } = this.#shape;
    if (same || seats.most === 0) return;
    const top = spot.y + seats.y;
    brush.clearRect(spot.x - 1, top, seats.w + 2, seats.h);
    let total = 0;
    for (let rank = 0; rank < SEATS; rank += 1) total += census.seats[base + rank] ?? 0;
    const room = total > seats.most ? seats.most - 2 : seats.most;
    let index = 0;
    for (let rank = 0; rank < SEATS; rank += 1) {
      const state = SEAT_ORDER[rank] ?? 'idle';
      for (let n = census.seats[base + rank] ?? 0; n > 0 && index < room; n -= 1) {
        paintSeat(brush, palette, state, spot.x + index * SEAT_PITCH + 6, top + seats.h / 2);
        index += 1;
      }
    }
    if (total <= room) return;
    brush.fillStyle = palette.muted;
    brush.font = `11px ${palette.mono}`;
    brush.textAlign = 'left';
    brush.fillText(
      this.#words.more(total - room),
      spot.x + room * SEAT_PITCH + 1,
      top + seats.h / 2 + 4,
    );
  }

  #paintCount(brush: Brush, palette: Palette, spot: Spot, queued: number): void {
    if (this.#texts[spot.group] === queued) return;
    this.#texts[spot.group] = queued;
    const right = spot.x + this.#shape.line.w;
    brush.clearRect(spot.x + 24, spot.y - 2, this.#shape.line.w - 23, HEAD - 4);
    brush.fillStyle = queued > 0 ? palette.alert : palette.muted;
    brush.font = `${queued > 0 ? '600 ' : ''}11.5px ${palette.mono}`;
    brush.textAlign = 'right';
    brush.fillText(this.#words.queue(queued), right, spot.y + 11);
  }

  #paintLine(brush: Brush, palette: Palette, spot: Spot, history: History): void {
    const { line } = this.#shape;
    const top = spot.y + line.y;
    brush.clearRect(spot.x - 2, top, line.w + 4, line.h);
    const floor = top + line.h - 3;
    const height = line.h - 6;
    const step = line.w / (SAMPLES - 1);
    brush.lineWidth = 1;
    brush.strokeStyle = palette.seat;
    brush.beginPath();
    brush.moveTo(spot.x, floor + 0.5);
    brush.lineTo(spot.x + line.w, floor + 0.5);
    brush.stroke();
    if (history.filled < 2 || history.most(spot.group) === 0) return;
    brush.lineWidth = 1.5;
    brush.strokeStyle = palette.line;
    brush.beginPath();
    for (let back = history.filled - 1; back >= 0; back -= 1) {
      const x = spot.x + line.w - back * step;
      const y = floor - (history.at(spot.group, back) / this.#scale) * height;
      if (back === history.filled - 1) brush.moveTo(x, y);
      else brush.lineTo(x, y);
    }
    brush.stroke();
  }
}

/** As on the large picture: full for work, a ring for who is free, two rings for who listens. */
function paintSeat(brush: Brush, palette: Palette, state: ThreadState, x: number, y: number): void {
  const r = SEAT_RADIUS;
  brush.beginPath();
  switch (state) {
    case 'latch':
    case 'holds_latch':
      brush.fillStyle = palette.latch;
      brush.rect(x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1);
      brush.fill();
      return;
    case 'runnable':
      brush.strokeStyle = palette.run;
      brush.lineWidth = 1.6;
      brush.arc(x, y, r - 0.4, 0, 2 * Math.PI);
      brush.stroke();
      return;
    case 'running':
    case 'reading':
    case 'connecting':
      brush.fillStyle = palette.run;
      brush.arc(x, y, r, 0, 2 * Math.PI);
      brush.fill();
      return;
    case 'waiting':
      brush.strokeStyle = palette.wait;
      brush.lineWidth = 3.4;
      brush.arc(x, y, r - 1.4, 0, 2 * Math.PI);
      brush.stroke();
      return;
    case 'lock':
      brush.fillStyle = palette.lock;
      brush.moveTo(x, y - r - 1);
      brush.lineTo(x + r + 1, y);
      brush.lineTo(x, y + r + 1);
      brush.lineTo(x - r - 1, y);
      brush.fill();
      return;
    case 'listening':
      brush.strokeStyle = palette.listener;
      brush.lineWidth = 1.5;
      brush.arc(x, y, r, 0, 2 * Math.PI);
      brush.stroke();
      brush.beginPath();
      brush.fillStyle = palette.listener;
      brush.arc(x, y, 1.8, 0, 2 * Math.PI);
      brush.fill();
      return;
    case 'idle':
    case 'connect_idle':
    case 'cached':
    case 'starting':
    case 'waking':
      brush.strokeStyle = palette.muted;
      brush.lineWidth = 1.2;
      brush.arc(x, y, r - 0.4, 0, 2 * Math.PI);
      brush.stroke();
  }
}

const CSS_CELL: Readonly<Record<ClientState, string>> = {
  low_queue: '--low',
  high_queue: '--high',
  socket: '--socket-line',
  thread_wait: '--soon-line',
  running: '--run',
  waiting: '--wait',
  lock: '--lock',
  suspended: '--away-line',
  login: '--login',
  idle: '--line-strong',
  closed: '--line',
  latch: '--latch',
  runnable: '--ready-line',
};

/** Read from the page, so that there is one place for colours. */
export function paletteOf(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): Palette {
  const read = (name: string) => style.getPropertyValue(name).trim();
  const cell = Object.fromEntries(
    Object.entries(CSS_CELL).map(([state, name]) => [state, read(name)]),
  ) as Record<ClientState, string>;
  return {
    cell,
    ink: read('--ink'),
    muted: read('--muted'),
    alert: read('--alert'),
    seat: read('--line-strong'),
    listener: read('--high'),
    run: read('--run'),
    wait: read('--wait'),
    lock: read('--lock'),
    latch: read('--latch'),
    line: read('--low-line'),
    mono: read('--mono') || 'monospace',
  };
}

/** The same cells as lines of dashes: a picture of few shapes for pages that run no script. */
export function cellRows(
  counts: readonly number[],
  shape: Pick<TileShape, 'pitch' | 'columns' | 'cells'>,
): string[] {
  const { pitch, columns, cells } = shape;
  let index = 0;
  return counts.map((count) => {
    let path = '';
    let left = count;
    while (left > 0) {
      const column = index % columns;
      const run = Math.min(left, columns - column);
      const y = cells.y + Math.floor(index / columns) * pitch + (pitch - 1) / 2;
      // The last dash of a run has no gap behind it.
      path += `M${cells.x + column * pitch} ${y}h${run * pitch - 1}`;
      index += run;
      left -= run;
    }
    return path;
  });
}
