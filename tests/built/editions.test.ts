import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { basePath, build } from '../../web/tools/server.mjs';

// The two editions know each other. Reads build/: npm run build first.

const site = (process.env['SITE_URL'] ?? '').replace(/\/+$/, '') || basePath();
const NO_PAGES = /^(embed\/.+|take|benchmarks|against-a-real-server|said)(\/|$)/;
const pagesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /(^|\/)index\.html$/.test(file) && !NO_PAGES.test(file))
    .map((file) => file.slice(0, -'index.html'.length))
    .sort();

const english = pagesIn(build).filter((page) => !page.startsWith('zh/'));
const EDITIONS = [
  { name: 'English', folder: '', language: 'en', other: 'zh/', to: 'zh-Hans' },
  { name: 'Chinese', folder: 'zh/', language: 'zh-Hans', other: '', to: 'en' },
];

test('both editions have the same pages', () => {
  expect(english.length).toBeGreaterThan(300);
  expect(pagesIn(path.join(build, 'zh'))).toEqual(english);
});

describe.each(EDITIONS)('the $name pages', ({ folder, language, other, to }) => {
  const heads = english.map((page) => {
    const html = readFileSync(path.join(build, folder, page, 'index.html'), 'utf8');
    // All that is asked stands before the page's content and after it.
    const $ = load(html.slice(0, html.indexOf('<main')) + html.slice(html.indexOf('</main>')));
    return { page, $ };
  });

  test('each is in its language, and names itself and the other', () => {
    const wrong = heads.filter(({ page, $ }) => {
      const told = Object.fromEntries<string | undefined>(
        $('head link[hreflang]')
          .toArray()
          .map((link) => [$(link).attr('hreflang') ?? '', $(link).attr('href')]),
      );
      const wanted = {
        en: `${site}/${page}`,
        'zh-Hans': `${site}/zh/${page}`,
        'x-default': `${site}/${page}`,
      };
      return $('html').attr('lang') !== language || JSON.stringify(told) !== JSON.stringify(wanted);
    });
    expect(wrong.map(({ page }) => page)).toEqual([]);
  });

  test('each links to the same page in the other language, without a script', () => {
    const wrong = heads.filter(({ page, $ }) => {
      const links = $('#menu a[hreflang]');
      const { pathname } = new URL(links.attr('href') ?? '', `http://x/${folder}${page}`);
      return (
        links.length !== 1 ||
        links.attr('hreflang') !== to ||
        links.attr('lang') !== to ||
        pathname !== `/${other}${page}`
      );
    });
    expect(wrong.map(({ page }) => page)).toEqual([]);
  });

  test('its feed and its figures for other pages are in its language', () => {
    const feed = readFileSync(path.join(build, folder, 'feed.xml'), 'utf8');
    expect(feed).toContain(`<language>${language}</language>`);
    const [frame] = readdirSync(path.join(build, folder, 'oembed'));
    const name = path.basename(frame ?? '', '.json');
    const { html } = JSON.parse(
      readFileSync(path.join(build, folder, 'oembed', `${name}.json`), 'utf8'),
    ) as { html: string };
    // The first by name is one of the figures for any text.
    const query = `?v=1&amp;words=plain${folder === '' ? '' : '&amp;lang=zh'}`;
    expect(html).toContain(`src="${site}/embed/${name}/${query}"`);
    for (const file of [`embed/${name}/index.html`, `take/${name}.html`])
      expect(readFileSync(path.join(build, folder, file), 'utf8')).toContain(
        `<html lang="${language}"`,
      );
  });
});

test('the sitemap has every page of both, each with the other', () => {
  const file = path.join(build, 'sitemap.xml');
  expect(existsSync(file)).toBe(Boolean(process.env['SITE_URL']));
  if (!existsSync(file)) return;
  const $ = load(readFileSync(file, 'utf8'), { xml: true });
  const urls = $('url').toArray();
  const places = urls.map((url) => $(url).children('loc').text());
  expect(new Set(places).size).toBe(places.length);
  for (const [at, url] of urls.entries()) {
    const alternates = $(url)
      .children('xhtml\\:link')
      .toArray()
      .map((link) => $(link).attr('href') ?? '');
    expect(alternates).toHaveLength(3);
    expect(alternates).toContain(places[at]);
    for (const one of alternates) expect(places).toContain(one);
  }
  for (const place of places)
    expect(existsSync(path.join(build, place.slice(site.length), 'index.html')), place).toBe(true);
});

test('only the root has what hosts and search engines look for there', () => {
  for (const file of ['_headers', 'robots.txt', 'sitemap.xml'])
    expect(existsSync(path.join(build, 'zh', file)), file).toBe(false);
});
