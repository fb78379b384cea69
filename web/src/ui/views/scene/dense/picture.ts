/** What stands in a tile: its cells, its seats, how many wait, and how many waited. */
import { m } from '#paraglide/messages.js';
import { NONE, type ClientState, type ThreadState } from '../../../../model/run/frame';
import type { Frame } from '../../../../model/run/types';
import { count } from '../../../../model/words/format';
import { cellMarks, keyMarks, type Counted } from '../../../marks/cells';
import {
  circle,
  group as all,
  path,
  place,
  rect,
  text,
  type Mark,
  type Paint,
  type Piece,
} from '../../../marks/marks';
import { stateWords } from '../../state-words';
import { CELL_ORDER, SEAT_ORDER, SEATS, STATES, type Census } from './census';
import { pitchIn, SEAT_PITCH, SEAT_RADIUS, type TilesLayout, type TileShape } from './tile';

/** What only lines in a large drawing fills a cell here. */
export const CELL_PAINT: Readonly<Record<ClientState, Paint>> = {
  low_queue: '--low',
  high_queue: '--high',
  socket: '--edge',
  thread_wait: '--edge',
  running: '--run',
  waiting: '--sleep',
  lock: '--lock',
  suspended: '--ink-3',
  login: '--login',
  idle: '--ink-3',
  closed: '--line',
  latch: '--latch',
  runnable: '--edge',
};

const ASKING = CELL_ORDER.indexOf('idle');
const FULL_BAR = 48;

/** Each connection a cell, or where they are too many for that, all of them a bar. */
export function tileCells(census: Census, group: number, shape: TileShape): Mark[] {
  const { pitch, columns, cells } = shape;
  const counts = CELL_ORDER.map((state, rank): Counted => ({
    number: census.cells[group * STATES + rank] ?? 0,
    paint: CELL_PAINT[state],
  }));
  if (pitch !== undefined) return cellMarks(counts, { pitch, columns, cells });
  // Most of very many ask nothing: the bar is of those who do, full from so many on.
  const asking = counts.slice(0, ASKING);
  const full = Math.max(
    FULL_BAR,
    asking.reduce((sum, { number }) => sum + number, 0),
  );
  let x = cells.x;
  const shares = asking.flatMap(({ number, paint }): Mark[] => {
    const w = (number / full) * cells.w;
    const at = x;
    x += w;
    return number === 0 ? [] : [rect(at, cells.y, w, cells.h, { key: paint, fill: paint })];
  });
  return [rect(cells.x, cells.y, cells.w, cells.h, { fill: '--line' }), ...shares];
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
      return [circle(x, y, r - 1.4, { fill: 'none', stroke: '--sleep', thick: 3.4 })];
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
      return [circle(x, y, r - 0.4, { fill: 'none', stroke: '--ink-2', thick: 1.2 })];
  }
}

/** As many as there is room for; the others as a number. */
export function tileSeats(census: Census, group: number, { seats }: TileShape): Mark[] {
  if (!seats) return [];
  const of = (rank: number) => census.seats[group * SEATS + rank] ?? 0;
  const states = SEAT_ORDER.flatMap((state, rank) =>
    Array.from({ length: of(rank) }, (): ThreadState => state),
  );
  const room = states.length > seats.most ? seats.most - 2 : seats.most;
  const y = seats.y + seats.h / 2;
  const shown = states.slice(0, room);
  const at = (index: number) => seats.x + index * SEAT_PITCH + SEAT_RADIUS;
  const marks = shown.flatMap((state, index) => seat(state, at(index), y));
  if (states.length === shown.length) return marks;
  const more = m.more_n({ count: states.length - shown.length });
  return [...marks, text(at(room) - 4, y + 4, more, { size: 11, fill: '--ink-2' })];
}

/** From this width on there is room for a word beside a number. */
const WORDED = 118;

/** Its number, and that it is stalled. */
export function tileName(group: number, stalled: boolean, { head, pad, w }: TileShape): Mark[] {
  if (!head) return [];
  const { size, y } = head;
  const name = String(group);
  const look = { size: size - 0.5, weight: 650, fill: '--ink' } as const;
  const x = pad + (name.length + 0.6) * size * 0.62;
  return [
    text(pad, y, name, { size, weight: 650, fill: '--ink-2' }),
    ...(stalled ? [text(x, y, w >= WORDED + 40 ? m.scene_stalled() : '!', look)] : []),
  ];
}

/** How many wait: beside the name, from this share of the width on. */
export const COUNT_FROM = 0.5;

/** A letter of these numbers, as a share of their size. */
const LETTER = 0.6;

/** The queue, and what lies unread on sockets: "queue 3", "unread 33", "3 + 33 unread", for want of room "3+33", or all of them. */
function waitingWords(queued: number, unread: number, w: number, room: number): string {
  const number = count(queued);
  if (unread === 0)
    return w >= WORDED ? m.scene_tile_queue({ count: number }) : queued > 0 ? number : '';
  const words =
    queued === 0
      ? m.scene_tile_unread({ count: count(unread) })
      : m.scene_tile_queue_unread({ count: number, unread: count(unread) });
  const short = `${queued === 0 ? '' : number}+${count(unread)}`;
  return [words, short].find(({ length }) => length <= room) ?? count(queued + unread);
}

export function tileCount(queued: number, unread: number, { head, pad, w }: TileShape): Mark[] {
  if (!head) return [];
  const size = head.size - 1;
  const waits = queued + unread > 0;
  const words = waitingWords(queued, unread, w, (w * (1 - COUNT_FROM) - pad) / (size * LETTER));
  return [
    text(w - pad, head.y, words, {
      size,
      ...(waits ? { weight: 600 } : {}),
      fill: waits ? '--ink' : '--ink-2',
      anchor: 'end',
    }),
  ];
}

export const tileGround = ({ w, h }: TileShape, stalled: boolean): Mark => {
  const edge = stalled ? 1 : 0.5;
  return rect(edge, edge, w - 2 * edge, h - 2 * edge, {
    r: Math.min(9, w / 8, h / 8),
    fill: '--lens',
    stroke: stalled ? '--ink' : '--ink-3',
    thick: 2 * edge,
  });
};

/** All of them, as they stand at one moment: nothing is known of the moments before. */
export function tilesPiece(census: Census, frame: Frame, layout: TilesLayout): Piece {
  const { shape, places, width, height } = layout;
  census.take(frame);
  const marks = places.map(({ x, y }, group) => {
    const stalled = (frame.group_stalled[group] ?? 0) > 0;
    return all(
      [
        tileGround(shape, stalled),
        ...tileName(group, stalled, shape),
        ...tileCount(census.queued[group] ?? 0, census.unread[group] ?? 0, shape),
        ...tileCells(census, group, shape),
        ...tileSeats(census, group, shape),
      ],
      { key: group, x, y },
    );
  });
  return { marks, width, height };
}

const KEY = { size: 12, pitch: 19 } as const;

/** One thread for each of very many connections: a cell each, and how many are in which state. */
export function fieldPiece(census: Census, frame: Frame, width: number, height: number): Piece {
  census.take(frame);
  const entries = CELL_ORDER.map((state) => ({ state, number: census.total(state) }))
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => ({
      // Who has the latch is at work, and uses no core.
      words:
        state === 'running' && frame.latch_holder !== NONE
          ? m.scene_running_holder({ running: count(number - 1) })
          : `${count(number)} ${stateWords(state)}`,
      mark: { fill: CELL_PAINT[state] },
    }));
  const key = keyMarks(entries, width, KEY);
  const cpu = `${count(frame.on_cpu)} ${m.scene_on_cpu({ cores: count(frame.cores) })}`;
  const room = height - key.height - KEY.pitch - 6;
  const total = frame.client_id.length;
  const pitch = pitchIn(total, width, room, 24);
  const columns = Math.max(1, Math.floor(width / pitch));
  const counts = CELL_ORDER.map((state): Counted => ({
    number: census.total(state),
    paint: CELL_PAINT[state],
  }));
  return {
    marks: [
      ...cellMarks(counts, { pitch, columns, cells: { x: 0, y: 0 } }),
      place(key, 0, room + 6),
      text(0, height - 5, cpu, { size: KEY.size, fill: '--ink-2' }),
    ],
    width,
    height,
  };
}
