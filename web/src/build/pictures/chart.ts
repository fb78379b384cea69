/** Published curves as a picture: the same drawing that a reader can take from the figure. */
import { chartPiece } from '../../figure/curves/chart-svg';
import { place, stack, text, type Mark, type Piece } from '../../ui/marks/marks';
import { fill } from '../widgets/frame-data';
import type { BenchmarkWidget } from '../widgets/widgets';

export function chartsPiece(widget: BenchmarkWidget, width: number, most = Infinity): Piece {
  const { data } = fill(widget, '');
  if (data.kind !== 'benchmark') throw new Error(`${widget.name} has no chart`);
  const named = data.charts.length > 1;
  const head = named ? 24 : 0;
  const charts = data.charts.slice(0, most).map((chart): Piece => {
    const piece = chartPiece(chart);
    const scale = width / piece.width;
    const drawing = place(piece, 0, head, scale);
    const title: Mark[] = named ? [text(6, 14, chart.title, { size: 13, weight: 650 })] : [];
    return {
      marks: [...title, drawing],
      width,
      height: Math.round(piece.height * scale) + head,
    };
  });
  return stack(charts, 18);
}
