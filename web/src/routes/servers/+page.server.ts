import { onServers } from '../../build/lessons';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.servers_title(), m.servers_description()),
  ...onServers(),
});
