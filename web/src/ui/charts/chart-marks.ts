/** A chart whose axes both go by factors, as marks: over a page of any width, or in a box of numbers. */
import {
  circle,
  group,
  line,
  path,
  rect,
  text,
  type Length,
  type Look,
  type Mark,
  type Paint,
} from '../marks/marks';
import {
  bandOf,
  endLabels,
  pathOf,
  placeWords,
  tickWords,
  type LogLayout,
  type LogSeries,
  type Tone,
} from './log-chart';

export const TONE_PAINT: Readonly<Record<Tone, Paint>> = {
  threads: '--ink',
  pool: '--run',
  proxy: '--ink-3',
  blue: '--sleep',
  amber: '--edge',
  grey: '--ink-2',
};

/** From shares of the plot, in per cent, to where marks stand. */
export interface Plot {
  readonly x: (percent: number) => Length;
  readonly y: (percent: number) => Length;
  readonly w: (percent: number) => Length;
  readonly h: (percent: number) => Length;
  /** Room of the lines' paths; a plot that stretches has units of its own for them. */
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
  readonly small?: boolean;
  /** Short words at the ticks. */
  readonly tick: {
    readonly size: number;
    readonly fill: Paint;
    /** "100k" at the left. */
    readonly short?: boolean;
  };
  /** From the plot to the words at its ticks. */
  readonly left: number;
  readonly below: number;
  readonly end?: { readonly size: number; readonly right: number };
  /** The series that are not in the background; none: all of them. */
  readonly light?: readonly string[];
  readonly beyond?: number | undefined;
  readonly cursor?: number | undefined;
}

/** A measured point: series are told apart by its shape too. */
function point(one: LogSeries, x: Length, y: Length, odd: boolean, small: boolean): Mark[] {
  const look = {
    class: 'mark',
    fill: '--sheet',
    stroke: TONE_PAINT[one.tone],
    thick: 2,
  } as const;
  const a = small ? 2.75 : 4;
  const d = a * Math.SQRT2;
  const far = Number(d.toFixed(2));
  const ring = circle(x, y, small ? 8 : 11, {
    fill: 'none',
    stroke: '--ink',
    thick: 1.5,
    dash: '3 2.5',
  });
  const shape =
    one.shape === 'circle'
      ? circle(x, y, small ? 3 : 4.5, look)
      : group(
          [
            one.shape === 'square'
              ? rect(-a, -a, 2 * a, 2 * a, look)
              : path(`M0 ${-far}L${far} 0L0 ${far}L${-far} 0Z`, look),
          ],
          { x, y },
        );
  return odd ? [ring, shape] : [shape];
}

function lines(
  one: LogSeries,
  layout: LogLayout,
  { box, stretches }: Plot,
  small: boolean,
): Mark[] {
  const stroke = TONE_PAINT[one.tone];
  const base: Look = { fill: 'none', stroke, ...(stretches ? { steady: true } : {}) };
  const drawn = (key: string, points: LogSeries['line'], look: Look) =>
    points.length > 0 ? [path(pathOf(points, layout, box), { key, ...base, ...look })] : [];
  return [
    ...(one.band.length > 0
      ? [
          path(bandOf(one.band, layout, box), {
            key: 'band',
            ...base,
            fill: stroke,
            fill_opacity: 0.2,
            stroke_opacity: 0.2,
            thick: 5,
            round: true,
          }),
        ]
      : []),
    ...drawn('dotted', one.dotted, { thick: 1.6, dash: '1 4', round: true }),
    ...drawn('line', one.line, {
      thick: small ? 1.8 : 2.5,
      round: true,
      ...(one.line_dashed ? { dash: '7 4' } : {}),
    }),
    ...drawn('thin', one.thin, { thick: 1.2, dash: '4 3' }),
  ];
}

export function chartMarks(
  series: readonly LogSeries[],
  layout: LogLayout,
  plot: Plot,
  look: ChartLook,
): Mark[] {
  const { small = false, light = [], tick, beyond, cursor } = look;
  const { size, fill } = tick;
  const letters = { size, fill };
  const dim = ({ id }: LogSeries) =>
    light.length > 0 && !light.includes(id) ? { key: id, opacity: 0.25 } : { key: id };
  const paths = series.map((one) => group(lines(one, layout, plot, small), dim(one)));
  return [
    ...(beyond === undefined
      ? []
      : [
          rect(plot.x(layout.x(beyond)), plot.y(0), plot.w(100 - layout.x(beyond)), plot.h(100), {
            key: 'beyond',
            fill: '--lens',
          }),
        ]),
    ...layout.y_ticks.flatMap(({ at, value, room }): Mark[] => [
      line(plot.x(0), plot.y(at), plot.x(100), plot.y(at), { key: `y${value}`, stroke: '--line' }),
      ...(room === 0
        ? []
        : [
            text(plot.x(0), plot.y(at), tickWords(value, small || tick.short === true), {
              key: `y${value} words`,
              ...(room < 2 ? { class: 'minor-y' } : {}),
              dx: -look.left,
              dy: 4,
              anchor: 'end',
              ...letters,
            }),
          ]),
    ]),
    ...layout.x_ticks
      .filter(({ room }) => room >= (small ? 2 : 1))
      .map(({ at, value, room }) =>
        text(plot.x(at), plot.y(100), placeWords(value, small), {
          key: `x${value}`,
          ...(room < 2 ? { class: 'minor' } : {}),
          dy: look.below,
          anchor: 'middle',
          ...letters,
        }),
      ),
    ...(cursor === undefined
      ? []
      : [
          line(plot.x(layout.x(cursor)), plot.y(0), plot.x(layout.x(cursor)), plot.y(100), {
            key: 'cursor',
            stroke: '--ink',
            thick: 1.5,
            dash: '2 4',
          }),
        ]),
    group(paths, { key: 'lines', ...(plot.stretches ? { stretch: [1000, 1000] } : {}) }),
    ...series.map((one) =>
      group(
        [
          ...one.measured.flatMap(([x, y]) =>
            point(one, plot.x(layout.x(x)), plot.y(layout.y(y)), one.odd.includes(x), small),
          ),
          ...one.dots.map(([x, y]) =>
            circle(plot.x(layout.x(x)), plot.y(layout.y(y)), 3.5, {
              class: 'dot',
              fill: TONE_PAINT[one.tone],
              stroke: '--sheet',
              thick: 1,
            }),
          ),
        ],
        { ...dim(one), key: `points ${one.id}` },
      ),
    ),
    ...(look.end
      ? endLabels(series, layout, 6).map(({ id, label, tone, at }) =>
          text(plot.x(100), plot.y(at), label, {
            key: `end ${id}`,
            class: 'end',
            dx: look.end?.right ?? 0,
            dy: 5,
            size: look.end?.size ?? 14,
            weight: 650,
            fill: TONE_PAINT[tone],
          }),
        )
      : []),
  ];
}
