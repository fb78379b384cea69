/** What stands between words and sentences in the page's language. Sentences themselves are in the catalogues. */
import { MEASURE_WORD, OPEN, SHUT, WIDE } from '#locale';

export { CLAUSE, COLON, LIST, NEXT, OPEN, PERCENT, SEMI, SHUT, STOP, TO } from '#locale';

export const bracketed = (words: string): string => OPEN + words + SHUT;

/** A number of things that the sentence does not name. */
export const counted = (number: string): string => number + MEASURE_WORD;

/** How many Latin characters a text is as wide as. */
export const widthOf = (words: string): number =>
  words.length + (WIDE ? (words.match(WIDE)?.length ?? 0) : 0);
