/** What all pictures of the site share: they are lists of marks, written down with the names of colours for themes.ts. */
import { escapeXml } from '../../model/words/escape';
import { markup } from '../../ui/marks/markup';
import { circle, group, path, place, type Mark, type Piece } from '../../ui/marks/marks';

/** A drawing made for its own width, in another. */
export function fitted(piece: Piece, width: number): Piece {
  const scale = width / piece.width;
  return { marks: [place(piece, 0, 0, scale)], width, height: piece.height * scale };
}

/** The site's sign. */
export const sign = (x: number, y: number, scale: number): Mark =>
  group(
    [
      circle(0, 0, 9.5, { fill: 'none', stroke: '--ink-3', thick: 4 }),
      path('M0 -9.5A9.5 9.5 0 1 1 -9.5 0', { fill: 'none', stroke: '--run', thick: 4 }),
    ],
    { x, y, scale },
  );

interface Sheet {
  readonly title: string;
  readonly desc?: string;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

export function sheetOf({ title, desc, width, height, marks }: Sheet): string {
  const role = desc === undefined ? '' : ' role="img"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${role} font-family="var(--sans)" font-size="13">`,
    `<title>${escapeXml(title)}</title>`,
    desc === undefined ? '' : `<desc>${escapeXml(desc)}</desc>`,
    markup(marks),
    '</svg>',
  ].join('');
}
