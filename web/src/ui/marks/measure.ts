/** Measures the width of text, on the page and in the build, from the character widths of the site's two fonts. */
import { PIECE, SQUARE_FROM } from '#locale';
import { HEADING_FONT } from '../../model/languages';
import { JOINT, unbroken } from '../../model/words/unbroken';
import { phrasesOf } from '../phrases';

/**
 * Decodes the widths of the characters from space to tilde: each letter of the table is a width, in twelfths of a
 * thousandth of the font size. Digits are tabular.
 */
const advancesOf = (table: string) =>
  Array.from(table, (letter) => (letter.charCodeAt(0) - 33) * 12);
const REGULAR = advancesOf(
  '6:<UPcW2>>IU4D2AVVVVVVVVVV67UUUKsYT]ZRN``8LTLgabQbUTO\\[qTSV<A<OE3KRNRO@RO47I3hOQRQ=HAOLbIMJA6AP',
);
const HEAVY = advancesOf(
  '5;CVOeW5AAJV6C6EWWWWWWWWWW::VVVLt]T][RO__9OYNhacScWTR\\]sZWV>E>QE7MSOSOBSQ79N5jPQSRAHCPOgNQIB6BY',
);
const HEADING = HEADING_FONT
  ? advancesOf(
      '49?UWr`0<;EM1>4?XXXXXXXXXX53MMMDs[ZZ[UR]]9@ZKob]W]ZWQ^Ys[WQ<?<QO9RVPVQBSV88R8pVTVVENBUQiPSM>8=M',
    )
  : HEAVY;
const OTHER = 620;
const ELLIPSIS = '…'.charCodeAt(0);
/** An ellipsis is a whole square in the fallback fonts. */
const widthOfOther = (code: number) => (code >= SQUARE_FROM || code === ELLIPSIS ? 1_000 : OTHER);
/** The fallback fonts, used until the fonts load and where a frame's page forbids them, may be this much wider. */
const WIDER = 1.04;

export interface Face {
  readonly bold?: boolean;
  /** The font of headings, narrator and values. */
  readonly display?: boolean;
}

export const BOLD: Face = { bold: true };

/** The sum of the characters' widths. */
function advance(words: string, table: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < words.length; index += 1)
    sum += table[words.charCodeAt(index) - 32] ?? widthOfOther(words.charCodeAt(index));
  return sum;
}

/** In the site's fonts. */
export const widthOf = (
  words: string,
  size: number,
  { bold = false, display = false }: Face = {},
): number => (advance(words, display ? HEADING : bold ? HEAVY : REGULAR) * size) / 1e3;

/** With a margin. */
export const roomOf = (words: string, size: number, face: Face = {}): number =>
  widthOf(words, size, face) * WIDER;

/** The longest text that fits; the texts are sorted from the longest to the shortest. */
export const fitting = (
  said: readonly string[],
  size: number,
  room: number,
  face?: Face,
): string | undefined => said.find((words) => words !== '' && roomOf(words, size, face) <= room);

/** Breaks text into lines, because SVG doesn't. Measured in bold, the widest. */
export const wrap = (words: string, width: number, size: number): string[] =>
  linesOf(words.match(PIECE) ?? [], width, size);

/** The same for a heading, none of whose words is cut. */
export const wrapHeading = (words: string, width: number, size: number): string[] =>
  linesOf(
    phrasesOf(words).flatMap((phrase) => unbroken(phrase).match(/ *[^ ]+ */g) ?? []),
    width,
    size,
  ).map((line) => line.replaceAll(JOINT, ' '));

function linesOf(pieces: readonly string[], width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    const longer = advance((line + piece).trimEnd(), HEAVY);
    if (line && ((longer * size) / 1e3) * WIDER > width) {
      lines.push(line.trimEnd());
      line = piece;
    } else line += piece;
  }
  if (line) lines.push(line.trimEnd());
  return lines;
}
