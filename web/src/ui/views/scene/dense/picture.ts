/** What stands in a tile: its cells, its seats, how many wait, and how many waited. */
import { m } from '#paraglide/messages.js';
import type { ClientState, ThreadState } from '../../../../model/run/frame';
import { count } from '../../../../model/words/format';
import { cellMarks, type CellRoom, type Counted } from '../../../marks/cells';
import {
  circle,
  line,
  path,
  rect,
  text,
  type Length,
  type Mark,
  type Paint,
} from '../../../marks/marks';
import { CELL_ORDER, SEAT_ORDER, SEATS, STATES, type Census } from './census';
import { SAMPLES, type History } from './history';
import { SEAT_PITCH, SEAT_RADIUS, type TileShape } from './tile';

/** What only lines in a large drawing fills a cell here. */
export const CELL_PAINT: Readonly<Record<ClientState, Paint>> = {
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

export function tileCells(census: Census, group: number, room: CellRoom): Mark[] {
  const counts = CELL_ORDER.map((state, rank): Counted => ({
    number: census.cells[group * STATES + rank] ?? 0,
    paint: CELL_PAINT[state],
  }));
  return cellMarks(counts, room);
}

/** As on the large picture: full for work, a ring for who is free, two rings for who listens. */
function seat(state: ThreadState, x: number, y: number): Mark[] {
  const r = SEAT_RADIUS;
  switch (state) {
    case 'latch':
    case 'holds_latch':
      return [rect(x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1, { fill: '--latch' })];
    case 'runnable':
      return [circle(x, y, r - 0.4, { fill: 'none', stroke: '--run', thick: 1.6 })];
    case 'running':
    case 'reading':
    case 'connecting':
      return [circle(x, y, r, { fill: '--run' })];
    case 'waiting':
      return [circle(x, y, r - 1.4, { fill: 'none', stroke: '--wait', thick: 3.4 })];
    case 'lock': {
      const far = r + 1;
      const d = `M${x} ${y - far}L${x + far} ${y}L${x} ${y + far}L${x - far} ${y}`;
      return [path(d, { fill: '--lock' })];
    }
    case 'listening':
      return [
        circle(x, y, r, { fill: 'none', stroke: '--high', thick: 1.5 }),
        circle(x, y, 1.8, { fill: '--high' }),
      ];
    case 'idle':
    case 'connect_idle':
    case 'cached':
    case 'starting':
    case 'waking':
      return [circle(x, y, r - 0.4, { fill: 'none', stroke: '--muted', thick: 1.2 })];
  }
}

/** As many as there is room for; the others as a number. */
export function tileSeats(census: Census, group: number, { seats }: TileShape): Mark[] {
  const of = (rank: number) => census.seats[group * SEATS + rank] ?? 0;
  const states = SEAT_ORDER.flatMap((state, rank) =>
    Array.from({ length: of(rank) }, (): ThreadState => state),
  );
  const room = states.length > seats.most ? seats.most - 2 : seats.most;
  const y = seats.y + seats.h / 2;
  const shown = states.slice(0, room);
  const marks = shown.flatMap((state, index) => seat(state, index * SEAT_PITCH + 6, y));
  if (states.length === shown.length) return marks;
  const more = m.more_n({ count: states.length - shown.length });
  return [
    ...marks,
    text(room * SEAT_PITCH + 1, y + 4, more, { size: 11, fill: '--muted', mono: true }),
  ];
}

/** Where a tile is this narrow, its words are small. */
const NARROW = 80;

export function tileCount(queued: number, width: number, right: Length = width): Mark {
  return text(right, 11, m.scene_tile_queue({ count: count(queued) }), {
    size: width < NARROW ? 10 : 11.5,
    ...(queued > 0 ? { weight: 600 } : {}),
    fill: queued > 0 ? '--alert' : '--muted',
    anchor: 'end',
    mono: true,
  });
}

/** How many waited lately, against the most of all tiles. */
export function tileLine(
  history: History,
  group: number,
  room: TileShape['line'],
  most: number,
): Mark[] {
  const floor = room.y + room.h - 3;
  const step = room.w / (SAMPLES - 1);
  const ground = line(0, floor + 0.5, room.w, floor + 0.5, { stroke: '--line-strong' });
  if (history.filled < 2 || history.most(group) === 0) return [ground];
  const points = Array.from({ length: history.filled }, (_, index) => {
    const back = history.filled - 1 - index;
    const y = floor - (history.at(group, back) / most) * (room.h - 6);
    return `${index === 0 ? 'M' : 'L'}${(room.w - back * step).toFixed(2)} ${y.toFixed(2)}`;
  });
  return [ground, path(points.join(''), { fill: 'none', stroke: '--low-line', thick: 1.5 })];
}
