import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { holdClock, timeGoesBy } from '../clock';
import { filmText, MOODS } from '../film';
import { test, watch } from '../watch';

const paste = readFileSync(
  'content/captures/01-two-long-waits-deaf-group/capture-table.txt',
  'utf8',
).replaceAll('shop', 'secretshop');

/** What is said of a remedy that opens a deaf group. */
const HELPS = 'Helps: what arrives there is read again.';

test('without a pool the picture is who waits for whom, and it can be taken away', async ({
  page,
}) => {
  const wrong = watch(page);
  const list = 'wasm-core/diagnosis/tests/captures/41-no-pool-row-lock/capture-table.txt';
  await page.goto('/diagnose/');
  const field = page.getByRole('textbox', { name: 'What the server printed' });
  await field.fill(readFileSync(list, 'utf8'));
  await page.getByRole('button', { name: 'What is it doing?' }).press('Enter');
  const picture = page.getByRole('img', { name: /^Who waits for whom: 6 Connection 6 sleeps/ });
  await expect(picture).toContainText('20 wait for a row lock: 7, 8');
  await expect(picture).toBeInViewport();
  await expect(page.locator('.picture .name')).toContainText('Who waits for whom');
  await expect(page.locator('.capture')).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture and finding (PNG)' }).click();
  const file = readFileSync(await (await saved).path());
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  expect(wrong).toEqual([]);
});

test('a paste becomes a picture, a verdict with its lines, a report and a link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const wrong = watch(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.method()));
  await page.goto('/diagnose/');
  await page.getByRole('textbox', { name: 'What the server printed' }).fill(paste);
  await page.getByRole('button', { name: 'What is it doing?' }).press('Enter');

  const verdict = page.locator('[data-verdict=wrong]');
  await expect(verdict.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(verdict).toContainText('group 0');
  const picture = page.getByRole('img', { name: /2 groups/ });
  await expect(picture).toContainText('Nobody listens and nobody works');
  await expect(picture).toBeInViewport();
  await expect(verdict).toBeInViewport();
  expect(await findings(page), 'axe').toEqual([]);

  const kill = page.locator('.remedies li', { hasText: 'KILL QUERY 14' });
  await expect(kill).toContainText(HELPS);

  // The evidence that distinguishes it from other causes is folded.
  const evidence = page.locator('[data-evidence]');
  await expect(evidence.getByText(/IS_STALLED = 0 proves nothing/)).toBeHidden();
  await evidence.getByText(/^Further evidence/).click();
  await expect(evidence.getByText(/IS_STALLED = 0 proves nothing/)).toBeVisible();

  // A press leads to the line of the paste.
  await evidence
    .getByRole('button', { name: /THREAD_POOL_GROUPS.*line 39/ })
    .first()
    .press('Enter');
  const field = page.getByRole('textbox', { name: 'What you pasted, line by line' });
  await expect(field).toBeFocused();
  const line = () =>
    field.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
  await expect.poll(line).toBe(paste.split('\n')[38]);

  const taken = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Copied.', { exact: true })).toBeVisible();
  const report = await taken();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download both as a page' }).click();
  const file = readFileSync(await (await saved).path(), 'utf8');
  expect(file).toContain('</svg>');
  expect(file).toContain(HELPS);
  expect(file).not.toMatch(/secretshop|<script|https?:\/\/(?!www\.w3\.org|127\.0\.0\.1)/);
  expect(report).toContain('HAS_LISTENER');
  expect(report).toContain(HELPS);
  expect(report).not.toContain('secretshop');

  await page.getByRole('button', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText('The link opens this capture')).toBeVisible();
  const link = await taken();
  expect(asked.every((method) => method === 'GET')).toBe(true);
  await page.goto('/about/');
  await page.goto(link);
  await expect(page.locator('[data-verdict=wrong]')).toContainText('group 0');
  await expect(page.getByText('Opened from a link')).toBeVisible();
  expect(await page.locator('.pasted').inputValue()).not.toContain('secretshop');
  await page.goto('/about/');
  await page.goto(link.slice(0, -9));
  await expect(page.getByText('This link does not open')).toBeVisible();
  expect(wrong).toEqual([]);
});

for (const [width, height] of [
  [1440, 900],
  [390, 664],
] as const)
  test(`the remedy is next to the verdict, ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/diagnose/');
    await page.getByRole('button', { name: /^Two long waits/ }).click();
    await expect(page.locator('[data-verdict=wrong]')).toBeInViewport();
    const remedy = page.locator('[data-remedy]');
    await expect(remedy).toContainText(HELPS);
    await expect(remedy).toBeInViewport({ ratio: 1 });
  });

test('on a phone the picture stays above the evidence', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/diagnose/');
  await page.getByRole('button', { name: 'Everybody waits for one row' }).click();
  const verdict = page.locator('[data-verdict=wrong]');
  await expect(verdict).toBeVisible();
  await page.evaluate(() => scrollTo(0, 900));
  await expect(page.getByRole('img', { name: /2 groups/ })).toBeInViewport();
});

test('for a paste of two servers each gets its own answer', async ({ page }) => {
  const healthy = readFileSync('content/captures/06-healthy-busy/capture-table.txt', 'utf8');
  await page.goto('/diagnose/');
  const field = page.getByRole('textbox', { name: 'What the server printed' });
  await field.fill(`${paste}\n${healthy}`);
  await page.getByRole('button', { name: 'What is it doing?' }).press('Enter');
  const servers = page.getByRole('group', { name: /^2 servers were pasted/ });
  await expect(servers.getByRole('radio', { name: 'Server 1, from line 1' })).toBeChecked();
  await expect(page.locator('[data-verdict=wrong]')).toContainText('group 0');
  expect(await findings(page), 'axe').toEqual([]);
  // The second server starts after the first, and has its own verdict.
  const second = servers.getByRole('radio', { name: /^Server 2/ });
  const line = paste.split('\n').length + 1;
  await expect(second).toHaveAccessibleName(`Server 2, from line ${line}`);
  await second.press('Space');
  await expect(page.locator('[data-verdict=fine]')).toBeVisible();
  await expect(second).toBeChecked();
  await servers.getByRole('radio', { name: /^Server 1/ }).press('Space');
  await expect(page.locator('[data-verdict=wrong]')).toContainText('group 0');
});

test('a question that no paste answers can be answered, and the remedies follow', async ({
  page,
}) => {
  await page.goto('/diagnose/');
  await page.getByRole('button', { name: 'Everybody waits for one row' }).click();
  await expect(page.locator('[data-roots]')).toContainText('Connection 7 sleeps');
  await expect(page.locator('[data-chain]')).toContainText('12 wait for a row lock: 10, 11, 12');
  await expect(page.locator('[data-remedy]')).toContainText('KILL 7; SET GLOBAL');
  const file = 'f-backup-behind-a-write-keeps-its-lock/capture-table.txt';
  const text = readFileSync(`wasm-core/diagnosis/tests/captures-4/${file}`, 'utf8');
  await page.goto('/diagnose/');
  await page.getByRole('textbox', { name: 'What the server printed' }).fill(text);
  await page.getByRole('button', { name: 'What is it doing?' }).press('Enter');
  const remedy = page
    .locator('.remedies > li')
    .filter({ has: page.locator('[data-doubt=ends]') })
    .filter({ hasText: 'KILL QUERY 5' });
  await expect(remedy).toContainClass('may');
  await remedy.getByRole('button', { name: 'If yes: it helps.' }).press('Enter');
  await expect(remedy).toContainClass('yes');
  await remedy.getByRole('button', { name: /^If no: it / }).press('Enter');
  await expect(remedy).toContainClass('no');
  expect(await findings(page), 'axe').toEqual([]);
});

test('a verdict leads to the page of a STATE', async ({ page }) => {
  const name = '21-alter-behind-idle-transaction-capped';
  const file = `wasm-core/diagnosis/tests/captures/${name}/capture-table.txt`;
  await page.goto('/diagnose/');
  await page
    .getByRole('textbox', { name: 'What the server printed' })
    .fill(readFileSync(file, 'utf8'));
  await page.getByRole('button', { name: 'What is it doing?' }).click();
  const evidence = page.locator('[data-evidence]');
  await evidence.getByText(/^Further evidence/).click();
  await evidence
    .getByRole('link', { name: 'What “Waiting for table metadata lock” waits for' })
    .click();
  await expect(page).toHaveURL(/\/reference\/states\/#waiting-for-table-metadata-lock$/);
  await expect(page.locator(':target')).toHaveText('Waiting for table metadata lock');
  await expect(page.locator(':target')).toBeInViewport();
});

test('a paste leads from the first minute of a hanging server to its reading', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My server' })
    .click();
  await page.getByRole('link', { name: 'It hangs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My server hangs' })).toBeVisible();
  await page.getByRole('textbox', { name: 'What the server printed' }).fill(paste);
  await page.getByRole('button', { name: 'What is it doing?' }).click();
  await expect(page).toHaveURL(/\/diagnose\/$/);
  await expect(page.locator('[data-verdict=wrong]')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the file to run, the signs and the columns are there', async ({ page }) => {
    await page.goto('/hangs/');
    await expect(
      page.getByRole('row', { name: /Nobody listens in the group: it is deaf/ }),
    ).toBeVisible();
    await expect(page.getByText('FIND_IN_SET(GROUP_ID, @seen)')).toBeVisible();
    await page.goto('/diagnose/');
    await expect(page.getByRole('row', { name: /^HAS_LISTENER 0: nobody polls/ })).toBeVisible();
    await expect(page.getByRole('textbox')).toBeHidden();
    const file = await page.getByRole('link', { name: 'Save capture.sql' }).getAttribute('href');
    const answer = await page.request.get(new URL(file ?? '', page.url()).href);
    expect(await answer.text()).toContain('information_schema.THREAD_POOL_GROUPS');
  });
});

test.describe('several looks', () => {
  const film = filmText(MOODS).replaceAll('shop', 'secretshop');
  const open = async (page: Page, text: string) => {
    await page.goto('/diagnose/');
    await page.getByRole('textbox', { name: 'What the server printed' }).fill(text);
    await page.getByRole('button', { name: 'What is it doing?' }).press('Enter');
  };

  test('are a film: its keys, its verdicts, and its exports', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const wrong = watch(page);
    await open(page, film);
    const verdict = page.locator('[data-verdict]');
    const line = page.getByRole('slider', { name: 'Looks at the server' });
    // It opens at the worst verdict.
    await expect(verdict).toHaveAttribute('data-verdict', 'wrong');
    await expect(line).toHaveAttribute(
      'aria-valuetext',
      /Look \d+ of 14, 12:00:0\d\. .*[Gg]roup 0/,
    );
    await expect(page.getByRole('img', { name: /2 groups/ })).toContainText(
      'Nobody listens and nobody works',
    );
    await expect(page.locator('[data-remedy]')).toContainText(HELPS);
    expect(await findings(page), 'axe').toEqual([]);

    await line.press('Home');
    await expect(line).toHaveAttribute('aria-valuetext', /^Look 1 of 14, 12:00:00/);
    await expect(verdict).toHaveAttribute('data-verdict', 'cannot_tell');
    await expect(page.getByText(/^Verdict at look 1 of 14, 12:00:00/)).toBeVisible();
    await line.press('n');
    await expect(verdict).toHaveAttribute('data-verdict', 'wrong');
    await line.press('ArrowLeft');
    await expect(verdict).toHaveAttribute('data-verdict', 'cannot_tell');
    await page.getByRole('button', { name: 'Next verdict' }).click();
    await expect(verdict).toHaveAttribute('data-verdict', 'wrong');
    await line.press('End');
    await expect(line).toHaveAttribute('aria-valuetext', /^Look 14 of 14, 12:00:16/);
    await expect(verdict).toHaveAttribute('data-verdict', 'cannot_tell');

    // Line ranges refer to the looks they come from.
    await page
      .getByRole('button', { name: /^12:00:\d\d to 12:00:\d\d .*[Gg]roup 0/ })
      .first()
      .click();
    await expect(verdict).toHaveAttribute('data-verdict', 'wrong');

    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await expect(page.getByText('The link opens this capture')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto('/about/');
    await page.goto(link);
    await expect(line).toHaveAttribute('aria-valuetext', /of 14/);
    await expect(verdict).toHaveAttribute('data-verdict', 'wrong');
    expect(await page.locator('.pasted').inputValue()).not.toContain('secretshop');
    expect(wrong).toEqual([]);
  });

  test('in a file that is cut off play up to the last complete look', async ({ page }) => {
    const broken = `${film}NOW(6)\tVERSION()\n2026-11-25 12:00:20.000000\t10.11.19-MariaDB\nVariable_name\tValue\nthread_po`;
    await holdClock(page);
    await page.goto('/diagnose/');
    await page
      .getByLabel(/file/i)
      .first()
      .setInputFiles({ name: 'looks.txt', mimeType: 'text/plain', buffer: Buffer.from(broken) });
    const line = page.getByRole('slider', { name: 'Looks at the server' });
    await expect(line).toHaveAttribute('aria-valuetext', /of 14/);
    await expect(page.getByText(/cut off before THREAD_POOL_GROUPS: 1/)).toBeVisible();
    await line.press('Home');
    await page.getByRole('button', { name: 'Play from the start' }).click();
    await timeGoesBy(page, 5_000);
    await expect(line).toHaveAttribute('aria-valuetext', /^Look 6 of 14, 12:00:05/);
    // No look was taken in the last four seconds.
    await timeGoesBy(page, 9_000);
    await expect(line).toHaveAttribute('aria-valuetext', /^Look 13 of 14, 12:00:12/);
    await timeGoesBy(page, 3_000);
    await expect(line).toHaveAttribute('aria-valuetext', /^Look 14 of 14, 12:00:16/);
    await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible();
  });

  for (const [width, height] of [
    [1440, 900],
    [390, 664],
    [320, 640],
  ] as const)
    test(`are on one screen with their picture, ${width} x ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await open(page, film);
      const line = page.getByRole('slider', { name: 'Looks at the server' });
      await expect(line).toBeAttached();
      await page.locator('[data-part=figure]').scrollIntoViewIfNeeded();
      await page.evaluate(() => document.querySelector('[data-part=figure]')?.scrollIntoView());
      for (const part of [page.getByRole('img', { name: /2 groups/ }), page.locator('.film')])
        await expect(part).toBeInViewport({ ratio: 0.95 });
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
      // From look to look nothing in the figure moves.
      const place = () =>
        page.locator('.film').evaluate((film) => {
          const figure = film.closest('[data-part=figure]');
          return film.getBoundingClientRect().top - (figure?.getBoundingClientRect().top ?? NaN);
        });
      const before = await place();
      await line.press('Home');
      expect(await place()).toBeCloseTo(before);
    });
});
