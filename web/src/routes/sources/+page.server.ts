import { library } from '../../build/lessons';
import { HOWS, readCoverage } from '../../build/site/coverage';
import { places } from '../../build/site/places';
import coverage from '../../../../content/coverage.json';
import { m } from '#paraglide/messages.js';
import { say } from '../../build/site/words';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ locals }) => {
  const articles = readCoverage(coverage, library.sources, places);
  const count = (how: (typeof HOWS)[number]) =>
    articles.flatMap(({ items }) => items).filter((item) => item.how === how).length;
  const head = say(locals, m.sources_title(), m.sources_lead());
  return { ...head, articles, counts: HOWS.map((how) => ({ how, count: count(how) })) };
};
