// Pictures of lists, and former addresses.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import embeds from '../../content/embeds/v1.json';
import { lessons } from '../../web/src/build/lessons';
import { thumbNames, thumbSvg } from '../../web/src/build/pictures/thumb';
import { pages } from '../../web/src/build/widgets/addresses';
import { calledBefore, movedTo } from '../../web/src/model/link/moved';

test('every scenario and every lesson has a thumbnail', () => {
  const scenarios = readdirSync('content/scenarios').map((file) => file.replace(/\.json$/, ''));
  const expected = [...scenarios, ...lessons.map(({ slug }) => `lesson-${slug}`)];
  expect(thumbNames().toSorted()).toEqual(expected.toSorted());
});

test.each(['mariadb-max-threads-6', 'dense-36-groups', 'lesson-the-curves'])(
  'the thumbnail of %s has no text, which would be illegible, and its own colours',
  (name) => {
    const [light, dark] = [thumbSvg(name, 'light'), thumbSvg(name, 'dark')];
    expect(light).toMatch(/^<svg [^>]*width="600" height="250"/);
    expect(light).not.toMatch(/<text|var\(|NaN/);
    expect(dark).not.toBe(light);
  },
);

test('the former address of a page redirects', () => {
  expect(movedTo('benchmarks/')).toBe('curves/');
  expect(movedTo('against-a-real-server/batches/')).toBe('measured/batches/');
  expect(movedTo('said')).toBe('claims');
  for (const page of ['', 'curves/', 'benchmark/', 'lessons/said/'])
    expect(movedTo(page), page).toBeUndefined();
  const there = pages();
  for (const [old, now] of Object.entries(embeds.moved)) {
    expect(movedTo(old.slice(1)), old).toBe(now.slice(1));
    expect(calledBefore(now.slice(1)), now).toBe(old.slice(1));
    expect(there, now).toContain(now);
  }
});
