/** Pieces of pictures as SVG with the names of colours, which themes.ts fills in. */
import { markup } from '../../ui/marks/markup';
import { rect, text as words, type Piece as Marks } from '../../ui/marks/marks';

/** Drawn from (0, 0) on. */
export interface Piece {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export const drawn = ({ marks, width, height }: Marks): Piece => ({
  svg: markup(marks),
  width,
  height,
});

export const round = (value: number) => String(Number(value.toFixed(2)));

export const colour = (name: string) => `var(${name})`;

type Look = Parameters<typeof words>[3];

export const text = (x: number, y: number, said: string, look: Look = {}): string =>
  markup([words(x, y, said, { size: 13, ...look })]);

export const box = (...at: Parameters<typeof rect>): string => markup([rect(...at)]);

export function place({ svg }: Pick<Piece, 'svg'>, x: number, y: number, scale = 1): string {
  const size = scale === 1 ? '' : ` scale(${Number(scale.toFixed(4))})`;
  return `<g transform="translate(${round(x)} ${round(y)})${size}">${svg}</g>`;
}

/** One below the other. */
export function stack(pieces: readonly Piece[], gap: number): Piece {
  let y = 0;
  const parts = pieces.map((piece) => {
    const part = y === 0 ? piece.svg : place(piece, 0, y);
    y += piece.height + gap;
    return part;
  });
  return {
    svg: parts.join(''),
    width: Math.max(0, ...pieces.map(({ width }) => width)),
    height: Math.max(0, y - gap),
  };
}

/** The site's sign. */
export const sign = (x: number, y: number, scale = 1) =>
  `<g transform="translate(${round(x)} ${round(y)}) scale(${scale})" fill="none" stroke-width="4"><circle r="9.5" stroke="var(--line-strong)"/><path d="M0 -9.5A9.5 9.5 0 1 1 -9.5 0" stroke="var(--run)"/></g>`;
