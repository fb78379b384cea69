import { expect, test as base, type Page } from '@playwright/test';
import { serveHosts } from '../hosts/servers';
import { test, wake, watch } from '../watch';

// From one language to the other.

const SIX = 'scenarios/mariadb-max-threads-6/';
const STATE = '?v=1&thread_pool_max_threads=8&t=1.2s&r=3';
const other = (page: Page) => page.locator('#menu [hreflang]');
/** As a person does: the mouse is moved before it presses, which loads keep.js. */
async function change(page: Page): Promise<void> {
  await other(page).hover();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/keep.js')),
  );
  await other(page).click();
}
const clock = (page: Page) => page.getByRole('slider', { name: /^(Time|时间)$/ });

test('the switch keeps the page, the moment, the knobs and the place, both ways', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.goto(`${SIX}${STATE}`);
  await wake(page);
  await change(page);
  await expect(page).toHaveURL(new RegExp(`/zh/${SIX}\\${STATE}`));
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('六个线程，八个 sleep');
  await expect(clock(page)).toHaveValue(/^12\d{8}$/);
  await expect(page.getByRole('textbox', { name: 'thread_pool_max_threads' })).toHaveValue('8');
  await change(page);
  await expect(page).toHaveURL(new RegExp(`[^h]/${SIX}\\${STATE}`));

  // After going from page to page, and with the place on it.
  await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).first().click();
  await expect(page).toHaveURL(/\/lessons\/$/);
  await change(page);
  await expect(page).toHaveURL(/\/zh\/lessons\/$/);
  await page.goto('glossary/#listener');
  await change(page);
  await expect(page).toHaveURL(/\/zh\/glossary\/#listener$/);
  expect(wrong).toEqual([]);
});

test('a lesson’s figure goes on in the other language as the reader has set it', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.goto('lessons/six-threads-eight-sleeps/two-threads-more/');
  await wake(page);
  const threads = page.getByRole('textbox', { name: 'thread_pool_max_threads' });
  await threads.fill('10');
  await threads.press('Enter');
  await clock(page).focus();
  await page.keyboard.press('End');
  const moment = Number(await clock(page).inputValue());
  expect(moment).toBeGreaterThan(0);
  await change(page);
  await expect(page).toHaveURL(/\/zh\/lessons\/.*thread_pool_max_threads=10/);
  await expect(threads).toHaveValue('10');
  await expect.poll(async () => Number(await clock(page).inputValue())).toBe(moment);
  expect(wrong).toEqual([]);
});

test('the lab’s run is at the same moment in the other language', async ({ page }) => {
  await page.goto('lab/?scenario=mariadb-two-groups');
  await clock(page).focus();
  await page.keyboard.press('Home');
  await expect(clock(page)).toHaveValue('0');
  await page.keyboard.press('ArrowRight');
  await expect(clock(page)).not.toHaveValue('0');
  const moment = Number(await clock(page).inputValue());
  await change(page);
  await expect(page).toHaveURL(/\/zh\/lab\/\?scenario=mariadb-two-groups/);
  await expect.poll(async () => Number(await clock(page).inputValue())).toBe(moment);
});

test('a search is the same in the other language', async ({ page }) => {
  await page.goto('search/');
  await page.locator('main').getByRole('searchbox').fill('stall_limit');
  await expect(page).toHaveURL(/\?q=stall_limit$/);
  await change(page);
  await expect(page).toHaveURL(/\/zh\/search\/\?q=stall_limit$/);
  await expect(page.locator('main').getByRole('searchbox')).toHaveValue('stall_limit');
});

test('a guess is known in the other language', async ({ page }) => {
  await page.goto('lessons/six-threads-eight-sleeps/');
  await wake(page);
  const guess = (at: Page) => at.locator('.guess .choices').first();
  await guess(page).getByRole('button').first().click();
  await expect(guess(page).getByRole('button', { pressed: true })).toHaveCount(1);
  await expect(page.locator('.guess .verdict').first()).toBeVisible();
  await change(page);
  await expect(page).toHaveURL(/\/zh\/lessons\//);
  await expect(guess(page).getByRole('button', { pressed: true })).toHaveCount(1);
});

test.describe('without scripts', () => {
  base.use({ javaScriptEnabled: false });
  base('the switch is a link', async ({ page }) => {
    await page.goto('lessons/the-cast/');
    await other(page).click();
    await expect(page).toHaveURL(/\/zh\/lessons\/the-cast\/$/);
    await other(page).click();
    await expect(page).toHaveURL(/[^h]\/lessons\/the-cast\/$/);
  });
});

/** A reader with this language, who moves the mouse. */
const READERS = [
  { reads: 'zh-CN', at: 'about/', line: '本页有中文版', to: /\/zh\/about\/$/ },
  { reads: 'en-US', at: 'zh/about/', line: 'This page is in English too', to: /[^h]\/about\/$/ },
];
for (const { reads, at, line, to } of READERS)
  base(
    `a reader of ${reads} is told once of the page in their language`,
    async ({ browser, baseURL }) => {
      const reader = await browser.newContext({ locale: reads, baseURL: baseURL ?? '' });
      const page = await reader.newPage();
      const open = async (address: string) => {
        const kept = page.waitForResponse(/keep\.js$/);
        await page.goto(address);
        for (const move of [1, 9]) await page.mouse.move(move, move);
        await kept;
      };
      const told = page.getByText(line, { exact: true });
      await open(at);
      await expect(told).toBeVisible();
      await expect(told).toHaveAttribute('href', to);
      // In the head's free room, which moves nothing; where there is none, one line with the head right below it.
      const boxes = async (...parts: readonly string[]) =>
        Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
      const [notice, head, menu, search] = await boxes(
        'body > aside',
        'header',
        '#menu a:last-child',
        'header .find',
      );
      expect(head?.y).toBe(0);
      expect(notice).toMatchObject({ y: 8, height: 44 });
      expect(notice?.x).toBeGreaterThan((menu?.x ?? 0) + (menu?.width ?? 0));
      expect((notice?.x ?? 0) + (notice?.width ?? 0)).toBeLessThan(search?.x ?? 0);
      await page.setViewportSize({ width: 390, height: 664 });
      const [above, below] = await boxes('body > aside', 'header');
      expect(above).toMatchObject({ x: 0, y: 0, width: 390, height: 44 });
      expect(below?.y).toBe(44);
      // Their own edition says nothing of it.
      await open(at.startsWith('zh/') ? at.slice('zh/'.length) : `zh/${at}`);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('body > aside')).toHaveCount(0);
      // Closed once, closed for good, wherever they go.
      await open(at);
      await page.locator('body > aside button').click();
      await expect(told).toHaveCount(0);
      await open(at.replace('about', 'glossary'));
      await page.waitForLoadState('networkidle');
      await expect(told).toHaveCount(0);
      await reader.close();
    },
  );

test('a frame and an element with lang=zh show the Chinese figure, set as asked', async ({
  page,
  baseURL,
}) => {
  const wrong = watch(page);
  const hosts = await serveHosts(() => ({
    html: `<!doctype html><html lang="zh"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A host</title>
      <script>told = []; addEventListener('message', (e) => told.push(e.data.type))</script>
      <iframe src="${baseURL ?? ''}embed/mariadb-max-threads-6/?v=1&thread_pool_max_threads=8&t=1.2s&lang=zh" width="720" height="700"></iframe>
      <script type="module" src="${baseURL ?? ''}embed/pool-scope.js"></script>
      <pool-scope scenario="mariadb-max-threads-6" lang="zh" label="播放">六个线程</pool-scope>`,
  }));
  await page.goto(`${hosts.address}page`);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(frame.getByRole('heading').first()).toHaveText('六个线程，八个 sleep');
  await expect(frame.locator('input[type=range]').first()).toHaveValue(/^12\d{8}$/);
  // Only the document that stays has spoken.
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { told: string[] }).told))
    .toContain('ready');
  const told = await page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
  expect(told.filter((type) => type === 'ready')).toHaveLength(1);

  const element = page.locator('pool-scope');
  await expect(element.locator('img')).toHaveAttribute(
    'src',
    /\/zh\/poster\/mariadb-max-threads-6-wide\.svg$/,
  );
  await element.getByRole('button').click();
  const own = page.frameLocator('pool-scope iframe');
  await expect(own.getByRole('heading').first()).toHaveText('六个线程，八个 sleep');
  expect(wrong).toEqual([]);
  hosts.close();
});

test('an unknown language is refused in the words of the page', async ({ page }) => {
  await page.goto('embed/mariadb-max-threads-6/?v=1&lang=fr');
  await expect(page.locator('.problems')).toContainText(/lang.*fr.*en.*zh/);
  await page.goto('zh/embed/mariadb-max-threads-6/?v=1&lang=en&t=1.2s');
  await expect(page).toHaveURL(/[^h]\/embed\/mariadb-max-threads-6\/\?v=1&lang=en&t=1\.2s$/);
});
