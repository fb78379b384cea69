import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { holdClock, timeBrings } from '../clock';
import { findings } from '../axe';
import { clockOf, test, watch } from '../watch';

// A guess beside the run's answer, as a picture to save.

const result = (page: Page) => page.getByText('My result, as a picture');

async function saved(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the picture', exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('a choice: what I said and what the run said, once it has said it', async ({ page }) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('lessons/six-threads-eight-sleeps/');
  await page.getByRole('button', { name: '8', exact: true }).click();
  await expect(result(page)).toHaveCount(0);
  await timeBrings(page, 2000, (soon) => expect(result(page)).toBeVisible(soon));
  await result(page).click();
  const card = page.getByRole('img', { name: /I said 8\. The run said 6\./ });
  await expect(card).toBeVisible();
  const svg = decodeURIComponent((await card.getAttribute('src')) ?? '');
  expect(svg).toContain('How many of the eight have their answer after two seconds?');
  expect(await findings(page, { within: '.result' })).toEqual([]);
  const { name, bytes } = await saved(page);
  expect(name).toMatch(/^i-said-8.*the-run-said-6\.png$/);
  expect(bytes.readUInt32BE(16)).toBe(2400);
  expect(wrong).toEqual([]);
});

test('who only watched has no result', async ({ page }) => {
  await holdClock(page);
  await page.goto('lessons/six-threads-eight-sleeps/');
  await page.getByRole('button', { name: 'Just watch' }).click();
  await timeBrings(page, 2000, (soon) =>
    expect(page.getByText('One for each thread.')).toBeVisible(soon),
  );
  await expect(result(page)).toHaveCount(0);
});

test('a drawing: the guess that was furthest off', async ({ page }) => {
  await page.goto('lessons/six-threads-eight-sleeps/another-server/');
  const slider = page.getByRole('slider', { name: '8', exact: true });
  await slider.focus();
  await slider.press('Home');
  await page.getByRole('button', { name: 'Start the run' }).press('Enter');
  await expect(result(page)).toHaveCount(0);
  await clockOf(page).press('End');
  await result(page).click();
  await expect(page.getByRole('img', { name: /8: I said 0.*, the run 8\.00 s/ })).toBeVisible();
});
