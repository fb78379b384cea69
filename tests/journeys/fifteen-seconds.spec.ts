import { expect } from '@playwright/test';
import { holdClock, timeGoesBy } from '../clock';
import { test } from '../watch';

// Somebody who was sent a link gives the site fifteen seconds: one tap on home, and something unexpected has happened.

for (const [width, height] of [
  [1440, 900],
  [390, 664],
] as const)
  test(`home at ${width} x ${height}: one tap, and within 15 s the run contradicts what one would think`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await holdClock(page);
    await page.goto('/');
    const answered = (count: number) =>
      page.getByRole('img', { name: new RegExp(`${count} of 8 requests answered`) });
    await expect(answered(0).filter({ visible: true }).first()).toBeInViewport();
    const surprise = page.getByRole('heading', { name: 'Six, one for each thread.' });
    await expect(surprise).toHaveCount(0);

    await page.getByRole('button', { name: '8', exact: true }).click();
    await timeGoesBy(page, 15_000);
    await expect(answered(6).filter({ visible: true }).first()).toBeInViewport();
    await expect(page.getByText('You said eight.')).toBeInViewport();
    await expect(surprise).toBeInViewport();
    await expect(page.getByText(/every core was idle/)).toBeInViewport();
  });
