/**
 * Published curves as a picture of a given width and perhaps height: the same drawing that readers can export from the
 * figure.
 */
import { m } from '#paraglide/messages.js';
import { chartIn, chartPiece } from '../../figure/curves/chart-svg';
import { rangeOfPair, seriesOf } from '../../figure/curves/series';
import { systemName } from '../../figure/curves/words';
import { FIRST_MACHINE, FIRST_WORKLOAD } from '../../features/curves/page';
import { COUNTS, pairKey } from '../../model/benchmarks/benchmark';
import { hintMarks } from '../../ui/charts/draw-marks';
import { layoutOf } from '../../ui/charts/log-chart';
import { place, stack, text, type Mark, type Piece } from '../../ui/marks/marks';
import { pairNamed } from '../benchmarks';
import { fill } from '../widgets/frame-data';
import type { BenchmarkWidget } from '../widgets/widgets';

export function chartsPiece(
  widget: BenchmarkWidget,
  width: number,
  most = Infinity,
  height?: number,
): Piece {
  const { data } = fill(widget, '');
  if (data.kind !== 'benchmark') throw new Error(`${widget.name} has no chart`);
  const named = data.charts.length > 1;
  const head = named ? 24 : 0;
  const charts = data.charts.slice(0, most).map((chart): Piece => {
    const piece = chartPiece(chart, width, height === undefined ? undefined : height - head);
    const title: Mark[] = named ? [text(0, 14, chart.title, { size: 14, weight: 650 })] : [];
    return { marks: [...title, place(piece, 0, head)], width, height: piece.height + head };
  });
  return stack(charts, 18);
}

/** A published table before the answer: axes and grid. */
export function emptyPiece(widget: BenchmarkWidget, width: number, height: number): Piece {
  const { data } = fill(widget, '');
  const [chart] = data.kind === 'benchmark' ? data.charts : [];
  if (!chart) throw new Error(`${widget.name} has no chart`);
  return chartIn({ ...chart, drawn: -1 }, width, height).piece;
}

/** A curve that readers draw, of the page of curves if none is given: axes, grid and its first point. */
export function askedPiece(
  width: number,
  height: number,
  pair = pairNamed(pairKey({ machine: FIRST_MACHINE, workload: FIRST_WORKLOAD })),
): Piece {
  const asked = seriesOf(pair, { usl: false }).filter(({ tone }) => tone === 'threads');
  const first = asked[0]?.measured[0]?.[1] ?? 1;
  const range = rangeOfPair(pair);
  const { box, piece } = chartIn(
    {
      title: '',
      series: asked,
      places: COUNTS,
      range,
      x_title: m.bench_clients(),
      y_title: pair.unit,
      drawn: 0,
    },
    width,
    height,
  );
  const layout = layoutOf(asked, COUNTS, range);
  const y = box.y + (layout.y(first) / 100) * box.h;
  const hint = hintMarks(m.bench_draw_ask({ system: systemName('one-thread-per-connection') }));
  return { ...piece, marks: [...piece.marks, place({ marks: hint }, box.x + 16, y + 42, 1.1)] };
}
