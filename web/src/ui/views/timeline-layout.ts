/** Where a timeline's parts stand in the box that it is given: times above, requests below, or what they are together. */
import type { Instant, Warp } from './time-scale';
import type { TimelineNotes } from './timeline-notes';

/** What a timeline needs to be the figure's slider, over one run or two. */
export interface Scrubbing {
  readonly time_ns: number;
  readonly end_ns: number;
  /** A warped axis, and how far along it the story is, 0 to 1; else the axis is even. */
  readonly warp?: Warp | undefined;
  readonly told?: number | undefined;
  readonly chosen: number | undefined;
  readonly onchoose: (request: number) => void;
  /** Without it the handle only shows. */
  readonly onseek?: ((to: Instant) => void) | undefined;
  /** A hand takes the handle, or lets go of it. */
  readonly onhold?: ((held: boolean) => void) | undefined;
  readonly onstep?: ((by: 1 | -1) => void) | undefined;
  /** The moment in a sentence, for those who do not see it. */
  readonly value?: string | undefined;
  /** What draws the three that follow: a frame in another page has none of them. */
  readonly notes?: TimelineNotes | undefined;
  /** Moments that are worth a look, by their numbers. */
  readonly marks?: readonly TimeMark[] | undefined;
  /** What a reader expected, and the words for it. */
  readonly guess?: readonly TimeMark[] | undefined;
  /** What is after now is not to be seen yet. */
  readonly veiled?: boolean | undefined;
  /** Else it is as tall as its place. */
  readonly height?: number | undefined;
  /** Its place, where that is known before it is drawn. */
  readonly room?: Pick<DOMRectReadOnly, 'width' | 'height'> | undefined;
  readonly disabled?: boolean | undefined;
}

export interface TimeMark {
  readonly at_ns: number;
  readonly label: string;
  readonly words: string;
}

/** Before it is measured. */
export const BOX = { width: 760, height: 124 };
export const LOW_BOX = { width: 340, height: 60 };
const LEAST_HIGH = 56;
const MOST_HIGH = 170;
const TOP = 18;
const TOP_WITH_MARKS = 32;
const FOOT = 13;
const SLIM_FOOT = 4;
/** Lower than this, numbers stand between the times, and nothing is written below. */
const LOW = 100;
const LEAST_ROW = [5, 8] as const;
const MOST_ROW = [30, 34] as const;
/** A row that is there to be read, beside the strip of all. */
const TELLING_ROW = [9, 13] as const;
const MOST_TELLING = 6;
const LEAST_STRIP = 22;
const STRIP_SHARE = 0.5;
const NAMED_ROW = 9;

export interface TimelineLayout {
  readonly height: number;
  /** Where the rows begin, and where the last of them, or the strip, ends. */
  readonly top: number;
  readonly bottom: number;
  /** Numbers of moments have a line of their own above the times. */
  readonly marks_above: boolean;
  /** There is room to write below. */
  readonly foot: boolean;
  readonly row: number;
  readonly bar: number;
  /** How many rows stand there, of all. */
  readonly rows: number;
  /** Rows are tall enough for their names. */
  readonly named: boolean;
  /** All requests together. */
  readonly strip: { readonly y: number; readonly height: number } | undefined;
}

/** As tall as it needs to be for each request to have a row that is easily read. */
export const naturalHeight = (rows: number, bars: 1 | 2 = 1): number =>
  Math.min(MOST_HIGH, Math.max(LEAST_HIGH + 24, TOP_WITH_MARKS + FOOT + rows * (7 + 7 * bars)));

export function layoutTimeline(
  rows: number,
  box_height: number,
  bars: 1 | 2,
  numbered: boolean,
): TimelineLayout {
  const height = Math.max(LEAST_HIGH, box_height);
  const low = height < LOW;
  const marks_above = numbered && !low;
  const top = marks_above ? TOP_WITH_MARKS : TOP;
  const foot = low ? SLIM_FOOT : FOOT;
  const area = height - top - foot;
  const parts = { height, top, marks_above, foot: !low };
  const rowed = (row: number, count: number) => {
    const gap = row >= 12 ? 3 : row >= 8 ? 2 : 1;
    const bar = Math.max(2, (row - gap - (bars - 1)) / bars);
    return { row, bar, rows: count, named: row >= NAMED_ROW };
  };
  if (rows > 0 && area / rows >= LEAST_ROW[bars - 1 ? 1 : 0]) {
    const row = Math.min(MOST_ROW[bars - 1 ? 1 : 0], area / rows);
    return { ...parts, ...rowed(row, rows), bottom: top + row * rows, strip: undefined };
  }
  const least = TELLING_ROW[bars - 1 ? 1 : 0];
  const over = area - Math.max(LEAST_STRIP, area * STRIP_SHARE);
  const telling = Math.min(rows, MOST_TELLING, Math.floor(over / least));
  const taken = telling * least;
  const y = top + taken + (telling > 0 ? 2 : 0);
  return {
    ...parts,
    ...rowed(least, telling),
    bottom: height - foot,
    strip: { y, height: height - foot - y },
  };
}
