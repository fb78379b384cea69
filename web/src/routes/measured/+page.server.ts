import { overview } from '../../build/measured/page';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals }) => ({
  ...say(locals, m.measured_title(), m.measured_description()),
  ...(await overview()),
});
