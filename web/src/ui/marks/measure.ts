/** How wide words are, wherever they are measured: by the advances of the site's two fonts. */

/** For each character from space to tilde, how many twelfths of a thousandth of the size it takes, as a letter. Digits are tabular. */
const advancesOf = (table: string) =>
  Array.from(table, (letter) => (letter.charCodeAt(0) - 33) * 12);
const REGULAR = advancesOf(
  '6:<UPcW2>>IU4D2AVVVVVVVVVV67UUUKsYT]ZRN``8LTLgabQbUTO\\[qTSV<A<OE3KRNRO@RO47I3hOQRQ=HAOLbIMJA6AP',
);
const HEAVY = advancesOf(
  '5;CVOeW5AAJV6C6EWWWWWWWWWW::VVVLt]T][RO__9OYNhacScWTR\\]sZWV>E>QE7MSOSOBSQ79N5jPQSRAHCPOgNQIB6BY',
);
const HEADING = advancesOf(
  '49?UWr`0<;EM1>4?XXXXXXXXXX53MMMDs[ZZ[UR]]9@ZKob]W]ZWQ^Ys[WQ<?<QO9RVPVQBSV88R8pVTVVENBUQiPSM>8=M',
);
const OTHER = 620;
/** Until the fonts are there, and where a frame's page forbids them, their stand-ins are about as wide. */
const WIDER = 1.04;

export interface Face {
  readonly bold?: boolean;
  /** Headings, the narrator, values. */
  readonly display?: boolean;
}

export const BOLD: Face = { bold: true };

/** Words side by side take the sum of their own. */
function advance(words: string, table: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < words.length; index += 1)
    sum += table[words.charCodeAt(index) - 32] ?? OTHER;
  return sum;
}

/** In the site's fonts. */
export const widthOf = (
  words: string,
  size: number,
  { bold = false, display = false }: Face = {},
): number => (advance(words, display ? HEADING : bold ? HEAVY : REGULAR) * size) / 1e3;

/** With some to spare. */
export const roomOf = (words: string, size: number, face: Face = {}): number =>
  widthOf(words, size, face) * WIDER;

/** The longest of these that fits, where they are given from the longest to the shortest. */
export const fitting = (
  said: readonly string[],
  size: number,
  room: number,
  face?: Face,
): string | undefined => said.find((words) => words !== '' && roomOf(words, size, face) <= room);

/** SVG does not break lines. Measured as bold text, the widest. */
export function wrap(words: string, width: number, size: number): string[] {
  const lines: string[] = [];
  const space = advance(' ', HEAVY);
  let line = '';
  let along = 0;
  for (const word of words.split(' ')) {
    const own = advance(word, HEAVY);
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
