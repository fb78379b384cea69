/**
 * The connection pools of the applications, between clients and server: a square for each place, filled while a request
 * has it, and in front of it those who wait for one. A few pools have a line each, many a column each.
 */
import { m } from '#paraglide/messages.js';
import type { Frame, Outcome } from '../../../../model/run/types';
import { count } from '../../../../model/words/format';
import { shownRequest } from '../../../../model/run/request-name';
import { group, line, rect, tenth as n, text, those, type Mark } from '../../../marks/marks';
import { BOLD, fitting, roomOf } from '../../../marks/measure';
import { COLUMN, COLUMNS_HEIGHT, LINE, MOST_LINES } from './front';
import { CLAUSE, COLON, STOP, NEXT } from '../../../../model/joined';

interface Pool {
  readonly name: string;
  readonly used: number;
  readonly places: number;
  readonly waiting: number;
  readonly retrying: number;
}

/** One pool, or all together. */
type Counts = Omit<Pool, 'name'>;

export function poolsAt(
  { scenario }: Pick<Outcome, 'scenario'>,
  frame: Frame,
  crowds: readonly number[],
): Pool[] {
  return crowds.map((crowd) => ({
    name: shownRequest(scenario.clients?.[crowd]?.name ?? ''),
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
/** Of those who wait, so many are drawn. */
const MOST_BODIES = 10;

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
