import { course, shortStart } from '../../build/lessons';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.lessons_title(), m.lessons_description()),
  lessons: course(),
  short: shortStart(),
});
