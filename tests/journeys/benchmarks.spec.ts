import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { test, watch } from '../watch';

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Draws across the sheet from its left, at a share of its height. */
async function strokeOver(page: Page, down: number): Promise<void> {
  const box = await page.locator('.draw').boundingBox();
  if (!box) throw new Error('nothing to draw on');
  await page.mouse.move(box.x + 0.15 * box.width, box.y + 0.2 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.95 * box.width, box.y + down * box.height, { steps: 8 });
  await page.mouse.up();
}

test('an unreadable fragment hides nothing else in the address', async ({ page }) => {
  await page.goto('/curves/?v=1&b=percona-2016-05&measure=p95_ms&x=1200#%');
  const slider = page.locator('figure.table').getByRole('slider');
  await expect(slider).toHaveAttribute('aria-valuetext', /1,200/);
  await page.goto('/no-such-page/#%');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('the first stroke, on a figure that has not loaded', () => {
  /** Delays the figure's code: what is drawn before must be there when it arrives. */
  async function sleeping(page: Page, address: string): Promise<() => void> {
    let come: () => void = () => undefined;
    const late = new Promise<void>((then) => (come = then));
    await page.goto(address);
    await page.route('**/*.js', async (route) => {
      await late;
      await route.continue();
    });
    return come;
  }
  const drawn = (page: Page) => page.getByRole('button', { name: 'Show what was measured' });

  for (const address of ['/curves/', '/lessons/the-curves/'])
    test(`by mouse on ${address}`, async ({ page }) => {
      const come = await sleeping(page, address);
      await strokeOver(page, 0.6);
      await expect(drawn(page)).toBeDisabled();
      come();
      await expect(drawn(page)).toBeEnabled();
      await drawn(page).click();
      await expect(page.locator('.verdict .headline')).toContainText('You were');
    });

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true });
    test('with a finger, while the figure loads in the middle of the stroke', async ({ page }) => {
      const come = await sleeping(page, '/curves/');
      const box = await page.locator('.draw').boundingBox();
      if (!box) throw new Error('nothing to draw on');
      const devtools = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', across = 0) =>
        devtools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints:
            type === 'touchEnd'
              ? []
              : [{ x: box.x + across * box.width, y: box.y + 0.5 * box.height }],
        });
      await touch('touchStart', 0.1);
      for (let across = 0.15; across < 0.5; across += 0.05) await touch('touchMove', across);
      come();
      await expect(drawn(page)).toBeEnabled();
      for (let across = 0.5; across < 0.95; across += 0.05) await touch('touchMove', across);
      await touch('touchEnd');
      const values = page.locator('.draw input');
      const first = await values.first().getAttribute('aria-valuetext');
      await expect(values.nth(8)).toHaveAttribute('aria-valuetext', first ?? '');
    });
  });
});

test('a line is drawn by mouse before the truth is shown; then points, comparison, machine, figure', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.goto('/curves/');
  const figure = page.locator('figure.curve');
  // Nothing of the answer is there: one point, no line, no value in any table.
  await expect(figure.locator('path.mark')).toHaveCount(1);
  expect(await page.locator('body').innerText()).not.toMatch(/17,766|510 times/);
  await expect(page.getByRole('link', { name: 'UPDATE_NOKEY on windows' })).toBeVisible();
  expect(await findings(page, { within: 'body' })).toEqual([]);
  await strokeOver(page, 0.6);
  await expect(page.getByRole('slider', { name: '1,024 clients' })).not.toHaveAttribute(
    'aria-valuetext',
    /^148,673/,
  );
  await page.getByRole('button', { name: 'Show what was measured' }).click();
  // The line is drawn from left to right; then comes the verdict.
  await expect(figure.locator('.verdict .headline')).toHaveText(
    /^You were [\d,.]+ times too (high|low)\.$/,
  );
  await expect(figure.locator('.verdict')).toContainText(/At [\d,]+ clients you drew/);
  await expect(figure.locator('.verdict')).toContainText('less than half of its best at 256');
  await expect(figure).toContainText('your guess');
  // The drawing as a picture: 1200 by 630, at twice the resolution.
  await figure.getByRole('button', { name: 'Share it' }).click();
  await expect(
    figure.getByRole('img', { name: /I was [\d,.]+ times too (high|low)/ }),
  ).toBeVisible();
  const file = page.waitForEvent('download');
  await figure.getByRole('button', { name: 'Save the picture' }).click();
  const png = await readFile(await (await file).path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2400, 1260]);

  const chart = figure.getByRole('slider', { name: /POINT_SELECT on pitbull/ });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(figure.locator('[data-part=readout] .said')).toContainText('Nobody has measured');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(figure.locator('[data-part=readout] .said')).toContainText('510 times as many');
  await figure.getByRole('button', { name: 'Values' }).click();
  await expect(figure.locator('.panel td').first()).toHaveText('282');
  await figure.getByRole('tab', { name: 'Values' }).press('ArrowRight');
  await expect(figure.getByRole('tab', { name: 'Change the machine' })).toBeFocused();
  await expect(figure.getByRole('tabpanel', { name: 'Change the machine' })).toBeVisible();
  await expect(page).toHaveURL(/machine=pitbull&workload=POINT_SELECT&clients=4096/);

  await page.getByLabel('Compare with').selectOption({ label: 'UPDATE_NOKEY on windows' });
  await expect(figure.locator('[data-part=readout] .said')).toHaveCount(2);
  await expect(page).toHaveURL(/with=windows\.UPDATE_NOKEY/);

  const sleepers = figure.getByLabel('Cost of waking the sleepers');
  await sleepers.press('Home');
  await expect(figure.locator('.live li').first()).toContainText('4,096 clients');
  await figure.getByRole('button', { name: 'Simulate these points' }).click();
  await expect(figure.locator('circle.dot').first()).toBeVisible();
  await figure.getByRole('button', { name: 'Back to the fitted machine' }).click();
  await expect(figure.locator('circle.dot')).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('a link opens its point, reports what is wrong with it, and its run can be opened', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto('/curves/?v=1&machine=windows&workload=OLTP_RO&clients=16&colour=red');
  const figure = page.locator('figure.curve').first();
  await expect(page.getByRole('alert')).toContainText('“colour” in this link is not known');
  await expect(figure.locator('.name')).toContainText('OLTP_RO on windows');
  await expect(figure.locator('[data-part=readout] .said')).toContainText('At 16 clients');
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await figure.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('tab', { name: 'Look inside' }).click();
  await page.getByRole('button', { name: /Open one thread/ }).click();
  const inside = page.locator('.inside figure');
  await expect(inside).toHaveAttribute('data-state', /ready|paused/);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(inside.getByRole('button', { name: /Stall the latch/ })).toBeVisible();
  expect(await findings(page, { within: '.hero' })).toEqual([]);
  await expect(page.getByRole('link', { name: 'Open in the lab' })).toHaveAttribute(
    'href',
    /lab\/?#s=1\./,
  );

  // A table without a model has places to link to as well.
  await page.goto('/curves/?v=1&b=percona-2016-05&measure=p95_ms&x=1200');
  const table = page.locator('figure.table');
  await expect(table.getByRole('slider')).toHaveAttribute('aria-valuetext', /1,200/);
  await expect(table.getByLabel('Show')).toHaveValue('p95_ms');
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Links by id still work, from the time when all tables were on one page.
  await page.goto('/curves/#percona-2014-01');
  await expect(table).toContainText('no figures published');
  expect(wrong).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('all charts, values and errors are there', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto('/curves/');
    const figure = page.locator('figure.curve');
    await expect(figure.locator('[data-part=readout] .said')).toContainText('6.8 times as many');
    await expect(figure.locator('path.mark').filter({ visible: true })).toHaveCount(18);
    await expect(
      page.getByRole('link', { name: / on (pitbull|windows|facebook-maria1)$/ }),
    ).toHaveCount(12);
    await page.locator('#percona-2016-05').getByText('Values').click();
    await expect(page.getByRole('row', { name: /^1,200/ }).first()).toBeVisible();
    await page.getByText('Every point and its error').click();
    await expect(
      page.getByRole('row', { name: /UPDATE_NOKEY on pitbull, thread pool/ }),
    ).toContainText('17,766');
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });
});
