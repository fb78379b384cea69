import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { test, watch } from '../watch';

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('the map shows where the reader left off, leads there, and can forget it', async ({
  page,
}) => {
  const wrong = watch(page);
  const on = page.getByRole('link', { name: /^Continue at step/ });
  await page.goto('/lessons/');
  const asked = page.getByRole('main').getByRole('heading', { level: 2 });
  expect(await asked.count()).toBeGreaterThanOrEqual(5);
  await expect(on).toHaveCount(0);

  await page.goto('/lessons/six-threads-eight-sleeps/two-threads-more/');
  await expect(page.locator('html')).toHaveAttribute('data-awake', '');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learn' }).click();
  await expect(on).toHaveText('Continue at step 2 of lesson 2');
  await expect(page.getByText('you left off at step 2')).toBeVisible();
  expect(await findings(page)).toEqual([]);

  // The next step of the same lesson replaces it.
  await on.click();
  await expect(page).toHaveURL(/two-threads-more\/$/);
  await page.locator('a[rel=next]').click();
  await expect(page).not.toHaveURL(/two-threads-more\/$/);
  await expect(page.locator('[aria-current=step]')).toContainText('3');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await page.goBack();
  await page.reload();
  await expect(on).toHaveText(/^Continue at step [23] of lesson 2$/);

  await page.getByRole('button', { name: 'Forget where I was' }).click();
  await expect(on).toHaveCount(0);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-awake', '');
  await expect(on).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('in twelve minutes: each step stands alone, and the last leads to the lab', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.goto('/lessons/');
  const way = page.getByRole('complementary', { name: 'In twelve minutes' });
  await page.getByRole('link', { name: 'In twelve minutes' }).click();
  await expect(way).toContainText(/In twelve minutes: 1 of \d+\./);
  const [, of = ''] = /1 of (\d+)/.exec((await way.textContent()) ?? '') ?? [];
  expect(Number(of)).toBeGreaterThanOrEqual(5);
  for (let at = 1; at < Number(of); at += 1) {
    await expect(way).toContainText(`${at} of ${of}. `);
    await expect(way).toContainText('Left out until then: ');
    await way.getByRole('link').click();
  }
  await expect(way).toContainText(`${of} of ${of}. `);
  expect(await findings(page)).toEqual([]);
  await way.getByRole('link', { name: 'a pool that you can touch' }).click();
  await expect(page).toHaveURL(/\/lab\/$/);
  // Who reads the whole course is not told of it.
  await page.goto('/lessons/the-cast/');
  await expect(page.locator('html')).toHaveAttribute('data-awake', '');
  await expect(way).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('what can be tried on a server of one’s own is on one page, each lesson’s and what comes first', async ({
  page,
  request,
}) => {
  const wrong = watch(page);
  await page.goto('/lessons/');
  await page.getByRole('main').getByRole('link', { name: 'Try it on yours' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Try it on yours');
  const links = page.getByRole('main').getByRole('link');
  await expect(links.first()).toHaveText('Switching it on');
  const addresses = await links.evaluateAll((all) =>
    all.map((one) => (one as HTMLAnchorElement).href),
  );
  const lessons = readdirSync('content/lessons/en').filter((file) => file.endsWith('.md'));
  expect(addresses.length).toBe(lessons.length + 1);
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
  expect(await findings(page)).toEqual([]);
  expect(wrong).toEqual([]);
});

test('the sources fit on a narrow screen, and each answer leads to its place', async ({ page }) => {
  const wrong = watch(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sources' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Five articles, item by item');
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(5);
  expect(await findings(page)).toEqual([]);

  const table = page.getByRole('listitem').filter({ hasText: 'POINT_SELECT on pitbull' });
  await table.getByRole('link', { name: /^Table: POINT_SELECT, pitbull/ }).click();
  await expect(page).toHaveURL(/\/curves\/#pitbull\.POINT_SELECT/);
  await page.goBack();
  await page.goto('/lessons/');
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expect(wrong).toEqual([]);
});
