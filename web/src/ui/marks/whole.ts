/** The canvas brush for whole pictures: beyond `paint`, with opacity, scale, dashes and rounded lines. */
import type { Colours } from './attributes';
import { paint, type Canvas } from './canvas';
import type { Mark } from './marks';

type WholeCanvas = Canvas &
  Pick<
    CanvasRenderingContext2D,
    'save' | 'restore' | 'scale' | 'globalAlpha' | 'setLineDash' | 'lineCap' | 'lineJoin'
  >;

/** Positions are numbers, and a text is one piece, as for `paint`. A group's opacity applies to each of its marks. */
export function paintWhole(canvas: WholeCanvas, marks: readonly Mark[], colours: Colours): void {
  for (const mark of marks) {
    const { opacity = 1, dash, round = false } = mark;
    if (opacity <= 0) continue;
    canvas.save();
    canvas.globalAlpha *= opacity;
    if (mark.kind === 'group') {
      const { x = 0, y = 0, scale = 1 } = mark;
      const [across, down = across] = [scale].flat();
      canvas.translate(Number(x), Number(y));
      if (across !== undefined && down !== undefined) canvas.scale(across, down);
      paintWhole(canvas, mark.marks, colours);
    } else {
      canvas.setLineDash(dash?.split(' ').map(Number) ?? []);
      canvas.lineCap = round ? 'round' : 'butt';
      canvas.lineJoin = round ? 'round' : 'miter';
      paintParts(canvas, mark, colours);
    }
    canvas.restore();
  }
}

/** Area and outline separately if their opacities differ. */
function paintParts(canvas: WholeCanvas, mark: Mark, colours: Colours): void {
  const { fill_opacity = 1, stroke_opacity = 1 } = mark;
  if (fill_opacity === stroke_opacity) {
    canvas.globalAlpha *= fill_opacity;
    paint(canvas, [mark], colours, 0, 0);
    return;
  }
  const { globalAlpha } = canvas;
  canvas.globalAlpha = globalAlpha * fill_opacity;
  paint(canvas, [{ ...mark, stroke: 'none' }], colours, 0, 0);
  canvas.globalAlpha = globalAlpha * stroke_opacity;
  paint(canvas, [{ ...mark, fill: 'none' }], colours, 0, 0);
}
