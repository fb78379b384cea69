import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { holdClock } from '../clock';
import { later, pool, said as narrator, told } from '../live-pool';
import { test, watch } from '../watch';

// The living pool in other people's pages. The page about frames shows it as they would.

/** What a page has loaded besides the frame itself. */
function loads(page: Page): string[] {
  const all: string[] = [];
  page.on('request', (request) => all.push(new URL(request.url()).pathname));
  return all;
}

test('it sleeps as a picture until somebody touches it, and then is a pool', async ({ page }) => {
  const wrong = watch(page);
  const all = loads(page);
  await holdClock(page);
  await page.goto('/embed/#live');
  const box = page.locator('iframe[src$="embed/live/"]');
  await box.scrollIntoViewIfNeeded();
  const frame = await (await box.elementHandle()).contentFrame();
  if (!frame) throw new Error('no frame');
  await expect(frame.getByRole('img', { name: /^A thread pool, live/ })).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'A thread pool to touch' })).toBeVisible();
  expect(all.filter((path) => /pool-frame|live-worker/.test(path))).toEqual([]);

  // The press that woke it is done.
  await frame.getByRole('button', { name: 'Pour' }).click();
  await later(page, () => told(frame).textContent()).toMatch(/^\d+ poured/);
  await pool(frame).focus();
  await page.keyboard.press('d');
  await later(page, () => narrator(frame).textContent()).toContain('You shut the door.');
  expect(wrong).toEqual([]);
});

test('its address has its settings, and plain words name no server', async ({ page }) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('/embed/live/?words=plain&threads=3&arrivals=8&work=200ms&hands=pour,door&v=x');
  await later(page, () => narrator(page).textContent()).toContain('there are 3.');
  await expect(page.getByRole('heading', { name: 'A queue and its workers' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pour' })).toBeVisible();
  for (const name of ['A sleeper, 10 s', 'Take the lock', 'A worker less'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  // Keys are hands too.
  await pool(page).focus();
  await page.keyboard.press('l');
  await page.keyboard.press('d');
  await later(page, () => narrator(page).textContent()).toContain('You shut the door.');
  const words = await page.evaluate(() =>
    [
      document.querySelector('.picture')?.textContent,
      ...[...document.querySelectorAll('.picture [aria-label]')].map((one) => one.ariaLabel),
    ].join(' '),
  );
  expect(words).toContain('orker');
  expect(words).not.toMatch(/thread|mysql|percona|statement|unread/i);
  // What it did not understand is named.
  await expect(page.getByRole('status').filter({ hasText: 'v' })).toContainText('v');
  expect(await findings(page, { within: 'figure' })).toEqual([]);
  expect(wrong).toEqual([]);
});

test('a low frame with rules and a notice still has its hands, and by itself it is a page', async ({
  page,
}) => {
  for (const [width, height] of [
    [360, 500],
    [320, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await holdClock(page);
    await page.goto('/embed/live/?dare=nobody&threads=many');
    await expect(page.getByText('Clients wait one second')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('status').filter({ hasText: 'many' })).toBeInViewport({ ratio: 1 });
    for (const name of ['Pour', 'A sleeper, 10 s', 'Shut the door'])
      await page.getByRole('button', { name }).click({ trial: true });
    expect(await findings(page)).toEqual([]);
  }
});

for (const [width, height] of [
  [720, 440],
  [560, 440],
  [360, 500],
  [320, 400],
] as const)
  test(`at ${width} px it is ${height} px tall, and all of it is in view`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await holdClock(page);
    await page.goto('/embed/live/?threads=6');
    await later(page, () => narrator(page).textContent()).toContain('threads');
    const frame = await page.locator('figure').boundingBox();
    expect(frame?.height).toBeLessThanOrEqual(height);
    for (const name of ['Pour', 'A thread more', 'Pause'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBe(0);
  });

test('the page around it hears its height and its figures, acts, and keeps its scroll', async ({
  page,
}) => {
  await holdClock(page);
  await page.goto('/embed/#live');
  const box = page.locator('iframe[src$="embed/live/"]');
  await box.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await box.boundingBox())?.height).toBe(440);
  await page.evaluate(() => {
    const heard: unknown[] = [];
    addEventListener('message', ({ data }: MessageEvent<{ type?: string }>) => {
      if (data.type === 'pool') heard.push(data);
    });
    Object.assign(globalThis, { heard });
  });
  await box.evaluate((frame: HTMLIFrameElement) =>
    frame.contentWindow?.postMessage({ source: 'poolscope', v: 1, type: 'act', do: 'P40' }, '*'),
  );
  const last = () =>
    page.evaluate(() => (globalThis as unknown as { heard: object[] }).heard.at(-1));
  await later(page, last).toMatchObject({ type: 'pool', state: 'playing', won: null });
  const inner = (await box.elementHandle()).contentFrame();
  const frame = await inner;
  if (!frame) throw new Error('no frame');
  await later(page, () => narrator(frame).textContent()).toMatch(/queue of|grows|wait/);

  const place = await box.boundingBox();
  if (!place) throw new Error('no place');
  await page.mouse.move(place.x + place.width / 2, place.y + 150);
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
});

test('with less motion it stands still until it is told to play', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/embed/live/');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('it is a picture with a link', async ({ page }) => {
    await page.goto('/embed/live/');
    await expect(page.getByRole('img', { name: /^A thread pool, live/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Poolscope' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pour' })).toBeHidden();
    await expect(page.getByText('in time')).toBeHidden();
  });
});
