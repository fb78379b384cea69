import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import { carried } from '../../web/src/model/embedding/carry';
import {
  CONTROLS,
  LONGEST_TITLE,
  readParams,
  FONTS,
  LANGUAGES,
  LONGEST_CAPTION,
  SPEEDS,
  THEMES,
  VIEWS,
  WORDS,
} from '../../web/src/model/embedding/params';
import {
  FORMS,
  PLAIN,
  rootOf,
  snippet,
  type Form,
  type EmbedSnippet,
} from '../../web/src/model/embedding/snippets';
import { opened, tagsOf, type Opened } from './embed-lines';
import { readStretch } from '../../web/src/model/embedding/stretch';

const KNOBS = ['thread_pool_max_threads', 'think time', 'cores', 'On"x', 'item_count', 'a.b-c'];

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const nasty = fc.oneof(
  text,
  fc.constantFrom(
    `"><script>alert(1)</script>`,
    `' onload='x`,
    '&quot;&amp;&lt;',
    '](javascript:x) ![',
    '`a` *b* _c_ ~~d~~ | $e$ :smile: <b>',
    'a\\',
    'line\nbreak',
    '</iframe>',
    '(((',
  ),
);
const value = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  nasty.filter((of) => of.length < 60),
);
const line = fc.record({
  form: fc.constantFrom('iframe', 'element', 'url', 'markdown'),
  site: fc.constantFrom('https://example.org/', 'http://127.0.0.1:4173/a/(b)/', 'https://a.b/zh/'),
  subject: fc.record({
    name: fc.constantFrom('mariadb-max-threads-6', 'a-vs-b', 'benchmark-x'),
    kind: fc.constantFrom('scenario', 'pair'),
    title: nasty.filter((of) => of.trim() !== ''),
    page: fc.constant('scenarios/mariadb-max-threads-6/'),
  }),
  state: fc.record({
    overrides: fc.dictionary(fc.constantFrom(...KNOBS), value, { noNullPrototype: true }),
    time_ns: fc.option(fc.nat({ max: 1e12 }), { nil: undefined }),
    request: fc.option(fc.nat({ max: 1e6 }), { nil: undefined }),
  }),
  look: fc.record({
    view: fc.constantFrom(...VIEWS),
    controls: fc.constantFrom(...CONTROLS),
    theme: fc.constantFrom(...THEMES),
    autoplay: fc.constantFrom('0', '1'),
    loop: fc.constantFrom('0', '1'),
    speed: fc.constantFrom(...SPEEDS),
    words: fc.constantFrom(...WORDS),
    font: fc.constantFrom(...FONTS),
    lang: fc.constantFrom(...LANGUAGES),
    accent: fc.constantFrom('', '0a58ca'),
    caption: fc.oneof(
      fc.constant(''),
      nasty.map((of) => of.slice(0, LONGEST_CAPTION).toWellFormed()),
    ),
    height: fc.option(fc.integer({ min: 200, max: 2000 }), { nil: undefined }),
    title: fc.oneof(
      fc.constant(''),
      nasty.map((of) => of.slice(0, LONGEST_TITLE).toWellFormed()),
    ),
  }),
}) satisfies fc.Arbitrary<EmbedSnippet>;

const shownTitle = ({ look, subject }: EmbedSnippet) =>
  look.title === '' ? subject.title : look.title;

function expectState({ query }: Opened, { state, look, form, subject }: EmbedSnippet) {
  const target = { kind: subject.kind, names: KNOBS, knobs: KNOBS.length };
  const { options, problems } = readParams(query, target);
  expect(problems).toEqual([]);
  const as_read = Object.entries(state.overrides).map(([name, of]) => [name, String(of)]);
  expect(Object.entries(options.state.overrides).map(([name, of]) => [name, String(of)])).toEqual(
    expect.arrayContaining(as_read),
  );
  expect(Object.keys(options.state.overrides)).toHaveLength(as_read.length);
  expect(options.state).toMatchObject({ time_ns: state.time_ns, request: state.request });
  const { title, caption, accent, height, ...chosen } = look;
  expect(options).toMatchObject(chosen);
  expect(options.caption ?? '').toBe(caption);
  expect(options.accent ?? '').toBe(accent);
  expect(options.title).toBe(title === '' ? undefined : title);
  expect(options.fit).toBe(height === undefined || form === 'url' ? 'auto' : '1');
}

describe('snippets', () => {
  test('whatever a title or a value contains, a host’s parser gives it back', () => {
    fc.assert(
      fc.property(line, (of) => {
        const written = snippet(of);
        if (of.form === 'markdown') {
          const root = unified().use(remarkParse).use(remarkGfm).parse(written);
          const [paragraph] = root.children;
          expect(root.children).toHaveLength(1);
          if (of.look.theme === 'auto') {
            const inside = paragraph?.type === 'paragraph' ? paragraph.children : [];
            expect(new Set(inside.map(({ type }) => type))).toEqual(new Set(['html']));
            const tags = tagsOf(written);
            expect(tags.map(({ name }) => name)).toEqual(['a', 'picture', 'source', 'img']);
            const [link, , dark, light] = tags.map(({ attributes }) => attributes);
            expect(light?.get('alt')).toBe(shownTitle(of).replace(/\s+/g, ' ').trim());
            expect(dark?.get('srcset')).toBe(light?.get('src')?.replace('.png', '-dark.png'));
            const { searchParams, pathname } = new URL(link?.get('href') ?? '');
            if (pathname.includes('/embed/'))
              expectState({ query: searchParams }, { ...of, form: 'url' });
            else expectState({ query: searchParams }, { ...of, look: PLAIN });
            return;
          }
          const link = paragraph?.type === 'paragraph' ? paragraph.children[0] : undefined;
          const picture = link?.type === 'link' ? link.children[0] : undefined;
          if (link?.type !== 'link' || picture?.type !== 'image') throw new Error(written);
          expect(picture.alt).toBe(shownTitle(of).replace(/\s+/g, ' ').trim());
          expect(picture.url).toMatch(/\/poster\/[\w-]+\.png$/);
          const { searchParams, pathname } = new URL(link.url);
          const by_frame = pathname.includes('/embed/');
          if (by_frame) expectState({ query: searchParams }, { ...of, form: 'url' });
          else {
            expect(pathname).toMatch(/\/scenarios\/mariadb-max-threads-6\/$/);
            expectState({ query: searchParams }, { ...of, look: PLAIN });
          }
          return;
        }
        const found = opened(of.form, written);
        const root = rootOf(of.site, of.look);
        expect(found.scripts).toEqual(
          of.form === 'element'
            ? [`${root}embed/pool-scope.js`]
            : of.form === 'iframe'
              ? [`${root}embed/resize.js`]
              : [],
        );
        expect(found.address).toBe(`${root}embed/${of.subject.name}/`);
        if (of.form !== 'url') expect(found.title).toBe(shownTitle(of));
        expectState(found, of);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a figure in its author’s state has the plain address', () => {
    const plain = (form: Form) =>
      snippet({
        form,
        site: 'https://example.org/',
        subject: { name: 'one', kind: 'scenario', title: 'One & <two>', page: 'scenarios/one/' },
        state: { overrides: {}, time_ns: undefined, request: undefined },
        look: PLAIN,
      });
    const stays =
      '<a href="https://example.org/scenarios/one/"><span hidden><img src="https://example.org/poster/one.png" alt="" loading="lazy"></span>One &amp; &lt;two&gt;</a>';
    expect(FORMS.map(plain)).toEqual([
      `<iframe src="https://example.org/embed/one/" title="One &amp; &lt;two&gt;" width="100%" height="440" loading="lazy" frameborder="0"></iframe>\n<p data-poolscope>${stays}</p>\n<script src="https://example.org/embed/resize.js" async></script>`,
      `<script type="module" src="https://example.org/embed/pool-scope.js"></script>\n<pool-scope scenario="one"><a href="https://example.org/scenarios/one/"><picture><source media="(max-width: 600px)" width="360" height="500" srcset="https://example.org/poster/one-narrow.svg"><img width="720" height="440" src="https://example.org/poster/one-wide.svg" alt="One &amp; &lt;two&gt;" loading="lazy"></picture><span hidden>One &amp; &lt;two&gt;</span></a></pool-scope>`,
      'https://example.org/embed/one/',
      '<a href="https://example.org/scenarios/one/"><picture><source media="(prefers-color-scheme: dark)" srcset="https://example.org/poster/one-dark.png"><img src="https://example.org/poster/one.png" alt="One &amp; &lt;two&gt;"></picture></a>',
      'https://example.org/take/one.html',
    ]);
  });

  test('settings that a frame can’t show are left out, and listed', () => {
    const overrides = { thread_pool_size: 2, '/clients/0/count': 9, stalls: '1s', seed: 4 };
    const { state, lost } = carried(
      { overrides, time_ns: 5, request: 'slow', comparison: { kind: 'before' } },
      ['thread_pool_size'],
    );
    expect(state).toEqual({
      overrides: { thread_pool_size: 2, seed: 4 },
      time_ns: 5,
      request: 'slow',
    });
    expect(lost).toEqual(['clients.0.count', 'stalls']);
  });
});

test('a stretch is two times in order, within the run, each of which may be blank', () => {
  expect(readStretch('', '', 2e9)).toEqual({});
  expect(readStretch(' 400ms ', '', 2e9)).toEqual({ from_ns: 4e8 });
  expect(readStretch('400ms', '1.2s')).toEqual({ from_ns: 4e8, to_ns: 1.2e9 });
  for (const [from, to] of [
    ['1s', '1s'],
    ['2s', ''],
    ['', '2.1s'],
    ['', '0s'],
    ['soon', '1s'],
    ['-1s', '1s'],
  ] as const)
    expect(readStretch(from, to, 2e9), `${from} to ${to}`).toBeUndefined();
});
