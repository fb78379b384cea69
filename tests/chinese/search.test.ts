// What a Chinese reader types finds its page, in the index of the built Chinese edition.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CODE } from '#locale';
import vocabulary from '../../content/search/zh.json';
import asked from '../fixtures/search/zh.json';
import { many, missed } from '../questions';
import glossary from '../../content/glossary.json';
import names from '../../content/reference/names.json';
import type { IndexFile } from '../../web/src/model/search/entry';
import { isMatch, Search } from '../../web/src/model/search/find';
import { namesIn, partsOf } from '../../web/src/model/search/unspaced';
import { termsOf, wordsOf } from '../../web/src/model/search/words';

const file = readFileSync('build/zh/search.json');
const search = new Search(JSON.parse(file.toString()) as IndexFile);
const addresses = (query: string) => search.find(query).map(({ entry }) => entry.address);
const variable = (name: string) => `/reference/variables/${name}/`;

test('these modules are those of the Chinese edition', () => {
  expect(CODE).toBe('zh');
});

describe('what a DBA types', () => {
  test.each<readonly [string, string]>([
    ['线程池', '/glossary/#thread-pool'],
    ['监听线程', '/glossary/#listener'],
    ['工作线程', '/glossary/#worker'],
    ['停滞', '/glossary/#stall'],
    ['停滞时限', '/glossary/#stall-limit'],
    ['饿死', '/glossary/#starvation'],
    ['会话', '/glossary/#connection'],
    ['session', '/glossary/#connection'],
    ['连接池', '/glossary/#connection-pool'],
    ['高优先级队列', '/glossary/#high-queue'],
    ['锁', '/glossary/#lock'],
    ['stall_limit', variable('thread_pool_stall_limit')],
    ['thread_pool_size', variable('thread_pool_size')],
    ['1040', '/reference/messages/too-many-connections/'],
    ['ERROR 1040 (HY000): Too many connections', '/reference/messages/too-many-connections/'],
    ['IS_STALLED', '/reference/columns/thread_pool_groups/is_stalled/'],
  ])('%s comes first', (query, address) => {
    expect(addresses(query)[0]).toBe(address);
  });

  test.each([
    ['of the papers on this site', asked.seen],
    ['of its own', asked.own],
    ['written after these were met', asked.later],
    ['written last, by who had tuned nothing', asked.latest],
  ])(
    'questions %s find their page first in 90 %% and in the first three in 98 %%',
    (_, questions) => {
      const [first, three] = [missed(search, questions, 1), missed(search, questions, 3)];
      expect(first.length, first.join('\n')).toBeLessThanOrEqual(0.1 * many(questions));
      expect(three.length, three.join('\n')).toBeLessThanOrEqual(0.02 * many(questions));
    },
  );

  test('questions that a page is said to answer find it in the first three', () => {
    expect(missed(search, vocabulary.asked, 3)).toEqual([]);
  });
});

describe('an exact name', () => {
  test('of the glossary is found by its Chinese and by its English word', () => {
    for (const { kind, name, address } of search.entries)
      if (kind === 'word')
        for (const one of namesIn(name)) expect(addresses(one).slice(0, 4), one).toContain(address);
  });

  test('of a server is found as in English', () => {
    const kinds = { variable: 'variables', counter: 'counters', column: 'columns' } as const;
    for (const { kind, name, address } of search.entries)
      if (kind in kinds) expect(addresses(name)[0], name).toBe(address);
    expect(Object.keys(names.variables).length + Object.keys(glossary).length).toBeGreaterThan(100);
  });

  test('may be two, in one string', () => {
    expect(namesIn('会话（session）')).toEqual(['会话（session）', '会话', 'session']);
    expect(namesIn('线程池堵住 线程池卡住')).toEqual([
      '线程池堵住 线程池卡住',
      '线程池堵住',
      '线程池卡住',
    ]);
    expect(namesIn('timer 线程')).toEqual(['timer 线程']);
  });
});

describe('Han text', () => {
  test('is cut into pairs, and names in it stay whole', () => {
    expect(termsOf('监听线程')).toEqual(['监听', '听线', '线程']);
    expect(termsOf('stall_limit调多大')).toEqual(['stall', 'limit']);
    expect(wordsOf('stall_limit调多大')).toEqual(['stall_limit', '调多大']);
    expect(termsOf('有的连接卡住了吗？')).toEqual(['连接', '接卡', '卡住']);
    expect(termsOf('锁')).toEqual(['锁']);
    expect(termsOf('……')).toEqual([]);
  });

  test('is marked where it matched, and only there', () => {
    const terms = termsOf('监听线程 stall');
    const marked = partsOf('没有监听线程的组，stall 了。', terms);
    expect(marked.join('')).toBe('没有监听线程的组，stall 了。');
    expect(marked.filter((part) => isMatch(part, terms))).toEqual(['监听线程', 'stall']);
  });

  test('is shown as one sentence, the one that matches', () => {
    const [found] = search.find('有的连接卡住');
    expect(found?.sentence).toMatch(/卡住/);
    for (const { entry } of search.find('线程池'))
      expect(entry.text.trim(), entry.name).not.toBe('');
    const sentences = search.find('登录慢').map(({ sentence }) => sentence);
    for (const sentence of sentences) expect(sentence).not.toMatch(/。./);
  });
});
