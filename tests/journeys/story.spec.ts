import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { test, watch } from '../watch';

// The story of order 42: eight scenes, three guesses, one lever, and the card with what the reader had guessed.

const onward = (page: Page) => page.getByRole('link', { name: 'On', exact: true });
/** To the scene with this title: until it is there, the one before has the same link, and perhaps the same time. */
async function goOn(page: Page, title: string) {
  await onward(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}
/** A run takes up to seven seconds, and its engine has to load first. */
const SOON = { timeout: 300_000 };

test('the whole story with the keyboard, up to its card', async ({ page }) => {
  test.slow();
  const wrong = watch(page);
  await page.goto('story/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order was written twice');
  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await expect(page.locator('.clock')).toHaveText('14:03:02.0', SOON);
  await goOn(page, '14:03:03. You press Buy');
  // It was asked for, so it begins by itself.
  await expect(page.locator('.clock')).toHaveText('14:03:04.0', SOON);
  await goOn(page, '14:03:04. You press again');

  await expect(page.locator('article')).not.toContainText('14:03:10.3');
  await expect(onward(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'No', exact: true }).press('Enter');
  await expect(page.locator('article')).toContainText('Yes. At 14:03:10.3', SOON);
  await goOn(page, '14:03:10. The door opens');
  await expect(page.locator('.clock')).toHaveText('14:03:10.4', SOON);
  await goOn(page, 'You were not alone');

  await expect(page.locator('article')).not.toContainText('Almost nothing');
  await page.getByRole('button', { name: 'slowly down to thirty' }).press('Enter');
  await expect(page.locator('article')).toContainText('Almost nothing', SOON);
  await goOn(page, '14:03:10. The cause is gone');

  const bar = page.getByRole('slider', { name: 'Answered in time' });
  await bar.press('ArrowLeft');
  await expect(page.locator('output')).toHaveText('49');
  await bar.press('ArrowRight');
  await page.getByRole('button', { name: 'That is my guess' }).press('Enter');
  await expect(page.locator('article')).toContainText('Nobody since 14:03:09', SOON);
  await goOn(page, 'Sixty a second, for nobody');
  await goOn(page, 'You have one lever');

  await expect(page.locator('article')).not.toContainText('Twelve places are rude');
  await page.getByRole('button', { name: 'Be polite' }).press('Enter');
  await expect(page.locator('article')).toContainText('Twelve places are rude', SOON);
  await expect(page.locator('.faces')).toContainText('0 of 8 runs are well again.');
  await page.getByRole('link', { name: 'What you had guessed' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two orders.');
  await expect(page).toHaveURL(/\?g=n,2,50,polite$/);
  await expect(page.getByText('0 of 3 right. Lever: 0 of 8.')).toBeVisible();
  expect(wrong).toEqual([]);
});

test('a link to a card shows what its sender had guessed', async ({ page }) => {
  await page.goto('story/card/?g=y,3,0,places');
  await expect(page.getByText('3 of 3 right. Lever: 8 of 8.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('on a phone: picture, clock and question fit its width, and less motion gets the end picture', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('story/5/');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await page.getByRole('button', { name: 'down to almost nothing' }).click();
  await expect(page.locator('.clock')).toHaveText('14:03:10.0', SOON);
  await expect(page.locator('article')).toContainText('Almost nothing');
  expect(await findings(page)).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('all text can be read', async ({ page }) => {
    await page.goto('story/3/');
    await expect(page.locator('noscript strong', { hasText: 'Yes. At 14:03:10.3' })).toBeVisible();
    await expect(page.locator('figure svg').first()).toBeVisible();
  });
});
