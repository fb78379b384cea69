/** Search over the whole site: messages and exact names first, then MiniSearch. */
import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import { CHINESE } from '../edition';
import { entryOf, type Entry, type IndexFile, type EntryKind } from './entry';
import { isHan, namesIn, SENTENCES } from './han';
import { byLikeness, likeness, pasteOf, wordingOf, type Wording } from './message';
import { unpack } from './packed';
import { anchorOf, withoutPrefixes, COMMON, isNumber, termsOf, wordsOf } from './words';

export interface SearchResult {
  readonly entry: Entry;
  /** Its address, or the place on its page that has the name. */
  readonly address: string;
  /** The sentence that matches best, and the words that matched. */
  readonly sentence: string;
  readonly terms: readonly string[];
}

/** What is indexed of an entry. `words` come from its page and are in no stored sentence. */
export interface Indexed {
  readonly id: number;
  readonly name: string;
  readonly also: string;
  readonly text: string;
  readonly words: string;
}

/** Shared by reader and maker of the index. */
export const OPTIONS: Options<Indexed> = {
  fields: ['name', 'also', 'text', 'words'],
  tokenize: termsOf,
  processTerm: (term) => term,
};

/** Breaks ties: the kind of page that explains a thing goes before one that mentions it. */
const WORTH: Readonly<Record<EntryKind, number>> = {
  message: 1.3,
  variable: 1.4,
  counter: 1.3,
  column: 1.2,
  word: 1.6,
  claim: 1.1,
  lesson: 1.1,
  step: 1,
  scenario: 0.9,
  page: 1.1,
};

/** Words that a statement or an option file puts around a name. */
const AROUND = new Set(
  `alter from global information_schema like option performance_schema select session set show status system variable
  variables where`.split(/\s+/),
);

const keyOf = (words: readonly string[]) => words.join(' ');
const partsOf = (text: string) => text.split(CHINESE ? SENTENCES : /(?<=[.?!…])\s+/);
/** Only this many words of a query are looked up. */
const MOST_TERMS = 24;
const MOST_TYPED = 6;

/** From a name to the entries that have it. */
type Names = Map<string, readonly number[]>;

export class Search {
  readonly entries: readonly Entry[];
  readonly #names: Names = new Map();
  readonly #also: Names = new Map();
  readonly #wordings: readonly (readonly [number, Wording])[];
  readonly #index: MiniSearch<Indexed>;

  constructor({ rows, index }: IndexFile) {
    this.entries = rows.map(entryOf);
    const put = (names: Names, name: string, id: number) => {
      const key = keyOf(wordsOf(name));
      names.set(key, [...(names.get(key) ?? []), id]);
    };
    for (const [id, { name, also }] of this.entries.entries()) {
      if (CHINESE) for (const one of namesIn(name)) put(this.#names, one, id);
      else put(this.#names, name, id);
      for (const other of CHINESE ? also.flatMap(namesIn) : also) put(this.#also, other, id);
    }
    this.#wordings = this.entries.flatMap(({ message }, id) =>
      message === undefined ? [] : [[id, wordingOf(message)] as const],
    );
    this.#index = MiniSearch.loadJS<Indexed>(unpack(index, OPTIONS.fields), OPTIONS);
  }

  find(query: string): SearchResult[] {
    const said = withoutPrefixes(query) || query;
    const ids = new Set([...this.#exactly(said), ...this.#messages(said), ...this.#named(said)]);
    const terms = termsOf(said).slice(0, MOST_TERMS);
    const words = new Map(this.#worded(said, terms).map(({ id, terms }) => [Number(id), terms]));
    for (const id of words.keys()) ids.add(id);
    const seen = new Set<string>();
    const whole = ` ${keyOf(wordsOf(said))} `;
    const has = (name: string) => whole.includes(` ${keyOf(wordsOf(name))} `);
    return [...ids].flatMap((id): SearchResult[] => {
      const entry = this.entries[id];
      // A lesson and its first step are on one page.
      if (!entry || seen.has(entry.address)) return [];
      seen.add(entry.address);
      const met = words.get(id) ?? terms;
      const named = entry.kind === 'page' && entry.also.find(has);
      const address = named ? `${entry.address}#${anchorOf(named)}` : entry.address;
      return [{ entry, address, sentence: telling(entry.text, met), terms: met }];
    });
  }

  /** Pages of lists with the query, several words long, for a name: it may contain what is also in a message. */
  #exactly(said: string): number[] {
    const words = wordsOf(said);
    const listed = words.length > 1 ? (this.#also.get(keyOf(words)) ?? []) : [];
    return listed.filter((id) => this.entries[id]?.kind === 'page');
  }

  #messages(said: string): number[] {
    const paste = pasteOf(said);
    return this.#wordings
      .flatMap(([id, wording]) => {
        const like = likeness(paste, wording);
        return like ? [{ id, like }] : [];
      })
      .sort((a, b) => byLikeness(a.like, b.like))
      .map(({ id }) => id);
  }

  /** Entries that the query names: as a whole, or after removing what a statement puts around a name, or within it. */
  #named(said: string): number[] {
    const words = wordsOf(said);
    const inner = words.filter((word) => !AROUND.has(word) && !isNumber(word));
    const names = words.filter((word) => word.includes('_') || (isNumber(word) && word.length > 3));
    // Whatever is asked of it in Chinese, the one word in Latin letters may be a name, or a part of one.
    const latin = CHINESE ? inner.filter((word) => !isHan(word)) : [];
    const keys = [
      keyOf(words),
      keyOf(inner),
      ...names,
      ...(CHINESE && latin.length === 1 ? latin : []),
    ];
    const own = keys.flatMap((key) => this.#names.get(key) ?? []);
    const also = keys.flatMap((key) => this.#also.get(key) ?? []);
    const [only = '', ...others] =
      CHINESE && latin.length === 1 && names.length === 1 ? latin : inner;
    if (others.length > 0 || only === '') return [...own, ...also];
    const partly = this.#partly(only, /[_%]/.test(said));
    // Variables are written in lower case, columns in upper case.
    const variables = only.includes('_') && !/[A-Z]/.test(said);
    return variables ? [...own, ...partly, ...also] : [...own, ...also, ...partly];
  }

  /**
   * Matches parts of names: `stall_limit` for `thread_pool_stall_limit`, a table's name for its columns, and prefixes such
   * as `Threadpool%`.
   */
  #partly(part: string, open: boolean): number[] {
    const starts = [`${part} `, ...(open ? [part] : [])];
    return [...this.#names, ...this.#also].flatMap(([key, ids]) =>
      key.endsWith(`_${part}`) || starts.some((start) => key.startsWith(start)) ? ids : [],
    );
  }

  /** Entries with all of the words; else those with the names in it; else those with as many words as possible. */
  #worded(said: string, all: readonly string[]) {
    const inner = all.filter((term) => !AROUND.has(term));
    const terms = inner.length > 0 ? inner : all;
    if (terms.length === 0) return [];
    // A few words were probably typed and may contain mistakes; many were pasted.
    const typed = terms.length <= MOST_TYPED;
    const last = /[\p{L}\p{N}]$/u.test(said) ? terms.at(-1) : undefined;
    const options: SearchOptions = {
      boost: { name: 4, also: 3, text: 1.5 },
      boostDocument: (id) => WORTH[this.entries[Number(id)]?.kind ?? 'page'],
      // The last word may be unfinished; any other may be part of a longer word.
      prefix: (term) => term === last || (typed && term.length > 3),
      fuzzy: (term) => (typed && term.length > 3 ? 0.2 : false),
      maxFuzzy: 2,
    };
    const names = wordsOf(said).filter((word) => word.includes('_'));
    const tries: readonly (readonly [of: readonly string[], SearchOptions])[] = [
      [terms, { combineWith: 'AND' }],
      [names, { combineWith: 'AND' }],
      [terms, {}],
      [terms, { fuzzy: typed ? 0.4 : false }],
    ];
    // Pairs of characters are rarely all there: pages with most of them follow.
    if (CHINESE)
      return tries
        .slice(0, 3)
        .flatMap(([of, how]) => this.#index.search(of.join(' '), { ...options, ...how }));
    for (const [of, how] of tries) {
      const found = this.#index.search(of.join(' '), { ...options, ...how });
      if (found.length > 0) return found;
    }
    return [];
  }
}

/** The sentence with most of the terms. */
function telling(text: string, terms: readonly string[]): string {
  let [best, most] = ['', -1];
  for (const part of partsOf(text)) {
    const has = new Set(termsOf(part));
    const met = terms.filter((term) => has.has(term)).length;
    if (met > most) [best, most] = [part, met];
  }
  return best;
}

/** Whether a word of a sentence is one of those that matched. */
export const isMatch = (word: string, terms: readonly string[]): boolean =>
  !COMMON.has(word.toLowerCase()) && termsOf(word).some((term) => terms.includes(term));
