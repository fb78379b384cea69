import { overview } from '../../build/reference';
import { lists } from '../../build/content/lists';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.reference_title(), m.reference_description()),
  ...overview(),
  lists: lists.map(({ address, title }) => ({ path: address, title })),
});
