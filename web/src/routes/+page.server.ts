import { home } from '../build/site/home';
import { m } from '#paraglide/messages.js';
import { say } from '../build/site/words';
import type { PageServerLoad } from './$types';
import { COLON } from '../model/joined';

const TITLE = m.site_name() + COLON + m.site_tagline();

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, TITLE, m.home_description(), TITLE),
  ...home(),
});
