/** Colours of a heat map, and the map as a drawing that stands alone. */
import { interpolateCividis } from 'd3-scale-chromatic';

export interface HeatCell {
  readonly value: number | undefined;
  /** Short, to stand in the cell. */
  readonly text: string;
  /** All that is known of it, in a sentence. */
  readonly words: string;
}

export interface HeatScale {
  readonly least: number;
  readonly most: number;
  readonly log: boolean;
}

export function heatScale(cells: readonly (readonly HeatCell[])[], log: boolean): HeatScale {
  const values = cells.flat().flatMap(({ value }) => (value === undefined ? [] : [value]));
  const least = values.length > 0 ? Math.min(...values) : 0;
  const most = values.length > 0 ? Math.max(...values) : 0;
  return { least, most, log: log && least > 0 };
}

/** Cividis is the same for eyes that do not tell red from green, in light and in dark. */
export function heatColour(value: number, { least, most, log }: HeatScale): string {
  if (most <= least) return interpolateCividis(0.5);
  const share = log
    ? Math.log(value / least) / Math.log(most / least)
    : (value - least) / (most - least);
  return interpolateCividis(share);
}

/** Black or white, whichever reads better on a colour of the map. */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+(\.\d+)?/g) ?? []).map(
    (part) => Number(part) / 255,
  );
  const linear = (part: number) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return luminance > 0.179 ? '#000000' : '#ffffff';
}

export interface HeatDrawing {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly column_title: string;
  readonly row_title: string;
  readonly cells: readonly (readonly HeatCell[])[];
  readonly log: boolean;
  readonly ends: readonly [string, string];
}

export function heatSvg(
  { title, columns, rows, column_title, row_title, cells, log, ends }: HeatDrawing,
  colour: (name: string) => string,
  escape: (text: string) => string,
): string {
  const scale = heatScale(cells, log);
  const wide = 64;
  const high = 30;
  const left = 24 + Math.max(row_title.length * 7, ...rows.map((row) => row.length * 8));
  const top = 74;
  const width = Math.max(420, left + columns.length * wide + 20);
  const height = top + rows.length * high + 60;
  const text = (x: number, y: number, words: string, more = '') =>
    `<text x="${x}" y="${y}" fill="${colour('--ink')}" ${more}>${escape(words)}</text>`;
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, 'Liberation Sans', Arial, sans-serif" font-size="12">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${colour('--surface')}"/>`,
    text(16, 24, title, 'font-size="15" font-weight="650"'),
    text(16, top - 10, row_title, 'font-weight="600"'),
    text(left, 46, column_title, 'font-weight="600"'),
  ];
  columns.forEach((column, index) =>
    out.push(text(left + (index + 0.5) * wide, top - 10, column, 'text-anchor="middle"')),
  );
  rows.forEach((row, index) => {
    const y = top + index * high;
    out.push(text(left - 8, y + 19, row, 'text-anchor="end"'));
    cells[index]?.forEach(({ value, text: said, words }, at) => {
      const fill = value === undefined ? colour('--raised') : heatColour(value, scale);
      const ink = value === undefined ? colour('--muted') : inkOn(fill);
      const x = left + at * wide;
      out.push(
        `<rect x="${x}" y="${y}" width="${wide - 1}" height="${high - 1}" fill="${fill}"><title>${escape(words)}</title></rect>`,
        `<text x="${x + wide / 2}" y="${y + 19}" text-anchor="middle" font-size="11" fill="${ink}">${escape(said)}</text>`,
      );
    });
  });
  const legend = top + rows.length * high + 18;
  for (let step = 0; step < 40; step += 1) {
    out.push(
      `<rect x="${left + step * 5}" y="${legend}" width="5.5" height="12" fill="${interpolateCividis(step / 39)}"/>`,
    );
  }
  out.push(
    text(left, legend + 28, ends[0]),
    text(left + 200, legend + 28, ends[1], 'text-anchor="end"'),
    '</svg>',
  );
  return `${out.join('\n')}\n`;
}
