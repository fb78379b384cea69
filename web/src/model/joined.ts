/** What stands between words and sentences in the language of the edition. Sentences themselves are in the catalogues. */

export const LIST = CHINESE ? '、' : ', ';
/** Between parts of a sentence. */
export const CLAUSE = CHINESE ? '，' : ', ';
export const SEMI = CHINESE ? '；' : '; ';
export const COLON = CHINESE ? '：' : ': ';
export const STOP = CHINESE ? '。' : '.';
/** Between sentences. */
export const NEXT = CHINESE ? '' : ' ';
export const PERCENT = CHINESE ? '%' : ' %';

/** Between the ends of a range. */
export const TO = CHINESE ? ' 到 ' : ' to ';

/** Brackets, with what stands before them. */
export const OPEN = CHINESE ? '（' : ' (';
export const SHUT = CHINESE ? '）' : ')';
export const bracketed = (words: string): string => OPEN + words + SHUT;

/** A number of things that the sentence does not name. */
export const counted = (number: string): string => (CHINESE ? `${number} 个` : number);

const WIDE = /[\u2e80-\u9fff\uff00-\uffef]/g;
/** How many Latin characters a text is as wide as. */
export const widthOf = (words: string): number =>
  words.length + (CHINESE ? (words.match(WIDE)?.length ?? 0) : 0);
