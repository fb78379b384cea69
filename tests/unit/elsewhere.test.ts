/** What a page says of another must be found there: the build stops otherwise. */
import { expect, test } from 'vitest';
import { lessons } from '../../web/src/build/lessons';
import { saidElsewhere } from '../../web/src/build/lessons/elsewhere';
import { said } from '../../web/src/build/said';
import type { Lesson } from '../../web/src/features/lesson/types';

const of = (lesson: Lesson) => saidElsewhere({ ...lesson, name: lesson.slug }, lessons);
const step = (html: string, scenario: string) => ({
  blocks: [{ kind: 'prose', html } as const],
  claims: [
    {
      kind: 'run',
      text: '85 ms',
      of: 'p95',
      words: '',
      value: '85 ms',
      run: { scenario, title: '', set: {}, search: '' },
      seed: '1',
      settings: '',
    } as const,
  ],
  picture: undefined,
});
const told = (html: string, scenario = 'pool-in-front') =>
  saidElsewhere({ name: 'a-page', steps: [step(html, scenario)] }, lessons);
const NUMBER = '<span class="claim" data-claim="0">85 ms</span>';

test('no lesson and no claim says a number of a lesson that does not show it', () => {
  expect(lessons.flatMap(of)).toEqual([]);
  expect(said.length).toBeGreaterThan(0);
});

test('a number of another run is found, by its link, by the number of the lesson, and in Chinese', () => {
  const link = '<a href="%root%lessons/how-large/">lesson 7</a>';
  for (const sentence of [
    `<p>In ${link} they took up to ${NUMBER} on a machine that was idle.</p>`,
    `<p>They took up to ${NUMBER} in lesson 7.</p>`,
    `<p>第 7 课里，100 个请求里有 95 个要花到 ${NUMBER}。</p>`,
  ])
    expect(told(sentence)).toEqual([
      'a-page: "85 ms" is said of lesson how-large, which shows no run of pool-in-front with {}',
    ]);
  expect(told(`<p>In ${link} they took up to ${NUMBER}.</p>`, 'sizing-unequal')).toEqual([]);
});

test('a number in a sentence of its own is not said of the lesson beside it', () => {
  const link = '<a href="%root%lessons/how-large/">lesson 7</a>';
  expect(told(`<p>Here they take ${NUMBER}. For more, see ${link}.</p>`)).toEqual([]);
  expect(told(`<ul><li>${NUMBER}</li><li>${link}</li></ul>`)).toEqual([]);
});
