/** Splits a name, a sentence or a pasted line into words for the search. */
import { CHINESE } from '../edition';
import { HAN_OR_WORDS, isHan, pairsOf } from './han';

/** Prefixes that log collectors, servers and clients put before a message. */
const BEFORE: readonly RegExp[] = [
  /^\s*(?:[\w./-]+\.(?:log|err|txt)[:-](?:\d+[:-])?|[\w.-]+\s+\|)\s*/i, // grep, containers
  /^\s*(?:<\d+>)?[a-z]{3}\s+\d{1,2}\s+[\d:.]{5,15}\s+\S+\s+[\w.-]+(?:\[\d+\])?:\s*/i, // syslog, journald
  /^\s*(?:\d{4}-\d\d-\d\d|\d{6})[\sT]+\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?\s*/i,
  /^\s*(?:0x[\da-f]+|\d+)\s+(?=\[)/i, // the thread
  /^\s*\[[\w -]+\]:?\s*/, // level, code, part of the server
  /^\s*\bERROR\s+\d+\s*(?:\(\w+\))?(?:\s+at line \d+)?:\s*/i,
];

/** A paste on one line, without the prefixes of its message. */
export function withoutPrefixes(paste: string): string {
  const lines = paste.split(/[\r\n]+/).map((line) => {
    let left = line;
    for (let before = ''; before !== left;) {
      before = left;
      for (const pattern of BEFORE) left = left.replace(pattern, '');
    }
    return left;
  });
  return lines.join(' ').trim();
}

/** Lower case, without punctuation; `thread-pool-size` of an option file becomes the variable's name, as one word. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’`"]/g, '')
    .replaceAll(/(?<=[a-z\d])-(?=[a-z\d])/g, '_')
    .match(CHINESE ? HAN_OR_WORDS : /[\p{L}\p{N}_]+/gu)
    ?.filter((word) => /[^_]/.test(word)) ?? [];

/** The id of a name on a page that lists many. */
export const anchorOf = (name: string): string => wordsOf(name).join('-').replaceAll('_', '-');

export const isNumber = (word: string): boolean => /^\d+$/.test(word);

/** Words too common to distinguish anything. */
export const COMMON: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can cannot did do does for from had has have how i if in into is it its more
  most no not of off on one only or other so such than that the their them then there these they this to too up was
  we were what when where which while who why will with without you your`.split(/\s+/),
);

/** One form for singular and plural; good enough for this vocabulary. */
const singular = (word: string): string =>
  word.length > 4 && word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && /[^su]s$/.test(word)
      ? word.slice(0, -1)
      : word;

/** The index terms of a word, which may be a name with several parts. */
export const termsOf = (text: string): string[] =>
  wordsOf(text)
    .flatMap(
      CHINESE
        ? (word, _, { length }) => (isHan(word) ? pairsOf(word, length === 1) : word.split('_'))
        : (word) => word.split('_'),
    )
    .filter(
      CHINESE
        ? (part) => isHan(part) || (part.length > 1 && !/^\d/.test(part) && !COMMON.has(part))
        : (part) => part.length > 1 && !/^\d/.test(part) && !COMMON.has(part),
    )
    .map(singular);
