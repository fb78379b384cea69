import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entryOf, type IndexFile } from '../../web/src/model/search/entry';
import { build } from '../../web/tools/server.mjs';
import { firstLoad, gzipped, pageSizes } from '../../web/tools/sizes.mjs';

// Reads build/: npm run build first.

const KB = 1024;
/** A first view with its fonts, and the part of it that is script before the reader does anything. */
const FIRST_VIEW = 150 * KB;
const SCRIPT = 61 * KB;
/** The lab's run is live from the start; the page for writers builds its snippets in the browser. */
const ALIVE: Readonly<Record<string, number>> = { '/lab/': 71 * KB, '/embed/': 67 * KB };
const FONTS = 60 * KB;
/** Code, library and index, loaded when the header's field is used. */
const SEARCH = 60 * KB;
/** Han has three bytes a letter. */
const HAN = 1.05;
/** Of each edition on the disk of a host, with what is packed in gzip; brotli adds 6 MB. */
const SITE = { en: 120_000_000, zh: 120_000_000 };

test('every page stays within its budget of bytes', () => {
  const pages = pageSizes();
  expect(pages.length).toBeGreaterThan(10);
  const heavy = pages.filter(
    ({ page, bytes, script_bytes }) =>
      bytes > FIRST_VIEW ||
      script_bytes >
        (ALIVE[page.replace(/^\/zh\//, '/')] ?? SCRIPT) * (page.startsWith('/zh/') ? HAN : 1),
  );
  expect(heavy).toEqual([]);
  const home = readFileSync(path.join(build, 'index.html'), 'utf8');
  const fonts = firstLoad(home).filter((file) => file.endsWith('.woff2'));
  expect(fonts).toHaveLength(2);
  // Fonts load with the styles, not after them, so that text does not move.
  for (const file of fonts) expect(home).toContain(`<link href="${file}" rel="preload" as="font"`);
  const font_bytes = fonts.map((file) => gzipped(path.resolve(build, file)));
  expect(font_bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(FONTS);
});

test('each edition of the site stays below its size limit', () => {
  const files = readdirSync(build, { recursive: true, withFileTypes: true });
  const chinese = path.join(build, 'zh');
  const bytes = { en: 0, zh: 0 };
  for (const file of files.filter((one) => one.isFile()))
    bytes[file.parentPath.startsWith(chinese) ? 'zh' : 'en'] += statSync(
      path.join(file.parentPath, file.name),
    ).size;
  const [en, zh] = [bytes.en, bytes.zh].map((sum) => `${(sum / 1e6).toFixed(1)} MB`);
  process.stdout.write(`  the site: ${files.length} files, ${en} in English, ${zh} in Chinese\n`);
  expect(bytes.en).toBeLessThan(SITE.en);
  expect(bytes.zh).toBeLessThan(SITE.zh);
});

test('the search costs nothing before its field is used, and then stays within its budget', () => {
  const home = path.join(build, 'index.html');
  const loaded = firstLoad(readFileSync(home, 'utf8')).map((part) =>
    path.resolve(path.dirname(home), part),
  );
  const fetches = (file: string) => readFileSync(file, 'utf8').includes('search.json?v=');
  // The first file lists what it loads later: one of the lists is the search's.
  const lists = loaded.flatMap((file) => {
    const [, listed = '[]'] = /m\.f=(\[[^\]]*\])/.exec(readFileSync(file, 'utf8')) ?? [];
    return [(JSON.parse(listed) as string[]).map((one) => path.resolve(path.dirname(file), one))];
  });
  const files = lists.find((list) => list.some(fetches)) ?? [];
  const own = files.filter(fetches);
  expect(own, 'the file that fetches the index').toHaveLength(1);
  expect(loaded.filter((file) => own.includes(file))).toEqual([]);
  const bytes = [path.join(build, 'search.json'), ...files.filter((file) => !loaded.includes(file))]
    .map(gzipped)
    .reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(10 * KB);
  expect(bytes).toBeLessThan(SEARCH);
});

test('every page that the search leads to exists', () => {
  const { rows } = JSON.parse(readFileSync(path.join(build, 'search.json'), 'utf8')) as IndexFile;
  const pages = new Map<string, string>();
  const missing = rows.map(entryOf).filter(({ address }) => {
    const [place = '', id] = address.split('#');
    const file = path.join(build, place, 'index.html');
    if (!existsSync(file)) return true;
    const html = pages.get(file) ?? readFileSync(file, 'utf8');
    pages.set(file, html);
    return id !== undefined && !html.includes(`id="${id}"`);
  });
  expect(missing.map(({ address }) => address)).toEqual([]);
});
