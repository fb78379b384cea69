/**
 * Text of a script without blanks between words, in the search: it is indexed and asked by pairs of neighbouring letters, as a
 * segmenter would cut differently in each browser.
 */
import { BETWEEN_NAMES, COMMON_UNSPACED, UNSPACED } from '#locale';

const LETTER = UNSPACED?.source.slice(1) ?? '(?!)';
/** Where a text can be cut: around each of its letters, and around whatever is no part of a word. */
const CUTS = new RegExp(
  `(?=[^\\p{L}\\p{N}_])|(?<=[^\\p{L}\\p{N}_])|(?<=${LETTER})|(?=${LETTER})`,
  'u',
);
/** Runs of its letters, and runs of anything else that a word is made of. */
export const RUNS = new RegExp(`(?:${LETTER})+|(?:(?!${LETTER})[\\p{L}\\p{N}_])+`, 'gu');

export const isUnspaced = (word: string): boolean => UNSPACED?.test(word) ?? false;

/** The index terms of a run: pairs of characters. One that was typed alone may be the first of a pair. */
export const pairsOf = (run: string, alone: boolean): string[] =>
  run.length === 1 && alone
    ? [run]
    : run
        .split(COMMON_UNSPACED)
        .flatMap((part) =>
          Array.from({ length: Math.max(0, part.length - 1) }, (_, at) => part.slice(at, at + 2)),
        );

/** A text in parts, of which each matched as a whole or not at all. */
export function partsOf(text: string, terms: readonly string[]): string[] {
  const met = new Set<number>();
  for (const term of terms.filter(isUnspaced))
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
      for (let of = 0; of < term.length; of += 1) met.add(at + of);
  return text.split(CUTS).reduce<{ parts: string[]; at: number }>(
    ({ parts, at }, one) => {
      const joins =
        isUnspaced(one) &&
        at > 0 &&
        isUnspaced(text.charAt(at - 1)) &&
        met.has(at) === met.has(at - 1);
      return {
        parts: joins ? [...parts.slice(0, -1), `${parts.at(-1) ?? ''}${one}`] : [...parts, one],
        at: at + one.length,
      };
    },
    { parts: [], at: 0 },
  ).parts;
}

/** The names in a name. */
export const namesIn = (name: string): string[] =>
  BETWEEN_NAMES
    ? [
        ...new Set([
          name,
          ...name.split(BETWEEN_NAMES).filter((part) => /[\p{L}\p{N}]/u.test(part)),
        ]),
      ]
    : [name];
