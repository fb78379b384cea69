import { error } from '@sveltejs/kit';
import { KINDS } from '../../../build/measured/format';
import { kindPage } from '../../../build/measured/page';
import type { EntryGenerator, PageServerLoad } from './$types';

export const entries: EntryGenerator = () => KINDS.map((kind) => ({ kind }));

export const load: PageServerLoad = ({ params }) => {
  const kind = KINDS.find((one) => one === params.kind);
  if (!kind) error(404);
  return kindPage(kind);
};
