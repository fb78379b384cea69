/** A chart with two logarithmic axes as marks: stretched over a page, or in a box with a size in numbers. */
import {
  circle,
  group,
  line,
  path,
  rect,
  text,
  those,
  type Length,
  type MarkStyle,
  type Mark,
  type Paint,
  type Piece,
} from '../marks/marks';
import { roomOf } from '../marks/measure';
import {
  bandOf,
  drawnUpTo,
  LETTERS,
  lineLabels,
  pathOf,
  placeWords,
  tickWords,
  type LogLayout,
  type LogSeries,
  type LineTone,
} from './log-chart';
import type { Point } from '../../model/benchmarks/benchmark';

/** One thread per connection is drawn in ink, a pool in the colour of its rim. */
export const TONE_PAINT: Readonly<Record<LineTone, Paint>> = {
  threads: '--ink',
  pool: '--rim',
  proxy: '--ink-2',
};
const DASHES = [undefined, '7 4', '2 4', '9 3 2 3', '4 3', '12 4'];
const dashOf = (nth: number) => {
  const dash = DASHES[nth % DASHES.length];
  return dash === undefined ? {} : { dash };
};

/** Converts places in per cent of the plot to positions of marks. */
export interface Plot {
  readonly x: (percent: number) => Length;
  readonly y: (percent: number) => Length;
  readonly w: (percent: number) => Length;
  readonly h: (percent: number) => Length;
  /** The coordinates of the lines' paths; a stretched plot has units of its own for them. */
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly stretches: boolean;
}

const share = (percent: number): Length => `${Number(percent.toFixed(2))}%`;
export const PAGE: Plot = {
  x: share,
  y: share,
  w: share,
  h: share,
  box: { x: 0, y: 0, w: 1000, h: 1000 },
  stretches: true,
};

export const plotIn = (box: Plot['box']): Plot => ({
  x: (percent) => box.x + (percent / 100) * box.w,
  y: (percent) => box.y + (percent / 100) * box.h,
  w: (percent) => (percent / 100) * box.w,
  h: (percent) => (percent / 100) * box.h,
  box,
  stretches: false,
});

export interface ChartLook {
  /** Too low for all of its values, too narrow for all of its places. */
  readonly low?: boolean;
  readonly narrow?: boolean;
  readonly small?: boolean;
  /** The text at ticks. */
  readonly tick: {
    readonly size: number;
    readonly fill: Paint;
    /** "100k" instead of "100,000" at the left. */
    readonly short?: boolean;
  };
  /** The distance from the plot to the text of its ticks. */
  readonly left: number;
  readonly below: number;
  /** Labels the lines directly, if all of the labels fit. */
  readonly names?: boolean;
  /** Further lines that labels must not cover. */
  readonly others?: readonly (readonly Point[])[];
  /** The series that are not dimmed; none: all of them. */
  readonly light?: readonly string[];
  readonly beyond?: number | undefined;
  readonly cursor?: number | undefined;
  /** How much of the lines is drawn, from the left, in per cent. */
  readonly drawn?: number | undefined;
}

const diamond = (r: number) => `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`;

/** A measured point: a hollow diamond, as on every timeline. */
function point({ tone }: LogSeries, x: Length, y: Length, odd: boolean, small: boolean): Mark[] {
  const shape = path(diamond(small ? 4 : 6), {
    class: 'mark',
    fill: '--paper',
    stroke: TONE_PAINT[tone],
    thick: small ? 1.5 : 2,
  });
  const ring = circle(0, 0, small ? 8 : 11, {
    fill: 'none',
    stroke: '--ink',
    thick: 1.5,
    dash: '3 2.5',
  });
  return [group(odd ? [ring, shape] : [shape], { x, y })];
}

/** A line's sample for a legend: its stroke, with a point if it was measured. */
export function keySign({ tone, nth, measured }: LogSeries, width = 40, height = 14): Mark[] {
  return those(
    line(1, height / 2, width - 1, height / 2, {
      stroke: TONE_PAINT[tone],
      thick: 2.5,
      ...dashOf(nth),
    }),
    measured.length > 0 &&
      group([path(diamond(5), { fill: '--paper', stroke: TONE_PAINT[tone], thick: 2 })], {
        x: width / 2,
        y: height / 2,
      }),
  );
}

/** The legend of a chart without a page: as many entries per row as fit. */
export function keyPiece(
  series: readonly LogSeries[],
  width: number,
  size: number,
  pitch = size + 9,
): Piece {
  const SIGN = 47;
  let x = 0;
  let y = 0;
  const marks = series.flatMap((one): Mark[] => {
    const room = SIGN + roomOf(one.label, size) + 20;
    if (x > 0 && x + room - 20 > width) {
      x = 0;
      y += pitch;
    }
    const at = x;
    x += room;
    return [
      group(keySign(one), { x: at, y: y + size - 11 }),
      text(at + SIGN, y + size, one.label, { size, fill: '--ink' }),
    ];
  });
  return { marks, width, height: series.length === 0 ? 0 : y + pitch };
}

function lines(
  one: LogSeries,
  layout: LogLayout,
  { box, stretches }: Plot,
  small: boolean,
): Mark[] {
  const stroke = TONE_PAINT[one.tone];
  const base: MarkStyle = { fill: 'none', stroke, ...(stretches ? { steady: true } : {}) };
  const drawn = (key: string, points: LogSeries['line'], look: MarkStyle) =>
    points.length > 0 ? [path(pathOf(points, layout, box), { key, ...base, ...look })] : [];
  return those(
    one.band.length > 0 &&
      path(bandOf(one.band, layout, box), {
        key: 'band',
        ...base,
        fill: stroke,
        fill_opacity: 0.2,
        stroke_opacity: 0.2,
        thick: 5,
        round: true,
      }),
    drawn('dotted', one.dotted, { thick: 1.6, dash: '1 4', round: true }),
    drawn('line', one.line, {
      thick: small ? 1.8 : 2.5,
      round: true,
      ...dashOf(one.nth),
    }),
    drawn('thin', one.thin, { thick: 1.2, dash: '4 3' }),
  );
}

export function chartMarks(
  all: readonly LogSeries[],
  layout: LogLayout,
  plot: Plot,
  look: ChartLook,
): Mark[] {
  const {
    small = false,
    low = false,
    narrow = false,
    light = [],
    tick,
    beyond,
    cursor,
    drawn = 100,
  } = look;
  const { size, fill } = tick;
  const letters = { size, fill };
  const dim = ({ id }: LogSeries) =>
    light.length > 0 && !light.includes(id) ? { key: id, opacity: 0.25 } : { key: id };
  const sizes = plot.stretches ? undefined : [plot.box];
  const names = look.names ? lineLabels(all, layout, sizes, look.others) : [];
  const series = drawnUpTo(all, layout, drawn);
  const across = layout.x_ticks.filter(({ room }) => room >= (small || narrow ? 2 : 1));
  return those(
    beyond !== undefined &&
      rect(plot.x(layout.x(beyond)), plot.y(0), plot.w(100 - layout.x(beyond)), plot.h(100), {
        key: 'beyond',
        fill: '--lens',
      }),
    (small ? [] : layout.x_ticks).map(({ at, value }) =>
      line(plot.x(at), plot.y(0), plot.x(at), plot.y(100), {
        key: `up ${value}`,
        stroke: '--grid',
      }),
    ),
    layout.y_ticks.flatMap(({ at, value, room }): Mark[] =>
      those(
        line(plot.x(0), plot.y(at), plot.x(100), plot.y(at), {
          key: `y${value}`,
          stroke: '--grid',
        }),
        room >= (small || low ? 2 : 1) &&
          text(plot.x(0), plot.y(at), tickWords(value, small || tick.short === true), {
            key: `y${value} words`,
            ...(room < 2 ? { class: 'minor-y' } : {}),
            dx: -look.left,
            dy: 4,
            anchor: 'end',
            ...letters,
          }),
      ),
    ),
    line(plot.x(0), plot.y(100), plot.x(100), plot.y(100), {
      key: 'floor',
      stroke: '--ink',
      thick: 1.25,
    }),
    (small ? ends(across) : across).map(({ at, value, room }) =>
      text(plot.x(at), plot.y(100), placeWords(value, small), {
        key: `x${value}`,
        ...(room < 2 ? { class: 'minor' } : {}),
        dy: look.below,
        anchor: 'middle',
        ...letters,
      }),
    ),
    cursor !== undefined &&
      line(plot.x(layout.x(cursor)), plot.y(0), plot.x(layout.x(cursor)), plot.y(100), {
        key: 'cursor',
        stroke: '--ink',
        thick: 1.5,
        dash: '2 4',
      }),
    group(
      series.map((one) => group(lines(one, layout, plot, small), dim(one))),
      { key: 'lines', ...(plot.stretches ? { stretch: [1000, 1000] } : {}) },
    ),
    series.map((one) =>
      group(
        [
          ...one.measured.flatMap(([x, y]) =>
            point(one, plot.x(layout.x(x)), plot.y(layout.y(y)), one.odd.includes(x), small),
          ),
          ...one.dots.map(([x, y]) =>
            circle(plot.x(layout.x(x)), plot.y(layout.y(y)), 3.5, {
              class: 'dot',
              fill: TONE_PAINT[one.tone],
              stroke: '--paper',
              thick: 1,
            }),
          ),
        ],
        { ...dim(one), key: `points ${one.id}` },
      ),
    ),
    names
      .filter(({ x }) => x <= drawn)
      .map(({ id, words, x, y, dy, anchor }) =>
        text(plot.x(x), plot.y(y), words, {
          key: `name ${id}`,
          class: 'name-of-line',
          dy,
          anchor,
          size: LETTERS,
          weight: 650,
          fill: '--ink',
        }),
      ),
  );
}

/** For very little room: the first and the last. */
const ends = <Of>(all: readonly Of[]): readonly Of[] =>
  all.length > 2 ? all.filter((_, index) => index === 0 || index === all.length - 1) : all;
