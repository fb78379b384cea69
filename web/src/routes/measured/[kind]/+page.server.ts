import { error } from '@sveltejs/kit';
import { KINDS } from '../../../build/measured/format';
import { kindPage } from '../../../build/measured/page';
import { m } from '#paraglide/messages.js';
import { say } from '../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';
import { COLON } from '../../../model/joined';

export const entries: EntryGenerator = () => KINDS.map((kind) => ({ kind }));

export const load: PageServerLoad = async ({ params, locals }) => {
  const kind = KINDS.find((one) => one === params.kind);
  if (!kind) error(404);
  const data = await kindPage(kind);
  return { ...say(locals, data.title + COLON + m.measured_title(), data.lead), ...data };
};
