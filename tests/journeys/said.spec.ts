import { expect } from '@playwright/test';
import { findings } from '../axe';
import { test, wake, watch } from '../watch';

test('from home to a claim, its trial, its run and its frame', async ({ page }) => {
  const wrong = watch(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Claims on trial' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims on trial');
  const claims = page.getByRole('main').getByRole('heading', { level: 3 });
  const all = await claims.count();
  await page.getByRole('link', { name: /^Not so: \d+/ }).click();
  await expect(page.getByText('max_threads is per group')).toBeVisible();
  await expect(page.getByText('16 to 36 groups')).toBeHidden();
  await page.getByRole('link', { name: `All ${all}` }).click();
  await expect(page.getByText('16 to 36 groups')).toBeVisible();

  await page.getByRole('link', { name: 'max_threads is per group' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('max_threads is per group');
  await expect(page.getByRole('blockquote')).toHaveAttribute('lang', 'zh');
  await expect(page.getByText('seen in none of 8 runs').first()).toBeVisible();
  await wake(page);
  await page.getByRole('button', { name: '25 s', exact: true }).click();
  await expect(page.locator('p[data-state=done]')).toContainText('it holds');

  // Its links work: the run with its settings, the next claim, the frame.
  const run = page.getByRole('link', { name: /^the run/ }).first();
  expect(await run.getAttribute('href')).toContain('thread_pool_max_threads=3');
  await page.getByRole('link', { name: /^Next claim/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Round robin keeps/);
  await expect(
    page.getByText('one-queue-16-workers-vs-many-queues-16-workers').first(),
  ).toBeVisible();
  const line = page.getByRole('region', { name: 'Line to embed this claim’s figure' });
  const [, src = ''] = /src="([^"]+)"/.exec(await line.innerText()) ?? [];
  expect(await findings(page)).toEqual([]);
  await page.goto(src.replaceAll('&amp;', '&'));
  await expect(page).toHaveTitle(/^“Round robin keeps.*not so/);
  expect(wrong).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list is filtered by its addresses, and a claim has its picture and its numbers', async ({
    page,
  }) => {
    await page.goto('/claims/#true');
    await expect(page.getByText('Without innodb_thread_concurrency')).toBeVisible();
    await expect(page.getByText('16 to 36 groups')).toBeHidden();
    await page.getByRole('link', { name: 'Without innodb_thread_concurrency' }).click();
    await expect(page.getByText('seen in all 8 runs').first()).toBeVisible();
    await expect(page.getByText('153,890')).toBeVisible();
    await expect(page.locator('figure').getByRole('img').first()).toBeVisible();
  });
});
