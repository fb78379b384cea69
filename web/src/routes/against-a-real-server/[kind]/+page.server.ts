import { error } from '@sveltejs/kit';
import { KINDS } from '../../../lib/server/measured/format';
import { kindPage } from '../../../lib/server/measured/page';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () => KINDS.map((kind) => ({ kind }));

export const load: PageServerLoad = ({ params }) => {
  const kind = KINDS.find((one) => one === params.kind);
  if (!kind) error(404);
  return kindPage(kind);
};
