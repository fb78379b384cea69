import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { holdClock, timeGoesBy } from '../clock';
import { test, watch } from '../watch';

// Somebody who was sent a link gives the site fifteen seconds: one tap on home, and something unexpected has happened.

const verdict = (page: Page) => page.getByText('You said 2 s. It is 8 s.');
const picture = (page: Page) => page.getByRole('img', { name: /^A thread pool, live/ });
const touch = (page: Page) => page.getByRole('button', { name: 'Now you: touch the pool' });
const pool = (page: Page) => page.getByRole('application', { name: /^The pool/ });

for (const [width, height] of [
  [1440, 900],
  [1366, 650],
  [390, 664],
] as const)
  test(`home at ${width} x ${height}: one tap, and four seconds later the run contradicts what one would think`, async ({
    page,
  }) => {
    const wrong = watch(page);
    await page.setViewportSize({ width, height });
    await holdClock(page);
    await page.goto('/');
    const heading = page.getByRole('heading', { level: 1 });
    const narrator = page.locator('[data-part=narrator]');
    await expect(heading).toHaveText('Why a database keeps you waiting while its CPU is idle');
    for (const part of [heading, picture(page), narrator])
      await expect(part).toBeInViewport({ ratio: 0.99 });
    for (const name of ['2 s', '4 s', '8 s', '16 s'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(verdict(page)).toHaveCount(0);
    expect(await findings(page)).toEqual([]);

    await page.getByRole('button', { name: '2 s', exact: true }).click();
    await timeGoesBy(page, 1_500);
    await expect(narrator).toHaveText(
      'Two sleep on a thread, four wait. The processor does nothing.',
    );
    await timeGoesBy(page, 2_450);
    await expect(verdict(page)).toHaveCount(0);
    await timeGoesBy(page, 200);
    await expect(narrator).toContainText('The last one is answered after 8 s.');
    for (const part of [verdict(page), touch(page), picture(page), narrator])
      await expect(part).toBeInViewport({ ratio: 0.99 });
    expect(await findings(page)).toEqual([]);

    // It ends where the hand may begin.
    await touch(page).click();
    await expect(pool(page)).toBeInViewport({ ratio: 0.99 });
    await expect(page.getByRole('button', { name: 'Pour' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Deaf with two statements' })).toBeVisible();
    await timeGoesBy(page, 300);
    expect(await findings(page)).toEqual([]);
    expect(wrong).toEqual([]);
  });

test('who is right is told so, and an address begins with the hand', async ({ page }) => {
  await holdClock(page);
  await page.goto('/');
  const eight = page.getByRole('button', { name: '8 s', exact: true });
  await eight.focus();
  await page.keyboard.press('Enter');
  await timeGoesBy(page, 4_100);
  await expect(page.getByText('You were right: 8 s.')).toBeVisible();
  await expect(eight).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/?touch');
  await pool(page).focus();
  await page.keyboard.down('p');
  await timeGoesBy(page, 600);
  await page.keyboard.up('p');
  await expect
    .poll(
      async () => {
        await timeGoesBy(page, 100);
        return page.locator('[aria-live=polite]').textContent();
      },
      { intervals: [20] },
    )
    .toMatch(/^\d+ poured/);
});

test('with less motion nothing moves on home until somebody answers', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await holdClock(page);
  await page.goto('/');
  await expect(picture(page)).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.getByRole('button', { name: '2 s', exact: true }).click();
  await timeGoesBy(page, 4_100);
  await expect(verdict(page)).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('home reads: its question, its picture and the answer', async ({ page }) => {
    await page.goto('/');
    await expect(
      page.getByRole('heading', { name: 'When is the last one answered?' }),
    ).toBeVisible();
    await expect(picture(page)).toBeVisible();
    await expect(page.getByRole('button', { name: '2 s', exact: true })).toBeHidden();
    await expect(touch(page)).toBeHidden();
    await expect(page.locator('noscript > .verdict')).toBeVisible();
  });
});
