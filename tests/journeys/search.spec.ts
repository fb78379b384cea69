import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { test, watch } from '../watch';

const LINE =
  "2026-11-22  1:44:01 0 [Warning] Threadpool could not create additional thread to handle queries, because the number of allowed threads was reached. Increasing 'thread_pool_max_threads' parameter can help in this situation.";
const field = (page: Page) => page.getByRole('search', { name: 'Search' }).locator('[name=q]');
const options = (page: Page) => page.getByRole('option');

/** Everything that it requests from here on. */
function asked(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

test('by keyboard from anywhere: nothing is loaded before, then it works without the network, and the focus returns', async ({
  page,
  context,
}) => {
  const wrong = watch(page);
  const urls = asked(page);
  await page.goto('/scenarios/mariadb-two-groups/', { waitUntil: 'networkidle' });
  expect(urls.filter((url) => /search|Finder/.test(url))).toEqual([]);

  // In view: scrolling would load the figure's code, and the network goes away.
  await page.getByRole('link', { name: 'Learn' }).first().focus();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'error log' })).toBeVisible();
  expect(urls.filter((url) => url.includes('search.json'))).toHaveLength(1);

  await context.setOffline(true);
  await field(page).fill(LINE);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(options(page).first()).toContainText('could not create additional thread');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');

  await field(page).fill('listener');
  await expect(options(page).first()).toContainText('word');
  await expect(page.getByRole('status').filter({ hasText: /^\s*\d+ results/ })).toBeAttached();
  const chosen = page.locator('[role=option][aria-selected=true]');
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toHaveText(/^All \d+ results$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveCount(1);
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  const id = await options(page).nth(1).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('ArrowUp');
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/glossary\/#listener$/);
  await expect(options(page).first()).toBeHidden();

  await page.getByRole('link', { name: 'Learn' }).first().focus();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('xyzzyqqq');
  await expect(page.getByRole('status').filter({ hasText: 'You can search for' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Learn' }).first()).toBeFocused();
  expect(urls.filter((url) => url.includes('search.json'))).toHaveLength(1);
  expect(wrong).toEqual([]);
});

test('its keys stay with whoever types and with the figure', async ({ page }) => {
  await page.goto('/scenarios/');
  const list = page.getByRole('searchbox', { name: /variable/ });
  await list.fill('a');
  await list.press('/');
  await expect(list).toHaveValue('a/');
  await expect(list).toBeFocused();
  await list.press('Control+k');
  await expect(list).toBeFocused();
});

test('a query has an address, and the field can change it', async ({ page }) => {
  await page.goto(`/search/?q=${encodeURIComponent('thread_pool_stall_limit')}`);
  const results = page.getByRole('main').getByRole('listitem');
  await expect(results.first()).toContainText('variable');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(
    'thread_pool_stall_limit',
  );
  await page.getByRole('searchbox', { name: 'Search' }).fill('kickup timer');
  await expect(results.first()).toContainText('thread_pool_prio_kickup_timer');
  await expect(page).toHaveURL(/\?q=kickup\+timer$/);

  await page.goto('/glossary/');
  await field(page).focus();
  await field(page).fill('stall timer');
  const all = options(page).filter({ hasText: /^All \d+ results$/ });
  await all.click();
  await expect(page).toHaveURL(/\/search\/\?q=stall%20timer$/);
  await expect(results.first()).toContainText('stall');
  expect(await results.count()).toBeGreaterThan(7);
});

test('an index that fails to load is reported, and requested again', async ({ page }) => {
  await page.goto('/glossary/');
  await page.route('**/search.json*', (route) => route.abort());
  await field(page).focus();
  await expect(page.getByRole('status').filter({ hasText: 'did not load' })).toBeVisible();
  await page.unroute('**/search.json*');
  await field(page).fill('listener');
  await page.keyboard.press('Enter');
  await expect(options(page).first()).toContainText('listener');
});

/** Parts of the header that leave it, its one line or their place; the skip link is above the page. Runs in the page. */
const crowded = () => {
  const head = document.querySelector('header');
  const parts = [...(head?.querySelectorAll(':scope > :not(nav, .skip), :scope > nav > a') ?? [])]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => ({
      what: part.textContent.trim() || part.className,
      box: part.getBoundingClientRect(),
    }));
  const wide = document.documentElement.clientWidth;
  const room = wide < 760 ? 48 : 60;
  return parts
    .toSorted((a, b) => a.box.left - b.box.left)
    .flatMap(({ what, box }, at, all) =>
      box.top < 0 ||
      box.bottom > room ||
      box.right > wide ||
      box.left < (all[at - 1]?.box.right ?? 0)
        ? [`${what}: ${box.left} to ${box.right} of ${wide}, ${box.top} to ${box.bottom}`]
        : [],
    );
};

test('the header stays on one line, and axe finds nothing in what it opens', async ({ page }) => {
  await page.goto('/scenarios/mariadb-two-groups/');
  for (const width of [1440, 1080, 1079, 820, 760, 759, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(crowded), `${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 750, height: 342 });
  expect(await page.evaluate(crowded), '750 x 342').toEqual([]);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 664 });
    await field(page).focus();
    await field(page).fill('max_threads');
    await expect(options(page).first()).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, `${width}`).toBeLessThanOrEqual(0);
    const box = await options(page).first().boundingBox();
    expect(box?.x, `${width}`).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(width);
    expect(await findings(page, { within: 'header' }), `${width}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(options(page).first()).toBeHidden();
  }
  await page.goto('/search/?q=stall');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('there is no field, and the page of results links to the lists', async ({ page }) => {
    await page.goto('/glossary/');
    await expect(page.locator('[name=q]')).toBeHidden();
    await page.goto('/search/');
    await expect(page.locator('[name=q]')).toBeHidden();
    await expect(page.locator('main noscript a').first()).toBeVisible();
  });
});
