import { describe, expect, test } from 'vitest';
import { library } from '../../web/src/build/lessons';
import { ARTICLES, readCoverage } from '../../web/src/build/site/coverage';
import { places } from '../../web/src/build/site/places';
import coverage from '../../content/coverage.json';

const source = { author: 'A', title: 'B', date: '2011' };
const sources = Object.fromEntries(ARTICLES.map((key) => [key, source]));
const there = new Map([['/lessons/one/', { path: '/lessons/one/', title: 'One' }]]);
const good = {
  kind: 'figure',
  what: 'A chart.',
  how: 'matched',
  answer: 'Beside the model.',
  links: ['/lessons/one/'],
};
const whole = Object.fromEntries(ARTICLES.map((key) => [key, [good]]));
/** The first article's entry with these fields changed. */
const [first] = ARTICLES;
const changed = (fields: Readonly<Record<string, unknown>>) => ({
  ...whole,
  [first]: [{ ...good, ...fields }],
});

describe('what the five articles contain', () => {
  test('is answered on this site, or a reason is given', () => {
    const read = readCoverage(coverage, library.sources, places);
    expect(read.map(({ key }) => key)).toEqual(ARTICLES);
    for (const { key, items } of read) {
      const said = items.map(({ what }) => what);
      expect(new Set(said).size, `${key}: nothing is listed twice`).toBe(said.length);
    }
  });

  test('an entry comes with its links and their text', () => {
    const [read] = readCoverage(whole, sources, there);
    expect(read?.items).toEqual([
      {
        kind: 'figure',
        by: undefined,
        what: 'A chart.',
        how: 'matched',
        why: undefined,
        answer: 'Beside the model.',
        places: [{ path: '/lessons/one/', title: 'One' }],
      },
    ]);
    expect(() =>
      readCoverage(changed({ how: 'not', why: 'no-numbers', links: [] }), sources, there),
    ).not.toThrow();
  });

  const refusals: readonly (readonly [string, unknown, string])[] = [
    ['without an answer', changed({ answer: ' ' }), 'answer is " "; allowed: words'],
    ['without a place', changed({ links: [] }), 'links is []; allowed: where the answer is'],
    [
      'that leads nowhere',
      changed({ links: ['/lessons/two/'] }),
      'links[0] is "/lessons/two/"; allowed: a place of the site',
    ],
    ['not here, without a reason', changed({ how: 'not' }), 'why is missing; allowed: no-numbers'],
    ['here, with a reason', changed({ why: 'no-data' }), 'why is "no-data"; allowed: nothing'],
    ['of no kind', changed({ kind: 'poem' }), 'kind is "poem"; allowed: figure, table'],
    ['with a field of its own', changed({ page: 3 }), 'page is 3; allowed: only kind'],
  ];
  test.each(refusals)('an entry %s is refused', (_, json, words) => {
    expect(() => readCoverage(json, sources, there)).toThrow(
      `content/coverage.json: ${first}[0].${words}`,
    );
  });

  test('an article without entries, and an unknown article, are reported', () => {
    expect(() => readCoverage({ ...whole, timc: [] }, sources, there)).toThrow(
      'content/coverage.json: timc is []; allowed: a list of at least 1',
    );
    expect(() => readCoverage({ ...whole, other: [good] }, sources, there)).toThrow(
      `allowed: only ${ARTICLES.join(', ')}`,
    );
  });
});
