/** Which wording of a message a paste has: its words in their order, whatever stands before, between or behind. */
import { bare, COMMON, isNumber, wordsOf } from './words';

/** A paste is as long as this, as far as it is read. */
const LONGEST = 400;
/** So much of the wording, or of the paste, must be there, and so many words. */
const OF_WORDING = 0.7;
const OF_PASTE = 0.75;
const FEWEST = 3;

const weightOf = (word: string) => (COMMON.has(word) ? 0.3 : 1);
const weigh = (words: readonly string[]) =>
  words.reduce((weight, word) => weight + weightOf(word), 0);

/** Numbers are another each time, and a wording has holes for them. */
const telling = (text: string) =>
  wordsOf(text.replaceAll(/\{[^}]*\}/g, ' ')).filter((word) => !isNumber(word));

export interface Wording {
  readonly words: readonly string[];
  readonly weight: number;
}
export function wordingOf(message: string): Wording {
  const words = telling(bare(message));
  return { words, weight: weigh(words) };
}

/** How well a paste has a wording. */
export interface Likeness {
  /** Nearly all of the wording is there; else the paste is a piece of it. */
  readonly whole: boolean;
  /** The place of its first word in the paste. */
  readonly from: number;
  readonly weight: number;
}

/** The heaviest words that both have in one order: their weight, how many they are, where the first stands. */
interface Common {
  readonly weight: number;
  readonly many: number;
  readonly from: number;
}
const NONE: Common = { weight: 0, many: 0, from: 0 };
/** Of two that weigh the same the one that is closer together. */
const better = (a: Common, b: Common) =>
  b.weight > a.weight || (b.weight === a.weight && b.from > a.from) ? b : a;
function common(paste: readonly string[], words: readonly string[]): Common {
  let above = Array.from({ length: words.length + 1 }, () => NONE);
  paste.forEach((word, from) => {
    const row = [NONE];
    words.forEach((other, at) => {
      const [left = NONE, up = NONE, before = NONE] = [row[at], above[at + 1], above[at]];
      const met = {
        weight: before.weight + weightOf(word),
        many: before.many + 1,
        from: before.many === 0 ? from : before.from,
      };
      row.push([left, up, ...(word === other ? [met] : [])].reduce(better));
    });
    above = row;
  });
  return above.at(-1) ?? NONE;
}

export type Paste = readonly string[];
export const pasteOf = (text: string): Paste => telling(text).slice(0, LONGEST);

export function likeness(paste: Paste, { words, weight }: Wording): Likeness | undefined {
  const known = new Set(words);
  const fewest = Math.min(FEWEST, words.length);
  if (paste.filter((word) => known.has(word)).length < fewest) return undefined;
  // Words that are found far from each other say nothing together.
  const window = 4 * words.length + 8;
  let best: Likeness | undefined;
  for (let start = 0; start === 0 || start + window / 2 < paste.length; start += window / 2) {
    const met = common(paste.slice(start, start + window), words);
    const whole = met.many >= fewest && met.weight >= OF_WORDING * weight;
    const piece = met.many >= FEWEST && met.weight >= OF_PASTE * weigh(paste);
    if ((whole || piece) && met.weight > (best?.weight ?? 0))
      best = { whole, from: start + met.from, weight: met.weight };
  }
  return best;
}

/** Whole ones first, in the order in which they stand; of pieces the one that has most. */
export const byLikeness = (a: Likeness, b: Likeness): number =>
  Number(b.whole) - Number(a.whole) || (a.whole ? a.from - b.from : 0) || b.weight - a.weight;
