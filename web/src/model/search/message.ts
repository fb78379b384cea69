/** Finds the server message in a paste: the message's words in order, with any text before, between and after them. */
import { bare, COMMON, isNumber, wordsOf } from './words';

/** Only this many words of a paste are read. */
const LONGEST = 400;
/** The share of the message, or of the paste, that must match, and the least number of words. */
const OF_WORDING = 0.7;
const OF_PASTE = 0.75;
const FEWEST = 3;

const weightOf = (word: string) => (COMMON.has(word) ? 0.3 : 1);
const weigh = (words: readonly string[]) =>
  words.reduce((weight, word) => weight + weightOf(word), 0);

/** Numbers differ each time, and messages have placeholders for them. */
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

/** How well a paste matches a message. */
export interface Likeness {
  /** True if nearly all of the message is there; otherwise the paste is a piece of it. */
  readonly whole: boolean;
  /** Index of its first word in the paste. */
  readonly from: number;
  readonly weight: number;
}

/** The heaviest common subsequence of words: its weight, its length, and where it starts. */
interface Common {
  readonly weight: number;
  readonly many: number;
  readonly from: number;
}
const NONE: Common = { weight: 0, many: 0, from: 0 };
/** If the weights are equal, the more compact one is better. */
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
  // Words far from each other mean nothing together.
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

/** Whole messages first, in the paste's order; of pieces the one with the most words. */
export const byLikeness = (a: Likeness, b: Likeness): number =>
  Number(b.whole) - Number(a.whole) || (a.whole ? a.from - b.from : 0) || b.weight - a.weight;
