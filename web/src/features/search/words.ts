import { NEXT, STOP } from '../../model/joined';
import { m } from '#paraglide/messages.js';
import * as kinds from '../../model/words/keyed/search_kind';
import type { EntryKind } from '../../model/search/entry';
import type { Search, SearchResult } from '../../model/search/find';

export const KIND_WORDS: Readonly<Record<EntryKind, () => string>> = kinds;

/** How many have nearly all of the query; what else is listed has some of it. */
function foundWords(found: readonly SearchResult[]): string {
  if (found.length === 0) return m.search_none();
  const count = found.filter(({ whole }) => whole).length;
  if (count === 0) return m.search_some();
  return [m.search_found({ count }), ...(count < found.length ? [m.search_rest()] : [])].join(
    STOP + NEXT,
  );
}

/** What stands above the results: a name that nobody has, or else how many they are. */
export function foundAbove(
  search: Search,
  query: string,
  found: readonly SearchResult[],
): { readonly words: string; readonly unknown: boolean } {
  const named = search.unknown(query);
  if (!named) return { words: foundWords(found), unknown: false };
  const { name, of_pool } = named;
  const told = of_pool ? m.search_nobody({ name }) : m.search_nowhere({ name });
  return {
    words: [told, found.length > 0 ? m.search_near() : m.search_none()].join(NEXT),
    unknown: true,
  };
}
