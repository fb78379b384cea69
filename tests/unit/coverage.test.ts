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
  test('is answered on this site, or it is said why not', () => {
    const read = readCoverage(coverage, library.sources, places);
    expect(read.map(({ key }) => key)).toEqual(ARTICLES);
    for (const { key, items } of read) {
      const said = items.map(({ what }) => what);
      expect(new Set(said).size, `${key}: nothing is listed twice`).toBe(said.length);
    }
  });

  test('an entry comes with its links and their words', () => {
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
    ['without an answer', changed({ answer: ' ' }), `/${first}/0/answer needs some words`],
    ['without a place', changed({ links: [] }), `/${first}/0/links: matched, but where?`],
    [
      'that leads nowhere',
      changed({ links: ['/lessons/two/'] }),
      `/${first}/0/links: /lessons/two/ leads nowhere`,
    ],
    [
      'not here, without a reason',
      changed({ how: 'not' }),
      `/${first}/0/why is undefined; allowed`,
    ],
    ['here, with a reason', changed({ why: 'no-data' }), `/${first}/0/why is for what is not here`],
    ['of no kind', changed({ kind: 'poem' }), `/${first}/0/kind is "poem"; allowed: figure, table`],
    ['with a field of its own', changed({ page: 3 }), `/${first}/0 has no "page"; allowed: kind`],
  ];
  test.each(refusals)('an entry %s is refused', (_, json, words) => {
    expect(() => readCoverage(json, sources, there)).toThrow(`content/coverage.json ${words}`);
  });

  test('an article without entries, and one that is none of the five, are named', () => {
    expect(() => readCoverage({ ...whole, timc: [] }, sources, there)).toThrow(
      'content/coverage.json /timc has no entries',
    );
    expect(() => readCoverage({ ...whole, other: [good] }, sources, there)).toThrow(
      `content/coverage.json /other is no article; allowed: ${ARTICLES.join(', ')}`,
    );
  });
});
