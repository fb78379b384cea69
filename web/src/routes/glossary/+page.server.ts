import { library } from '../../build/lessons';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => ({
  ...say(locals, m.glossary_title(), m.glossary_lead()),
  terms: Object.entries(library.glossary)
    .map(([key, entry]) => ({ key, ...entry }))
    .sort((a, b) => a.term.localeCompare(b.term, 'en')),
});
