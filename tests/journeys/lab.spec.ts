import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { findings } from '../axe';
import { holdClock, timeComesToRest, timeGoesBy } from '../clock';
import { deeds, later, openLive, pool, said, told, waiting } from '../live-pool';
import { test, watch } from '../watch';

const setting = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true });
const field = (page: Page, name: string): Locator => setting(page, name).getByRole('textbox');
const figures = (page: Page): Locator => page.getByRole('region', { name: 'What came of it' });

const CASE = '/lab/?scenario=mariadb-max-threads-6';

/** An address with more than three sliders can show opens the drawer. */
async function open(page: Page, path = CASE): Promise<void> {
  await page.goto(path);
  await expect(page.locator('figure')).toHaveAttribute('data-state', /ready|paused/);
}

/** One of the run's figures. */
const figure = (page: Page, name: string): Locator =>
  figures(page).locator('dl > div').filter({ hasText: name }).locator('strong');
const slowest = (page: Page): Locator => figure(page, 'Slowest');
const all = (page: Page): Promise<string[]> => figures(page).locator('strong').allTextContents();

/** The run's figures, once they belong to the last edit. */
async function settled(page: Page): Promise<string[]> {
  await expect(figures(page)).toHaveAttribute('aria-busy', 'false');
  return all(page);
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

test('a value is changed, refused, undone and redone', async ({ page }) => {
  const wrong = watch(page);
  await open(page);
  await expect(figure(page, 'p50')).toContainText(/^2\.00\d s$/);
  await expect(slowest(page)).toContainText(/^4\.00\d s$/);

  const max = field(page, 'thread_pool_max_threads');
  await type(max, '8');
  await expect(slowest(page)).toContainText(/^2\.00\d s$/);
  await expect(figures(page)).toContainText('was 4.000 s −50 %');
  await expect(page).toHaveURL(/scenario=mariadb-max-threads-6&v=1&thread_pool_max_threads=8$/);

  // Refused: the value and its message are next to each other, and the previous run stays.
  await type(max, '0');
  await expect(max).toHaveAttribute('aria-invalid', 'true');
  await expect(max).toHaveAccessibleDescription(/0 is not allowed here; allowed: 1 to 65536/);
  await expect(max).toHaveValue('0');
  await expect(slowest(page)).toContainText(/^2\.00\d s$/);
  await expect(page).toHaveURL(/thread_pool_max_threads=8$/);
  await expectAccessible(page);
  await type(max, 'many');
  await expect(max).toHaveAccessibleDescription(/"many" is not allowed here/);

  // Back over both by key, then over the first edit by button, and forward again.
  await max.press('Control+z');
  await expect(max).toHaveValue('0');
  await max.press('Control+z');
  await expect(max).toHaveValue('8');
  await expect(max).toHaveAttribute('aria-invalid', 'false');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveAttribute('title', 'Undo: thread_pool_max_threads: 6 → 8');
  await undo.click();
  await expect(slowest(page)).toContainText(/^4\.00\d s$/);
  await expect(undo).toBeDisabled();
  await page.keyboard.press('Control+Shift+z');
  await expect(slowest(page)).toContainText(/^2\.00\d s$/);

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

test('another server keeps what both have and lists what it lacks', async ({ page }) => {
  const wrong = watch(page);
  await open(page, '/lab/?scenario=mariadb-max-threads-6&v=1&thread_pool_priority=high');
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue(
    'mariadb-max-threads-6',
  );
  await expect(setting(page, 'thread_pool_max_threads')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await tab(page, 'Server').click();
  await page.getByRole('radio', { name: 'Percona Server' }).check();
  await tab(page, 'Settings').click();
  const notice = page.locator('.notices');
  await expect(notice).toContainText('thread_pool_priority = high');
  await expect(figure(page, 'Answered')).toHaveText('4');
  await expect(field(page, 'thread_pool_max_threads')).toHaveValue('6');
  await expect(setting(page, 'thread_pool_high_prio_mode')).toBeHidden();

  // A filter finds folded settings.
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('high_prio');
  await expect(setting(page, 'thread_pool_high_prio_mode')).toBeVisible();
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('');

  await page.getByRole('button', { name: 'Undo' }).click();
  await tab(page, 'Server').click();
  await expect(page.getByRole('radio', { name: 'MariaDB', exact: true })).toBeChecked();
  await expect(notice).not.toContainText('thread_pool_priority');
  await expect(page).toHaveURL(/thread_pool_priority=high$/);

  // After a server without a pool its settings return.
  await page.getByRole('radio', { name: 'One thread per connection' }).check();
  await expect(notice).toContainText('thread_pool_max_threads = 6');
  await page.getByRole('radio', { name: 'Percona Server' }).check();
  await tab(page, 'Settings').click();
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
  await expect(figure(page, 'Answered')).toHaveText('7');
  await expect(figure(page, 'p50')).toContainText(/^2\.00\d s$/);
  await expect(slowest(page)).toContainText(/^4\.00\d s$/);

  const span = page.getByRole('group', { name: /how long/ });
  await type(span.getByRole('textbox'), '500 ms');
  await expect(figure(page, 'p50')).toContainText(/^50\d\./);
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
  await expect.poll(() => all(page)).toEqual(said);

  await page.locator('summary', { hasText: 'Crowd 2' }).click();
  await page.getByRole('button', { name: 'Remove Crowd 2', exact: true }).click();
  await expect(page.locator('summary', { hasText: 'Crowd 2' })).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('files and links without a valid scenario are refused with reasons', async ({ page }) => {
  const wrong = watch(page);
  await open(page, '/lab/?scenario=percona-two-groups&v=1&thread_pool_sise=3');
  const notice = page.locator('.notices');
  await expect(notice).toContainText('thread_pool_sise, which is not a setting');
  const choose = async (name: string, text: string) => {
    await page
      .getByRole('region', { name: 'Settings' })
      .getByRole('button', { name: 'More', exact: true })
      .first()
      .click();
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
  await expect.poll(() => all(page)).toEqual(said);

  const good = {
    title: 'Mine',
    server: { scheduler: 'one-thread-per-connection' },
    until_us: 1_000_000,
    requests: [{ connection: 1, at_us: 0, steps: [{ wait_us: 250_000 }] }],
  };
  await choose('good.json', JSON.stringify(good));
  await tab(page, 'Server').click();
  await expect(page.getByRole('radio', { name: 'One thread per connection' })).toBeChecked();
  await expect(slowest(page)).toContainText('250.');
  await expect(notice).not.toContainText('Not opened');
  // Opening is a step like any other.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => all(page)).toEqual(said);

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
    await expect(slowest(page)).toContainText(/^2\.00\d s$/);
    await page.goto(CASE);
    // Only from here on: open requests of the previous page are cancelled.
    const wrong = watch(page);
    const max = field(page, 'thread_pool_max_threads');
    await max.focus();
    // The lab's own run may still be on its way: a key is not lost for that.
    await expect(figures(page)).toContainText('4.000 s');
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
    await expect(tab(page, 'Server')).toBeFocused();
    await expectAccessible(page);
    await tab(page, 'Server').press('ArrowRight');
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

/** The scene’s words. */
const scene = (page: Page) => page.locator('[data-part=scene] svg').first().textContent();
const dial = (page: Page, name: string): Locator => page.getByRole('slider', { name, exact: true });

test('a slider changes the run from then on, and is in the address', async ({ page }) => {
  const wrong = watch(page);
  await openLive(page);
  await expect(said(page)).toContainText('Work for 4.2 threads arrives; there are 6.');
  const arrivals = dial(page, 'Arrivals');
  await expect(arrivals).toHaveAttribute('aria-valuetext', '14 a second');
  await arrivals.press('End');
  await expect(said(page)).toContainText('grows by about 100 a second');
  await later(page, () => waiting(page)).toBeGreaterThan(150);
  await later(page, () => Promise.resolve(deeds(page).join())).toBe('Q3c');
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await later(page, () => arrivals.getAttribute('aria-valuetext')).toBe('120 a second');
  expect(wrong).toEqual([]);
});

test('mouse, touch and keys give the same log', async ({ page }) => {
  const wrong = watch(page);
  await openLive(page);
  const box = await pool(page).boundingBox();
  if (!box) throw new Error('no pool');
  await page.mouse.move(box.x + 30, box.y + box.height * 0.3);
  await page.mouse.down();
  await timeGoesBy(page, 600);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Lock the row' }).click();
  await later(page, () => page.getByRole('button', { name: 'Let the row go' }).isVisible()).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Let the row go' }).click();
  await page.getByRole('button', { name: 'Shut the door' }).click();
  await later(page, () => page.getByRole('button', { name: 'Open the door' }).isVisible()).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Open the door' }).click();
  await page.getByRole('button', { name: 'A thread more' }).click();
  await page.getByRole('button', { name: 'A sleeper, 10 s' }).click();
  const all = 'H,U,L,L,D,D,A,S';
  await later(page, () => Promise.resolve(deeds(page).join())).toBe(all);

  await page.goto('/lab/');
  await pool(page).focus();
  await page.keyboard.down('p');
  await timeGoesBy(page, 600);
  await page.keyboard.up('p');
  for (const key of ['l', 'l', 'd', 'd', '+', 's']) await page.keyboard.press(key);
  await later(page, () => Promise.resolve(deeds(page).join())).toBe(all);
  expect(wrong).toEqual([]);
});

test('arrows choose a thread, Enter kills what is on it, and it is said', async ({ page }) => {
  await openLive(page);
  await dial(page, 'Arrivals').press('End');
  await timeGoesBy(page, 1_000);
  await pool(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(told(page)).toHaveText(/^Thread 1 of \d+, /);
  await page.keyboard.press('Enter');
  await later(page, () => told(page).textContent()).toBe('Killed on thread 1.');
  await later(page, () => Promise.resolve(deeds(page).at(-1)?.[0])).toBe('K');
  await page.keyboard.press('Delete');
  await later(page, () => told(page).textContent()).toBe('5 threads.');
});

test('on an idle thread S is a sleeper in the queue, Enter says that nobody is there', async ({
  page,
}) => {
  await openLive(page, '/lab/?arrivals=0&threads=6&work=300ms');
  await later(page, () => scene(page)).toContain('0 of 6 at work');
  await pool(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText('Thread 1 of 6, idle');
  await page.keyboard.press('s');
  await later(page, () => told(page).textContent()).toBe('A sleeper is in the queue.');
  await later(page, () => Promise.resolve(deeds(page).join())).toBe('S');
});

test('a value that the server refuses is named and left out, and the pool plays', async ({
  page,
}) => {
  const query = 'arrivals=14&threads=6&work=300ms&seed=7';
  await openLive(page, `/lab/?${query}&do=1.0Vthread_pool_oversubscribe-0.1P5`);
  const notice = page.getByRole('alert');
  await later(page, () => notice.textContent()).toMatch(
    /^Left out: .*thread_pool_oversubscribe.*\b0\b.*allowed.*\b1000\b/,
  );
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await later(page, () => Promise.resolve(deeds(page).join())).toBe('P5');
});

test('a name in the address that no run has is told of, and the pool plays', async ({ page }) => {
  await openLive(page, '/lab/?arrivals=14&thread=7&fbclid=x');
  await expect(page.getByRole('alert')).toHaveText(
    /^Left out: This link sets thread, which is not a/,
  );
  await later(page, () => told(page).count()).toBeGreaterThan(0);
  await expect(dial(page, 'Arrivals')).toHaveAttribute('aria-valuetext', /14/);
});

test('two sleepers make a group deaf: the dare is won, played again and sent', async ({ page }) => {
  const wrong = watch(page);
  await openLive(page);
  await page.getByRole('button', { name: 'Deaf with two statements' }).click();
  await later(page, () => dial(page, 'Arrivals').getAttribute('aria-valuetext')).toBe('6 a second');
  const sleeper = page.getByRole('button', { name: 'A sleeper, 10 s' });
  await sleeper.click();
  await sleeper.click();
  const card = page.getByRole('heading', { name: 'Two statements made it deaf.' });
  await later(page, () => card.isVisible()).toBe(true);
  await expect(page.getByText('The name of it: a deaf group')).toBeVisible();
  await expect(sleeper).toBeDisabled();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Play the six seconds' }).click();
  await expect(page.getByText('Played again: the last six seconds')).toBeVisible();
  await later(page, () => card.isVisible()).toBe(true);
  const sent = page.url();
  expect(deeds(page)).toEqual(['S', 'S']);
  await page.goto(sent);
  await later(page, () => card.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Now you' }).click();
  await later(page, () => sleeper.isEnabled()).toBe(true);
  expect(wrong).toEqual([]);
});

test('the run is taken along: as an address, as a file, as a line for other pages', async ({
  page,
}) => {
  const wrong = watch(page);
  await openLive(page);
  await dial(page, 'Threads').press('ArrowRight');
  await later(page, () => Promise.resolve(deeds(page).join())).toBe('A');
  await page.getByRole('button', { name: 'Share, save, embed' }).click();
  const box = page.getByRole('dialog', { name: 'Share, save, embed' });
  await expect(box.getByRole('button', { name: 'Copy the address' })).toBeVisible();
  await expect(box.getByRole('region')).toContainText(
    /embed\/live\/\?arrivals=14&amp;threads=6&amp;work=300ms&amp;seed=7&amp;do=1\./,
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    box.getByRole('button', { name: 'Save the run as a file' }).click(),
  ]);
  const saved = JSON.parse(readFileSync(await file.path(), 'utf8')) as { acts: object[] };
  expect(saved.acts.length).toBeGreaterThan(0);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('a damaged address says so, and its dare starts anew', async ({ page }) => {
  await openLive(page, '/lab/?dare=nobody&seed=7&do=9.1x');
  await expect(page.getByText('This address was made by another version.')).toBeVisible();
  await expect(dial(page, 'Arrivals')).toHaveAttribute('aria-valuetext', '35 a second');
});

test('it pauses on a press, and continues', async ({ page }) => {
  await openLive(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  // Whoever is on the way arrives.
  await timeComesToRest(page, 3000);
  await page.getByRole('button', { name: 'Pour' }).press('Enter');
  await timeComesToRest(page, 3000);
  await expect(told(page)).toHaveText('5 poured. They arrive once it plays.');
  await page.getByRole('button', { name: 'Play' }).click();
  await dial(page, 'Arrivals').press('End');
  await later(page, () => waiting(page)).toBeGreaterThan(20);
});

const opener = (page: Page): Locator => page.getByRole('button', { name: /^All \d+ settings$/ });
const closer = (page: Page): Locator => page.getByRole('button', { name: 'Close the settings' });

test('the pool goes on while its settings open, has what is set there, and so has its address', async ({
  page,
}) => {
  const wrong = watch(page);
  await openLive(page);
  await dial(page, 'Arrivals').press('End');
  await later(page, () => waiting(page)).toBeGreaterThan(30);
  await opener(page).click();
  await expect(field(page, 'thread_pool_oversubscribe')).toHaveValue('5');
  const opened = await waiting(page);
  await later(page, () => waiting(page)).toBeGreaterThan(opened + 30);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

  await type(field(page, 'thread_pool_oversubscribe'), '1');
  await later(page, () => said(page).textContent()).toBe(
    'SET GLOBAL thread_pool_oversubscribe = 1',
  );
  await later(page, () => told(page).textContent()).toBe('thread_pool_oversubscribe = 1.');
  await expect(dial(page, 'Threads')).toHaveAttribute('aria-valuetext', '2');
  await later(page, () => scene(page)).toContain('2 of 2 at work');
  await later(page, () => said(page).textContent()).toContain('there are 2.');
  // The slider sets both variables, and the fields follow.
  await dial(page, 'Threads').press('ArrowRight');
  await expect(field(page, 'thread_pool_max_threads')).toHaveValue('4');
  const set = 'Vthread_pool_oversubscribe-1';
  await later(page, () => Promise.resolve(deeds(page).join())).toBe(`Q3c,${set},A`);
  expect(await findings(page)).toEqual([]);

  // Refused beside its field: the pool stays as it is.
  await type(field(page, 'thread_pool_max_threads'), '0');
  await expect(field(page, 'thread_pool_max_threads')).toHaveAccessibleDescription(
    /0 is not allowed here; allowed: 1 to 100000/,
  );
  expect(deeds(page).join()).toBe(`Q3c,${set},A`);

  await page.reload();
  await expect(dial(page, 'Threads')).toHaveAttribute('aria-valuetext', '3');
  await later(page, () => scene(page)).toContain('3 of 3 at work');
  await opener(page).click();
  await expect(field(page, 'thread_pool_oversubscribe')).toHaveValue('2');
  await closer(page).click();
  await expect(opener(page)).toBeFocused();
  expect(wrong).toEqual([]);
});

test('what a running server cannot change is a run in the pool’s place, and the pool comes back', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.goto('/lab/');
  await opener(page).click();
  // As another server of its kind it begins anew, and goes on.
  await tab(page, 'Server').click();
  await page.getByRole('radio', { name: 'MariaDB', exact: true }).check();
  await expect(page).toHaveURL(/seed=7&server=mariadb-10\.11$/);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('radio', { name: 'Percona Server' }).check();
  await tab(page, 'Results').click();
  await expect(page.getByRole('tabpanel', { name: 'Results' })).toContainText('has no end');
  await expect(tab(page, 'Embed')).toHaveCount(0);
  await tab(page, 'Settings').click();
  const size = setting(page, 'thread_pool_size');
  await expect(size).toContainText('A running server cannot change this');
  await type(field(page, 'thread_pool_size'), '4');
  await expect(page.locator('figure')).toHaveAttribute('data-state', /ready|paused/);
  await expect(figures(page)).toContainText('Throughput');
  await expect(field(page, 'thread_pool_size')).toBeFocused();
  await expect(pool(page)).toBeHidden();
  await expect(page).toHaveURL(/#s=1\./);
  for (const name of ['Save', 'Embed']) await expect(tab(page, name)).toBeVisible();
  const cut = await figures(page).evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
  for (const name of ['p95', 'p99'])
    await expect(figures(page).getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the living pool' }).click();
  await expect(pool(page)).toBeVisible();
  await expect(field(page, 'thread_pool_size')).toHaveValue('1');
  await dial(page, 'Arrivals').press('End');
  await expect.poll(() => waiting(page)).toBeGreaterThan(20);
  await closer(page).click();
  await expect(dial(page, 'Arrivals')).toBeVisible();
  expect(wrong).toEqual([]);
});

for (const [width, height] of [
  [1440, 900],
  [1366, 650],
  [820, 1180],
  [390, 664],
] as const)
  test(`pool and what is taken away are in view at ${width} × ${height}, settings open or not`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/lab/');
    const take = page.getByRole('button', { name: 'Share, save, embed' });
    for (const part of [take, opener(page)]) await expect(part).toBeInViewport({ ratio: 1 });
    await opener(page).click();
    await expect(tab(page, 'Settings')).toBeInViewport({ ratio: 1 });
    for (const part of [take, closer(page), pool(page), said(page)])
      await expect(part).toBeInViewport({ ratio: 1 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    await take.click();
    const box = page.getByRole('dialog', { name: 'Share, save, embed' });
    for (const name of ['Copy the address', 'Save the run as a file'])
      await expect(box.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  });

test('a drawer whose code fails to load says so, and opens once it loads', async ({ page }) => {
  await page.goto('/lab/');
  const code = '**/_app/**';
  await page.route(code, (route) => route.abort());
  await opener(page).click();
  const said = page.getByRole('alert').filter({ hasText: 'its code did not load' });
  await expect(said).toBeInViewport({ ratio: 1 });
  await page.unroute(code);
  await said.getByRole('button').click();
  await expect(closer(page)).toBeVisible();
});

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('it stands still until it is told to play', async ({ page }) => {
    await holdClock(page);
    await page.goto('/lab/');
    // The picture is painted once.
    await timeGoesBy(page, 100);
    await timeComesToRest(page, 1000);
    await page.getByRole('button', { name: 'Play' }).click();
    await dial(page, 'Arrivals').press('End');
    await later(page, () => waiting(page)).toBeGreaterThan(20);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true });

  test('pool, tray and sentence are in view together; a swipe scrolls and does nothing else', async ({
    page,
  }) => {
    await page.goto('/lab/');
    for (const part of ['scene', 'narrator'])
      await expect(page.locator(`[data-part=${part}]`)).toBeInViewport({ ratio: 1 });
    for (const name of ['Pour', 'A sleeper, 10 s', 'Pause'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Six threads, all for nobody' }).tap();
    await expect(dial(page, 'Arrivals')).toHaveAttribute('aria-valuetext', '35 a second');
    expect(await findings(page)).toEqual([]);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the lab is a moment of its run and links to the scenarios', async ({ page }) => {
    await page.goto('/lab/');
    // Playwright's own text search ignores noscript.
    const without = page.locator('main noscript').first();
    await expect(without.locator('p')).toBeVisible();
    await expect(without.locator('p')).toContainText('With JavaScript it runs here');
    await expect(without.locator('a[href*="/scenarios/percona-two-groups"]')).toBeVisible();
    await expect(page.getByRole('slider')).toHaveCount(0);
    await expect(page.locator('[data-part=narrator]')).toContainText('threads arrives; there are');
    await expect(page.locator('[data-part=scene] svg').first()).toBeVisible();
  });
});
