// No heading is cut within a word or a name, no line begins with a mark that closes something, a narrator's sentence is whole, and the
// buttons beside Play are on the screen, in each section; in lessons, in scenarios and on the first page no number is torn from its unit either.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { breaksOf } from '../lines';
import { VIEWPORTS } from '../viewports';
import { test, wake } from '../watch';

const SIZES = [[1920, 1080], ...VIEWPORTS] as const;
/** With long names in their headings and their knobs, with buttons in front of marks, and with many numbers. */
const PAGES = new Set([
  '',
  'scenarios/dense-16384-connections/',
  'lessons/one-lane-is-stuck/two-per-group/',
  'lessons/why-it-collapses/price-of-waking/',
  'lessons/clients-that-give-up/',
  'claims/stable-to-16384/',
  'hangs/',
  'story/',
]);

/** Of the pages of a section at the same depth the one with the longest heading; with `EVERY_PAGE=1` all. */
function longest(edition: string): readonly string[] {
  const found = new Map<string, readonly [page: string, length: number]>();
  for (const file of readdirSync(`build/${edition}`, { recursive: true, encoding: 'utf8' })) {
    const page = file.replace(/index\.html$/, '');
    // Frames, and what only leads elsewhere, are no pages; the other edition has its own turn.
    if (page === file || /^(?:embed\/.|(?:said|zh|take|run|kept)\/)/.test(page)) continue;
    const html = readFileSync(`build/${edition}${file}`, 'utf8');
    const heading = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
    if (heading === undefined) continue;
    const [section = '', ...below] = page.split('/');
    const kind = process.env['EVERY_PAGE'] ? page : `${section} ${below.length}`;
    if (heading.length > (found.get(kind)?.[1] ?? 0)) found.set(kind, [page, heading.length]);
  }
  return [...found.values()].map(([page]) => page);
}

for (const edition of ['', 'zh/'])
  for (const path of new Set([...PAGES, ...longest(edition)]))
    test(`lines of ${edition}${path} break where they may`, async ({ page }) => {
      await page.goto(`${edition}${path}`);
      const runs = page.locator('figure[data-state]');
      if ((await runs.count()) === 1 && (await page.locator('figure').count()) === 1)
        await wake(page);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const { torn, ...whole } = await page.evaluate(breaksOf);
        const found = PAGES.has(path) ? { ...whole, torn } : { ...whole, torn: [] };
        expect(found, `${width} × ${height}`).toEqual({
          marks: [],
          cut: [],
          torn: [],
          hidden: [],
        });
      }
    });
