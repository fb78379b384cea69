import { pathToFileURL } from 'node:url';
import { expect, test, type Page, type TestInfo } from '@playwright/test';
import { holdClock, timeGoesBy } from '../clock';
import { openEmbed, wake } from '../watch';

let downloads = 0;

/** Saves the figure as one file, and returns its address on the disk. */
async function saved(page: Page, info: TestInfo, link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ]);
  // Two with the same name are two files.
  const to = info.outputPath(String(downloads++), file.suggestedFilename());
  await file.saveAs(to);
  return pathToFileURL(to).href;
}

test('one file plays and seeks from a disk, offline, without any request', async ({
  browser,
  page: site,
}, info) => {
  const take = async (name: string) => {
    await site.goto(`/take/${name}.html`);
    return saved(site, info, 'Take this figure with you');
  };
  const six = await take('mariadb-max-threads-6');
  const chart = await take('benchmark-windows-oltp-rw');
  // From the panel, in the present state.
  await site.goto('/scenarios/mariadb-max-threads-6/?v=1&thread_pool_max_threads=8&t=1.5s');
  await wake(site);
  await openEmbed(site);
  await site.getByRole('radio', { name: 'Slides, offline' }).check();
  const as_it_stood = await saved(site, info, 'Download mariadb-max-threads-6.html');
  const panel = site.locator('[id$="-embed"]');
  await panel.getByText('Size, colours, words and moments').click();
  await panel.getByRole('textbox', { name: 'Play from' }).fill('1s');
  await panel.getByRole('textbox', { name: 'to', exact: true }).first().fill('1.75s');
  const stretch = await saved(site, info, 'Download mariadb-max-threads-6.html');
  // From the figure's page, which shows another run beside it.
  await site.goto(
    '/scenarios/mariadb-max-threads-6/?v=1&thread_pool_max_threads=7&t=1.5s&with=before',
  );
  const from_page = await saved(site, info, 'Take this figure with you');

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

  await page.goto(six);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Six threads, eight sleeps');
  const figure = page.getByRole('figure');
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(figure).toHaveAttribute('data-state', 'playing');
  // In story time: its first instant lasts 7 s, then comes a silence that is cut short.
  await timeGoesBy(page, 8000);
  await expect(page.getByRole('group', { name: /^At 1\.4\d\d s: 0 of 8/ })).toBeVisible();
  const time = page.getByRole('slider', { name: 'Time', exact: true });
  await time.focus();
  await page.keyboard.press('End');
  await expect(
    page.getByRole('group', { name: /^At 4\.000 s: 8 of 8 requests answered/ }),
  ).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByRole('group', { name: /^At 0\.000 s: 0 of 8/ })).toBeVisible();

  await page.goto(as_it_stood);
  await expect(
    page.getByRole('group', { name: /^At 1\.500 s: 0 of 8 .* Threads: 8\./ }),
  ).toBeVisible();

  await page.goto(from_page);
  await expect(
    page.getByRole('group', { name: /^At 1\.500 s: 0 of 8 .* Threads: 7\./ }),
  ).toBeVisible();

  await page.goto(stretch);
  await page.getByRole('button', { name: /^Play/ }).click();
  await timeGoesBy(page, 60_000);
  await expect(figure).toHaveAttribute('data-state', 'ended');
  await expect(time).toHaveAttribute('aria-valuetext', /^1\.750[\s0]*\ss/);

  await page.goto(`${as_it_stood}?t=4s`);
  await expect(
    page.getByRole('group', { name: /^At 4\.000 s: 6 of 8 .* Threads: 6\./ }),
  ).toBeVisible();

  await page.goto(chart);
  await page.getByRole('figure').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(wrong).toEqual([]);
  await context.close();
});

test('without scripts its old address leads to the figure', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}take/mariadb-max-threads-6.html`);
  await page.locator('noscript a').click();
  await expect(page).toHaveURL(`${baseURL}scenarios/mariadb-max-threads-6/`);
  await context.close();
});

test('opened on the site it plays, without the site’s origin', async ({ page }) => {
  await holdClock(page);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') wrong.push(line.text());
  });
  await page.goto('/take/mariadb-max-threads-6.html?thread_pool_max_threads=8&t=1.5s');
  await expect(
    page.getByRole('group', { name: /^At 1\.500 s: 0 of 8 .* Threads: 8\./ }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page.getByRole('figure')).toHaveAttribute('data-state', 'playing');
  await timeGoesBy(page, 2000);
  await expect(page.getByRole('group', { name: /^At 2\.\d+ s: / })).toBeVisible();
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
