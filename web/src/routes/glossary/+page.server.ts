import { lessons, library } from '../../build/lessons';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import { LANGUAGE } from '../../model/languages';
import type { PageServerLoad } from './$types';

/** The first step of the course that shows each term: where its text stands beside a picture. */
function shown() {
  const steps = lessons.flatMap(({ slug, steps }, at) =>
    steps.flatMap(({ slug: own, title, picture, terms }, nth) => {
      const words = m.sources_lesson({ number: at + 1, title });
      const step = nth === 0 ? undefined : own; // the first has its lesson's address
      return picture ? terms.map(({ key }) => ({ key, place: { slug, step, words } })) : [];
    }),
  );
  return new Map(steps.reverse().map(({ key, place }) => [key, place]));
}

export const load: PageServerLoad = ({ locals }) => {
  const places = shown();
  return {
    ...say(locals, m.glossary_title(), m.glossary_lead()),
    terms: Object.entries(library.glossary)
      .map(([key, entry]) => ({ key, ...entry, shown: places.get(key) }))
      .sort((a, b) => a.term.localeCompare(b.term, LANGUAGE)),
  };
};
