// Pastes and words of other pools than MariaDB's: Oracle's plugin, forks, and names that no server has.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { test, watch } from '../watch';

const capture = (folder: string) =>
  readFileSync(`wasm-core/diagnosis/tests/${folder}/capture-table.txt`, 'utf8');

async function paste(page: Page, text: string) {
  await page.goto('/diagnose/');
  await page.getByRole('textbox', { name: 'What the server printed' }).fill(text);
  await page.getByRole('button', { name: 'What is it doing?' }).press('Enter');
}

const CAPTURES = [
  {
    folder: 'composed/transaction-limit',
    says: /^Transactions hold all places of groups 0, 1, 2 and 3/,
    link: 'EFFECTIVE_MAX_TRANSACTIONS_LIMIT',
    heading: 'tp_thread_group_state.EFFECTIVE_MAX_TRANSACTIONS_LIMIT',
  },
  {
    folder: 'composed/idle-transactions',
    says: /^Idle transactions hold all places/,
    link: 'tp_connections',
    heading: 'tp_connections',
  },
  {
    folder: 'composed/pool-off',
    says: /^The thread pool is off/,
    link: 'thread_handling',
    heading: 'thread_handling',
  },
  {
    folder: 'captures-composed/txsql-one-lane',
    says: /^Nobody listens in group 0/,
    link: 'SHOW THREADPOOL STATUS',
    heading: 'Pools of clouds and forks',
  },
  {
    folder: 'captures-composed/huawei-off',
    says: /^The thread pool is off/,
    link: 'threadpool_enabled',
    heading: 'Pools of clouds and forks',
  },
];

for (const { folder, says, link, heading } of CAPTURES)
  test(`${folder}: verdict, a page about its evidence, and a link that keeps it`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const wrong = watch(page);
    await paste(page, capture(folder));
    const verdict = page.locator('[data-verdict]').getByRole('heading', { level: 2 });
    await expect(verdict).toHaveText(says);
    const told = await verdict.textContent();
    expect(await findings(page), 'axe').toEqual([]);

    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await expect(page.getByText('The link opens this capture')).toBeVisible();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto('/about/');
    await page.goto(shared);
    await expect(verdict).toHaveText(told ?? '');

    await page.locator('[data-evidence]').getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(wrong).toEqual([]);
  });

test('what is not drawn says why, and leaves its room to the words', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await paste(page, capture('captures-composed/kunpeng-one-lane'));
  const none = page.getByText('There is no picture of this pool.');
  await expect(none).toBeVisible();
  const facts = page.getByRole('heading', { name: 'Also worth knowing' });
  const below = (await none.boundingBox())?.y ?? NaN;
  expect(((await facts.boundingBox())?.y ?? NaN) - below).toBeLessThan(200);
  await expect(page.getByRole('button', { name: 'Figure stays in view' })).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  const words = page.locator('[data-part="prose"]');
  expect((await words.boundingBox())?.width).toBeGreaterThan(700);
  await paste(page, capture('composed/pool-off'));
  await expect(page.getByText('There is no picture: without a pool')).toBeVisible();
});

test('groups of Oracle’s plugin are drawn with those who hold their threads', async ({ page }) => {
  await paste(page, capture('captures-mysql/h-idle-transactions-hold-all-places'));
  const drawn = page.locator('[data-part="figure"] svg[role="img"]');
  await expect(drawn).toContainText('Group 0');
  await expect(drawn).toContainText('Group 1');
  for (const holder of ['26', '27', '30']) await expect(drawn).toContainText(holder);
});

const LISTS = ['releases', 'forks', 'other-pools', 'no-such-name'];

test('the lists are reached by keyboard, and fit a phone of 320 px', async ({ page }) => {
  const wrong = watch(page);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const list of LISTS) {
    await page.goto('/reference/');
    const link = page.getByRole('main').locator(`a[href$="${list}/"]`).first();
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/reference/${list}/$`));
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const first = contents.getByRole('link').first();
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#[a-z0-9-]+$/);
    await expect(page.locator('h2:target')).toBeInViewport();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, list).toBeLessThanOrEqual(320);
    expect(await findings(page), list).toEqual([]);
  }
  expect(wrong).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the lists read, and a name has its place', async ({ page }) => {
    for (const list of LISTS) {
      await page.goto(`/reference/${list}/`);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    }
    await page.goto('/reference/no-such-name/#busy-count');
    await expect(page.locator(':target')).toContainText('Not a column. Threads at work:');
  });
});

test('a name that nobody has, and one that a fork has, lead to their rows', async ({ page }) => {
  await page.goto('/about/');
  for (const [asked, place] of [
    ['Threadpool_threads_stalled', 'no-such-name/#threadpool-threads-stalled'],
    ['Threadpool_waited_dialog_cond', 'no-such-name/#threadpool-waited-dialog-cond'],
    ['THD_COUNT', 'no-such-name/#thd-count'],
    ['BUSY_COUNT', 'no-such-name/#busy-count'],
    ['performance_schema.thread_pool_status', 'no-such-name/#performance-schema'],
    ['1040 Thread pool is full', 'no-such-name/#1040-thread-pool-is-full'],
    ['thread_pool_queue_timeout', 'no-such-name/#thread-pool-queue-timeout'],
    ['IS_BLOCKED', 'no-such-name/#is-blocked'],
    ['threadpool_oversubscribe', 'forks/#threadpool-oversubscribe'],
    ['thread_handling_switch_mode', 'forks/#thread-handling-switch-mode'],
    ['TP_CONNECTION_ADMIN', 'releases/#tp-connection-admin'],
    ['cl_waiting', 'other-pools/#cl-waiting'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText(asked);
    const first = page.getByRole('option').first();
    await expect(first, asked).toHaveAttribute('href', new RegExp(place));
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('thread_pool_cpu_affinity');
  const nobody = page.getByText('No thread pool described here has “thread_pool_cpu_affinity”.');
  await expect(nobody).toBeInViewport();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('BUSY_COUNT');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/no-such-name\/#busy-count$/);
  await expect(page.locator(':target')).toBeInViewport();
});
