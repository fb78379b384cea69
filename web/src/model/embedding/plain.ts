/** Plain words for those of servers, and a writer's own for either. */
import { m } from '#paraglide/messages.js';
import { LABELLED, type Label, type Labelled, type Options } from './params';
import type { Say } from '../words/own';

const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A server's words and the plain ones. */
export const plainPairs = (): readonly (readonly [own: string, plain: string])[] =>
  m
    .plain_words()
    .split('; ')
    .map((pair): [string, string] => {
      const [own = '', plain = ''] = pair.split('→');
      return [own, plain];
    });

/** The words that a label stands for: for one, and for several, if the language tells them apart. */
function stoodFor(): ReadonlyMap<string, readonly [ones: string[], several: string[]]> {
  const rows = m.plain_labels().split('; ');
  return new Map(
    rows.map((row) => {
      const [what = '', words = ''] = row.split(': ');
      const [ones = '', several = ''] = words.split(' | ');
      return [what, [ones.split('/'), several === '' ? [] : several.split('/')]];
    }),
  );
}

function labelPairs(labels: Readonly<Partial<Record<Labelled, Label>>>) {
  const words = stoodFor();
  return LABELLED.flatMap((what) => {
    const [label, [ones, several] = [[], []]] = [labels[what], words.get(what)];
    if (!label) return [];
    const said = [ones, several].flatMap((all, at) =>
      all.map((word): [string, string] => [word, label[at] ?? label[0]]),
    );
    return said.flatMap(([word, own]): [string, string][] =>
      upper(word) === word
        ? [[word, own]]
        : [
            [word, own],
            [upper(word), upper(own)],
          ],
    );
  });
}

const LATIN = /[\p{Script=Latin}\p{N}]/u;
const HAN = /\p{Script=Han}/u;
/** Between a Chinese word and one of Latin letters is a blank. */
const blank = (before: string, after: string) =>
  (HAN.test(before) && LATIN.test(after)) || (LATIN.test(before) && HAN.test(after)) ? ' ' : '';

/** Puts one word in another's place, never twice in the same place; the longest first. */
function replacing(pairs: readonly (readonly [string, string])[]): Say {
  const all = new Map(pairs);
  if (all.size === 0) return (words) => words;
  const keys = [...all.keys()].sort((a, b) => b.length - a.length);
  const edged = keys.map(
    (key) =>
      (/^\w/.test(key) ? '(?<![A-Za-z_])' : '') +
      key.replaceAll(/[()=.]/g, '\\$&') +
      (/\w$/.test(key) ? '(?![A-Za-z_])' : ''),
  );
  const any = new RegExp(`( ?)(${edged.join('|')})( ?)`, 'g');
  // The blank that a Latin word had goes with it.
  const beside = (given: string, before: string, after: string) =>
    given !== '' && HAN.test(before) && HAN.test(after) ? '' : given || blank(before, after);
  return (words) =>
    words.replace(any, (all_of, left: string, found: string, right: string, at: number) => {
      const put = all.get(found) ?? found;
      if (put === '') return left + right;
      const [before, after] = [words.charAt(at - 1), words.charAt(at + all_of.length)];
      return beside(left, before, put.charAt(0)) + put + beside(right, put.slice(-1), after);
    });
}

/** The words of a frame whose address asks for others than the site's. */
export function saying({ words, labels }: Pick<Options, 'words' | 'labels'>): Say {
  const labelling = labelPairs(labels);
  const label = replacing(labelling);
  const plain = words === 'plain' ? plainPairs() : [];
  return replacing([...labelling, ...plain.map(([own, put]) => [own, label(put)] as const)]);
}
