import { stateGroups } from '../../../build/reference/states';
import { m } from '#paraglide/messages.js';
import { say } from '../../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.states_title(), m.states_description()),
  groups: stateGroups(),
});
