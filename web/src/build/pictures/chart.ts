/**
 * Published curves as a picture of a given width and perhaps height: the same drawing that readers can export from the
 * figure.
 */
import { m } from '#paraglide/messages.js';
import { chartIn, chartPiece, type Drawing } from '../../figure/curves/chart-svg';
import { rangeOfPair, seriesOf } from '../../figure/curves/series';
import { FIRST_MACHINE, FIRST_WORKLOAD } from '../../features/curves/page';
import { COUNTS, pairKey } from '../../model/benchmarks/benchmark';
import { GUESS_LINE } from '../../ui/charts/draw-marks';
import { layoutOf, rangeOf, SERIES } from '../../ui/charts/log-chart';
import { path, place, stack, tenth, text, type Mark, type Piece } from '../../ui/marks/marks';
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

/** A published table before the answer. */
export function emptyPiece(widget: BenchmarkWidget, width: number, height: number): Piece {
  const { data } = fill(widget, '');
  const [chart] = data.kind === 'benchmark' ? data.charts : [];
  if (!chart) throw new Error(`${widget.name} has no chart`);
  return halfway(chart, width, height);
}

/** A curve that readers draw, of the page of curves if none is given. */
export function askedPiece(
  width: number,
  height: number,
  pair = pairNamed(pairKey({ machine: FIRST_MACHINE, workload: FIRST_WORKLOAD })),
): Piece {
  const series = seriesOf(pair, { usl: false }).filter(({ tone }) => tone === 'threads');
  const named = { title: '', x_title: m.bench_clients(), y_title: pair.unit };
  return halfway({ ...named, series, places: COUNTS, range: rangeOfPair(pair) }, width, height);
}

/** All of what is known, and no legend. */
const NEARLY = 99.9;
/** Where the ways on end, as shares of the plot's height, and the question mark, of its width. */
const WAYS = [0.12, 0.38, 0.64, 0.9];
const ASKS = 0.9;

/** Its first line half the way to its most, as measured. How it goes on is the question. */
function halfway(drawing: Drawing, width: number, height: number): Piece {
  const [line] = drawing.series;
  if (!line) throw new Error(`${drawing.title} has no line`);
  const most = Math.max(...line.measured.map(([, y]) => y));
  const turn = line.measured.findIndex(([, y]) => y === most);
  const measured = line.measured.slice(0, Math.floor(turn / 2) + 1);
  const range = drawing.range ?? rangeOf(drawing.series);
  const known = { ...line, ...SERIES, measured, line: measured };
  const { box, piece } = chartIn({ ...drawing, range, series: [known], drawn: NEARLY }, width, height);
  const layout = layoutOf(drawing.series, drawing.places, range);
  const [x, y] = measured.at(-1) ?? [drawing.places[0] ?? 1, range[0]];
  const from = { x: box.x + (layout.x(x) / 100) * box.w, y: box.y + (layout.y(y) / 100) * box.h };
  const reach = box.x + (ASKS - 0.12) * box.w;
  const ways = WAYS.map((share) =>
    path(`M${tenth(from.x + 12)} ${tenth(from.y)}L${tenth(reach)} ${tenth(box.y + share * box.h)}`, GUESS_LINE),
  );
  const asks = text(box.x + ASKS * box.w, box.y + box.h / 2 + 28, '?', {
    ...{ size: 84, fill: '--guess', display: true, weight: 700, anchor: 'middle' },
  });
  return { ...piece, marks: [...piece.marks, ...ways, asks] };
}
