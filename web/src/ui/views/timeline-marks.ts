/**
 * A timeline's row of times as marks: ticks, the handle with the figure's clock, dots of bursts; and the marks on its rows.
 */
import { m } from '#paraglide/messages.js';
import { tick } from '../../model/words/format';
import { circle, group, line, path, rect, text, those, type Mark } from '../marks/marks';
import { fitting, roomOf } from '../marks/measure';
import { runPath } from './shapes';
import { ticksOf, type TimeScale } from './time-scale';
import type { Burst } from './timeline-bursts';
import { us } from './timeline-bars';
import type { Head } from './timeline-layout';
import type { Mark as Published } from './timeline';

/** The occupied parts of the row of times, in pixels of the plot, so that no text overlaps another. */
export class Band {
  readonly #taken: (readonly [from: number, to: number])[] = [];
  constructor(
    readonly from: number,
    readonly to: number,
  ) {}
  free(from: number, to: number, gap = 4): boolean {
    if (from < this.from || to > this.to) return false;
    return this.#taken.every(([left, right]) => to + gap <= left || from >= right + gap);
  }
  take(from: number, to: number, gap = 4): boolean {
    if (!this.free(from, to, gap)) return false;
    this.hold(from, to);
    return true;
  }
  /** For what is drawn in any case. */
  hold(from: number, to: number): void {
    this.#taken.push([from, to]);
  }
}

const px = (value: number) => Number(value.toFixed(2));

/** Round times in one unit, easy to read as a row: "0 s", "0.5 s". */
export function tickWords(ns: number, end_ns: number): string {
  const [unit_ns, unit] = end_ns >= 1e9 ? [1e9, 's'] : end_ns >= 1e6 ? [1e6, 'ms'] : [1e3, 'µs'];
  return `${Number((ns / unit_ns).toFixed(6))} ${unit}`;
}

/** Within a burst: the time since its start. */
export function lensTick(ns: number, from_ns: number): string {
  return ns === from_ns ? tickWords(ns, Math.max(ns, 1e9)) : `+${tick(ns - from_ns)}`;
}

/** The start and length; if there is no room, only the length. */
export function lensWords({ from_ns, to_ns }: Burst, room = Infinity, size = LENS_LETTERS): string {
  const span = tick(to_ns - from_ns);
  const words = m.timeline_lens({ from: from_ns === 0 ? '0' : tick(from_ns), span });
  return roomOf(words, size) <= room ? words : `+${span}`;
}
export const LENS_LETTERS = 11.5;

const TICK_PX = 140;

/** The times of grid lines, and their text. */
export function ticksFor(
  scale: TimeScale,
  end_ns: number,
  width: number,
  burst: boolean,
): readonly { readonly at_ns: number; readonly words: string }[] {
  const { from_ns, to_ns } = scale;
  const count = Math.max(2, Math.floor(width / TICK_PX));
  const times = burst
    ? ticksOf(0, to_ns - from_ns, Math.min(count, 6)).map((at) => from_ns + at)
    : ticksOf(0, to_ns, count);
  return times.map((at_ns) => ({
    at_ns,
    words: burst ? lensTick(at_ns, from_ns) : tickWords(at_ns, end_ns),
  }));
}

/** Grid lines through the rows: they are there before anything is known. */
export const gridMarks = (
  times: readonly number[],
  scale: TimeScale,
  top: number,
  bottom: number,
): Mark[] =>
  times.map((at) =>
    line(scale.x(at), top - 4, scale.x(at), bottom, { key: `line ${at}`, stroke: '--grid' }),
  );

export function tickMarks(
  ticks: ReturnType<typeof ticksFor>,
  scale: TimeScale,
  { words: y, size }: Head,
  band: Band,
): Mark[] {
  return ticks.flatMap(({ at_ns, words }): Mark[] => {
    const room = roomOf(words, size);
    const at = scale.px(at_ns);
    const first = at_ns === scale.from_ns;
    const from = first ? at - 2 : at - room / 2;
    if (!band.take(from, from + room, 6)) return [];
    return [
      text(scale.x(at_ns), y, words, {
        key: `tick ${at_ns}`,
        size,
        fill: '--ink-2',
        ...(first ? { dx: -2 } : { anchor: 'middle' }),
      }),
    ];
  });
}

const CLOCK = { size: 13, weight: 700, bold: true } as const;
const CLOCK_GAP = 6;

/** A line of text over a plot, up to this place of the plot. */
export interface Said {
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
}

/** The handle with the figure's only clock next to it. It is placed first in the row of times. `heads`: it crosses none. */
export function handleMarks(
  time_ns: number,
  words: string,
  scale: TimeScale,
  head: Head,
  bottom: number,
  band: Band,
  heads: readonly Said[],
): Mark[] {
  const { ring, clock } = head;
  const at = scale.px(Math.min(Math.max(time_ns, scale.from_ns), scale.to_ns));
  const x = scale.x(Math.min(Math.max(time_ns, scale.from_ns), scale.to_ns));
  const room = roomOf(words, CLOCK.size, CLOCK);
  const out = ring.r + CLOCK_GAP;
  const right = at + out + room <= band.to;
  if (right) band.hold(at - ring.r - 1, at + out + room);
  else band.hold(at - out - room, at + ring.r + 1);
  const data = { 'at-us': us(time_ns) };
  const crossed = heads.filter((one) => at < one.right);
  const from = [ring.y + ring.r, ...crossed.map((one) => one.bottom)];
  const to = [...crossed.map((one) => one.top), bottom];
  // Before a sleeping frame is measured, its style sheet moves the clock of a late handle to the left.
  const late = right && at > scale.px(scale.from_ns + (scale.to_ns - scale.from_ns) / 8);
  return [
    group(
      [
        ...from.map((y, nth) => line(0, y, 0, to[nth] ?? bottom, { stroke: '--ink', thick: 2 })),
        circle(0, ring.y, ring.r, { class: 'ring', fill: '--paper', stroke: '--ink', thick: 2.5 }),
        circle(0, ring.y, ring.r * 0.44, { fill: '--ink' }),
        text(right ? out : -out, clock, words, {
          ...CLOCK,
          ...(right ? {} : { anchor: 'end' }),
        }),
      ],
      { key: 'handle', x, class: late ? 'handle late' : 'handle', data },
    ),
  ];
}

/** The handle in a lens: it moves while the main one hardly does. */
export const lensHandle = (
  time_ns: number,
  { from_ns, to_ns }: Burst,
  scale: TimeScale,
  top: number,
  bottom: number,
): Mark[] =>
  time_ns < from_ns || time_ns > to_ns
    ? []
    : [
        group(
          [
            line(0, top, 0, bottom, { stroke: '--ink', thick: 1.6 }),
            circle(0, top, 3.4, { fill: '--ink' }),
          ],
          { key: 'lens handle', x: scale.x(time_ns) },
        ),
      ];

/** Marks bursts of the past; the filled one is enlarged. */
export const dotMarks = (
  bursts: readonly Burst[],
  current: Burst | undefined,
  scale: TimeScale,
  y: number,
): Mark[] =>
  bursts.map((burst) =>
    circle(scale.x(burst.first_ns), y, burst === current ? 3.4 : 3.2, {
      key: `dot ${burst.first_ns}`,
      class: 'dot',
      fill: burst === current ? '--ink-2' : '--paper',
      stroke: '--ink-2',
      thick: 1.4,
      data: { 'burst-us': us(burst.first_ns) },
    }),
  );

/** A published time at its true place; if it is close to the simulated one, a line joins it to its bar. */
export function publishedMarks(
  marks: readonly Published[],
  ends: readonly (number | undefined)[],
  time_ns: number,
  scale: TimeScale,
  y: number,
  h: number,
): Mark[] {
  const scaled = Math.min(1, Math.max(0.62, h / 14));
  const across = HALF_MARK * scaled;
  return marks.flatMap(({ at_ns, run }, index): Mark[] => {
    if (at_ns > time_ns) return [];
    const end_ns = ends[index];
    const apart = end_ns === undefined || end_ns > time_ns ? 0 : scale.px(end_ns) - scale.px(at_ns);
    const near = Math.abs(apart) <= NEAR * scale.px(scale.to_ns);
    return [
      group(
        those(
          near &&
            Math.abs(apart) > across &&
            line(px(apart), 0, Math.sign(apart) * across, 0, { stroke: '--ink', thick: 1.6 }),
          group([path(runPath(run), { fill: '--paper', stroke: '--ink', thick: 1.6 })], {
            scale: scaled,
          }),
        ),
        {
          key: `published ${run} ${at_ns} ${index}`,
          x: scale.x(at_ns),
          y,
          data: { 'published-us': us(at_ns), run },
        },
      ),
    ];
  });
}
/** Closer than this share of the axis. */
const NEAR = 0.012;
const HALF_MARK = 5;

export interface RowName {
  readonly run: number;
  /** The longest first: none is cut. */
  readonly said: readonly string[];
  readonly y: number;
  readonly bold: boolean;
}

/**
 * Names of the rows of all runs: important ones first, others if there is room between them. `taken`: the middles of other
 * lines of text.
 */
export function nameMarks(
  names: readonly RowName[],
  right: number,
  room: number,
  size: number,
  line_px: number,
  taken: readonly number[],
): (readonly [run: number, name: Mark])[] {
  const placed = [...taken];
  const put = (y: number) => {
    if (placed.some((other) => Math.abs(other - y) < line_px)) return false;
    placed.push(y);
    return true;
  };
  const shown = new Set(names.filter(({ bold, y }) => bold && put(y)));
  for (const one of names) if (!one.bold && put(one.y)) shown.add(one);
  return names.flatMap((one) => {
    if (!shown.has(one)) return [];
    const { run, said, y, bold } = one;
    const words = fitting(said, size, room, { bold });
    if (words === undefined) return [];
    const name = text(right, y + size * 0.35, words, {
      key: `name ${said[0]} ${Math.round(y)}`,
      anchor: 'end',
      size,
      fill: bold ? '--ink' : '--ink-2',
      ...(bold ? { weight: 700 } : {}),
    });
    return [[run, name] as const];
  });
}

/** Behind the rows of the chosen request. */
export const hiliteMark = (key: string, y: number, h: number): Mark =>
  rect(0, y, '100%', h, { key, r: 4, fill: '--hilite' });

/** Lines through all rows with their times above, for a drawing in numbers. */
export const axisMarks = (end_ns: number, scale: TimeScale, top: number, bottom: number): Mark[] =>
  ticksOf(0, end_ns, 6).flatMap((at): Mark[] => [
    line(scale.x(at), top - 6, scale.x(at), bottom, { key: `line ${at}`, stroke: '--grid' }),
    text(scale.x(at), top - 10, tickWords(at, end_ns), {
      key: `tick ${at}`,
      anchor: 'middle',
      fill: '--ink-2',
    }),
  ]);
