import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { EXAMPLE, EXAMPLE_QUERY, recipe, RECIPES } from '../../web/src/model/embedding/recipes';
import { TRIED } from '../../web/src/features/embed/page/tried';
import { opened, tagsOf } from './embed-lines';

const SITE = 'https://example.org/pools/';
const FRAME = `${SITE}embed/${EXAMPLE.name}/`;
const whole = (name: (typeof RECIPES)[number]) =>
  recipe(name, SITE)
    .map(({ where, code }) => `${where}\n${code}`)
    .join('\n');

test.each(RECIPES)('%s: the recipe that was tried is the one shown', (name) => {
  const how = TRIED[name];
  if (how.kind !== 'program') return;
  const digest = createHash('sha256').update(whole(name)).digest('hex').slice(0, 16);
  expect(digest, `${name} has changed: try it again, then write down ${digest}`).toBe(how.digest);
});

test('recipes of plain HTML open the example in its state', () => {
  for (const [name, form] of [
    ['html', 'iframe'],
    ['ghost', 'iframe'],
    ['element', 'element'],
    ['wordpress', 'url'],
  ] as const) {
    const [part] = recipe(name, SITE);
    const { address, query } = opened(form, part?.code ?? '');
    expect(address).toBe(FRAME);
    expect(query.toString()).toBe(EXAMPLE_QUERY);
  }
  const [slide] = recipe('reveal', SITE);
  const frame = tagsOf(slide?.code ?? '').find((tag) => tag.name === 'iframe');
  expect(frame?.attributes.get('data-src')).toBe(`${FRAME}?${EXAMPLE_QUERY}&fit=1`);
});
