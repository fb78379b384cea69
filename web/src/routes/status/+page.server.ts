import { m } from '#paraglide/messages.js';
import { status } from '../../build/site/status';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.status_title(), m.status_lead()),
  status: status(),
});
