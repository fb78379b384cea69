import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entryOf, type IndexFile } from '../../web/src/model/search/entry';
import { build } from '../../web/tools/server.mjs';
import { firstLoad } from '../../web/tools/sizes.mjs';

// Reads build/: npm run build first.

test('fonts load with the styles, not after them, so that text does not move', () => {
  const home = readFileSync(path.join(build, 'index.html'), 'utf8');
  const fonts = firstLoad(home).filter((file) => file.endsWith('.woff2'));
  expect(fonts).toHaveLength(2);
  for (const file of fonts) expect(home).toContain(`<link href="${file}" rel="preload" as="font"`);
});

test('the search costs nothing before its field is used', () => {
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
