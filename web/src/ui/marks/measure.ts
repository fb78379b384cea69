/** How wide words are, wherever they are measured: by the advances of Arimo, which Arial and Liberation Sans share. */

/** In thousandths of the size; the tables have, for each character from space to tilde, the number of its advance. */
const ADVANCES = [
  191, 222, 238, 260, 278, 280, 333, 334, 355, 389, 469, 474, 500, 556, 584, 611, 667, 722, 778,
  833, 889, 944, 975, 1015,
];
const advancesOf = (table: string) => Array.from(table, (digit) => ADVANCES[parseInt(digit, 36)]);
const REGULAR = advancesOf(
  '448ddkg0669e4644dddddddddd44eeedngghhgfih4cgdjhigihgfhglggf444ad6ddcdd4dd11c1jdddd6c4dchccc737e',
);
const BOLD = advancesOf(
  '46bddkh2669e4644dddddddddd66eeefmhhhhgfih4dhfjhigihgfhglggf646ed6dfdfd6ff44d4kffff9d6fdiddc959e',
);
const OTHER = 600;
const MONO = 0.602;
/** A reader's own font may be wider: DejaVu Sans in bold is by this much. */
const WIDER = 1.19;

export interface Face {
  readonly mono?: boolean;
  readonly bold?: boolean;
}

/** Words side by side take the sum of their own. */
function advance(words: string, table: readonly (number | undefined)[]): number {
  let sum = 0;
  for (let index = 0; index < words.length; index += 1)
    sum += table[words.charCodeAt(index) - 32] ?? OTHER;
  return sum;
}

/** In the fonts of the pictures. */
export function widthOf(
  words: string,
  size: number,
  { mono = false, bold = false }: Face = {},
): number {
  if (mono) return words.length * size * MONO;
  return (advance(words, bold ? BOLD : REGULAR) * size) / 1e3;
}

/** In the widest of the fonts that a reader may have. */
export const roomOf = (words: string, size: number, face: Face = {}): number =>
  widthOf(words, size, face) * (face.mono ? 1 : WIDER);

/** SVG does not break lines. Measured as bold text, the widest. */
export function wrap(words: string, width: number, size: number): string[] {
  const lines: string[] = [];
  const space = advance(' ', BOLD);
  let line = '';
  let along = 0;
  for (const word of words.split(' ')) {
    const own = advance(word, BOLD);
    const longer = along + space + own;
    if (line && ((longer * size) / 1e3) * WIDER > width) {
      lines.push(line);
      line = word;
      along = own;
    } else {
      along = line ? longer : own;
      line = line ? `${line} ${word}` : word;
    }
  }
  if (line) lines.push(line);
  return lines;
}
