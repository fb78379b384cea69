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
