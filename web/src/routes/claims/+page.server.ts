import { cards } from '../../build/said';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.said_title(), m.said_description()),
  cards,
});
