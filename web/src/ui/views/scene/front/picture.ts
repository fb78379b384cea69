/**
 * The connection pools of the applications, between clients and server: a square for each place, filled while a request
 * has it, and in front of it those who wait for one. A few pools have a line each, many a column each.
 */
import { m } from '#paraglide/messages.js';
import type { Frame, Outcome } from '../../../../model/run/types';
import { count } from '../../../../model/words/format';
import { shownRequest } from '../../../../model/run/request-name';
import { group, line, path, rect, tenth as n, text, those, type Mark } from '../../../marks/marks';
import { BOLD, fitting, roomOf } from '../../../marks/measure';
import type { Box } from '../geometry';
import { COLUMN, COLUMNS_HEIGHT, LEAST_HALL, LINE, MOST_BODIES, MOST_LINES } from './front';
import { mostInFront } from './in-front';
import { CLAUSE, COLON, STOP, NEXT } from '../../../../model/joined';

interface Pool {
  readonly name: string;
  readonly used: number;
  readonly places: number;
  readonly waiting: number;
  readonly retrying: number;
  /** How many wait in the applications at once in the run's fullest moment, roughly. */
  readonly most: number;
}

/** One pool, or all together. */
type Counts = Omit<Pool, 'name'>;

export function poolsAt(
  run: Pick<Outcome, 'metrics' | 'scenario'>,
  frame: Frame,
  crowds: readonly number[],
): Pool[] {
  const most = mostInFront(run);
  return crowds.map((crowd) => ({
    most,
    name: shownRequest(run.scenario.clients?.[crowd]?.name ?? ''),
    used: frame.crowd_used[crowd] ?? 0,
    places: frame.crowd_places[crowd] ?? 0,
    waiting: frame.crowd_waiting[crowd] ?? 0,
    retrying: frame.crowd_retrying[crowd] ?? 0,
  }));
}

const together = (pools: readonly Pool[]): Counts => {
  const sum = (of: keyof Counts) => pools.reduce((all, pool) => all + pool[of], 0);
  return {
    used: sum('used'),
    places: sum('places'),
    waiting: sum('waiting'),
    retrying: sum('retrying'),
    most: Math.max(...pools.map(({ most }) => most)),
  };
};

const usedWords = ({ used, places }: Counts) =>
  m.front_used({ used: count(used), places: count(places) });
const waitingWords = ({ waiting }: Counts) => m.front_waiting({ count: count(waiting) });
const retryingWords = ({ retrying }: Counts) =>
  retrying === 0 ? '' : m.front_retrying({ count: count(retrying) });

const nameOf = (pools: readonly Pool[]) =>
  pools.length === 1 ? m.front_pool() : m.front_pools({ count: count(pools.length) });

/** For screen readers: each pool, or if they are many, their sums and the longest queue. */
export function frontSummary(pools: readonly Pool[]): string {
  const said = (name: string, counts: Counts) =>
    name +
    COLON +
    [usedWords(counts), waitingWords(counts), retryingWords(counts)].filter(Boolean).join(CLAUSE) +
    STOP;
  if (pools.length === 1) return pools.map((pool) => said(m.front_pool(), pool)).join('');
  if (pools.length <= MOST_LINES) return pools.map((pool) => said(pool.name, pool)).join(NEXT);
  const most = [...pools].sort((a, b) => b.waiting - a.waiting)[0];
  const worst =
    most && most.waiting > 0
      ? NEXT + m.front_most({ name: most.name, count: count(most.waiting) })
      : '';
  return said(nameOf(pools), together(pools)) + worst;
}

const SIZE = 12.5;
const SIDE = 11;
const PITCH = 14;
/** More places are a bar. */
const MOST_SQUARES = 12;
const BAR = MOST_SQUARES * PITCH - (PITCH - SIDE);

const square = (key: string, x: number, y: number, side: number, full: boolean): Mark =>
  rect(n(x), n(y), side, side, {
    key,
    r: side / 4,
    fill: full ? '--ink-2' : '--cup',
    stroke: full ? '--ink-2' : '--rim',
    thick: 1.2,
  });

function placesMarks({ used, places }: Counts, x: number, y: number): Mark[] {
  if (places <= MOST_SQUARES)
    return Array.from({ length: places }, (_, at) =>
      square(`place ${at}`, x + at * PITCH, y - SIDE / 2, SIDE, at < used),
    );
  const share = Math.min(1, used / places);
  return [
    rect(n(x), n(y - SIDE / 2), BAR, SIDE, {
      key: 'places',
      r: 3,
      fill: '--cup',
      stroke: '--rim',
      thick: 1.2,
    }),
    rect(n(x), n(y - SIDE / 2), n(BAR * share), SIDE, { key: 'used', r: 3, fill: '--ink-2' }),
  ];
}

/** Those who wait, the first next to the places; a body is a request that the server has not got. */
function waitingMarks({ waiting }: Counts, end: number, y: number): Mark[] {
  const shown = Math.min(waiting, MOST_BODIES);
  return Array.from({ length: shown }, (_, at) =>
    rect(n(end - (at + 1) * PITCH), n(y - SIDE / 2), SIDE, SIDE, {
      key: `waits ${at}`,
      r: SIDE / 2,
      fill: '--idle',
      stroke: '--ink',
      thick: 1.25,
    }),
  );
}

/** One line: its name, those who wait, the places, and the numbers. */
function lineMarks(
  name: string,
  counts: Counts,
  width: number,
  { name_w, places_w }: { readonly name_w: number; readonly places_w: number },
): Mark[] {
  const y = LINE / 2 - 1;
  const text_y = y + 4.5;
  const queue_w = MOST_BODIES * PITCH;
  const drawn = width - name_w >= queue_w + places_w + 240;
  const from = name_w + 18;
  const places_x = drawn ? from + queue_w + 10 : from;
  const [used, waits, retries] = [usedWords(counts), waitingWords(counts), retryingWords(counts)];
  const short = counts.waiting > 0 ? waits : used;
  const wordsIn = (room: number) =>
    fitting(
      [
        [used, waits, retries].filter(Boolean).join(CLAUSE),
        [used, counts.waiting > 0 ? waits : '', retries].filter(Boolean).join(CLAUSE),
        [used, counts.waiting > 0 ? waits : retries].filter(Boolean).join(CLAUSE),
        short,
      ],
      SIZE,
      room,
      BOLD,
    );
  // Where there is no room for both, numbers say more than a bar.
  const beside = wordsIn(width - places_x - places_w - 12);
  const squares = beside !== undefined || counts.places <= MOST_SQUARES;
  const rest = squares ? places_x + places_w + 12 : from;
  const said = beside ?? wordsIn(width - rest);
  return those(
    text(0, text_y, name, { key: 'name', size: SIZE, weight: 700 }),
    drawn && waitingMarks(counts, from + queue_w, y),
    drawn &&
      line(from + queue_w + 1, y - 9, from + queue_w + 1, y + 9, {
        key: 'door',
        stroke: counts.used < counts.places ? '--rim' : '--ink',
        thick: counts.used < counts.places ? 1.2 : 3,
        round: true,
      }),
    squares && placesMarks(counts, places_x, y),
    said !== undefined &&
      text(n(rest), text_y, said, {
        key: 'said',
        size: SIZE,
        ...(counts.waiting > 0 ? { weight: 700 } : { fill: '--ink-2' }),
      }),
  );
}

/** The words of a hall, above its floor. */
const HALL_WORDS = 22;
const HALL_WALL = 9;
/** More doors than this are one, which shuts as they are taken. */
const MOST_DOORS = 24;
/** Neighbours on the floor are at most so far from each other, and at least. */
const FARTHEST = 13;
const NEAREST = 2.5;

/** Where those who wait stand: in columns that turn at their ends, the first at the doors. */
export function floorOf(box: Box, { waiting, most }: Pick<Pool, 'waiting' | 'most'>) {
  const wanted = Math.max(1, waiting, most);
  let pitch = FARTHEST;
  const rows = () => Math.max(1, Math.floor(box.h / pitch));
  while (pitch > NEAREST && rows() * Math.floor(box.w / pitch) < wanted) pitch -= 0.1;
  const top = box.y + (box.h - (rows() - 1) * pitch) / 2;
  return { pitch, rows: rows(), top, right: box.x + box.w - pitch / 2 };
}

/** Everybody who waits, a dash without length for each. */
function crowdMarks(box: Box, pool: Counts): Mark[] {
  const { waiting } = pool;
  if (waiting === 0) return [];
  const { pitch, rows, top, right } = floorOf(box, pool);
  let d = '';
  for (let column = 0; column * rows < waiting; column += 1) {
    const here = Math.min(rows, waiting - column * rows);
    const x = n(right - column * pitch);
    // Who has not reached the end of the column yet is where it began.
    const y = column % 2 === 0 ? top : top + (rows - here) * pitch;
    d += `M${x} ${n(y)}v${n((here - 1) * pitch + 0.1)}`;
  }
  const dash = `0.01 ${Number((pitch - 0.01).toFixed(3))}`;
  const dots = (key: string, stroke: '--ink-2' | '--idle', thick: number) =>
    path(d, { key, fill: 'none', stroke, thick: n(thick), dash, round: true });
  const across = pitch * 0.76;
  return those(
    dots('waits', '--ink-2', across),
    across > 4 && dots('waits inside', '--idle', across - Math.min(2.5, across * 0.3)),
  );
}

/** A door for each connection of the pool, shut while it is out. */
function doorsMarks({ used, places }: Counts, { x, y, w, h }: Box): Mark[] {
  if (places > MOST_DOORS) {
    const shut = n(h * Math.min(1, used / places));
    return [
      rect(x, y, w, h, { key: 'places', r: 2, fill: '--cup', stroke: '--rim', thick: 1.2 }),
      rect(x, n(y + h - shut), w, shut, { key: 'used', r: 2, fill: '--ink-2' }),
    ];
  }
  const pitch = h / places;
  return Array.from({ length: places }, (_, at) =>
    rect(x, n(y + at * pitch + 0.6), w, n(Math.max(1, pitch - 1.2)), {
      key: `place ${at}`,
      r: Math.min(2, pitch / 4),
      fill: at < used ? '--ink-2' : '--cup',
      stroke: at < used ? '--ink-2' : '--rim',
      thick: pitch > 5 ? 1.2 : 0.6,
    }),
  );
}

/** Bold words of the fallback fonts may be this much wider than they are measured. */
const LEFT_FREE = 14;

/** The application as a hall: a floor with everybody who waits, and doors at its end. */
function hallMarks(name: string, counts: Counts, width: number, height: number): Mark[] {
  const [used, waits, retries] = [usedWords(counts), waitingWords(counts), retryingWords(counts)];
  const from = n(roomOf(name, SIZE, BOLD) + 18);
  const said = fitting(
    [
      [used, waits, retries].filter(Boolean).join(CLAUSE),
      [used, waits].join(CLAUSE),
      counts.waiting > 0 ? waits : used,
    ],
    SIZE,
    width - from - LEFT_FREE,
    BOLD,
  );
  const floor = { x: 0, y: HALL_WORDS, w: width - HALL_WALL - 3, h: height - HALL_WORDS - 1 };
  const inside = { x: 6, y: floor.y + 3, w: floor.w - 10, h: floor.h - 6 };
  return those(
    text(0, 14, name, { key: 'name', size: SIZE, weight: 700 }),
    said !== undefined &&
      text(from, 14, said, {
        key: 'said',
        size: SIZE,
        ...(counts.waiting > 0 ? { weight: 700 } : { fill: '--ink-2' }),
      }),
    rect(floor.x, floor.y, n(floor.w), n(floor.h), { key: 'floor', r: 8, fill: '--lens' }),
    crowdMarks(inside, counts),
    doorsMarks(counts, { ...floor, x: n(width - HALL_WALL - 1), w: HALL_WALL }),
  );
}

const SMALL = 5;
const SMALL_PITCH = 7;

/** The places of one of many pools, five in a row, and the number of those who wait. */
function columnMarks(pool: Pool, index: number, width: number): Mark[] {
  const { used, places, waiting } = pool;
  const columns = 5;
  const shown = Math.min(places, 2 * columns);
  const full = places <= shown ? used : Math.ceil((used / places) * shown);
  const name = fitting([pool.name, String(index + 1)], 11.5, width - 3) ?? '';
  return those(
    text(0, 29, name, { key: 'name', size: 11.5, fill: '--ink-2' }),
    Array.from({ length: shown }, (_, at) =>
      square(
        `place ${at}`,
        (at % columns) * SMALL_PITCH,
        34 + Math.floor(at / columns) * SMALL_PITCH,
        SMALL,
        at < full,
      ),
    ),
    waiting > 0 &&
      text(0, 61, m.more_n({ count: count(waiting) }), { key: 'waits', size: 11.5, weight: 700 }),
  );
}

export function frontMarks(pools: readonly Pool[], width: number, height: number): Mark[] {
  if (pools.length > MOST_LINES && height >= COLUMNS_HEIGHT) {
    const pitch = Math.min(64, Math.max(COLUMN, width / pools.length));
    const all = together(pools);
    const said = [usedWords(all), waitingWords(all), retryingWords(all)]
      .filter(Boolean)
      .join(CLAUSE);
    const name = nameOf(pools);
    return those(
      text(0, 13, name, { key: 'name', size: SIZE, weight: 700 }),
      text(n(roomOf(name, SIZE, BOLD) + 22), 13, said, {
        key: 'said',
        size: SIZE,
        ...(all.waiting > 0 ? { weight: 700 } : { fill: '--ink-2' }),
      }),
      pools.map((pool, index) =>
        group(columnMarks(pool, index, pitch), { key: `pool ${index}`, x: n(index * pitch) }),
      ),
    );
  }
  const single = pools.length === 1 || height < pools.length * LINE;
  const lines: readonly { readonly name: string; readonly counts: Counts }[] = single
    ? [{ name: nameOf(pools), counts: together(pools) }]
    : pools.map((pool) => ({ name: pool.name, counts: pool }));
  const hall = Math.floor(height / lines.length);
  if (hall >= LEAST_HALL)
    return lines.map(({ name, counts }, at) =>
      group(hallMarks(name, counts, width, hall - (lines.length > 1 ? 4 : 0)), {
        key: `pool ${at}`,
        y: at * hall,
      }),
    );
  const most = Math.max(...lines.map(({ counts }) => counts.places));
  const places_w = Math.min(BAR, most * PITCH - (PITCH - SIDE));
  const name_w = Math.max(...lines.map(({ name }) => roomOf(name, SIZE, BOLD)));
  return lines.map(({ name, counts }, at) =>
    group(lineMarks(name, counts, width, { name_w, places_w }), {
      key: `pool ${at}`,
      y: at * LINE,
    }),
  );
}
