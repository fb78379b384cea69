/** The index of the search, from its pages. */
import MiniSearch from 'minisearch';
import { rowOf, type Entry, type IndexFile } from '../../model/search/entry';
import { OPTIONS, type Indexed } from '../../model/search/find';
import { pack } from '../../model/search/packed';
import { Same, type Vocabulary } from '../../model/search/same';
import { isUnspaced } from '../../model/search/unspaced';
import { SENTENCES, UNSPACED } from '#locale';

/** An entry, and the other words of its page. */
export interface Page extends Entry {
  readonly words: string;
}

/** content/search: words that are equal, and what people type who look for an address. */
export interface Asked extends Vocabulary {
  readonly asked: Readonly<Record<string, readonly string[]>>;
}

const sentences = (text: string) => text.split(SENTENCES);

/** Each word once: frequency would cost more bytes than it is worth. */
const once = (terms: readonly string[], but: readonly string[] = []): string => {
  const known = new Set(but);
  return [...new Set(terms)].filter((term) => !known.has(term)).join(' ');
};

/** Found by all of their text, of which a list shows the first sentence: these are about one thing each. */
const ABOUT_ONE_THING: ReadonlySet<Page['kind']> = new Set(['word', 'lesson', 'scenario', 'page']);
const shown = (page: Page): Page =>
  ABOUT_ONE_THING.has(page.kind) ? { ...page, text: sentences(page.text)[0] ?? '' } : page;

/**
 * Without what only one page has in passing: of pairs of letters these are mostly the ends of two words, and they
 * would be a tenth of the file.
 */
function withoutStrays(pages: readonly Indexed[]): readonly Indexed[] {
  const known = new Set<string>();
  const again = new Set<string>();
  for (const { name, also, text, words } of pages)
    for (const term of new Set([name, also, text, words].join(' ').split(' ')))
      (known.has(term) ? again : known).add(term);
  const kept = (term: string) => !isUnspaced(term) || again.has(term);
  return pages.map((page) => ({ ...page, words: page.words.split(' ').filter(kept).join(' ') }));
}

const namesIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z]\w*_\w+/g) ?? []));

export function indexOf(pages: readonly Page[], { same, light, asked }: Asked): IndexFile {
  const vocabulary = new Same({ same, light });
  const main = (text: string) => vocabulary.of(text).main;
  const each = (text: string) => {
    const { main, own } = vocabulary.of(text);
    return [...main, ...own];
  };
  const index = new MiniSearch(OPTIONS);
  const indexed = pages.map(({ kind, name, also, text, words }, id) => ({
    id,
    name: once(each(name)),
    // A page of many names is about none of them.
    also: kind === 'page' ? '' : once(also.flatMap(each)),
    text: once(main(text)),
    words: once(
      main(kind === 'page' ? `${words} ${also.join(' ')}` : words),
      [name, ...(kind === 'page' ? [] : also), text].flatMap(each),
    ),
  }));
  index.addAll(UNSPACED ? withoutStrays(indexed) : indexed);
  const found = pages.map((page) => shown({ ...page, text: page.text.replaceAll('`', '') }));
  const told = namesIn(found.flatMap(({ name, also, text }) => [name, ...also, text]));
  const all = namesIn(pages.flatMap(({ text, words }) => [text, words]));
  const ids = new Map(pages.map(({ address }, id) => [address, id]).toReversed() as [string, number][]);
  return {
    rows: found.map(rowOf),
    index: pack(index.toJSON()),
    same,
    light,
    unshown: [...all].filter((name) => !told.has(name)),
    asked: Object.entries(asked).map(([address, questions]) => {
      const id = ids.get(address);
      if (id === undefined) throw new Error(`content/search: no page ${address}`);
      return [id, ...questions];
    }),
  };
}
