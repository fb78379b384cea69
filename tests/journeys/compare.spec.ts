import { expect, type Page } from '@playwright/test';
import urls from '../golden/urls.json' with { type: 'json' };
import { holdClock } from '../clock';
import { findings } from '../axe';
import { menu, opened, panel, part, test, wake, watch } from '../watch';

const SIX = '/scenarios/mariadb-max-threads-6/';
const scrub = (page: Page) => page.getByRole('slider', { name: 'Time', exact: true });
const difference = (page: Page) => page.getByRole('region', { name: 'Result at this moment' });
const cells = (page: Page, label: RegExp) =>
  difference(page).getByRole('row', { name: label }).getByRole('cell').allTextContents();

/** The first press opens the menu, the second chooses what to compare with. */
async function compare(page: Page, to: string) {
  await (await menu(page)).getByRole('button', { name: /^Compare this run with/ }).click();
  await page.getByRole('button', { name: to }).click();
}

test('a reader compares MariaDB with Percona, turns a knob of both, and returns to one run', async ({
  page,
}) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto(SIX);
  await wake(page);
  await compare(page, 'the same requests on Percona Server');
  await expect(page.getByRole('region', { name: 'Percona Server', exact: true })).toBeVisible();
  await expect(page.locator('figcaption')).toContainText('MariaDB beside Percona Server');
  await expect(page).toHaveURL(/with=percona/);

  // One clock: both are at the same moment.
  await scrub(page).fill('2100000000');
  await expect(page.getByRole('group', { name: /^At 2\.1\d+ s: 6 of 8/ })).toBeVisible();
  await expect(page.getByRole('group', { name: /^At 2\.1\d+ s: 2 of 8/ })).toBeVisible();
  await part(page, 'What differs').click();
  await expect.poll(() => cells(page, /^Answered by/)).toEqual(['6', '2']);
  await expect(
    page.getByRole('button', { name: 'MariaDB: Request 7: not answered yet' }),
  ).toBeVisible();
  expect(await findings(page, { within: 'figure' })).toEqual([]);

  const knob = page.getByRole('textbox', { name: 'clients' });
  await knob.fill('4');
  await knob.press('Enter');
  await scrub(page).press('End');
  await expect.poll(() => cells(page, /^Answered by/)).toEqual(['4', '4']);
  await expect.poll(() => cells(page, /^Slowest/)).toEqual(['2.000 s', '4.000 s']);
  await expect((await opened(page, 'Requests')).locator('.result')).toContainText([
    '4 requests were answered at 2.000 s.',
    '2 requests were answered at 2.000 s, 2 at 4.000 s.',
  ]);
  await page.getByRole('button', { name: 'Back to one run' }).click();
  await expect(difference(page)).toBeHidden();
  await expect(page).not.toHaveURL(/with=/);
  expect(wrong).toEqual([]);
});

test('a reader forks the run, sets a variable from there on, and sends the link', async ({
  page,
}) => {
  await page.goto(`${SIX}?v=1&t=1.2s&r=7`);
  await expect(page.locator('figure')).toHaveAttribute('data-state', 'paused');
  await compare(page, 'another future from 1.200 s on');
  await part(page, 'What differs').click();
  await expect(difference(page)).toContainText('Both runs have the same settings so far');
  await part(page, 'Settings').click();
  await expect(
    page.getByText('These cannot be changed while the server runs: clients.'),
  ).toBeVisible();
  await part(page, 'What differs').click();
  const knob = page
    .locator('[data-part=transport]')
    .getByRole('textbox', { name: 'thread_pool_max_threads' });
  await knob.fill('8');
  await knob.press('Enter');
  await expect(difference(page)).toContainText(
    'What differs: SET GLOBAL thread_pool_max_threads = 8, at 1.200 s.',
  );
  await scrub(page).press('End');
  await opened(page, 'Why so slow?');
  await expect(
    page.getByRole('heading', { name: /From 1\.200 s on.*request 7 take 3\.600 s/ }),
  ).toBeVisible();
  await expect(page).toHaveURL(/fork=1\.2s&fork\.thread_pool_max_threads=8/);
  const address = page.url();
  await page.getByRole('button', { name: 'Back to one run' }).click();
  await page.goto(address);
  await expect(page.locator('figure')).toHaveAttribute('data-state', /ready|paused/);
  await part(page, 'What differs').click();
  await expect(difference(page)).toContainText('SET GLOBAL thread_pool_max_threads = 8');
});

test('every form of link ever made opens at exactly that moment', async ({ page }) => {
  const wrong = watch(page);
  for (const { address, shows } of urls.forms) {
    await page.goto(address);
    if (!address.includes('?')) await wake(page);
    // Where little happens the clock shows finer times: "2.000 000 s".
    const clock = (time: string) => time.replaceAll('.', '\\.').replace(' ', '[\\s0]*\\s');
    const says = (time: string) =>
      expect(scrub(page), address).toHaveAttribute('aria-valuetext', new RegExp(`^${time}`));
    const [at = '', end = ''] = shows.time.split(/ of ?/).map(clock);
    await says(at);
    if ('difference' in shows) {
      await part(page, 'What differs').click();
      await expect(difference(page), address).toContainText(shows.difference);
    }
    await scrub(page).press('End');
    await says(end && `${end} of ${end}`);
    if ('asked' in shows) {
      await part(page, /^Why .+\?$/).click();
      await expect(panel(page).getByRole('heading', { name: shows.asked }), address).toBeVisible();
    }
    if ('caption' in shows) {
      const came_to = (await opened(page, 'Requests')).locator('.result');
      await expect(came_to, address).toContainText(shows.caption);
    }
    await expect(page.getByRole('alert'), address).toHaveCount(0);
  }
  // Requests that are still open when the reader leaves the page are cancelled.
  expect(wrong.filter((line) => !line.startsWith('failed:'))).toEqual([]);
});
