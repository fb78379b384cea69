/** A chart as a drawing that stands alone, with its names and its source inside. */
import { chartMarks, keyPiece, plotIn } from '../../ui/charts/chart-marks';
import { layoutOf, lineLabels, rangeOf, type LogSeries } from '../../ui/charts/log-chart';
import type { Colours } from '../../ui/marks/attributes';
import { sheet } from '../../ui/marks/markup';
import { place, text, type Mark, type Piece } from '../../ui/marks/marks';
import { MEASURED_TO } from '../../model/benchmarks/benchmark';
import { m } from '#paraglide/messages.js';

export interface Drawing {
  readonly title: string;
  readonly x_title: string;
  readonly y_title: string;
  readonly series: readonly LogSeries[];
  readonly places: readonly number[];
  readonly range?: readonly [number, number];
  readonly source?: string;
}

const WIDE = 960;
const LEFT = 56;
const RIGHT = 32;
const TOP_OF_PLOT = 30;
const SIZE = 13;

/** The plot and what stands round it, without its title: lines have their names beside them, or below in a key. */
export function chartPiece(
  { series, places, range, x_title, y_title }: Drawing,
  width = WIDE,
): Piece {
  const w = width - LEFT - RIGHT;
  const box = { x: LEFT, y: TOP_OF_PLOT, w, h: Math.round(Math.min(420, w * 0.5)) };
  const layout = layoutOf(series, places, range ?? rangeOf(series));
  const beyond =
    (places.at(-1) ?? 0) > MEASURED_TO && places.includes(MEASURED_TO) ? MEASURED_TO : undefined;
  const named = lineLabels(series, layout, [box]).length > 0;
  const key = named ? undefined : keyPiece(series, width, SIZE);
  const below = box.y + box.h + 44;
  const quiet = { size: SIZE, fill: '--ink-2' } as const;
  const marks: Mark[] = [
    text(0, 14, y_title, quiet),
    ...chartMarks(series, layout, plotIn(box), {
      tick: { size: 12.5, fill: '--ink-2', short: true },
      left: 8,
      below: 20,
      names: named,
      beyond,
    }),
    ...(beyond === undefined
      ? []
      : [text(box.x + box.w, 14, m.bench_beyond(), { ...quiet, anchor: 'end' })]),
    text(box.x + box.w / 2, below, x_title, { ...quiet, anchor: 'middle' }),
    ...(key ? [place(key, 0, below + 12)] : []),
  ];
  return { marks, width, height: below + 8 + (key ? key.height + 12 : 0) };
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
      marks: [
        text(EDGE, 34, title, { size: 20, display: true, weight: 700 }),
        place({ marks }, EDGE, TOP),
        ...(source ? [text(EDGE, height + TOP + 16, source, { size: 12, fill: '--ink-2' })] : []),
      ],
    },
    colours,
  );
}
