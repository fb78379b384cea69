import { findable } from '../../build/runs/findable';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.home_scenarios(), m.scenarios_lead()),
  ...findable(),
});
