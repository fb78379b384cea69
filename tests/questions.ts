// Questions and the pages that answer them: which place do these have among what the search finds?
import type { Search } from '../web/src/model/search/find';

/** By the addresses that answer them: a page, with all below it (`*`), or a place on one; `NONE` if the site has no answer. */
export type Questions = Readonly<Record<string, readonly string[]>>;

const answers = (right: string, address: string): boolean =>
  right.split(' ').some((one) => {
    if (one.includes('#')) return address === one;
    const [page = ''] = address.split('#');
    return one.endsWith('*') ? page.startsWith(one.slice(0, -1)) : page === one;
  });

/** The place of the first answer, or -1. */
export function placeOf(search: Search, question: string, right: string): number {
  if (right === 'NONE') return search.unknown(question) ? 0 : -1;
  return search.find(question).findIndex(({ address }) => answers(right, address));
}

/** The questions whose first answer is not among so many. */
export const missed = (search: Search, asked: Questions, places: number): readonly string[] =>
  Object.entries(asked).flatMap(([right, all]) =>
    all.filter((question) => {
      const at = placeOf(search, question, right);
      return at < 0 || at >= places;
    }),
  );

export const many = (asked: Questions): number => Object.values(asked).flat().length;
