import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCourse } from '../../web/src/build/lessons/course';
import { placeOf } from '../../web/src/features/lesson/left-off';

const slugs = readdirSync('content/lessons/en')
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/^\d+-(.+)\.md$/, '$1'));
const file = JSON.parse(readFileSync('content/lessons/en/course.json', 'utf8')) as object;

test('the map has every lesson, and nothing else', () => {
  expect(readCourse(file, slugs)).toHaveLength(slugs.length);
  expect(Object.keys(file).sort()).toEqual([...slugs].sort());
});

test('a lesson without a question, and one that builds on a later one, are refused', () => {
  const one = { question: 'Why?', needs: [] };
  expect(() => readCourse({ a: one }, ['a', 'b'])).toThrow(
    'content/lessons/en/course.json: b is missing; allowed: an object with question, needs',
  );
  expect(() => readCourse({ a: { ...one, question: 'Because.' } }, ['a'])).toThrow(
    'a.question is "Because."; allowed: the lesson’s question',
  );
  expect(() => readCourse({ a: { ...one, needs: ['b'] }, b: one }, ['a', 'b'])).toThrow(
    'a.needs[0] is "b"; allowed: an earlier lesson',
  );
});

test('the place where the reader left off is found again, and forgotten with its lesson', () => {
  const step = (slug: string, ...was: readonly string[]) => ({ slug, was });
  const lessons = [
    { slug: 'a', steps: [step('one', 'b/moved')] },
    { slug: 'b', steps: [step('one'), step('two'), step('three', 'b/merged')] },
  ];
  expect(placeOf('b/two', lessons)).toEqual({ lesson: 1, step: 1 });
  expect(placeOf('b/merged', lessons)).toEqual({ lesson: 1, step: 2 });
  expect(placeOf('b/moved', lessons)).toEqual({ lesson: 0, step: 0 });
  expect(placeOf('b/gone', lessons)).toEqual({ lesson: 1, step: 0 });
  expect(placeOf('gone/two', lessons)).toBeUndefined();
  expect(placeOf(undefined, lessons)).toBeUndefined();
});
