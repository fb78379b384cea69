import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { EXAMPLE, EXAMPLE_QUERY, recipe, RECIPES } from '../../web/src/model/embedding/recipes';
import { block as fencedBlock, shortcode } from '../../web/src/model/embedding/programs';
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

/** Runs a recipe's JavaScript: the last step but one is what a site needs, the last one is the text. */
async function ran(name: (typeof RECIPES)[number], lead = '', end = '') {
  const [setup, post] = recipe(name, SITE).slice(-2);
  const code = `data:text/javascript,${encodeURIComponent(lead + (setup?.code ?? '') + end)}`;
  const { default: made } = (await import(/* @vite-ignore */ code)) as { default: unknown };
  return { made, text: post?.code ?? '' };
}
const block = (text: string) => /^```(\S+)\n([^]*)\n```$/.exec(text)?.slice(1) ?? [];

test('the block for Docusaurus becomes a frame, and other blocks stay', async () => {
  const { made, text } = await ran('block_docusaurus');
  const [lang, value] = block(text);
  const other = { type: 'code', lang: 'js', value: 'x\ny' };
  const tree = { children: [{ type: 'code', lang, value }, { ...other }] };
  (made as () => (of: typeof tree) => void)()(tree);
  const attributes = Object.entries({
    src: `${FRAME}?${EXAMPLE_QUERY}`,
    title: EXAMPLE.title,
    height: '560',
    width: '100%',
    loading: 'lazy',
    frameBorder: '0',
  }).map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value }));
  expect(tree.children[0]).toMatchObject({ type: 'mdxJsxFlowElement', name: 'iframe', attributes });
  expect(tree.children[1]).toEqual(other);
});

test('the block for Eleventy becomes a frame, and other blocks stay', async () => {
  const lead =
    'export default (md) => { const eleventyConfig = { amendLibrary: (_, does) => does(md) };';
  const { made, text } = await ran('block_eleventy', lead, '}');
  const [info = '', content = ''] = block(text);
  const tokens = [
    { info, content: `${content}\n` },
    { info: 'js', content: 'x' },
  ];
  const rules = { fence: (of: typeof tokens, at: number) => `as before: ${of[at]?.content}` };
  const escapeHtml = (text: string) => text.replaceAll('&', '&amp;');
  (made as (md: object) => void)({ renderer: { rules }, utils: { escapeHtml } });
  const [frame] = tagsOf(rules.fence(tokens, 0));
  expect(frame?.attributes.get('src')).toBe(`${FRAME}?${EXAMPLE_QUERY}`);
  expect(frame?.attributes.get('title')).toBe(EXAMPLE.title);
  expect(rules.fence(tokens, 1)).toBe('as before: x');
});

test('the block for Hexo becomes a frame before Hexo reads its tags, and other blocks stay', async () => {
  const lead =
    'let filter; const hexo = { extend: { filter: { register: (...of) => { filter = of; } } } };';
  const { made, text } = await ran('block_hexo', lead, '\nexport default filter;');
  const [when, change, priority] = made as [string, (post: { content: string }) => void, number];
  expect([when, priority]).toEqual(['before_post_render', 5]);
  const other = '```js\nx\n```';
  const post = { content: `${text.replace(EXAMPLE.title, '{{ "six" }}')}\n\n${other}` };
  change(post);
  const [frame] = tagsOf(post.content);
  expect(frame?.attributes.get('src')).toBe(`${FRAME}?${EXAMPLE_QUERY}`);
  expect(frame?.attributes.get('title')).toBe('{{ "six" }}');
  expect(post.content).not.toContain('{{');
  expect(post.content.endsWith(other)).toBe(true);
});

test('shortcodes and blocks carry the writer’s words, height and state', () => {
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
  expect(fencedBlock(line)).toBe(
    `\`\`\`poolscope\n${FRAME}?${query}\nSix "threads" and %} <eight>\n500\n\`\`\``,
  );
});
