/**
 * A drawing of the page without its style sheets: what they say of each shape becomes the shape's own
 * attributes, which every program that reads SVG understands.
 */
import { load, type CheerioAPI } from 'cheerio';
import postcss from 'postcss';
import { round } from './draw';

/** What a drawing's looks are made of. */
const PROPERTIES = new Set([
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'letter-spacing',
  'vector-effect',
  // Carried out below.
  'font',
  'transform',
  'text-transform',
  'display',
]);

export interface Rule {
  readonly selector: string;
  readonly weight: number;
  readonly says: readonly (readonly [property: string, value: string])[];
}

/** Svelte keeps the weight of its scopes out by :where(). */
function weightOf(selector: string): number {
  const own = selector.replace(/:where\([^)]*\)/g, '');
  const classes = own.match(/[.[]|:(?!not|is|where|:)/g)?.length ?? 0;
  const types = own.match(/(?:^|[\s>+~(])[a-z]/g)?.length ?? 0;
  return classes * 100 + types;
}

/** States and media that no picture is in. */
const ELSEWHERE = /:(?!not\(|is\(|where\(|first-child|last-child)|^(html|body)\b/;

/** The rules of a sheet that can say something of a drawing, weakest first. */
export function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  postcss.parse(css).walkRules((rule) => {
    if (rule.parent?.type === 'atrule') return;
    const says = rule.nodes.flatMap((node) =>
      node.type === 'decl' && PROPERTIES.has(node.prop) ? [[node.prop, node.value] as const] : [],
    );
    if (says.length === 0) return;
    for (const selector of rule.selectors) {
      if (ELSEWHERE.test(selector)) continue;
      rules.push({ selector, weight: weightOf(selector), says });
    }
  });
  return rules.sort((a, b) => a.weight - b.weight);
}

/** Not every program knows a weight between the hundreds. */
const heavy = (weight: string) =>
  /^\d+$/.test(weight) ? String(Math.round(Number(weight) / 100) * 100) : weight;

const FONT = /^(?:(italic) )?(?:(\d+|bold) )?([\d.]+)px(?:\/\S+)? (.+)$/;

function written(property: string, value: string): readonly (readonly [string, string])[] {
  if (property === 'transform')
    return [[property, value.replace(/px|deg/g, '').replaceAll(/,\s*/g, ' ')]];
  if (property === 'font-weight') return [[property, heavy(value)]];
  if (property !== 'font') return [[property, value.replace(/(\d)px\b/g, '$1')]];
  const [, style, weight, size, family] = FONT.exec(value) ?? [];
  if (size === undefined || family === undefined)
    throw new Error(`a picture cannot have the font ${value}`);
  return [
    ['font-weight', heavy(weight ?? '400')],
    ['font-size', size],
    ['font-family', family],
    ...(style === undefined ? [] : [['font-style', style] as const]),
  ];
}

const KEPT = /^(?!class$|style$|role$|tabindex$|aria-|data-|on)/;
const LONG_NUMBER = /-?\d+\.\d{3,}/g;

/** The markup's first drawing that `selector` finds, as the inside of an SVG. */
export function literal(markup: string, selector: string, rules: readonly Rule[]) {
  const $ = load(markup.replace(/<!--[\s\S]*?-->/g, ''), { xml: true });
  const svg = $(selector).first();
  const [, , width = 0, height = 0] = (svg.attr('viewBox') ?? '').split(' ').map(Number);
  if (width === 0 || height === 0) throw new Error(`no drawing is called ${selector}`);
  const looks = new Map<object, Map<string, string>>();
  const inside = svg.find('*').add(svg);
  const inside_set = new Set<object>(inside.get());
  const say = (element: object, property: string, value: string) => {
    const own = looks.get(element) ?? new Map<string, string>();
    looks.set(element, own);
    for (const [name, one] of written(property, value)) own.set(name, one);
  };
  for (const rule of rules) {
    for (const element of $(rule.selector).get()) {
      if (!inside_set.has(element)) continue;
      for (const [property, value] of rule.says) say(element, property, value);
    }
  }
  for (const element of inside.get()) {
    for (const one of ($(element).attr('style') ?? '').split(';')) {
      const [name = '', value = ''] = one.split(/:(.*)/s).map((part) => part.trim());
      if (PROPERTIES.has(name)) say(element, name, value);
    }
  }
  const root = looks.get(svg.get(0) ?? {}) ?? new Map<string, string>();
  for (const element of inside.get()) settle($(element), looks.get(element));
  for (const element of svg.find('text[text-anchor=end]:has(tspan[dx])').get()) spread($(element));
  const around = ['font-family', 'font-size', 'fill']
    .flatMap((name) => (root.has(name) ? [` ${name}="${root.get(name) ?? ''}"`] : []))
    .join('');
  return { svg: `<g${around}>${svg.html() ?? ''}</g>`, width, height };
}

type Nodes = ReturnType<CheerioAPI>;

function settle(one: Nodes, look: ReadonlyMap<string, string> = new Map()): void {
  if (look.get('opacity') === '0' || look.get('display') === 'none') {
    one.remove();
    return;
  }
  if (look.get('text-transform') === 'uppercase')
    one.contents().each((_, node) => {
      if ('data' in node) node.data = node.data.toUpperCase();
    });
  for (const [name, value] of Object.entries(one.attr() ?? {})) {
    if (!KEPT.test(name)) one.removeAttr(name);
    else
      one.attr(
        name,
        value.replace(LONG_NUMBER, (number) => round(Number(number))),
      );
  }
  for (const [name, value] of look)
    if (name !== 'text-transform' && name !== 'display') one.attr(name, value);
}

const WIDTH_OF_MONO = 0.6;

/** Pieces of a line that ends at a place: each its own place, since not every program adds the gaps up. */
function spread(line: Nodes): void {
  let x = Number(line.attr('x'));
  const pieces = line.find('tspan').get().reverse();
  for (const node of pieces) {
    const piece = line.find('tspan').filter((_, one) => one === node);
    const gap = Number(piece.attr('dx') ?? 0);
    piece.removeAttr('dx').attr('x', round(x)).attr('text-anchor', 'end');
    x -= piece.text().length * Number(piece.attr('font-size')) * WIDTH_OF_MONO + gap;
  }
}
