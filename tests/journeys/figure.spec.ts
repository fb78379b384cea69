import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { holdClock } from '../clock';
import { menu, opened, panel, part, test, wake, watch } from '../watch';

const CASE = '/scenarios/mariadb-max-threads-6/';
const parts = (page: Page) => ({
  figure: page.locator('figure'),
  scrub: page.getByRole('slider', { name: 'Time', exact: true }),
  caption: page.locator('figcaption'),
  play: page.getByRole('button', { name: /^Play/ }),
  pause: page.getByRole('button', { name: 'Pause' }),
  max_threads: page.getByRole('textbox', { name: 'thread_pool_max_threads' }),
  current: page.locator('li[aria-current="step"]'),
});

/** A figure whose engine has answered. */
async function ready(page: Page, address = CASE) {
  await holdClock(page);
  await page.goto(address);
  await wake(page);
  return parts(page);
}

/** Checks the end of the run, its time, and the result above its requests. */
async function ends(page: Page, at: string, came_to: string) {
  const { scrub } = parts(page);
  await scrub.press('End');
  await expect(scrub).toHaveAttribute('aria-valuetext', new RegExp(`^${at} s of ${at} s\\.`));
  await expect((await opened(page, 'Requests')).locator('.result')).toContainText(came_to);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
}
const AS_GIVEN = ['4.000', '6 requests were answered at 2.000 s, 2 at 4.000 s.'] as const;
const WITH_EIGHT = ['2.001', '8 requests were answered at 2.000 s.'] as const;

test('a figure opens at the moment that it is about, and reveals nothing later', async ({
  page,
}) => {
  const wrong = watch(page);
  const { caption, scrub } = await ready(page);
  await expect(caption).toContainText('MariaDB');
  await expect(caption).toContainText('10.4, one group');
  await expect(caption).not.toContainText('answered');
  await expect(scrub).toHaveAttribute(
    'aria-valuetext',
    '1.200 s. 6 and 7 wait in the queue. All six threads sleep, and a seventh is not allowed.',
  );
  await expect(
    page.getByRole('group', { name: /0 of 8 requests answered, .* Threads: 6\./ }),
  ).toBeVisible();
  await part(page, /^Why [67]\?$/).click();
  const not_yet = /^Why is request [67] not answered, after 1\.200 s/;
  await expect(panel(page).getByRole('heading', { name: not_yet })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(part(page, /^Why [67]\?$/)).toBeFocused();
  // The whole is shown once it has been seen.
  await ends(page, ...AS_GIVEN);
  await expect(caption).toContainText('answered');
  await part(page, /^Why [67]\?$/).click();
  const all = /^Why did request [67] take 4\.000 s/;
  await expect(panel(page).getByRole('heading', { name: all })).toBeVisible();
  expect(wrong).toEqual([]);
});

test('any request can be explained, from the timeline by keyboard alone', async ({ page }) => {
  await ready(page);
  const row = page.getByRole('button', { name: /^Request 7:/ });
  await row.focus();
  await row.press('Home');
  await expect(part(page, 'Why 0?')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Request 1:/ })).toBeFocused();
  await part(page, 'Why 1?').press('Enter');
  await expect(
    panel(page).getByRole('heading', { name: /^Why is request 1 not answered, after 1\.200 s/ }),
  ).toBeVisible();
});

test('keys, bookmarks and the help card drive the figure', async ({ page }) => {
  const { figure, scrub, play, current } = await ready(page);
  await (await menu(page)).getByRole('button', { name: /^C ?midway in the longest wait/ }).click();
  await page.keyboard.press('Escape');
  await part(page, 'Log').click();
  await expect(scrub).toHaveAttribute('aria-valuetext', /^1\.000 s/);
  await page.keyboard.press('n');
  await expect(current).toContainText(/^\s*1\.100 s/);
  await part(page, 'Why 6?').press('Enter');
  await expect(
    panel(page).getByRole('heading', { name: /^Why is request 6 not answered, after 1\.200 s/ }),
  ).toBeVisible();
  await page.keyboard.press('b');
  await expect(scrub).toHaveAttribute('aria-valuetext', /^1\.000 s/);
  await page.keyboard.press('Shift+L');
  await expect(scrub).toHaveAttribute('aria-valuetext', /^1\.100 s/);
  // Screen readers hear the sentence about that tick, too.
  const said = 'A seventh thread is refused: thread_pool_max_threads is 6.';
  await expect(scrub).toHaveAttribute('aria-valuetext', `1.100 s. ${said}`);
  await expect(page.getByRole('status').filter({ hasText: said })).toHaveText(said);
  await page.keyboard.press('k');
  await expect(figure).toHaveAttribute('data-state', 'playing');
  await page.keyboard.press('k');
  await expect(figure).toHaveAttribute('data-state', 'paused');
  await page.keyboard.press('?');
  await expect(page.getByRole('region', { name: 'Keys and taps' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Keys and taps' })).toBeHidden();
  // In a text field, letters are letters.
  await parts(page).max_threads.press('k');
  await expect(play).toBeVisible();
});

test('a link is copied, or shown if the clipboard is blocked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ready(page, `${CASE}?v=1&thread_pool_max_threads=7&t=2.5s&r=3`);
  await (await menu(page)).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied. The link opens at this moment.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname).toBe('/scenarios/mariadb-max-threads-6/');
  expect(new URL(copied).search).toBe('?v=1&thread_pool_max_threads=7&t=2.5s&r=3');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByLabel('Here is the link')).toHaveValue(copied);
});

test('a line of the log leads to its moment', async ({ page }) => {
  const { current, scrub } = await ready(page);
  await scrub.press('End');
  await part(page, 'Log').click();
  await page.locator('li', { hasText: 'Request 0 is answered' }).getByRole('button').click();
  await expect(current).toContainText(
    /answered|listens|takes|goes idle|finished waiting|Refused|begins to wait/,
  );
  await expect(page.getByRole('slider', { name: 'Time', exact: true })).toHaveAttribute(
    'aria-valuetext',
    /^2\.000/,
  );
  // Several lines may belong to one step: the keys move between moments.
  const focused = page.locator('li:has(button:focus)');
  const line = async () => Number(await current.getAttribute('data-index'));
  await current.getByRole('button').focus();
  const from = await line();
  await page.keyboard.press('ArrowUp');
  await expect.poll(line).toBeLessThan(from);
  await expect(focused).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('ArrowDown');
  await expect.poll(line).toBe(from);
});

test('the server’s own tables show the moment', async ({ page }) => {
  const { scrub } = await ready(page);
  await opened(page, 'Server’s tables');
  const status = page.getByRole('group', { name: /SHOW GLOBAL STATUS/ });
  await expect(status).toContainText('Threadpool_threads');
  await expect(status.getByRole('row', { name: /Threadpool_idle_threads/ })).toContainText('6');
  await scrub.focus();
  await scrub.press('Home');
  await expect(status.getByRole('row', { name: /Threadpool_threads/ })).toContainText('1');
});

test('without workers the engine runs on the page itself', async ({ page }) => {
  await page.addInitScript(() => {
    // Like a sandboxed frame.
    window.Worker = new Proxy(window.Worker, {
      construct() {
        throw new Error('no workers here');
      },
    });
  });
  const { max_threads } = await ready(page);
  await max_threads.fill('8');
  await max_threads.press('Enter');
  await ends(page, ...WITH_EIGHT);
});

test('an engine that cannot be loaded says so and can be tried again', async ({ page }) => {
  await page.route(/\.wasm$/, (route) => route.abort());
  await page.goto(CASE);
  await page.locator('figcaption').hover();
  await expect(page.getByText('The figure could not start.')).toBeVisible();
  await page.unroute(/\.wasm$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(parts(page).figure).toHaveAttribute('data-state', /ready|paused/);
});

test('a figure whose code fails to load says so, and continues once it loads', async ({ page }) => {
  await holdClock(page);
  const said = page.getByRole('alert').filter({ hasText: 'its code did not load' });
  const code = '**/_app/**';
  const lost = async () => {
    await page.goto(CASE);
    await page.route(code, (route) => route.abort());
    await expect(said).toHaveCount(0);
    await page.getByRole('button', { name: /^Play/ }).first().click();
    await expect(said).toBeInViewport({ ratio: 1 });
  };
  await lost();
  expect(await findings(page)).toEqual([]);
  await page.unroute(code);
  await said.getByRole('button').click();
  // A press during loading is carried out.
  await expect(page.locator('figure[data-state=playing]')).toBeVisible();
  await expect(said).toHaveCount(0);

  // Where the browser does not fetch it again, the page does.
  await lost();
  const opened = page.waitForEvent('load');
  await said.getByRole('button').click();
  await expect(said).toBeVisible();
  await page.unroute(code);
  await said.getByRole('button').click();
  await opened;
  await wake(page);
});

test('a press before the figure is ready is carried out once it is', async ({ page }) => {
  await holdClock(page);
  await page.goto(CASE);
  await expect(parts(page).figure).toHaveAttribute('data-state', 'poster');
  await parts(page).play.dispatchEvent('click');
  await expect(parts(page).figure).toHaveAttribute('data-state', 'playing');
});

test('a page loads no engine and no figure code until a reader shows interest', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(CASE, { waitUntil: 'networkidle' });
  const before = asked.length;
  expect(asked.filter((url) => /wasm|worker/.test(url))).toEqual([]);
  await wake(page);
  await expect.poll(() => asked.slice(before).some((url) => url.endsWith('.wasm'))).toBe(true);
});

/** Delays the code of the parts next to the picture, until it is released. */
async function partsHeld(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('role="dialog"')) await held;
    await route.fulfill({ response });
  });
  return () => release();
}

test('presses and typing before the whole figure is there take effect once it is', async ({
  page,
}) => {
  const wrong = watch(page);
  const release = await partsHeld(page);
  const { max_threads, play, figure } = await ready(page);
  await play.click();
  await expect(figure).toHaveAttribute('data-state', 'playing');
  await part(page, 'Log').click();
  await max_threads.fill('8');
  await expect(panel(page)).toBeHidden();
  release();
  await expect(panel(page)).toBeVisible();
  // A reader who types is not disturbed.
  await max_threads.press('Enter');
  await expect(max_threads).toHaveValue('8');
  await expect(max_threads).toBeFocused();
  await ends(page, ...WITH_EIGHT);
  await page.unrouteAll({ behavior: 'wait' });
  expect(wrong).toEqual([]);
});

test('a control that is held during a redraw keeps working', async ({ page }) => {
  const release = await partsHeld(page);
  const { figure } = await ready(page, '/scenarios/small-server-threads/');
  const stall = await figure.getByRole('button', { name: /^Stall/ }).elementHandle();
  const slider = page.getByRole('slider', { name: 'clients', exact: true });
  await expect(slider).toHaveAttribute('aria-valuetext', '32');
  const box = await slider.boundingBox();
  if (!box) throw new Error('no slider');
  await page.mouse.move(box.x + box.width * 0.99, box.y + box.height / 2);
  await page.mouse.down();
  release();
  await stall.waitForElementState('hidden'); // a control that nobody holds is redrawn
  await page.mouse.up();
  await expect(page).toHaveURL(/clients=\d\d/);
  await expect(slider).not.toHaveAttribute('aria-valuetext', '32');
  await page.unrouteAll({ behavior: 'wait' });
});

test('a value entered before then counts while the focus stays in its field', async ({ page }) => {
  const release = await partsHeld(page);
  const { max_threads } = await ready(page);
  await max_threads.fill('8');
  await max_threads.press('Enter');
  release();
  await expect(page).toHaveURL(/thread_pool_max_threads=8/);
  await expect(max_threads).toBeFocused();
  await ends(page, ...WITH_EIGHT);
  await page.unrouteAll({ behavior: 'wait' });
});
