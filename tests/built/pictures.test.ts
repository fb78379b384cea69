import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { frameHeight } from '../../web/src/model/embedding/heights';
import { build } from '../../web/tools/server.mjs';

// Reads build/: npm run build first.

const read = (file: string) => readFileSync(path.join(build, file), 'utf8');
/** The live pool has no moment of its own to be drawn. */
const names = readdirSync(path.join(build, 'embed'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'live')
  .map(({ name }) => name);

describe('the pictures of the build', () => {
  test.each(['', '-dark'])(
    'every widget has one%s, complete in itself and stating its moment',
    (theme) => {
      expect(names.length).toBeGreaterThan(60);
      const title = (svg: string) => /<title>(.+?)<\/title>/.exec(svg)?.[1] ?? '';
      for (const name of names) {
        const svg = read(`poster/${name}${theme}.svg`);
        expect(/var\(|class=| style=|<script|href|url\(|NaN|undefined/.exec(svg)?.[0], name).toBe(
          undefined,
        );
        expect(title(svg), name).not.toBe('');
        expect(svg, name).toMatch(/<desc>.{40,}<\/desc>/);
        expect(svg, name).toMatch(
          />(Simulated by|Points measured, lines simulated by|Measured; drawn by) Poolscope<\/text>/,
        );
        if (!name.startsWith('benchmark-'))
          expect(svg, name).toMatch(/>.*at [\d.]+ m?s of [\d.]+ m?s<\/text>/);
        expect(existsSync(path.join(build, `poster/${name}${theme}.png`)), name).toBe(true);
      }
    },
  );

  test('every widget has two in the shapes of its frame, each in both themes', () => {
    let bytes = 0;
    for (const name of names)
      for (const [shape, width] of [
        ['narrow', 360],
        ['wide', 720],
      ] as const) {
        const file = `poster/${name}-${shape}.svg`;
        const svg = read(file);
        const kind = name.startsWith('benchmark-')
          ? 'benchmark'
          : name.includes('-vs-')
            ? 'pair'
            : 'scenario';
        expect(svg, file).toContain(
          `<svg id="dark" xmlns="http://www.w3.org/2000/svg" width="${width}" height="${frameHeight(kind, width)}"`,
        );
        const [, light = '', dark = ''] =
          /<style>svg\{(.+?)\}svg:target\{(.+?)\}<\/style>/.exec(svg) ?? [];
        expect(light, file).toContain('--paper:#fdf8ee');
        expect(dark, file).toContain('--paper:#0b1a20');
        const defined = new Set(light.match(/--[\w-]+(?=:)/g));
        for (const [, used = ''] of svg.matchAll(/var\((--[\w-]+)\)/g))
          expect(defined).toContain(used);
        expect(/class=| style=|<script|href|url\(|NaN|undefined/.exec(svg)?.[0], file).toBe(
          undefined,
        );
        expect(existsSync(path.join(build, file.replace('svg', 'png')))).toBe(false);
        bytes += svg.length;
      }
    process.stdout.write(`  pictures in the shape of frames: ${(bytes / 1e6).toFixed(1)} MB\n`);
  });

  test('every card is a PNG of the size that hosts ask for', () => {
    const cards = readdirSync(path.join(build, 'card'));
    for (const name of [...names, 'poolscope', 'lessons', 'lab', 'benchmarks'])
      expect(cards).toContain(`${name}.png`);
    for (const file of cards) {
      const png = readFileSync(path.join(build, 'card', file));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], file).toEqual([1200, 630]);
    }
  });

  test('letters are drawn: the picture of a text differs from an empty one', async () => {
    const { Resvg } = await import('@resvg/resvg-js');
    const { fontFiles } = await import('../../web/tools/pictures.mjs');
    const draw = (words: string) =>
      new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15" font-family="Figtree">${words}</text></svg>`,
        { font: { fontFiles: fontFiles(), loadSystemFonts: false } },
      )
        .render()
        .asPng();
    expect(draw('queue 7').equals(draw(''))).toBe(false);
  });
});

describe('the heads of pages', () => {
  const pages = [
    '',
    'lessons/the-cast/',
    'scenarios/mariadb-max-threads-6/',
    'curves/',
    'lab/',
    'about/',
  ];
  test.each(pages)('/%s describes its link preview once', (page) => {
    const html = read(`${page}index.html`);
    const said = (name: string) => [
      ...html.matchAll(new RegExp(`(?:property|name)="${name}" content="([^"]*)"`, 'g')),
    ];
    for (const name of ['og:title', 'og:description', 'og:type', 'twitter:card'])
      expect(
        said(name).map(([, content]) => content !== ''),
        name,
      ).toEqual([true]);
    // A card's address is absolute, or there is none: SITE_URL.
    const card = said('og:image')[0]?.[1];
    expect(card === undefined).toBe(!process.env['SITE_URL']);
    if (card !== undefined) {
      expect(card).toMatch(/^https?:\/\//);
      expect(existsSync(path.join(build, /\/card\/[\w.-]+\.png$/.exec(card)?.[0] ?? ''))).toBe(
        true,
      );
    }
    expect(html).toMatch(/type="application\/rss\+xml" href="[^"]*\/feed\.xml"/);
  });
});

test('the feed has every lesson with its picture and the picture’s size', () => {
  const feed = read('feed.xml');
  const lessons = readdirSync('content/lessons/en').filter((file) => file.endsWith('.md')).length;
  const pictures = [
    ...feed.matchAll(
      /<enclosure url="[^"]*(\/card\/lesson-[\w-]+\.png)" length="(\d+)" type="image\/png"\/>/g,
    ),
  ];
  expect(feed.match(/<item>/g)).toHaveLength(lessons);
  // Each has a date of its own: readers sort by it.
  expect(new Set(feed.match(/<pubDate>.+?<\/pubDate>/g)).size).toBe(lessons);
  expect(pictures).toHaveLength(lessons);
  for (const [, file = '', length] of pictures)
    expect(readFileSync(path.join(build, file)).length).toBe(Number(length));
  expect(feed.match(/&lt;img src=/g)).toHaveLength(lessons);
});

/** oEmbed 1.0, section 2.3.4: what a response may and must contain. */
function faults(json: unknown): string[] {
  const found: string[] = [];
  const said = json as Record<string, unknown>;
  const want = (name: string, holds: boolean) => {
    if (!holds) found.push(name);
  };
  const text = (name: string) => typeof said[name] === 'string' && said[name] !== '';
  const whole = (name: string) => Number.isInteger(said[name]) && Number(said[name]) > 0;
  const address = (name: string) =>
    URL.canParse(String(said[name])) && /^https?:/.test(String(said[name]));
  want('version', said['version'] === '1.0');
  want('type', said['type'] === 'rich');
  want('html', text('html'));
  for (const name of ['width', 'height']) want(name, whole(name));
  for (const name of ['title', 'author_name', 'provider_name'])
    want(name, !(name in said) || text(name));
  for (const name of ['author_url', 'provider_url', 'thumbnail_url'])
    want(name, !(name in said) || address(name));
  want('cache_age', !('cache_age' in said) || whole('cache_age'));
  const thumbnail = ['thumbnail_url', 'thumbnail_width', 'thumbnail_height'].filter(
    (name) => name in said,
  );
  want('thumbnail', thumbnail.length === 0 || thumbnail.length === 3);
  for (const name of ['thumbnail_width', 'thumbnail_height'])
    want(name, !(name in said) || whole(name));
  return found;
}

/** The figures for any text: a post that names only their address may be about no database. */
const FOR_ANY_TEXT: readonly string[] = [
  ...['busy', 'littles-law', 'head-of-line', 'two-pools', 'slow-clients', 'waits-for-itself'],
  ...['nine-connections', 'retry-storm', 'backpressure'],
  'one-queue-16-workers-vs-many-queues-16-workers',
];

test('the oEmbed of each widget conforms to the specification, and its page links to it', () => {
  expect(faults({ version: '1.0', type: 'rich', html: '', width: '720' })).toEqual([
    'html',
    'width',
    'height',
  ]);
  for (const name of names) {
    const json = JSON.parse(read(`oembed/${name}.json`)) as {
      html: string;
      width: number;
      height: number;
    };
    expect(faults(json), name).toEqual([]);
    const [, page = '', address = '', width, height] =
      /^<blockquote><a href="([^"]+)">[^<]+<\/a><\/blockquote><iframe src="([^"]+)" width="(\d+)" height="(\d+)" title="[^"<>]+" [^<>]*><\/iframe>$/.exec(
        json.html,
      ) ?? [];
    const query = FOR_ANY_TEXT.includes(name) ? '?v=1&amp;words=plain' : '';
    expect(address.endsWith(`/embed/${name}/${query}`), `${name}: ${address}`).toBe(true);
    expect(page, name).toMatch(/\/(scenarios|curves|lessons|embed)\//);
    expect([Number(width), Number(height)]).toEqual([json.width, json.height]);
    expect(read(`embed/${name}/index.html`)).toMatch(
      new RegExp(
        `<link rel="alternate" type="application/json\\+oembed" href="[^"]*/oembed/${name.replaceAll('.', '\\.')}\\.json"`,
      ),
    );
  }
  const page = read('scenarios/mariadb-max-threads-6/index.html');
  expect(page).toContain('/oembed/mariadb-max-threads-6.json"');
});
