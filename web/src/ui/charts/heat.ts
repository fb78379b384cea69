/** Colours of a heat map, and the map as a complete drawing. */
import { interpolateCividis } from 'd3-scale-chromatic';
import type { Colours } from '../marks/attributes';
import { sheet } from '../marks/markup';
import { rect, text, type Mark } from '../marks/marks';
import { widthOf } from '../marks/measure';

/** The map's own colours, from 0 to 1; d3 writes them as rgb(...). */
export const ramp = (share: number) => interpolateCividis(share) as `rgb(${string})`;

export interface HeatCell {
  readonly value: number | undefined;
  /** Short enough for the cell. */
  readonly text: string;
  /** Everything known about it, in a sentence. */
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

/** Cividis looks the same to colour-blind readers, in light and dark themes. */
export function heatColour(value: number, { least, most, log }: HeatScale): `rgb(${string})` {
  if (most <= least) return ramp(0.5);
  const share = log
    ? Math.log(value / least) / Math.log(most / least)
    : (value - least) / (most - least);
  return ramp(share);
}

/** Black or white, whichever is more legible on a colour of the map. */
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

const WIDE = 64;
const HIGH = 30;
const STEPS = 40;

export function heatSvg(
  { title, columns, rows, column_title, row_title, cells, log, ends }: HeatDrawing,
  colours: Colours,
): string {
  const scale = heatScale(cells, log);
  const names = [row_title, ...rows].map((name) => widthOf(name, 12, { bold: true }));
  const left = 32 + Math.max(0, ...names);
  const top = 74;
  const width = Math.ceil(Math.max(420, left + columns.length * WIDE + 20));
  const height = top + rows.length * HIGH + 60;
  const legend = top + rows.length * HIGH + 18;
  const cell = ({ value, text: said, words }: HeatCell, column: number, row: number): Mark[] => {
    const fill = value === undefined ? '--lens' : heatColour(value, scale);
    const x = left + column * WIDE;
    const y = top + row * HIGH;
    return [
      rect(x, y, WIDE - 1, HIGH - 1, { fill, title: words }),
      text(x + WIDE / 2, y + 19, said, {
        size: 12,
        anchor: 'middle',
        fill: value === undefined ? '--ink-2' : inkOn(fill),
      }),
    ];
  };
  const marks: Mark[] = [
    text(16, 26, title, { size: 18, display: true, weight: 700 }),
    text(16, top - 10, row_title, { weight: 600 }),
    text(left, 46, column_title, { weight: 600 }),
    ...columns.map((column, at) =>
      text(left + (at + 0.5) * WIDE, top - 10, column, { anchor: 'middle' }),
    ),
    ...rows.flatMap((name, row) => [
      text(left - 8, top + row * HIGH + 19, name, { anchor: 'end' }),
      ...(cells[row] ?? []).flatMap((one, column) => cell(one, column, row)),
    ]),
    ...Array.from({ length: STEPS }, (_, step) =>
      rect(left + step * 5, legend, 5.5, 12, { fill: ramp(step / (STEPS - 1)) }),
    ),
    text(left, legend + 28, ends[0]),
    text(left + 5 * STEPS, legend + 28, ends[1], { anchor: 'end' }),
  ];
  return sheet({ title, width, height, size: 12, marks }, colours);
}
