/** The index, loaded once and kept as long as the document: from then on the search needs no network. */
import { version } from '$app/environment';
import { resolve } from '$app/paths';
import type { IndexFile } from '../../model/search/entry';
import { Search } from '../../model/search/find';

let opened: Promise<Search> | undefined;

async function fetched(): Promise<Search> {
  const response = await fetch(`${resolve('/')}search.json?v=${version}`);
  if (!response.ok) throw new Error(`search.json: ${response.status}`);
  return new Search((await response.json()) as IndexFile);
}

/** Rejects if it can't be loaded; the next call tries again. */
export function openSearch(): Promise<Search> {
  opened ??= fetched().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}
