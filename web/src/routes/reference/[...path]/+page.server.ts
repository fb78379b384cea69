import { error } from '@sveltejs/kit';
import { entryOf } from '../../../build/reference';
import { OVERVIEW } from '../../../model/reference/address';
import { REFERENCE } from '../../../model/reference/list';
import { say } from '../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () =>
  REFERENCE.map(({ address }) => ({ path: address.slice(OVERVIEW.length, -1) }));

export const load: PageServerLoad = ({ params, locals }) => {
  // A rest parameter keeps the trailing slash of its address.
  const entry = entryOf(`${OVERVIEW}${params.path.replace(/\/$/, '')}/`);
  if (!entry) error(404);
  return { ...say(locals, entry.page.name, entry.page.answer), entry };
};
