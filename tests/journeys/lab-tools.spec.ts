import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { findings } from '../axe';
import { clockOf, panel, part, test, wake, watch } from '../watch';

const CASE = '/scenarios/mariadb-max-threads-6/';

test('behind each knob is its outcome over all values, for a chosen measure', async ({ page }) => {
  const wrong = watch(page);
  await page.goto(CASE);
  await wake(page);
  await part(page, 'Settings').click();
  const knob = (name: string) => panel(page).getByRole('group', { name, exact: true });
  const slider = knob('thread_pool_max_threads').getByRole('slider');
  const size = async () => (await page.locator('[data-part=transport]').boundingBox())?.height;
  await expect(slider).toHaveAccessibleDescription(
    /^slowest answer: falls from 8\.000 s at 2 to 2\.00\d s from 8 on\. 4\.000 s$/,
  );
  const height = await size();
  await slider.press('ArrowRight');
  await slider.press('ArrowRight');
  // Nobody waits for a thread any more: it is over after two seconds.
  await expect(clockOf(page)).toHaveAttribute('max', /^200\d{7}$/);
  await expect(page).toHaveURL(/thread_pool_max_threads=8/);

  // The other knob's curve belongs to the new setting; it settles by itself.
  await expect(knob('clients').getByRole('slider')).toHaveAccessibleDescription(
    /2\.00\d s up to 8 to 6\.00\d s/,
  );
  expect(await size()).toBe(height);

  await page.getByLabel('Curves show').selectOption('most threads at once');
  await expect(slider).toHaveAccessibleDescription(/^most threads at once: /);
  expect(wrong).toEqual([]);
});

const came = (page: Page, of: string): Locator =>
  page
    .getByRole('region', { name: 'What came of it' })
    .locator('dl > div')
    .filter({ hasText: of })
    .locator('strong');

/** Opens one of the lab's tools. */
async function tool(page: Page, panel: string, title: string): Promise<Locator> {
  await page.getByRole('tab', { name: title, exact: true }).click();
  const place = page.locator(panel);
  await expect(place).toBeVisible();
  return place;
}

async function lab(page: Page): Promise<void> {
  await page.goto('/lab/?scenario=mariadb-max-threads-6');
  await expect(page.locator('figure').first()).toHaveAttribute('data-state', /ready|paused/);
}

const PASTED = `MariaDB [(none)]> SHOW GLOBAL VARIABLES LIKE 'thread_pool%';
+---------------------------+-------+
| Variable_name             | Value |
+---------------------------+-------+
| thread_pool_max_threads   | 8     |
| thread_pool_oversubscribe | 3000  |
| thread_pool_priority      | auto  |
| thread_pool_size          | 1     |
| extra_port                | 3307  |
| thread_pool_magic         | 7     |
+---------------------------+-------+
6 rows in set (0.001 sec)`;

test('pasted settings are reported line by line before the knobs follow', async ({ page }) => {
  const wrong = watch(page);
  await lab(page);
  await page.getByRole('tab', { name: 'Server', exact: true }).click();
  await page.locator('summary', { hasText: /paste/i }).click();
  const paste = page.locator('.paste');
  const text = paste.getByRole('textbox');
  await text.fill('hello, what is this');
  await expect(paste).toContainText('No variable was found in this text.');
  await expect(paste.getByRole('button', { name: /Set them/ })).toBeDisabled();

  const line = (name: string) => paste.getByRole('listitem').filter({ hasText: name });
  // Several on one line, each form after the other in the same box.
  for (const form of [
    'SET GLOBAL thread_pool_size = 4, thread_pool_stall_limit = 60;',
    '{"thread_pool_size": "4", "thread_pool_stall_limit": "60"}',
    '+--------------------+---------------------------+\n| @@thread_pool_size | @@thread_pool_stall_limit |\n+--------------------+---------------------------+\n|                  4 |                        60 |\n+--------------------+---------------------------+',
    '<TABLE BORDER=1><TR><TH>Variable_name</TH><TH>Value</TH></TR><TR><TD>thread_pool_size</TD><TD>4</TD></TR><TR><TD>thread_pool_stall_limit</TD><TD>60</TD></TR></TABLE>',
  ]) {
    await text.fill(form);
    await expect(line('thread_pool_size'), form).toContainText('4');
    await expect(line('thread_pool_stall_limit'), form).toContainText('60');
  }

  await text.fill(PASTED);
  await expect(line('thread_pool_max_threads')).toContainText('Will be set to 8; it is 6 now.');
  await expect(line('thread_pool_size')).toContainText('It has this value already.');
  await expect(line('thread_pool_oversubscribe')).toContainText(
    'Not valid and not taken. Allowed: 1 to 1000.',
  );
  await expect(line('extra_port')).toContainText('Not modelled');
  await expect(paste).toContainText('Not known here, left out: 1. thread_pool_magic');
  await paste.getByRole('button', { name: 'Set them (1)' }).click();
  await expect(came(page, 'Answered')).toHaveText('8');
  await expect(came(page, 'Slowest')).toContainText(/^2\.00\d s$/);
  await expect(line('thread_pool_max_threads')).toContainText('It has this value already.');

  // What no variable shows is asked, not assumed.
  await text.fill('thread_pool_size = 8');
  await expect(paste).toContainText('Nothing in it shows which server it is from.');
  await expect(paste.getByRole('button', { name: /Set them/ })).toBeDisabled();
  await paste.getByLabel('Which server is it from?').selectOption('mariadb 10.11');
  await paste.getByLabel('Cores of that machine').fill('8');
  await expect(paste.getByRole('button', { name: 'Set them (2)' })).toBeEnabled();
  await text.fill(
    await readFile('content/captures/01-two-long-waits-deaf-group/capture-table.txt', 'utf8'),
  );
  await expect(paste).toContainText('a capture of a server at work: THREAD_POOL_GROUPS');
  await expect(paste.getByRole('link', { name: 'See it diagnosed' })).toHaveAttribute(
    'href',
    /diagnose\/$/,
  );
  expect(await findings(page, { within: '.paste' })).toEqual([]);
  expect(wrong).toEqual([]);
});

test('sweeps of one and two settings: values reported, cancelled, read by keyboard, taken, saved', async ({
  page,
}) => {
  const wrong = watch(page);
  await lab(page);
  const sweep = await tool(page, '.sweep', 'Sweep');
  const values = sweep.getByLabel(/^Values/).first();
  await values.fill('2 4 many 6 8 0');
  await expect(sweep).toContainText('“many” is not a number');
  await sweep.getByRole('button', { name: /Run the sweep \(5 runs\)/ }).click();
  await expect(sweep).toContainText('Done: 5 runs.');
  // A value that the engine refuses is reported, the others stay.
  await expect(sweep).toContainText('0 is not allowed here; allowed: 1 to 65536');
  await expect(sweep).toContainText('slowest answer: falls from 8.000 s at 2');
  const curve = sweep.getByRole('slider');
  await curve.focus();
  await page.keyboard.press('End');
  await expect(curve).toHaveAttribute('aria-valuetext', /^At 8: 2\.00\d s\.$/);

  const file = page.waitForEvent('download');
  await sweep.getByRole('button', { name: 'Download SVG' }).click();
  const svg = await readFile(await (await file).path(), 'utf8');
  expect(await looks(page, svg)).toMatchObject({ circles: 4, classes: 0 });

  await sweep.getByLabel('Second setting').selectOption('clients');
  await sweep
    .getByLabel(/^Values/)
    .nth(1)
    .fill('1..12');
  await values.fill('2..12');
  await sweep.getByRole('button', { name: /Run the sweep \(132 runs\)/ }).click();
  await expect(sweep).toContainText('Done: 132 runs.');
  expect(await findings(page, { within: '.sweep' })).toEqual([]);
  const map = sweep.getByRole('grid');
  await map
    .getByRole('gridcell', { name: /thread_pool_max_threads 8, clients 9: 4\.00\d s/ })
    .click();
  await expect(came(page, 'Answered')).toHaveText('9');
  await expect(came(page, 'p50')).toContainText(/^2\.00\d s$/);
  await expect(came(page, 'Slowest')).toContainText(/^4\.00\d s$/);
  await expect(sweep).toContainText('The settings have changed since');

  // Slow runs can be cancelled: finished ones stay.
  await values.fill('2..40');
  await sweep
    .getByLabel(/^Values/)
    .nth(1)
    .fill('1..38');
  await expect(sweep.getByRole('button', { name: /\(1482 runs\)/ })).toBeEnabled();
  // In one go, before they are done.
  await sweep.evaluate(async (panel) => {
    const button = (name: string) =>
      [...panel.querySelectorAll('button')].find((one) => one.textContent.includes(name));
    button('Run the sweep')?.click();
    while (!button('Cancel')) await new Promise(requestAnimationFrame);
    button('Cancel')?.click();
  });
  await expect(sweep).toContainText(/Cancelled after \d+ of 1482 runs\./);
  expect(wrong).toEqual([]);
});

/** A drawing's contents, read by the browser's own XML parser. */
function looks(page: Page, svg: string) {
  return page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      error: read.querySelector('parsererror')?.textContent ?? '',
      root: read.documentElement.tagName,
      width: Number(read.documentElement.getAttribute('width')),
      circles: read.querySelectorAll('circle').length,
      rects: read.querySelectorAll('rect').length,
      texts: [...read.querySelectorAll('text')].map((one) => one.textContent),
      classes: read.querySelectorAll('[class], style, script').length,
    };
  }, svg);
}

test('a run is exported as files that can be read again', async ({ page }) => {
  const wrong = watch(page);
  await lab(page);
  const panel = await tool(page, '.export', 'Save');
  const save = async (name: string) => {
    const file = page.waitForEvent('download');
    await panel.getByRole('button', { name, exact: true }).click();
    const download = await file;
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const text = async (name: string) => (await save(name)).content.toString('utf8');

  const cnf = await save('Download Settings for my.cnf');
  expect(cnf.name).toBe('six-threads-eight-sleeps-max_threads-6-clients-8.cnf');
  expect(cnf.content.toString('utf8')).toMatch(/\[mariadb\][^]*^thread_pool_max_threads = 6$/m);
  const scenario = JSON.parse(await text('Download Scenario')) as Record<string, unknown>;
  expect(Object.keys(scenario)[0]).toBe('$schema');
  expect((await text('Download Requests')).trimEnd().split('\r\n')).toHaveLength(9);
  expect(await text('Download Lives of requests')).toContain('max_threads');
  expect(await text('Download Log')).toContain('Refused: the pool has 6 threads');
  expect(
    (JSON.parse(await text('Download The whole run')) as { lives: unknown[] }).lives,
  ).toHaveLength(8);

  const timeline = await looks(page, await text('Download Picture of all requests'));
  expect(timeline).toMatchObject({ error: '', root: 'svg', width: 960, classes: 0 });
  expect(timeline.texts).toContain('low-priority queue');
  const scene = await looks(page, await text('Download Picture of the scene'));
  expect(scene).toMatchObject({ error: '', root: 'svg', classes: 0 });
  expect(scene.texts.join(' ')).toContain('nobody listens');

  const png = await save('Download Picture of all requests png');
  // Width and height in the first chunk: twice the drawing's.
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  expect(png.content.readUInt32BE(16)).toBe(1920);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy Settings for my.cnf' }).click();
  await expect(panel.getByRole('status')).toContainText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    cnf.content.toString('utf8'),
  );
  expect(wrong).toEqual([]);
});

test('a crowd’s file contains its groups, and latency is listed by statement', async ({ page }) => {
  const wrong = watch(page);
  await page.goto('/lab/?scenario=sizing-unequal');
  await expect(page.locator('figure').first()).toHaveAttribute('data-state', /ready|paused/);
  const latency = await tool(page, '.latency', 'Results');
  const names = ['Statement', 'statement', 'report', 'All requests'];
  await expect(latency.getByRole('columnheader')).toHaveText(names);
  const half = latency.getByRole('row', { name: /^p50/ }).getByRole('cell');
  await expect(half.nth(0)).toHaveText(/^1\.\d{3} ms$/);
  await expect(half.nth(1)).toHaveText(/^\d{3}\.\d{3} ms$/);
  // All of it stands in the drawer.
  const [table, place] = await Promise.all([
    latency.getByRole('table').boundingBox(),
    latency.boundingBox(),
  ]);
  expect(table && place && table.width <= place.width).toBe(true);
  expect(await findings(page, { within: '.latency' })).toEqual([]);

  const panel = await tool(page, '.export', 'Save');
  await panel.getByLabel('Title').fill('A case of mine');
  await panel.getByLabel('Title').press('Enter');
  const file = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download Picture of the scene', exact: true }).click();
  const download = await file;
  expect(download.suggestedFilename()).toMatch(/^a-case-of-mine-.*scene\.svg$/);
  const scene = await looks(page, await readFile(await download.path(), 'utf8'));
  // Four groups, each with its number and its queue.
  expect(scene.texts).toEqual(expect.arrayContaining(['Group 0', 'Group 1', 'Group 2', 'Group 3']));
  expect(scene.texts.join(' ')).toMatch(/(Queue: \d.*){4}/);
  expect(wrong).toEqual([]);
});

test('statistics say when chance has no part, let clients begin at random, and give intervals', async ({
  page,
}) => {
  const wrong = watch(page);
  await lab(page);
  const seeds = await tool(page, '.seeds', 'Chance');
  await expect(seeds).toContainText('every one gives the same run');
  await page.goto('/lab/?scenario=reconnect-and-hope');
  await expect(page.locator('figure').first()).toHaveAttribute('data-state', /ready|paused/);
  const together = await tool(page, '.seeds', 'Chance');
  await expect(together).toContainText('begin at the same microsecond');
  await together.getByRole('button', { name: 'Let the clients begin at random' }).click();
  await expect(together.getByRole('button', { name: 'Run them' })).toBeVisible();
  await page.goto('/lab/?scenario=dense-36-groups');
  await expect(page.locator('figure').first()).toHaveAttribute('data-state', /ready|paused/);
  const mixed = await tool(page, '.seeds', 'Chance');
  await expect(mixed).toContainText('Its p99 is the p99 of that run alone');
  await mixed.getByLabel('Seeds').selectOption('5');
  await mixed.getByRole('button', { name: 'Run them' }).click();
  const row = mixed.getByRole('row', { name: /99th percentile/ });
  await expect(row).toContainText(/\d ms ± \d/);
  await expect(mixed).toContainText('5 runs.');
  expect(wrong).toEqual([]);
});
