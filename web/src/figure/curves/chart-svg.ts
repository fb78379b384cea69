/** A chart as a drawing that stands alone, with its names and its source inside. */
import {
  bandOf,
  endLabels,
  layoutOf,
  pathOf,
  rangeOf,
  tickWords,
  type LogSeries,
  type Tone,
} from '../../ui/charts/log-chart';
import { MEASURED_TO } from '../../model/benchmarks/benchmark';
import { escapeXml } from '../../model/words/escape';
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

const COLOURS: Readonly<Record<Tone, string>> = {
  threads: '--alert',
  pool: '--run',
  proxy: '--away-line',
  blue: '--wait',
  amber: '--low-line',
  grey: '--muted',
};
const LEAST_WIDTH = 960;
const HEIGHT = 560;
const BOX = { left: 90, top: 76, width: 620, height: 400 };
/** Of the names at the lines' ends, in bold. */
const WIDTH_OF_LETTER = 7.6;

/** Scaled in its numbers: not every program leaves the pen's width alone in a scaled drawing. */
const inBox = (d: string) =>
  d.replace(
    /(-?[\d.]+)[ ,](-?[\d.]+)/g,
    (_, x: string, y: string) =>
      `${(BOX.left + (Number(x) * BOX.width) / 1000).toFixed(1)} ${(BOX.top + (Number(y) * BOX.height) / 1000).toFixed(1)}`,
  );

export function chartSvg(drawing: Drawing, colour: (name: string) => string): string {
  const { series, places } = drawing;
  const layout = layoutOf(series, places, drawing.range ?? rangeOf(series));
  const x = (value: number) => BOX.left + (layout.x(value) / 100) * BOX.width;
  const y = (value: number) => BOX.top + (layout.y(value) / 100) * BOX.height;
  const text = (left: number, top: number, words: string, more = '') =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" fill="${colour('--ink')}" ${more}>${escapeXml(words)}</text>`;
  const labels = endLabels(series, layout, 6);
  const longest = Math.max(0, ...labels.map(({ label }) => label.length));
  const right = BOX.left + BOX.width + 14;
  const width = Math.max(LEAST_WIDTH, Math.ceil(right + longest * WIDTH_OF_LETTER + 12));
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" font-family="system-ui, 'Liberation Sans', Arial, sans-serif" font-size="13">`,
    `<title>${escapeXml(drawing.title)}</title>`,
    `<rect width="${width}" height="${HEIGHT}" fill="${colour('--surface')}"/>`,
    text(24, 32, drawing.title, 'font-size="18" font-weight="700"'),
    text(24, 58, drawing.y_title),
  ];
  if ((places.at(-1) ?? 0) > MEASURED_TO && places.includes(MEASURED_TO)) {
    const from = x(MEASURED_TO);
    out.push(
      `<rect x="${from.toFixed(1)}" y="${BOX.top}" width="${(BOX.left + BOX.width - from).toFixed(1)}" height="${BOX.height}" fill="${colour('--raised')}"/>`,
      text(
        (from + BOX.left + BOX.width) / 2,
        BOX.top + 16,
        m.bench_beyond(),
        'font-size="11" text-anchor="middle"',
      ),
    );
  }
  for (const { value } of layout.y_ticks) {
    out.push(
      `<path d="M${BOX.left} ${y(value).toFixed(1)}h${BOX.width}" stroke="${colour('--line')}"/>`,
      text(BOX.left - 10, y(value) + 4, tickWords(value, false), 'text-anchor="end"'),
    );
  }
  for (const { value } of layout.x_ticks.filter(({ room }) => room > 0)) {
    out.push(
      text(x(value), BOX.top + BOX.height + 22, tickWords(value, false), 'text-anchor="middle"'),
    );
  }
  out.push(
    text(
      BOX.left + BOX.width / 2,
      BOX.top + BOX.height + 46,
      drawing.x_title,
      'text-anchor="middle"',
    ),
  );
  for (const one of series) {
    const stroke = colour(COLOURS[one.tone]);
    const path = (d: string, more: string) =>
      `<path d="${inBox(d)}" fill="none" stroke="${stroke}" ${more}/>`;
    if (one.band.length > 0) {
      out.push(
        `<path d="${inBox(bandOf(one.band, layout))}" fill="${stroke}" fill-opacity="0.25"/>`,
      );
    }
    if (one.dotted.length > 0) {
      out.push(path(pathOf(one.dotted, layout), 'stroke-width="1.6" stroke-dasharray="1 4"'));
    }
    if (one.line.length > 0) {
      const dashes = one.line_dashed ? 'stroke-dasharray="7 4"' : '';
      out.push(path(pathOf(one.line, layout), `stroke-width="2.5" ${dashes}`));
    }
    if (one.thin.length > 0) {
      out.push(path(pathOf(one.thin, layout), 'stroke-width="1.2" stroke-dasharray="4 3"'));
    }
    for (const [a, b] of one.measured) {
      out.push(
        one.shape === 'circle'
          ? `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="4.5" fill="${colour('--surface')}" stroke="${stroke}" stroke-width="2"/>`
          : `<rect x="${(x(a) - 4).toFixed(1)}" y="${(y(b) - 4).toFixed(1)}" width="8" height="8" fill="${colour('--surface')}" stroke="${stroke}" stroke-width="2"${one.shape === 'diamond' ? ` transform="rotate(45 ${x(a).toFixed(1)} ${y(b).toFixed(1)})"` : ''}/>`,
      );
      if (one.odd.includes(a)) {
        out.push(
          `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="11" fill="none" stroke="${colour('--ink')}" stroke-dasharray="3 2.5"/>`,
        );
      }
    }
    for (const [a, b] of one.dots) {
      out.push(
        `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="3.5" fill="${stroke}"/>`,
      );
    }
  }
  for (const { label, tone, at } of labels) {
    out.push(
      `<text x="${right}" y="${(BOX.top + (at / 100) * BOX.height + 5).toFixed(1)}" fill="${colour(COLOURS[tone])}" font-weight="700">${escapeXml(label)}</text>`,
    );
  }
  if (drawing.source) out.push(text(24, HEIGHT - 16, drawing.source, 'font-size="11"'));
  out.push('</svg>');
  return `${out.join('\n')}\n`;
}
