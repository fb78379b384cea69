import {
  expect,
  test as base,
  type Frame,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';

/** Whether its own script drives a page, where it has one of Kit's: a press before that would be lost. Runs in the page. */
export const isAwake = (): boolean =>
  'awake' in document.documentElement.dataset ||
  ![...document.scripts].some((script) => script.text.includes('__sveltekit'));

/** A page that is opened is one that its own script drives. */
function opensAwake(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await page.waitForFunction(isAwake);
    return response;
  };
  return page;
}

export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    await use(javaScriptEnabled ? opensAwake(page) : page);
  },
});

/** What the runner says in a page whose service worker it does not let in (playwright.config.ts). */
export const BLOCKED = 'Service Worker registration blocked by Playwright';

/** Everything that a page does wrong behind its reader's back. */
export function watch(page: Page): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.text() === BLOCKED) return;
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('requestfailed', (request) => {
    // What the page itself breaks off (a worker that is let go, a page that is left) is no failure.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    wrong.push(`failed: ${request.url()}`);
  });
  return wrong;
}

/** The slider of a figure's time, whose words begin with the moment where it stands. */
export const clockOf = (within: Page | Frame | FrameLocator): Locator =>
  within.getByRole('slider', { name: 'Time', exact: true });

/** The link below the picture that opens a part of the figure, and shuts it again. */
export const part = (page: Page, name: string | RegExp): Locator =>
  page.locator('[data-part=transport]').getByRole('button', { name, exact: true });
/** What is opened. */
export const panel = (page: Page): Locator => page.locator('[data-part=panel]');

/** What has no link below the picture. */
export async function opened(page: Page, name: string): Promise<Locator> {
  await (await menu(page)).getByRole('button', { name, exact: true }).click();
  return panel(page);
}

/** What a figure does seldom. */
export async function menu(page: Page): Promise<Locator> {
  await page.locator('figure').getByRole('button', { name: 'More', exact: true }).press('Enter');
  return page.getByRole('dialog', { name: 'What else you can do' });
}

/** Points at the page's figure, as a reader does who means it, and waits until its engine answers. */
export async function wake(page: Page): Promise<void> {
  const figure = page.locator('figure');
  await figure.hover({ position: { x: 12, y: 12 } });
  await expect(figure).toHaveAttribute('data-state', /ready|paused/);
}
