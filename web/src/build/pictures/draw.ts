/** Pieces of pictures: SVG with the names of colours, which themes.ts fills in. */
import { escapeXml } from '../../model/words/escape';

/** Drawn from (0, 0) on. */
export interface Piece {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export const round = (value: number) => String(Number(value.toFixed(2)));

export const colour = (name: string) => `var(${name})`;

interface Look {
  readonly size?: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly mono?: boolean;
}

export function text(x: number, y: number, words: string, look: Look = {}): string {
  const { size = 13, weight, fill = '--ink', anchor, mono = false } = look;
  const more = [
    weight === undefined ? '' : ` font-weight="${Math.round(weight / 100) * 100}"`,
    anchor === undefined ? '' : ` text-anchor="${anchor}"`,
    mono ? ' font-family="var(--mono)"' : '',
  ].join('');
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="var(${fill})"${more}>${escapeXml(words)}</text>`;
}

interface BoxLook {
  readonly fill?: string;
  readonly stroke?: string;
  readonly radius?: number;
  readonly thick?: number;
  readonly dash?: string;
}

export function box(x: number, y: number, w: number, h: number, look: BoxLook = {}): string {
  const { fill, stroke, radius = 0, thick = 1, dash } = look;
  const line = stroke === undefined ? '' : ` stroke="var(${stroke})" stroke-width="${thick}"`;
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${radius}" fill="${fill === undefined ? 'none' : `var(${fill})`}"${line}${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}/>`;
}

export function place({ svg }: Piece, x: number, y: number, scale = 1): string {
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
