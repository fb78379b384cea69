// No heading is cut within a word or a name, no number is torn from its unit, and no line begins with a mark that closes something.
import { expect } from '@playwright/test';
import { breaksOf } from '../lines';
import { VIEWPORTS } from '../viewports';
import { test, wake } from '../watch';

const SIZES = [[1920, 1080], ...VIEWPORTS] as const;
/** With long names in their headings, and with buttons in front of marks. */
const PAGES = [
  'lessons/one-lane-is-stuck/two-per-group/',
  'lessons/why-it-collapses/price-of-waking/',
  'lessons/clients-that-give-up/',
  'hangs/',
  'story/',
];

for (const path of PAGES.flatMap((page) => [page, `zh/${page}`]))
  test(`lines of ${path} break where they may`, async ({ page }) => {
    await page.goto(path);
    if ((await page.locator('figure').count()) > 0) await wake(page);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(breaksOf), `${width} × ${height}`).toEqual({
        marks: [],
        cut: [],
        torn: [],
      });
    }
  });
