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
    const picture = page.locator('figure').getByRole('img', { name: /requests answered/ });
    await expect(picture).toHaveAccessibleName(/^At 0.*: 0 of 8 requests answered/);
    const surprise = page.getByText('You said eight. Six were answered, one for each thread.');
    await expect(surprise).toHaveCount(0);

    await page.getByRole('button', { name: '8', exact: true }).click();
    await timeGoesBy(page, 15_000);
    // Two seconds were asked for, and the last answer took four.
    await expect(picture).toHaveAccessibleName(/^At 4\.000 s: 8 of 8 requests answered/);
    await expect(picture).toBeInViewport();
    await expect(
      page.getByText('the last after 4.00 s.').filter({ visible: true }).first(),
    ).toBeInViewport();
    await expect(surprise).toBeInViewport();
  });
