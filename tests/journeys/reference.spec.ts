import { expect } from '@playwright/test';
import { holdClock } from '../clock';
import { test, wake, watch } from '../watch';

test('a column is found from the header; its page answers, and its knob works', async ({
  page,
}) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('/glossary/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My server' })
    .click();
  await page
    .getByRole('navigation', { name: /My server/ })
    .getByRole('link', { name: 'Reference' })
    .click();
  await expect(page).toHaveURL(/\/reference\/$/);
  const all = page.getByRole('main').getByRole('listitem');
  const count = await all.count();
  await page.getByRole('searchbox').last().fill('stalled');
  await expect.poll(() => all.count()).toBeLessThan(count);
  await page.getByRole('link', { name: 'IS_STALLED', exact: true }).click();
  await expect(page).toHaveURL(/\/reference\/columns\/thread_pool_groups\/is_stalled\/$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'THREAD_POOL_GROUPS.IS_STALLED' }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: '3 1', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: '4 0', exact: true })).toBeVisible();
  await wake(page);
  // Its moment: one thread listens, two compute, and the limit allows no other.
  await expect(page.getByRole('group', { name: /Threads: 3\./ })).toBeVisible();
  const knob = page.getByRole('slider', { name: 'thread_pool_max_threads', exact: true });
  await expect(knob).toHaveAttribute('aria-valuetext', '3');
  await knob.press('ArrowRight');
  await expect(knob).toHaveAttribute('aria-valuetext', '4');
  await expect(page.getByRole('group', { name: /Threads: 4\./ })).toBeVisible();
  await expect(page).toHaveURL(/thread_pool_max_threads=4/);
  await page.getByRole('link', { name: 'thread_pool_stall_limit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('thread_pool_stall_limit');
  expect(wrong).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a line of the log has its answer, its picture and its numbers', async ({ page }) => {
    await page.goto('/reference/messages/could-not-create-additional-thread/');
    await expect(page).toHaveTitle(
      /^Threadpool could not create additional thread to handle queri/,
    );
    await expect(page.getByText('thread_pool_max_threads did not allow one')).toBeVisible();
    await expect(page.locator('[data-part=scene]')).toBeVisible();
    await expect(page.getByRole('row', { name: '2 1', exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: '4 0', exact: true })).toBeVisible();
  });
});
