import { library } from '../../build/lessons';
import { HOWS, readCoverage } from '../../build/site/coverage';
import { places } from '../../build/site/places';
import coverage from '../../../../content/coverage.json';

export function load() {
  const articles = readCoverage(coverage, library.sources, places);
  const count = (how: (typeof HOWS)[number]) =>
    articles.flatMap(({ items }) => items).filter((item) => item.how === how).length;
  return { articles, counts: HOWS.map((how) => ({ how, count: count(how) })) };
}
