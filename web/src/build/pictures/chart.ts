/** Published curves as a picture: the same drawing that a reader can take from the figure. */
import { chartSvg } from '../../figure/curves/chart-svg';
import type { Chart } from '../../features/embed/data';
import { fill } from '../widgets/frame-data';
import type { BenchmarkWidget } from '../widgets/widgets';
import { colour, stack, text, type Piece } from './draw';

/** Of the drawing: without the room for its title. */
const TOP = 42;
const BOTTOM = 536;

function chartPiece(chart: Chart, width: number, named: boolean): Piece {
  const drawing = chartSvg({ ...chart, title: '' }, colour);
  const scale = width / Number(/ width="(\d+)"/.exec(drawing)?.[1]);
  const svg = drawing
    .replace(/^<svg[^>]*>\s*<title><\/title>\s*<rect[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '');
  const head = named ? 24 : 0;
  return {
    svg:
      (named ? text(6, 14, chart.title, { weight: 650 }) : '') +
      `<g transform="translate(0 ${(head - TOP * scale).toFixed(2)}) scale(${scale.toFixed(4)})" font-size="15">${svg}</g>`,
    width,
    height: Math.round((BOTTOM - TOP) * scale) + head,
  };
}

export function chartsPiece(widget: BenchmarkWidget, width: number, most = Infinity): Piece {
  const { data } = fill(widget, '');
  if (data.kind !== 'benchmark') throw new Error(`${widget.name} has no chart`);
  const several = data.charts.length > 1;
  return stack(
    data.charts.slice(0, most).map((chart) => chartPiece(chart, width, several)),
    18,
  );
}
