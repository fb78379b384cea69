/** The brush for a canvas, for many marks that change often. Positions must be numbers, not shares. */
import type { Colours } from './attributes';
import type { Mark, Span } from './marks';

/** The part of a canvas that is used; tests pass another. */
export type Canvas = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'font'
  | 'textAlign'
  | 'translate'
  | 'fillRect'
  | 'clearRect'
  | 'fillText'
  | 'beginPath'
  | 'rect'
  | 'roundRect'
  | 'arc'
  | 'moveTo'
  | 'lineTo'
  | 'fill'
  | 'stroke'
>;

const n = Number;
const plainWords = (words: string | readonly Span[]) =>
  typeof words === 'string' ? words : words.map((span) => span.words).join('');

/** Draws the outline of a mark without text directly on the canvas; a Path2D costs far more. */
function trace(canvas: Canvas, mark: Mark): Path2D | undefined {
  if (mark.kind === 'path') return new Path2D(mark.d);
  canvas.beginPath();
  if (mark.kind === 'rect') {
    const { x, y, w, h, r = 0 } = mark;
    if (r > 0) canvas.roundRect(n(x), n(y), n(w), n(h), r);
    else canvas.rect(n(x), n(y), n(w), n(h));
  } else if (mark.kind === 'circle') canvas.arc(n(mark.x), n(mark.y), mark.r, 0, 2 * Math.PI);
  else if (mark.kind === 'line') {
    canvas.moveTo(n(mark.x1), n(mark.y1));
    canvas.lineTo(n(mark.x2), n(mark.y2));
  }
  return undefined;
}

/** Paints marks with their origin at (x, y); a text must be one piece here, and lines must be solid. */
export function paint(
  canvas: Canvas,
  marks: readonly Mark[],
  colours: Colours,
  x: number,
  y: number,
): void {
  canvas.translate(x, y);
  for (const mark of marks) {
    if (mark.kind === 'group') {
      paint(canvas, mark.marks, colours, n(mark.x ?? 0), n(mark.y ?? 0));
      continue;
    }
    if (mark.kind === 'text') {
      canvas.fillStyle = colours(mark.fill ?? '--ink');
      canvas.font = `${mark.weight ?? 400} ${mark.size ?? 13}px ${colours(mark.display ? '--display' : '--sans')}`;
      canvas.textAlign = mark.anchor === 'middle' ? 'center' : (mark.anchor ?? 'start');
      canvas.fillText(plainWords(mark.words), n(mark.x), n(mark.y));
      continue;
    }
    const { fill = 'none', stroke = 'none' } = mark;
    const path = trace(canvas, mark);
    if (fill !== 'none') {
      canvas.fillStyle = colours(fill);
      if (path) canvas.fill(path);
      else canvas.fill();
    }
    if (stroke !== 'none') {
      canvas.strokeStyle = colours(stroke);
      canvas.lineWidth = mark.thick ?? 1;
      if (path) canvas.stroke(path);
      else canvas.stroke();
    }
  }
  canvas.translate(-x, -y);
}

/** Chooses one of the colours of `light-dark(#fff, #000)`. */
export const inTheme = (value: string, dark: boolean): string =>
  value.replace(/light-dark\(([^,()]+),\s*([^()]+)\)/g, dark ? '$2' : '$1');

/** The page's present colours, each read once. */
export function coloursOf(
  style: Pick<CSSStyleDeclaration, 'getPropertyValue'>,
  dark: boolean,
): Colours {
  const known = new Map<string, string>();
  return (name) => {
    const found =
      known.get(name) ?? (inTheme(style.getPropertyValue(name).trim(), dark) || 'black');
    known.set(name, found);
    return found;
  };
}
