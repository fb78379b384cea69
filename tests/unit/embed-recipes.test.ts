import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { EXAMPLE, EXAMPLE_QUERY, recipe, RECIPES } from '../../web/src/model/embedding/recipes';
import { shortcode } from '../../web/src/model/embedding/programs';
import { PLAIN } from '../../web/src/model/embedding/snippets';
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

test('shortcodes carry the writer’s words, height and state', () => {
  const line = {
    site: SITE,
    subject: EXAMPLE,
    state: { overrides: { thread_pool_size: 2 }, time_ns: 5e8, request: undefined },
    look: { ...PLAIN, title: 'Six  "threads"\nand %} <eight>', height: 500 },
  };
  const query =
    'v=1&thread_pool_size=2&t=500ms&fit=1&title=Six%20%20%22threads%22%0Aand%20%25%7D%20%3Ceight%3E';
  const given = `figure="${EXAMPLE.name}" set="${query}" title=`;
  const title = String.raw`"Six \"threads\" and %} <eight>"`;
  expect(shortcode('hugo', line)).toBe(`{{< pool-scope ${given}${title} height="500" >}}`);
  expect(shortcode('jekyll', line)).toBe(
    `{% include pool-scope.html ${given}${title.replace('%}', '% }')} height="500" %}`,
  );
  expect(shortcode('astro', line)).toBe(`<PoolScope ${given}{${title}} height="500" />`);
});
