import { expect, test, type Page } from '@playwright/test';
import { findings } from '../axe';
import { watch } from '../watch';

const HOME = '/measured/';
const CLIENTS = `${HOME}clients/`;

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.describe('without JavaScript, 320 px wide', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 800 } });

  test('measured and simulated are side by side, with verdict, reasons and settings', async ({
    page,
  }) => {
    await page.goto(HOME);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Against a real server');
    const first = page.locator('article').first();
    await expect(first).toContainText('Matched');
    await expect(first.getByRole('row', { name: /Answers that came together/ })).toContainText(
      '6 + 2',
    );
    await expect(page.getByText('This list is complete.')).toBeVisible();
    await page.locator('summary', { hasText: 'oltp_point_select' }).click();
    await expect(page.getByRole('group', { name: 'oltp_point_select' })).toBeVisible();
    await page.getByRole('link', { name: 'Priorities and kick-up' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Priorities and kick-up');
    const differing = page.locator('#starve-dedicated-kickup-1000-stall-500-exact-off');
    await expect(differing).toContainText('Why it differs');
    await expect(differing.getByRole('row', { name: /no$/ })).toHaveCount(3);
    await page.goto('/lessons/six-threads-eight-sleeps/two-threads-more/');
    await page.locator('noscript summary').first().waitFor({ state: 'attached' });
    await page.locator('a.claim', { hasText: '4.001 s' }).first().click();
    await expect(page).toHaveURL(/batches\/#8-sleep-2-max-6$/);
  });

  test('clients that give up have tables of their own: each run’s figures, caveats, settings', async ({
    page,
  }) => {
    await page.goto(HOME);
    await page.getByRole('link', { name: 'After a hang whose cause is gone' }).click();
    await expect(page).toHaveURL(/measured\/clients\/#after-the-hang$/);
    const table = page.getByRole('group', { name: 'After a hang whose cause is gone' });
    const kill = table.getByRole('row', { name: /KILL at each time limit/ });
    await expect(kill).toContainText('The three runs disagree');
    await expect(kill.getByRole('cell').first()).toHaveText(/1\.5\s+0\.2\s+37\.0/);
    await expect(page.locator('#a8-thread-each')).toContainText('one-thread-per-connection');
    const reports = page.locator('#reports');
    await expect(reports).toContainText('Inconclusive');
    await expect(
      reports
        .getByRole('row', { name: /^95 % of the short ones/ })
        .getByRole('cell')
        .last(),
    ).toHaveText('216.2 / 119.8 / 125.8');
  });
});

test('every page fits, axe finds nothing, and the keyboard reaches kinds and facts', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.goto(HOME);
  const kinds = page.getByRole('group', { name: 'By kind' }).getByRole('link');
  const paths = await kinds.evaluateAll((links) =>
    links.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname),
  );
  expect(paths.length).toBeGreaterThan(10);
  for (const path of [HOME, CLIENTS, ...paths]) {
    await page.goto(path);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sideways(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
  for (const path of [HOME, CLIENTS, `${HOME}batches/`]) {
    await page.goto(path);
    expect(await findings(page), path).toEqual([]);
  }
  const here = page.getByRole('navigation', { name: 'Kinds' }).locator('[aria-current=page]');
  await here.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two groups, one blocked');
  const facts = page.locator('article').first().locator('summary');
  await facts.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('article').first().getByRole('table')).toBeVisible();
  // A page that is left early cancels what it still loads.
  expect(wrong.filter((one) => !one.startsWith('failed:'))).toEqual([]);
});
