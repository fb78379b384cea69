/** A mark as an SVG element, shared by the brush for pages and the one for strings. */
import type { GroupMark, Mark, Span } from './marks';

export type Attributes = Readonly<Record<string, string | number>>;
/** Maps the name of a token to a colour or a font family. */
export type Colours = (name: string) => string;

export const variable: Colours = (name) => `var(${name})`;

/** Fields that become attributes unchanged, with their names in SVG. */
const NAMES: Readonly<Record<string, string>> = {
  x: 'x',
  y: 'y',
  w: 'width',
  h: 'height',
  r: 'r',
  x1: 'x1',
  x2: 'x2',
  y1: 'y1',
  y2: 'y2',
  d: 'd',
  dx: 'dx',
  dy: 'dy',
  size: 'font-size',
  weight: 'font-weight',
  anchor: 'text-anchor',
  fill: 'fill',
  fill_opacity: 'fill-opacity',
  stroke: 'stroke',
  stroke_opacity: 'stroke-opacity',
  thick: 'stroke-width',
  dash: 'stroke-dasharray',
  opacity: 'opacity',
};
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rect: { r: 'rx' },
  circle: { x: 'cx', y: 'cy' },
};

/** Attributes that default to zero. */
const PLACES = new Set(['x', 'y', 'cx', 'cy']);

const plain = (value: number, digits = 2) => Number(value.toFixed(digits));
/** Positions: in a page's HTML further digits cost bytes without a visible effect. */
const pixels = (value: number) => plain(value, Math.abs(value) < 2 ? 2 : 1);

/** A group whose position is a share, or that has its own units, becomes a nested drawing. */
const nested = (mark: GroupMark) => mark.stretch !== undefined || typeof mark.x === 'string';

export function tagOf(mark: Mark): string {
  if (mark.kind === 'group') return nested(mark) ? 'svg' : 'g';
  return mark.kind;
}

function transformOf({ x = 0, y = 0, scale }: GroupMark): string {
  const by = scale === undefined ? [] : [scale].flat().map((one) => plain(one, 4));
  const to = x || y ? `translate(${pixels(Number(x))} ${pixels(Number(y))})` : '';
  return to + (by.length > 0 ? `scale(${by.join(' ')})` : '');
}

/** Only a style can be animated in every browser. */
const styleOf = ({ x = 0, y = 0 }: GroupMark) =>
  `transform:translate(${pixels(Number(x))}px,${pixels(Number(y))}px)`;

/** Lines and corners look different when they are rounded. */
const hasEnds = (mark: Mark) =>
  mark.kind === 'line' || mark.kind === 'path' || (mark.kind === 'rect' && !mark.r);

/**
 * @param page includes what only a page can use: its classes and interactive parts
 * @param round the element that holds the marks rounds lines, so that only others say what they are
 */
export function attributesOf(
  mark: Mark | Span,
  colours: Colours,
  page = false,
  round = false,
): Attributes {
  const out: Record<string, string | number> = {};
  const kind = 'kind' in mark ? mark.kind : '';
  const grouped = 'marks' in mark && !nested(mark);
  for (const [field, value] of Object.entries(mark) as [string, unknown][]) {
    const name = OTHERS[kind]?.[field] ?? NAMES[field];
    if (name === undefined || (grouped && (field === 'x' || field === 'y'))) continue;
    if (value === 0 && PLACES.has(name)) continue;
    if (typeof value === 'string') out[name] = value.startsWith('--') ? colours(value) : value;
    // Some programs know only font weights in hundreds.
    else if (typeof value === 'number')
      out[name] = field === 'weight' ? Math.round(value / 100) * 100 : pixels(value);
  }
  if ('display' in mark && mark.display) out['font-family'] = colours('--display');
  if ('italic' in mark && mark.italic) out['font-style'] = 'italic';
  if (!('kind' in mark)) return out;
  if (mark.round && !round) out['stroke-linecap'] = out['stroke-linejoin'] = 'round';
  if (round && !mark.round && out['stroke'] !== undefined && hasEnds(mark)) {
    out['stroke-linecap'] = 'butt';
    out['stroke-linejoin'] = 'miter';
  }
  if (mark.steady) out['vector-effect'] = 'non-scaling-stroke';
  if (page && mark.class) out['class'] = mark.class;
  if (page && mark.part) out['data-part'] = mark.part;
  if (page && mark.client !== undefined) out['data-client'] = mark.client;
  for (const [name, value] of Object.entries(mark.data ?? {})) out[`data-${name}`] = value;
  if (mark.kind === 'text') {
    out['fill'] ??= colours('--ink');
    if (mark.spacing) out['letter-spacing'] = `${mark.spacing}em`;
  } else if (mark.kind === 'group') {
    const transform = grouped ? transformOf(mark) : '';
    if (page && mark.moves) out['style'] = styleOf(mark);
    else if (transform) out['transform'] = transform;
    if (mark.stretch)
      Object.assign(out, {
        viewBox: `0 0 ${mark.stretch.join(' ')}`,
        width: '100%',
        height: mark.height ?? '100%',
        preserveAspectRatio: 'none',
      });
    else if (!grouped) out['overflow'] = 'visible';
  }
  return out;
}
