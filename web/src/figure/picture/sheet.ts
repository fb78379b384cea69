/** Shared by all pictures of the site: they are lists of marks, written with colour names that themes.ts fills in. */
import { escapeXml } from '../../model/words/escape';
import { markup } from '../../ui/marks/markup';
import { circle, group, type Mark } from '../../ui/marks/marks';

/** The site's logo: a ring with a core. */
export const sign = (x: number, y: number, scale: number): Mark =>
  group(
    [
      circle(0, 0, 10, { fill: '--paper', stroke: '--ink', thick: 3 }),
      circle(0, 0, 5.2, { fill: '--low', stroke: '--ink', thick: 1.5 }),
    ],
    { x, y, scale },
  );

interface Sheet {
  readonly title: string;
  readonly desc?: string;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** Round ends are said once for all lines. */
  readonly round?: true;
}

export function sheetOf({ title, desc, width, height, marks, round }: Sheet): string {
  const role = desc === undefined ? '' : ' role="img"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${role} font-family="var(--sans)" font-size="13"${round ? ' stroke-linecap="round" stroke-linejoin="round"' : ''}>`,
    `<title>${escapeXml(title)}</title>`,
    desc === undefined ? '' : `<desc>${escapeXml(desc)}</desc>`,
    markup(marks, undefined, false, round),
    '</svg>',
  ].join('');
}
