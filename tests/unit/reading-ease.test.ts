import { readdirSync, readFileSync } from 'node:fs';
import { flesch } from 'flesch';
import { syllable } from 'syllable';
import { expect, test } from 'vitest';
import names from '../../content/reference/names.json';
import { readMarkdown, textOf, walk } from '../../web/src/build/lessons/markdown';

// Flesch's reading ease of running text, by the packages `flesch` and `syllable`: 100 is easiest, 60 to 70 is plain English.

/** What lessons and claims, and what answers of the reference, have to reach on the whole. */
const LEAST = 65;

type Amount = Readonly<Record<'sentence' | 'word' | 'syllable', number>>;

/** Numbers and names as servers write them are no words of ours. */
function amountOf(text: string): Amount {
  const words = text.split(/\s+/).filter((word) => /^[“‘(]*[A-Za-zé’'-]+[.,;:!?”’)]*$/.test(word));
  return {
    sentence: text.split(/[.!?](?:[”’)]*\s|$)/).filter((part) => /[a-z]/.test(part)).length,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + syllable(word), 0),
  };
}

const sum = (amounts: readonly Amount[]): Amount =>
  amounts.reduce(
    (all, one) => ({
      sentence: all.sentence + one.sentence,
      word: all.word + one.word,
      syllable: all.syllable + one.syllable,
    }),
    { sentence: 0, word: 0, syllable: 0 },
  );

const paragraphsIn = (file: string): Amount[] =>
  Array.from(walk(readMarkdown(readFileSync(file, 'utf8'))))
    .filter((node) => node.type === 'paragraph')
    .map((node) => amountOf(textOf(node)));

const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => `${folder}/${file}`);

test.each([
  ['lessons', filesIn('content/lessons/en').map((file) => [file, paragraphsIn(file)] as const)],
  ['claims', filesIn('content/said').map((file) => [file, paragraphsIn(file)] as const)],
  [
    'answers of the reference',
    Object.entries(names).map(
      ([kind, all]) => [kind, Object.values(all).map(({ answer }) => amountOf(answer))] as const,
    ),
  ],
])('%s are plain English on the whole', (what, parts) => {
  const eases = parts.map(([name, amounts]) => [flesch(sum(amounts)), name] as const);
  const [hardest] = eases.toSorted(([a], [b]) => a - b);
  const whole = flesch(sum(parts.flatMap(([, amounts]) => amounts)));
  process.stdout.write(
    `  reading ease of ${what}: ${whole.toFixed(0)} (${hardest?.[1]}: ${hardest?.[0].toFixed(0)})\n`,
  );
  expect(whole).toBeGreaterThan(LEAST);
});
