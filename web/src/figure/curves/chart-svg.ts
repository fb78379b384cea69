/** A chart as a complete drawing with its legend and its source. */
import { chartMarks, keyPiece, plotIn, type Plot } from '../../ui/charts/chart-marks';
import { layoutOf, lineLabels, rangeOf, type LogSeries } from '../../ui/charts/log-chart';
import type { Colours } from '../../ui/marks/attributes';
import { sheet } from '../../ui/marks/markup';
import { place, text, those, type Mark, type Piece } from '../../ui/marks/marks';
import { MEASURED_TO } from '../../model/benchmarks/benchmark';
import { m } from '#paraglide/messages.js';

export interface Drawing {
  readonly title: string;
  readonly x_title: string;
  readonly y_title: string;
  readonly series: readonly LogSeries[];
  readonly places: readonly number[];
  readonly range?: readonly [number, number] | undefined;
  readonly source?: string;
  /** How much of its lines is drawn, from the left, in per cent. */
  readonly drawn?: number;
}

const WIDE = 960;
const LEFT = 56;
const RIGHT = 32;
const TOP_OF_PLOT = 30;
const BELOW_PLOT = 44;
const SIZE = 13;
/** As wide as a phone: the legend is a list, close together. */
const NARROW = 400;
/** A lower plot has fewer values at its axis. */
const LOW = 96;

/** The chart without its title. Lines are labelled directly, or in a legend below. */
export const chartPiece = (drawing: Drawing, width?: number, height?: number): Piece =>
  chartIn(drawing, width, height).piece;

/** The same, with the rectangle of its plot. */
export function chartIn(
  { series, places, range, x_title, y_title, drawn = 100 }: Drawing,
  width = WIDE,
  height?: number,
): { readonly piece: Piece; readonly box: Plot['box'] } {
  const w = width - LEFT - RIGHT;
  const layout = layoutOf(series, places, range ?? rangeOf(series));
  const narrow = width < NARROW;
  const all = keyPiece(series, width, SIZE, narrow ? SIZE + 5 : undefined);
  const tall =
    height === undefined
      ? Math.min(420, w * 0.5)
      : height - TOP_OF_PLOT - BELOW_PLOT - 8 - (drawn < 100 ? 0 : all.height + 12);
  const box = { x: LEFT, y: TOP_OF_PLOT, w, h: Math.round(tall) };
  const beyond =
    (places.at(-1) ?? 0) > MEASURED_TO && places.includes(MEASURED_TO) ? MEASURED_TO : undefined;
  const named = lineLabels(series, layout, [box]).length > 0;
  const key = named || drawn < 100 ? undefined : all;
  const below = box.y + box.h + BELOW_PLOT;
  const quiet = { size: SIZE, fill: '--ink-2' } as const;
  const marks: Mark[] = those(
    text(0, 14, y_title, quiet),
    chartMarks(series, layout, plotIn(box), {
      tick: { size: 12.5, fill: '--ink-2', short: true },
      left: 8,
      below: 20,
      low: box.h < LOW,
      narrow,
      names: named,
      beyond,
      drawn,
    }),
    beyond !== undefined &&
      !narrow &&
      text(box.x + box.w, 14, m.bench_beyond(), { ...quiet, anchor: 'end' }),
    text(box.x + box.w / 2, below, x_title, { ...quiet, anchor: 'middle' }),
    key && place(key, 0, below + 12),
  );
  return { piece: { marks, width, height: below + 8 + (key ? key.height + 12 : 0) }, box };
}

const TOP = 52;
const EDGE = 24;

export function chartSvg(drawing: Drawing, colours: Colours): string {
  const { marks, width, height } = chartPiece(drawing);
  const { title, source } = drawing;
  return sheet(
    {
      title,
      width: width + 2 * EDGE,
      height: height + TOP + 32,
      size: SIZE,
      marks: those(
        text(EDGE, 34, title, { size: 20, display: true, weight: 700 }),
        place({ marks }, EDGE, TOP),
        source && text(EDGE, height + TOP + 16, source, { size: 12, fill: '--ink-2' }),
      ),
    },
    colours,
  );
}
