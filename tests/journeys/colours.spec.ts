import { expect, type Page } from '@playwright/test';
import { findings } from '../axe';
import { holdClock, timeGoesBy } from '../clock';
import { openEmbed, part, test, wake } from '../watch';

// The contrast of text with its real background, once for each theme and kind of page. tests/unit/contrast.test.ts checks
// the tones themselves.

const pressed = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click();
};

const KINDS: readonly (readonly [
  what: string,
  path: string,
  make?: (page: Page) => Promise<void>,
])[] = [
  ['words', '/about/'],
  [
    'a figure at work',
    '/scenarios/percona-two-groups/',
    async (page) => {
      await wake(page);
      for (const name of ['Log', 'Settings']) await part(page, name).click();
      await page.getByRole('button', { name: /^Play/ }).click();
      await expect(page.locator('figure')).toHaveAttribute('data-state', 'playing');
      await timeGoesBy(page, 500);
    },
  ],
  [
    'the panels of a figure',
    '/scenarios/mariadb-max-threads-6/',
    async (page) => {
      await wake(page);
      await openEmbed(page);
      await expect(page.getByRole('textbox', { name: 'Copy this' })).toBeVisible();
    },
  ],
  ['a crowd', '/scenarios/requests-65-computing/', wake],
  ['two runs', '/scenarios/mariadb-max-threads-6/?v=1&t=2.1s&with=percona', wake],
  [
    'a guess and a number',
    '/lessons/six-threads-eight-sleeps/',
    async (page) => {
      await pressed('six')(page);
      await expect(page.locator('[data-state=done]')).toBeVisible();
      await pressed('8')(page);
      // The run has the answer, and the guess is next to it.
      await timeGoesBy(page, 30_000);
      await expect(page.locator('.guess .verdict')).toContainText('You said eight.');
    },
  ],
  ['a drawing', '/lessons/six-threads-eight-sleeps/another-server/', pressed('Just watch')],
  ['goals', '/lessons/six-threads-eight-sleeps/your-turn/'],
  ['a list', '/glossary/'],
  ['a checklist', '/hangs/'],
  ['a claim on trial', '/claims/the-slow-log-shows-it/'],
  [
    'a capture',
    '/diagnose/',
    async (page) => {
      await pressed('Two long waits, and half of the connections hang')(page);
      await expect(page.locator('[data-verdict]')).toBeVisible();
    },
  ],
  ['answers', '/sources/'],
  ['the map', '/lessons/'],
  [
    'the lab',
    '/lab/?scenario=mariadb-max-threads-6&v=1&thread_pool_max_threads=0',
    async (page) => {
      await expect(page.locator('figure')).toHaveAttribute('data-state', /ready|paused/);
      await page.getByRole('tab', { name: 'Server' }).click();
      await page.locator('details.slot > summary').click();
      await expect(page.locator('.paste')).toBeVisible();
    },
  ],
  [
    'curves',
    '/curves/',
    async (page) => {
      const show = page.getByRole('button', { name: 'Show what was measured' });
      // The first key wakes the figure.
      await expect(async () => {
        await page.getByRole('slider', { name: '1,024 clients' }).press('PageDown');
        expect(await show.isEnabled()).toBe(true);
      }).toPass();
      await show.press('Enter');
      // The truth is drawn from left to right, then comes the verdict.
      await timeGoesBy(page, 2000);
      await expect(page.locator('.verdict .headline')).toHaveText(
        /^You were [\d,.]+ times too (high|low)\.$/,
      );
      await expect(page.locator('.verdict')).toContainText(/At [\d,]+ clients you drew/);
    },
  ],
  ['measured', '/measured/batches/'],
  ['a frame', '/embed/mariadb-max-threads-6/?v=1&thread_pool_max_threads=8&t=1.2s'],
];

/** Removes list items, table rows and marks after the third of the same look: the rule takes time for each. */
const thin = (page: Page) =>
  page.evaluate(() => {
    for (const many of document.querySelectorAll('ol, ul, dl, tbody, svg, svg g')) {
      const seen = new Map<string, number>();
      for (const one of [...many.children]) {
        const look = `${one.tagName} ${one.getAttribute('class') ?? ''} ${one.firstElementChild?.getAttribute('class') ?? ''}`;
        const count = (seen.get(look) ?? 0) + 1;
        seen.set(look, count);
        if (count > 3 && one.getAttribute('aria-current') === null) one.remove();
      }
    }
  });

for (const [what, path, make] of KINDS) {
  test(`${what}: colours are distinguishable, in light and dark`, async ({ page }) => {
    await holdClock(page);
    await page.goto(path);
    await make?.(page);
    await thin(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page, { colours: true }), colorScheme).toEqual([]);
    }
  });
}
