/**
 * The elements of every picture. A view is a function from plain data and a box to a list of marks; brushes put the list on
 * a page (Marks.svelte), on a canvas (canvas.ts) or into a string (markup.ts).
 */

/**
 * A colour by the name of its token in tokens.css, a reference to a pattern, or a colour that is the same in every theme.
 */
export type Paint = `--${string}` | `url(#${string})` | `#${string}` | `rgb(${string})` | 'none';

/** In the picture's units, or a share of a picture that stretches with its page. */
export type Length = number | `${number}%`;

export interface MarkStyle {
  readonly fill?: Paint;
  readonly fill_opacity?: number;
  readonly stroke?: Paint;
  readonly stroke_opacity?: number;
  readonly thick?: number;
  readonly dash?: string;
  /** Rounds the ends and corners of lines. */
  readonly round?: boolean;
  readonly opacity?: number;
  /** The line keeps its width when the picture is stretched. */
  readonly steady?: boolean;
}

interface MarkIdentity extends MarkStyle {
  /** Identifies the thing from one moment to the next; default: its place in the list. */
  readonly key?: string | number;
  /** For style sheets, which may move or hide marks if there is little room. */
  readonly class?: string;
  /** The part of the server that it shows, and the client whose request it is. */
  readonly part?: string;
  readonly client?: number;
  /** The data that it shows, as attributes of that name (`data-from-us`), in every medium. */
  readonly data?: Readonly<Record<string, string | number>>;
  /** Its accessible name and tooltip; groups have none. */
  readonly title?: string;
}

export interface RectMark extends MarkIdentity {
  readonly kind: 'rect';
  readonly x: Length;
  readonly y: Length;
  readonly w: Length;
  readonly h: Length;
  readonly r?: number;
}

export interface CircleMark extends MarkIdentity {
  readonly kind: 'circle';
  readonly x: Length;
  readonly y: Length;
  readonly r: number;
}

export interface LineMark extends MarkIdentity {
  readonly kind: 'line';
  readonly x1: Length;
  readonly y1: Length;
  readonly x2: Length;
  readonly y2: Length;
}

export interface PathMark extends MarkIdentity {
  readonly kind: 'path';
  readonly d: string;
}

export interface Letters {
  readonly size?: number;
  readonly weight?: number;
  /** In the font of headings, narrator and values. */
  readonly display?: boolean;
  readonly italic?: boolean;
  readonly fill?: Paint;
}

export interface Span extends Letters {
  readonly words: string;
  /** The space before it. */
  readonly dx?: number;
}

/** In ink, unless a colour is given. */
export interface TextMark extends MarkIdentity, Letters {
  readonly kind: 'text';
  readonly x: Length;
  readonly y: Length;
  /** An offset from there, in pixels. */
  readonly dx?: number;
  readonly dy?: number;
  readonly words: string | readonly Span[];
  readonly anchor?: 'start' | 'middle' | 'end';
  /** The space between letters, in em. */
  readonly spacing?: number;
}

export interface GroupMark extends MarkIdentity {
  readonly kind: 'group';
  readonly marks: readonly Mark[];
  readonly x?: Length;
  readonly y?: Length;
  /** A page may animate its position. */
  readonly moves?: boolean;
  readonly scale?: number | readonly [x: number, y: number];
  /** Its own units, stretched over the whole picture, or over its width if a height is given. */
  readonly stretch?: readonly [w: number, h: number];
  readonly height?: number;
}

export type Mark = RectMark | CircleMark | LineMark | PathMark | TextMark | GroupMark;

/** Rounded to a tenth of a pixel. */
export const tenth = (value: number): number => Number(value.toFixed(1));

type Maybe = Mark | false | '' | undefined;

/** The marks that exist, in this order; each argument may be one, several or none. */
export const those = (...some: readonly (Maybe | readonly Maybe[])[]): Mark[] =>
  some.flat().filter(Boolean) as Mark[];

/** Caches lists by their arguments: an identical list means that nothing has changed. */
export function remembered<L extends readonly (string | number)[]>(
  make: (...look: L) => readonly Mark[],
): (...look: L) => readonly Mark[] {
  const made = new Map<string, readonly Mark[]>();
  return (...look) => {
    const key = look.join(' ');
    const known = made.get(key);
    if (known) return known;
    if (made.size > 4_000) made.clear();
    const marks = make(...look);
    made.set(key, marks);
    return marks;
  };
}

/** Marks with their origin at (0, 0), and their size. */
export interface Piece {
  readonly marks: readonly Mark[];
  readonly width: number;
  readonly height: number;
}

type Rest<M extends Mark, K extends keyof M> = Omit<M, K | 'kind'>;

export const rect = (
  x: Length,
  y: Length,
  w: Length,
  h: Length,
  look: Rest<RectMark, 'x' | 'y' | 'w' | 'h'> = {},
): RectMark => ({ kind: 'rect', x, y, w, h, ...look });

export const circle = (
  x: Length,
  y: Length,
  r: number,
  look: Rest<CircleMark, 'x' | 'y' | 'r'> = {},
): CircleMark => ({ kind: 'circle', x, y, r, ...look });

export const line = (
  x1: Length,
  y1: Length,
  x2: Length,
  y2: Length,
  look: Rest<LineMark, 'x1' | 'y1' | 'x2' | 'y2'> = {},
): LineMark => ({ kind: 'line', x1, y1, x2, y2, ...look });

export const path = (d: string, look: Rest<PathMark, 'd'> = {}): PathMark => ({
  kind: 'path',
  d,
  ...look,
});

export const text = (
  x: Length,
  y: Length,
  words: TextMark['words'],
  look: Rest<TextMark, 'x' | 'y' | 'words'> = {},
): TextMark => ({ kind: 'text', x, y, words, ...look });

export const group = (marks: readonly Mark[], look: Rest<GroupMark, 'marks'> = {}): GroupMark => ({
  kind: 'group',
  marks,
  ...look,
});

export const place = ({ marks }: Pick<Piece, 'marks'>, x: Length, y: Length, scale = 1): Mark =>
  group(marks, scale === 1 ? { x, y } : { x, y, scale });

/** Stacks pieces vertically. */
export function stack(pieces: readonly Piece[], gap: number): Piece {
  let y = 0;
  const marks = pieces.flatMap((piece) => {
    const at = y;
    y += piece.height + gap;
    return at === 0 ? piece.marks : [place(piece, 0, at)];
  });
  return {
    marks,
    width: Math.max(0, ...pieces.map(({ width }) => width)),
    height: Math.max(0, y - gap),
  };
}
