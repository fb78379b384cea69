/** A chart as a drawing that stands alone, with its names and its source inside. */
import { chartMarks, plotIn } from '../../ui/charts/chart-marks';
import { endLabels, layoutOf, rangeOf, type LogSeries } from '../../ui/charts/log-chart';
import type { Colours } from '../../ui/marks/attributes';
import { sheet } from '../../ui/marks/markup';
import { text, type Mark, type Piece } from '../../ui/marks/marks';
import { widthOf } from '../../ui/marks/measure';
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

const LEAST_WIDTH = 960;
const BOX = { x: 90, y: 34, w: 620, h: 400 };

/** The plot and what stands round it, without its title. */
export function chartPiece({ series, places, range, x_title, y_title }: Drawing): Piece {
  const layout = layoutOf(series, places, range ?? rangeOf(series));
  const plot = plotIn(BOX);
  const longest = Math.max(
    0,
    ...endLabels(series, layout, 6).map(({ label }) => widthOf(label, 13, { bold: true })),
  );
  const end = { size: 13, right: 14 };
  const beyond =
    (places.at(-1) ?? 0) > MEASURED_TO && places.includes(MEASURED_TO) ? MEASURED_TO : undefined;
  const marks: Mark[] = [
    text(24, 16, y_title, { size: 13 }),
    ...chartMarks(series, layout, plot, {
      tick: { size: 13, fill: '--ink' },
      left: 10,
      below: 22,
      end,
      beyond,
    }),
    ...(beyond === undefined
      ? []
      : [
          text(BOX.x + (BOX.w * (layout.x(beyond) + 100)) / 200, BOX.y + 16, m.bench_beyond(), {
            size: 11,
            anchor: 'middle',
          }),
        ]),
    text(BOX.x + BOX.w / 2, BOX.y + BOX.h + 46, x_title, { size: 13, anchor: 'middle' }),
  ];
  const width = Math.max(LEAST_WIDTH, Math.ceil(BOX.x + BOX.w + end.right + longest + 12));
  return { marks, width, height: BOX.y + BOX.h + 60 };
}

const TOP = 42;

export function chartSvg(drawing: Drawing, colours: Colours): string {
  const { marks, width, height } = chartPiece(drawing);
  const { title, source } = drawing;
  return sheet(
    {
      title,
      width,
      height: height + TOP + 24,
      size: 13,
      marks: [
        text(24, 32, title, { size: 18, weight: 700 }),
        { kind: 'group', marks, x: 0, y: TOP },
        ...(source ? [text(24, height + TOP + 8, source, { size: 11 })] : []),
      ],
    },
    colours,
  );
}
