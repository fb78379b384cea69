import { readdirSync } from 'node:fs';
import { expect, type Frame, type Page } from '@playwright/test';
import { findings } from '../axe';
import { holdClock, timeGoesBy } from '../clock';
import { representatives } from '../kinds';
import { openPanes } from '../panes';
import { clockOf, opened, part, test, wake, watch } from '../watch';

const names = readdirSync('content/scenarios').flatMap((file) =>
  file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
);
/** A page of each kind: without a figure to wake, and with the picture of a few requests, of a crowd, of the server model. */
const WORDS = new Set([
  '/',
  '/about/',
  '/diagnose/',
  '/hangs/',
  '/reference/',
  '/reference/messages/too-many-connections/',
  '/claims/',
]);
const KINDS = [
  ...WORDS,
  '/scenarios/mariadb-two-groups/',
  '/scenarios/dense-36-groups/',
  '/scenarios/small-server-cores/',
  '/reference/variables/thread_pool_stall_limit/',
  '/claims/max-threads-is-per-group/',
];
/** The root of each edition. */
const EDITIONS = ['', '/zh'];
const WIDTHS = [320, 390, 820, 1440];
/** The widths at which the small and the large version of the picture have least room. */
const NARROWEST = [320, 820];
/** An opened part of a figure, from a link below it or from its menu. */
const PANEL = '[data-part=panel]';
const LINKED = ['Log', 'Settings'];
const PARTS = [
  ...LINKED,
  'Requests',
  'Server’s tables',
  'Places over time',
  'What the model leaves out',
];
const opens = async (page: Page, name: string) => {
  const link = part(page, name).filter({ visible: true });
  if ((await link.count()) > 0) await link.click();
  else await opened(page, name);
};

test('the list of scenarios leads to a scenario', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Evidence' })
    .click();
  await page
    .getByRole('navigation', { name: /Evidence/ })
    .getByRole('link', { name: 'Scenarios' })
    .click();
  await expect(page).toHaveURL(/\/scenarios\/$/);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(/scenarios\/./);
  await wake(page);
});

test('the list of scenarios is searched for what a reader has', async ({ page }) => {
  await page.goto('/#scenarios');
  await expect(page).toHaveURL(/\/scenarios\/$/); // where the list used to be
  const cards = page.getByRole('main').getByRole('listitem');
  const all = await cards.count();
  await page.getByRole('main').getByRole('searchbox').fill('Thread pool blocked');
  await expect(cards.first()).toContainText('In the error log');
  await expect.poll(() => cards.count()).toBeLessThan(all);
  await page.getByRole('main').getByRole('searchbox').fill('no such words');
  await expect(page.getByRole('status')).toContainText('No scenario mentions that');
  await expect(cards).toHaveCount(0);
});

/**
 * At each width, which sets the pane's size: how much wider the page is, and text of a picture that overlaps other text or
 * sticks out. Runs in the page.
 */
async function unfit({
  widths,
  scripts,
}: {
  widths: readonly number[];
  scripts: boolean;
}): Promise<string[]> {
  const bad: string[] = [];
  for (const width of widths) {
    const pane = frameElement as HTMLElement | null;
    if (pane) Object.assign(pane.style, { width: `${width}px`, height: '900px' });
    // The second of two frames is drawn after the page's own script has handled the new width.
    if (scripts)
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const wider = document.documentElement.scrollWidth - width;
    if (wider > 0) bad.push(`${width} wide: ${wider} px wider`);
    for (const scene of document.querySelectorAll('.scenes svg:not(.map svg)')) {
      const frame = scene.getBoundingClientRect();
      if (frame.width === 0) continue;
      const shown = [...scene.querySelectorAll('text')].filter(
        (text) => text.textContent.trim() !== '' && !text.closest('.home'),
      );
      const boxes = shown.map((text) => ({
        text: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      boxes.forEach(({ text, box }, index) => {
        if (box.left < frame.left - 1 || box.right > frame.right + 1)
          bad.push(`${width} wide, cut: ${text}`);
        for (const other of boxes.slice(index + 1)) {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          if (across > 1 && down > 4) bad.push(`${width} wide, ${text} covers ${other.text}`);
        }
      });
    }
  }
  return bad;
}

/** How much of a picture that has just woken is still moving into place. Runs in the page. */
function sliding(): number {
  const parts = [...document.querySelectorAll('.scenes svg')];
  return parts.flatMap((svg) => svg.getAnimations({ subtree: true })).length;
}

for (const [edition, kind] of EDITIONS.flatMap((one) =>
  KINDS.map((kind) => [one, kind] as const),
)) {
  const path = edition + kind;
  test(`${path} opens with its figure awake, fits at every width, and axe finds nothing`, async ({
    page,
  }) => {
    const wrong = watch(page);
    await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
    if (!WORDS.has(kind)) {
      await wake(page);
      // Its place may differ from the build's drawing, and it is there at once.
      expect(await page.evaluate(sliding), path).toBe(0);
      // A picture that one can move, with its sentence around it.
      await expect(page.locator('.scene .field[role=group]')).toHaveCount(1);
    }
    // There and back, so that each width follows a different one; once where only the words differ.
    for (const widths of edition ? [WIDTHS] : [WIDTHS, WIDTHS.toReversed()]) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(unfit, { widths: [width], scripts: true }), path).toEqual([]);
      }
      expect(await findings(page), `${path} at ${widths.at(-1)}`).toEqual([]);
    }
    expect(wrong.filter((one) => !one.startsWith('failed:'))).toEqual([]);
  });
}

for (const width of [390, 1440]) {
  test(`axe finds nothing in a figure at work ${width} px wide`, async ({ page }) => {
    await holdClock(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/scenarios/mariadb-max-threads-6/');
    await wake(page);
    expect(await findings(page)).toEqual([]);
    for (const name of PARTS) {
      await opens(page, name);
      expect(await findings(page, { within: PANEL }), name).toEqual([]);
      await page.keyboard.press('Escape');
    }
    // The request to ask about is known once the run has shown it.
    await clockOf(page).press('End');
    await part(page, /^Why/).filter({ visible: true }).click();
    expect(await findings(page, { within: PANEL }), 'why').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Play/ }).click();
    await expect(page.locator('figure')).toHaveAttribute('data-state', 'playing');
    await timeGoesBy(page, 500);
    expect(await findings(page, { within: 'figure' }), 'playing').toEqual([]);
  });
}

test('a chosen colour scheme stays chosen', async ({ page }) => {
  await page.goto('/');
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  const toggle = page.getByRole('button', { name: /^Colours/ });
  await toggle.click();
  await expect(toggle).toHaveAccessibleName('Colours: light');
  await toggle.click();
  await expect.poll(paper).not.toBe(light);
  await page.reload();
  expect(await paper()).not.toBe(light);
  await expect(toggle).toHaveAccessibleName('Colours: dark');
  // Every page has the whole header but the lesson for print.
  await page.goto('/lab/');
  await expect(toggle).toHaveAccessibleName('Colours: dark');
  await expect(page.getByRole('search').getByRole('searchbox')).toBeVisible();
  await page.goto('/lessons/the-cast/whole/');
  await expect(toggle).toHaveCount(0);
});

test('readers who want less motion get the same picture without it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/scenarios/mariadb-max-threads-6/');
  await wake(page);
  const scrub = page.getByRole('slider', { name: 'Time', exact: true });
  await scrub.focus();
  await scrub.press('End');
  await expect(page.getByRole('group', { name: /8 of 8 requests answered/ })).toBeVisible();
  const moved = await page.evaluate(() => document.getAnimations().length);
  expect(moved).toBe(0);
});

// Sandboxed documents that run no script.
for (const edition of EDITIONS)
  test(`without JavaScript, the picture of every scenario ${edition} fits, and no word is cut`, async ({
    page,
  }) => {
    const [pane] = (await openPanes(page, 1, 'allow-same-origin')) as [Frame];
    const pages = names.map((name) => `${edition}/scenarios/${name}/`);
    const stand = representatives(pages);
    for (const address of pages) {
      await pane.goto(address);
      const widths = stand.has(address) ? WIDTHS : NARROWEST;
      expect(await pane.evaluate(unfit, { widths, scripts: false }), address).toEqual([]);
    }
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page has its text, its picture, its table and its log', async ({ page }) => {
    await page.goto('/scenarios/mariadb-max-threads-6/');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Six threads, eight sleeps' }),
    ).toBeVisible();
    await expect(page.locator('.still')).toContainText('6 requests were answered at 2.000 s');
    await expect(page.getByRole('group', { name: /0 of 8 requests answered/ })).toBeVisible();
    await expect(page.locator('figure').getByRole('row', { name: /^7 .*4\.000 s/ })).toBeVisible();
    await expect(page.getByText(/Refused: the pool has 6 threads/).first()).toBeVisible();
    // Playwright's own text search ignores noscript.
    await expect(page.locator('figure > noscript > p')).toBeVisible();
  });

  test('controls that would do nothing are not shown', async ({ page }) => {
    await page.goto('/');
    for (const name of [/^Play/, 'Step forward', 'More']) {
      await expect(page.getByRole('button', { name })).toBeHidden();
    }
    await expect(page.getByRole('button', { name: /^Colours/ })).toBeHidden();
  });
});

test('on phones the menu of a figure opens inside the screen', async ({ page }) => {
  for (const [width, height] of [
    [390, 664],
    [360, 640],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/scenarios/mariadb-max-threads-6/');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'What else you can do' });
    await expect(sheet).toBeVisible();
    const box = await sheet.boundingBox();
    const at = `at ${width} x ${height}`;
    if (!box) throw new Error(`${at}: no menu`);
    expect(box.x, at).toBeGreaterThanOrEqual(0);
    expect(box.y, at).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, at).toBeLessThanOrEqual(width);
    expect(box.y + box.height, at).toBeLessThanOrEqual(height);
  }
});

test('on phones each button of the figure’s bar has room for its words', async ({ page }) => {
  for (const width of [390, 360, 320])
    for (const name of ['retry-storm', 'latch-pile-up-pool', 'mariadb-max-threads-6']) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(`/scenarios/${name}/`);
      await wake(page);
      const bar = page.locator('[data-part=transport]').first();
      await expect(bar.getByRole('button', { name: 'More', exact: true })).toBeVisible();
      const full = await bar
        .locator('button:visible')
        .evaluateAll((buttons) =>
          buttons.flatMap((one) =>
            one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'visible'
              ? [one.ariaLabel ?? one.textContent]
              : [],
          ),
        );
      expect(full, `${name} at ${width} px`).toEqual([]);
    }
});

test('the names of a section’s pages don’t overlap the heading below them', async ({ page }) => {
  for (const path of ['/curves/', '/scenarios/dense-36-groups/', '/reference/', '/measured/']) {
    await page.goto(path);
    for (const [width, height] of [
      [1440, 900],
      [1366, 650],
      [1024, 768],
      [390, 664],
    ] as const) {
      await page.setViewportSize({ width, height });
      const links = await page.locator('main > nav').first().boundingBox();
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      if (!links || !heading) throw new Error(`${path}: links or heading not drawn`);
      expect(heading.y, `${path} at ${width} x ${height}`).toBeGreaterThanOrEqual(
        links.y + links.height - 1,
      );
    }
  }
});
