import { error } from '@sveltejs/kit';
import { entryOf } from '../../../build/reference';
import { OVERVIEW, REFERENCE } from '../../../model/reference/list';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () =>
  REFERENCE.map(({ address }) => ({ path: address.slice(OVERVIEW.length, -1) }));

export const load: PageServerLoad = ({ params }) => {
  // A rest parameter keeps the slash at the end of its address.
  const entry = entryOf(`${OVERVIEW}${params.path.replace(/\/$/, '')}/`);
  if (!entry) error(404);
  return { entry };
};
