import { NEXT } from '../../model/joined';
import { m } from '#paraglide/messages.js';
import * as kinds from '../../model/words/keyed/search_kind';
import type { EntryKind } from '../../model/search/entry';
import type { Search } from '../../model/search/find';

export const KIND_WORDS: Readonly<Record<EntryKind, () => string>> = kinds;

const foundWords = (count: number): string =>
  count === 0 ? m.search_none() : m.search_found({ count });

/** What stands above the results: a name that nobody has, or else how many they are. */
export function foundAbove(
  search: Search,
  query: string,
  count: number,
): { readonly words: string; readonly unknown: boolean } {
  const named = search.unknown(query);
  if (!named) return { words: foundWords(count), unknown: false };
  const { name, of_pool } = named;
  const told = of_pool ? m.search_nobody({ name }) : m.search_nowhere({ name });
  return { words: [told, ...(count > 0 ? [m.search_near()] : [])].join(NEXT), unknown: true };
}
