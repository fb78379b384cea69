import { error } from '@sveltejs/kit';
import { lists } from '../../../build/content/lists';
import { listAt } from '../../../build/reference/lists';
import { say } from '../../../build/site/words';
import { OVERVIEW } from '../../../model/reference/address';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () =>
  lists.map(({ address }) => ({ list: address.slice(OVERVIEW.length, -1) }));

export const load: PageServerLoad = ({ params, locals }) => {
  const address = `${OVERVIEW}${params.list}/`;
  const list = listAt(address);
  if (!list) error(404);
  const { title, description, lead, groups } = list;
  return { ...say(locals, title, description), list: { title, lead, groups } };
};
