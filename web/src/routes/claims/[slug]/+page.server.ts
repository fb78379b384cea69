import { error } from '@sveltejs/kit';
import { VERDICT_WORDS } from '../../../features/said/verdicts';
import { claims } from '../../../model/said/claims';
import { saidData } from '../../../build/said';
import { places } from '../../../build/site/places';
import { m } from '#paraglide/messages.js';
import { say } from '../../../build/site/words';
import type { EntryGenerator, PageServerLoad } from './$types';
import { COLON } from '../../../model/joined';

export const entries: EntryGenerator = () => claims.map(({ slug }) => ({ slug }));

export const load: PageServerLoad = ({ params, locals }) => {
  const data = saidData(params.slug) ?? error(404);
  const see = data.claim.see.map((path) => {
    const place = places.get(path);
    if (!place) throw new Error(`content/said/${params.slug}.md: see ${path} leads nowhere`);
    return place;
  });
  const { title, verdict, words } = data.claim;
  const judged = VERDICT_WORDS[verdict]();
  // Where only the title is read, it must not say what is false.
  const named = `${title}${COLON}${judged.toLowerCase()} – ${m.said_title()}`;
  return {
    ...say(locals, named, judged + COLON + words),
    ...data,
    see,
  };
};
