import { clients } from '../../../build/measured';
import { clientsPage } from '../../../build/measured/clients-page';
import { navLinks } from '../../../build/measured/page';
import { say } from '../../../build/site/words';
import { m } from '#paraglide/messages.js';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.measured_clients_title(), m.measured_clients_description()),
  ...clientsPage(clients),
  kinds: navLinks(),
});
