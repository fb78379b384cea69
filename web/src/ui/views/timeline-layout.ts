/** Positions of a timeline's parts in its box: a row of times on top, requests below, or an area for all of them. */
import { roomOf } from '../marks/measure';

export interface TimeMark {
  readonly at_ns: number;
  readonly label: string;
  readonly words: string;
}

export interface GuessMark {
  readonly at_ns: number;
  readonly words: string;
  /** The request that is answered then; without one, all are answered by then. */
  readonly request?: number | undefined;
}

export interface Box extends Pick<DOMRectReadOnly, 'width' | 'height'> {
  /** Before it is measured: the least width that it may turn out to have, in which no time may meet another. */
  readonly least?: number;
}

/** The box before it is measured. */
export const BOX: Box = { width: 796, height: 170 };
export const LOW_BOX: Box = { width: 350, height: 82, least: 288 };
const LEAST_HIGH = 56;
/** A lower box has a lower head. */
const LOW = 130;

/** The row of times, the handle's ring and the dots of bursts, above the rows. */
export interface Head {
  readonly top: number;
  readonly ring: { readonly y: number; readonly r: number };
  /** Base lines. */
  readonly clock: number;
  readonly words: number;
  readonly size: number;
  readonly disc: { readonly y: number; readonly r: number };
  readonly dot: number;
}
const HIGH_HEAD: Head = {
  top: 40,
  ring: { y: 14, r: 9 },
  clock: 22,
  words: 28,
  size: 12,
  disc: { y: 20, r: 9 },
  dot: 34,
};
const LOW_HEAD: Head = {
  top: 30,
  ring: { y: 10, r: 7.5 },
  clock: 16,
  words: 20,
  size: 11.5,
  disc: { y: 13, r: 8.5 },
  dot: 25,
};

const FOOT = 6;
const LEAST_ROW = 5;
const MOST_ROW = 26;
const MOST_BAR = 18;
/** The height of a legible row next to the area. */
const TELLING_ROW = 18;
const MOST_TELLING = 3;
const LEAST_AREA = 30;
/** The rows' share of the height if not all of them are shown. */
const TELLING_SHARE = 0.45;
const BETWEEN_BLOCKS = 14;
/** Row names are never smaller, so some may be left out. */
const LABEL = 12;
const LEAST_LABEL = 11.5;
/** The colours beside a label of the area, and the room that they take from its words. */
export const KEY = 9;
export const KEY_ROOM = KEY + 5;
/** The height of a line of text, relative to its font size. */
export const LINE = 1.2;

/** The rows of one run, the area of all of them, or both. */
export interface BlockLayout {
  readonly top: number;
  readonly bottom: number;
  readonly row: number;
  readonly bar: number;
  /** The number of rows shown. */
  readonly rows: number;
  readonly area: { readonly y: number; readonly height: number } | undefined;
  /** The run's name is above it, if there is no room at the left. */
  readonly head_y: number | undefined;
}

export interface BlockNeeds {
  readonly rows: number;
  /** The labels at the left of its rows. */
  readonly labels: readonly string[];
  /** Those of the area, which are never shortened. */
  readonly area: () => readonly string[];
  readonly head: string | undefined;
}

export interface TimelineLayout {
  readonly width: number;
  readonly height: number;
  readonly head: Head;
  readonly blocks: readonly BlockLayout[];
  readonly bottom: number;
  /** The font size of row names. */
  readonly size: number;
  /** The end of names, and their room. */
  readonly gutter: number;
  readonly names: number;
  /** The room for an enlarged burst. */
  readonly lens: { readonly x: number; readonly width: number } | undefined;
  readonly plot: { readonly x: number; readonly width: number };
}

const LENS_SHARE = 0.075;
const LENS_FROM = 680;
const LENS_GAP = 16;
const LENS_LEAST_ROW = 8;
/** For marks at the end of the run: a tick, a flag, a published time. */
const RIGHT = 24;
const HEAD_FROM = 640;

/** The preferred height for runs with this many rows each, including the head. */
export function naturalHeight(rows: readonly number[]): number {
  const each = rows.length > 1 ? 12 : 19;
  const blocks = rows.map((count) => (count === 0 || count * each > 190 ? 110 : count * each));
  return (
    HIGH_HEAD.top +
    blocks.reduce((sum, height) => sum + height, 0) +
    BETWEEN_BLOCKS * (rows.length - 1) +
    FOOT
  );
}

function barOf(row: number): number {
  const gap = row >= 17 ? 4 : row >= 12 ? 2 : row >= 10.5 ? 1.5 : row >= 8 ? 2 : 1;
  return Math.min(MOST_BAR, row - gap);
}

function block(rows: number, top: number, height: number, head: number): BlockLayout {
  const begin = top + head;
  const room = height - head;
  const head_y = head > 0 ? top + head - 4 : undefined;
  if (rows > 0 && room / rows >= LEAST_ROW) {
    const row = Math.min(MOST_ROW, room / rows);
    const bottom = begin + row * rows;
    return { top: begin, bottom, row, bar: barOf(row), rows, area: undefined, head_y };
  }
  const over = Math.min(room * TELLING_SHARE, room - LEAST_AREA);
  const telling = Math.max(0, Math.min(rows, MOST_TELLING, Math.floor(over / TELLING_ROW)));
  const y = begin + telling * TELLING_ROW + (telling > 0 ? 6 : 0);
  return {
    top: begin,
    bottom: top + height,
    row: TELLING_ROW,
    bar: barOf(TELLING_ROW),
    rows: telling,
    area: { y, height: top + height - y },
    head_y,
  };
}

/** `bursts`: there is something for a lens to show. */
export function layoutTimeline(
  asked: readonly BlockNeeds[],
  box: Box,
  bursts: boolean,
): TimelineLayout {
  const { width } = box;
  const height = Math.max(LEAST_HIGH, box.height);
  const head = height < LOW ? LOW_HEAD : HIGH_HEAD;
  const room = height - head.top - FOOT;
  const between = asked.length > 1 ? Math.min(BETWEEN_BLOCKS, room / 10) : 0;
  const each = (room - between * (asked.length - 1)) / asked.length;
  const beside = width >= HEAD_FROM;
  const headed = asked.some((one) => one.head !== undefined) && !beside && each > 32 ? 15 : 0;
  // A run that needs less gives its room to the other.
  const wish = asked.map(({ rows }) =>
    rows > 0 && each / rows >= LEAST_ROW ? Math.min(each, rows * MOST_ROW + headed) : each,
  );
  let y = head.top;
  const blocks = asked.map(({ rows }, index) => {
    const one = block(rows, y, wish[index] ?? each, headed);
    y = one.bottom + between;
    return one;
  });
  const least = Math.min(...blocks.map(({ row }) => row));
  const size = least >= 14 ? LABEL : LEAST_LABEL;
  const most = Math.min(width < 520 ? 88 : 160, width * 0.27);
  const wide = (words: readonly string[], bold = true) =>
    Math.max(0, ...words.map((one) => roomOf(one, LABEL, { bold })));
  const labels = asked.flatMap((one, index) => (blocks[index]?.rows ? one.labels : []));
  const counts = asked.flatMap((one, index) => (blocks[index]?.area ? one.area() : []));
  const beside_key = counts.length > 0 ? wide(counts, false) + KEY_ROOM : 0;
  const names = Math.ceil(Math.max(12, Math.min(most, wide(labels)), beside_key));
  const heads = beside
    ? wide(asked.flatMap((one) => (one.head === undefined ? [] : [one.head])))
    : 0;
  const gutter = names + 10 + (heads > 0 ? Math.min(150, Math.ceil(heads)) + 10 : 0);
  const has_lens =
    bursts &&
    asked.length === 1 &&
    width >= LENS_FROM &&
    least >= LENS_LEAST_ROW &&
    !blocks[0]?.area;
  const lens = has_lens ? { x: gutter, width: Math.floor(width * LENS_SHARE) } : undefined;
  const x = lens ? gutter + lens.width + LENS_GAP : gutter + 2;
  return {
    width,
    height,
    head,
    blocks,
    bottom: Math.max(...blocks.map(({ bottom }) => bottom)),
    size,
    gutter,
    names,
    lens,
    plot: { x, width: Math.max(40, width - x - RIGHT) },
  };
}
