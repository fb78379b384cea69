/** Where a heading may break: between words, and in a server's names only behind an underscore. */
import { CODE, TIED, UNSPACED } from '#locale';

const words =
  UNSPACED && 'Segmenter' in Intl ? new Intl.Segmenter(CODE, { granularity: 'word' }) : undefined;
/** What no line ends with: an opening mark, and a number in front of its unit. */
const OPEN = /(?:[（《「『“‘([]|\d\s?)$/u;

export function phrasesOf(text: string): string[] {
  const cut = words ? Array.from(words.segment(text), ({ segment }) => segment) : [text];
  const pieces: string[] = [];
  let alone = false;
  for (const piece of cut.flatMap((one) => one.split(/(?<=_)/))) {
    const before = pieces.at(-1);
    // Letters and marks that are no Han stay together between blanks, but for the underscores of names.
    const latin = /[^\s_]$/.test(before ?? '') && !UNSPACED?.test(piece);
    const tied = TIED.test(piece) || (latin && !UNSPACED?.test(before?.at(-1) ?? ''));
    if (before !== undefined && (tied || OPEN.test(before) || alone))
      pieces[pieces.length - 1] = before + piece;
    else pieces.push(piece);
    // A letter alone belongs to the word behind it, unless it ends the one before.
    alone = piece.length === 1 && !tied && UNSPACED?.test(piece) === true;
  }
  return pieces;
}
