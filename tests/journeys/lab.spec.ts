import { expect, type Locator, type Page } from '@playwright/test';
import { findings } from '../axe';
import { test, watch } from '../watch';

const setting = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true });
const field = (page: Page, name: string): Locator => setting(page, name).getByRole('textbox');
const result = (page: Page): Locator => page.locator('figure .result');
const figures = (page: Page): Locator => page.getByRole('region', { name: 'What came of it' });

async function open(page: Page, path = '/lab/'): Promise<void> {
  await page.goto(path);
  await page.locator('figure').hover();
  await expect(page.locator('figure')).toHaveAttribute('data-state', /ready|paused/);
}

/** What the run says, once it is of what was edited last. */
async function settled(page: Page): Promise<string | null> {
  await expect(figures(page)).toHaveAttribute('aria-busy', 'false');
  return result(page).textContent();
}

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });

async function type(at: Locator, value: string): Promise<void> {
  await at.fill(value);
  await at.press('Enter');
}

/** The figure has tests of its own. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page, { without: 'figure' })).toEqual([]);
}

test('a value is turned, refused, turned back and done again', async ({ page }) => {
  const wrong = watch(page);
  await open(page);
  await expect(result(page)).toContainText('2 at 4.000 s');

  const max = field(page, 'thread_pool_max_threads');
  await type(max, '8');
  await expect(result(page)).toContainText('8 requests were answered at 2.000 s');
  await expect(figures(page)).toContainText('was 4.000 s −50 %');
  await expect(page).toHaveURL(/scenario=mariadb-max-threads-6&v=1&thread_pool_max_threads=8$/);

  // Refused: the value and its sentence stand beside each other, the run before stands.
  await type(max, '0');
  await expect(max).toHaveAttribute('aria-invalid', 'true');
  await expect(max).toHaveAccessibleDescription(/0 is not allowed here; allowed: 1 to 65536/);
  await expect(max).toHaveValue('0');
  await expect(result(page)).toContainText('8 requests were answered at 2.000 s');
  await expect(page).toHaveURL(/thread_pool_max_threads=8$/);
  await expectAccessible(page);
  await type(max, 'many');
  await expect(max).toHaveAccessibleDescription(/"many" is not allowed here/);

  // Back over both by key, then over the first edit by button, and forth again.
  await max.press('Control+z');
  await expect(max).toHaveValue('0');
  await max.press('Control+z');
  await expect(max).toHaveValue('8');
  await expect(max).toHaveAttribute('aria-invalid', 'false');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveAttribute('title', 'Undo: thread_pool_max_threads: 6 → 8');
  await undo.click();
  await expect(result(page)).toContainText('2 at 4.000 s');
  await expect(undo).toBeDisabled();
  await page.keyboard.press('Control+Shift+z');
  await expect(result(page)).toContainText('8 requests were answered at 2.000 s');

  // One by one to the default and to the scenario's own value.
  await setting(page, 'thread_pool_max_threads')
    .getByRole('button', { name: /^Default/ })
    .click();
  await expect(max).toHaveValue('');
  await setting(page, 'thread_pool_max_threads')
    .getByRole('button', { name: /^Scenario/ })
    .click();
  await expect(max).toHaveValue('6');
  expect(wrong).toEqual([]);
});

test('another server keeps what both have and names what it lacks', async ({ page }) => {
  const wrong = watch(page);
  await open(page, '/lab/?scenario=mariadb-max-threads-6&v=1&thread_pool_priority=high');
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue(
    'mariadb-max-threads-6',
  );
  await expect(setting(page, 'thread_pool_max_threads')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.getByRole('radio', { name: 'Percona Server' }).check();
  const notice = page.locator('.notices');
  await expect(notice).toContainText('thread_pool_priority = high');
  await expect(result(page)).toContainText('2 requests were answered at 2.000 s');
  await expect(field(page, 'thread_pool_max_threads')).toHaveValue('6');
  await expect(setting(page, 'thread_pool_high_prio_mode')).toBeHidden();

  // A filter finds what is folded.
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('high_prio');
  await expect(setting(page, 'thread_pool_high_prio_mode')).toBeVisible();
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { name: 'MariaDB', exact: true })).toBeChecked();
  await expect(notice).not.toContainText('thread_pool_priority');
  await expect(page).toHaveURL(/thread_pool_priority=high$/);

  // By way of a server without a pool its settings come back.
  await page.getByRole('radio', { name: 'One thread per connection' }).check();
  await expect(notice).toContainText('thread_pool_max_threads = 6');
  await page.getByRole('radio', { name: 'Percona Server' }).check();
  await expect(field(page, 'thread_pool_max_threads')).toHaveValue('6');
  await expect(notice).not.toContainText('thread_pool_max_threads');
  await expect(notice).toContainText('thread_pool_priority = high');
  await expect(page).not.toHaveURL(/null/);
  expect(wrong).toEqual([]);
});

test('a workload of one’s own, kept in the link', async ({ page }) => {
  const wrong = watch(page);
  await open(page);
  await tab(page, 'Workload').click();
  await page.locator('summary', { hasText: 'Crowd 1' }).click();
  await type(page.getByRole('textbox', { name: 'connections' }), '7');
  await expect(page.locator('summary', { hasText: 'Crowd 1' })).toContainText('7 connections');
  await expect(result(page)).toContainText('6 requests were answered at 2.000 s, one at 4.000 s');

  const span = page.getByRole('group', { name: /how long/ });
  await type(span.getByRole('textbox'), '500 ms');
  await expect(result(page)).toContainText('6 requests were answered at 500.0');
  await type(span.getByRole('textbox'), 'soon');
  await expect(page.locator('.notices')).toContainText('"soon" is not allowed here');
  await page.locator('.notices').getByRole('button', { name: 'Undo' }).click();

  await span.getByRole('combobox', { name: /distribution/ }).selectOption('uniform');
  await page.getByRole('button', { name: '+ step' }).click();
  await page.getByRole('button', { name: '+ crowd of clients' }).click();
  await page.locator('summary', { hasText: 'Crowd 2' }).click();
  await page.getByRole('combobox', { name: 'Crowd 2: arrivals' }).selectOption({ label: 'bursts' });
  await expect(page.locator('summary', { hasText: 'Crowd 2' })).toContainText('bursts');
  await expectAccessible(page);
  await expect(page).toHaveURL(/#s=1\./);
  const said = await settled(page);

  await page.reload();
  await expect(page.locator('figure')).toHaveAttribute('data-state', /ready|paused/);
  await expect(page.locator('summary', { hasText: 'Crowd 2' })).toContainText('bursts');
  await expect(result(page)).toHaveText(said ?? '');

  await page.locator('summary', { hasText: 'Crowd 2' }).click();
  await page.getByRole('button', { name: 'Remove Crowd 2', exact: true }).click();
  await expect(page.locator('summary', { hasText: 'Crowd 2' })).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('files and links that are no scenario are refused with their reasons', async ({ page }) => {
  const wrong = watch(page);
  await open(page, '/lab/?scenario=percona-two-groups&v=1&thread_pool_sise=3');
  const notice = page.locator('.notices');
  await expect(notice).toContainText('thread_pool_sise, which is not a setting');
  const choose = async (name: string, text: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a file…' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  };
  const said = await settled(page);
  await choose('notes.txt', 'not a scenario');
  await expect(notice).toContainText('Not opened: notes.txt');
  const bad = {
    server: { scheduler: 'mariadb', thread_pool_high_prio_mode: 'none' },
    until_us: 1_000_000,
    clients: [{ count: 0, arrivals: { batch: { at_us: 0 } }, statements: [] }],
  };
  await choose('bad.json', JSON.stringify(bad));
  await expect(notice).toContainText('server.thread_pool_high_prio_mode');
  await expect(notice).toContainText('clients[0].count: 0 is not allowed here');
  await expect(result(page)).toHaveText(said ?? '');

  const good = {
    title: 'Mine',
    server: { scheduler: 'one-thread-per-connection' },
    until_us: 1_000_000,
    requests: [{ connection: 1, at_us: 0, steps: [{ wait_us: 250_000 }] }],
  };
  await choose('good.json', JSON.stringify(good));
  await expect(page.getByRole('radio', { name: 'One thread per connection' })).toBeChecked();
  await expect(result(page)).toContainText('250.');
  await expect(notice).not.toContainText('Not opened');
  // Opening is a step like any other.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(result(page)).toHaveText(said ?? '');

  await page.goto('about:blank');
  await page.goto('/lab/#s=1.zzzz');
  await expect(notice).toContainText('damaged');
  expect(wrong).toEqual([]);
});

test.describe('at 320 px by keyboard', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test('the page fits, wakes on focus and is driven by keys', async ({ page }) => {
    await page.goto('/scenarios/mariadb-max-threads-8/');
    await page.getByRole('link', { name: 'Open this in the lab' }).click();
    await expect(page).toHaveURL(/lab\/\?scenario=mariadb-max-threads-8/);
    await expect(result(page)).toContainText('8 requests were answered at 2.000 s');
    await page.goto('/lab/');
    // Not before: what the page before was still fetching is broken off.
    const wrong = watch(page);
    const max = field(page, 'thread_pool_max_threads');
    await max.focus();
    await expect(page.locator('[data-awake=true]')).toBeVisible();
    await max.press('ArrowUp');
    await max.press('Shift+ArrowUp');
    await expect(max).toHaveValue('17');
    await expect(figures(page)).toContainText('was 4.000 s');
    await page.getByRole('button', { name: 'What is thread_pool_max_threads?' }).press('Enter');
    await expect(setting(page, 'thread_pool_max_threads')).toContainText('in all groups together');
    for (const name of ['More variables', 'Machine and run'])
      await page.locator('summary', { hasText: name }).first().press('Enter');
    await expectAccessible(page);
    await tab(page, 'Settings').press('ArrowRight');
    await expect(tab(page, 'Workload')).toBeFocused();
    await page.locator('summary', { hasText: 'Crowd 1' }).press('Enter');
    await expectAccessible(page);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBe(0);
    expect(wrong).toEqual([]);
  });
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('what the first tap opens stays open when the lab wakes', async ({ page }) => {
    await page.goto('/lab/', { waitUntil: 'load' });
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    // The lab's own code comes when the tap is done.
    await page.route(/\.js$/, async (route) => {
      await gate;
      await route.continue();
    });
    const slot = page.locator('details.slot').first();
    await slot.locator('summary').tap();
    await expect(slot).toHaveAttribute('open');
    await expect(page.locator('[data-awake=false]')).toBeAttached();
    go();
    await expect(page.locator('[data-awake=true]')).toBeVisible();
    await expect(slot).toHaveAttribute('open');
    await expect(slot.locator('textarea')).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the lab says what it needs and leads to the scenarios', async ({ page }) => {
    await page.goto('/lab/');
    // Playwright's own text search passes over noscript.
    const without = page.locator('main noscript').first();
    await expect(without.locator('p')).toBeVisible();
    await expect(without.locator('p')).toContainText('needs JavaScript');
    await expect(without.locator('a[href*="/scenarios/percona-two-groups"]')).toBeVisible();
    await expect(setting(page, 'thread_pool_max_threads')).toBeHidden();
    await expect(result(page)).toContainText('6 requests were answered at 2.000 s');
  });
});
