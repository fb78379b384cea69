import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { holdClock, timeGoesBy } from '../clock';
import { build } from '../../web/tools/server.mjs';

const address = (name: string) => pathToFileURL(path.join(build, 'take', `${name}.html`)).href;

test('one file plays and scrubs from a disk, offline, and asks nobody for anything', async ({
  browser,
}) => {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  await holdClock(page);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') wrong.push(line.text());
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.isNavigationRequest())
      wrong.push(request.url());
  });

  await page.goto(address('mariadb-max-threads-6'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Six threads, eight sleeps');
  const figure = page.getByRole('figure');
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(figure).toHaveAttribute('data-state', 'playing');
  // In story time: its first instant lasts 7 s, then comes a silence that is cut short.
  await timeGoesBy(page, 8000);
  await expect(page.getByRole('img', { name: /^At 1\.4\d\d s: 0 of 8/ })).toBeVisible();
  const time = page.getByRole('slider', { name: 'Time', exact: true });
  await time.focus();
  await page.keyboard.press('End');
  await expect(
    page.getByRole('img', { name: /^At 4\.000 s: 8 of 8 requests answered/ }),
  ).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByRole('img', { name: /^At 0\.000 s: 0 of 8/ })).toBeVisible();

  await page.goto(`${address('mariadb-max-threads-6')}?thread_pool_max_threads=8&t=1.5s`);
  await expect(
    page.getByRole('img', { name: /^At 1\.500 s: 0 of 8 .* Threads: 8\./ }),
  ).toBeVisible();

  await page.goto(address('benchmark-windows-oltp-rw'));
  await page.getByRole('figure').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(wrong).toEqual([]);
  await context.close();
});

test('opened on the site it plays, without the origin of the site', async ({ page }) => {
  await holdClock(page);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') wrong.push(line.text());
  });
  await page.goto('/take/mariadb-max-threads-6.html?thread_pool_max_threads=8&t=1.5s');
  await expect(
    page.getByRole('img', { name: /^At 1\.500 s: 0 of 8 .* Threads: 8\./ }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page.getByRole('figure')).toHaveAttribute('data-state', 'playing');
  await timeGoesBy(page, 2000);
  await expect(page.getByRole('img', { name: /^At 2\.\d+ s: / })).toBeVisible();
  expect(wrong).toEqual([]);
  const stores = () =>
    page.evaluate(() => {
      try {
        return `${self.origin} ${localStorage.length}`;
      } catch (error) {
        return `${self.origin} ${(error as Error).name}`;
      }
    });
  expect(await stores()).toBe('null SecurityError');
});
