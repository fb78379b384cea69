import {
  expect,
  test as base,
  type Frame,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';

/** Whether the page's own script drives it, if it has one of Kit's: an earlier press would be lost. Runs in the page. */
export const isAwake = (): boolean =>
  'awake' in document.documentElement.dataset ||
  ![...document.scripts].some((script) => script.text.includes('__sveltekit'));

/** Makes `goto` wait until the page's own script drives it. */
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

/** The runner's message in a page whose service worker it blocks (playwright.config.ts). */
export const BLOCKED = 'Service Worker registration blocked by Playwright';

/** Everything that goes wrong in a page without being visible. */
export function watch(page: Page): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.text() === BLOCKED) return;
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('requestfailed', (request) => {
    // What the page itself cancels (a worker that is ended, a page that is left) is no failure.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    wrong.push(`failed: ${request.url()}`);
  });
  return wrong;
}

/** The slider of a figure's time, whose text starts with its present moment. */
export const clockOf = (within: Page | Frame | FrameLocator): Locator =>
  within.getByRole('slider', { name: 'Time', exact: true });

/** The link below the picture that opens a part of the figure, and closes it again. */
export const part = (page: Page, name: string | RegExp): Locator =>
  page.locator('[data-part=transport]').getByRole('button', { name, exact: true });
/** The open part. */
export const panel = (page: Page): Locator => page.locator('[data-part=panel]');

/** Opens a part that has no link below the picture. */
export async function opened(page: Page, name: string): Promise<Locator> {
  await (await menu(page)).getByRole('button', { name, exact: true }).click();
  return panel(page);
}

/** Opens the menu of rare actions. */
export async function menu(page: Page): Promise<Locator> {
  await page.locator('figure').getByRole('button', { name: 'More', exact: true }).press('Enter');
  return page.getByRole('dialog', { name: 'What else you can do' });
}

/** Opens the panel of lines for other pages. */
export const openEmbed = (page: Page): Promise<void> =>
  page.locator('figure').getByRole('button', { name: 'Embed', exact: true }).click();

/** Points at the page's figure, like an interested reader, and waits until its engine answers. */
export async function wake(page: Page): Promise<void> {
  const figure = page.locator('figure');
  await figure.hover({ position: { x: 12, y: 12 } });
  await expect(figure).toHaveAttribute('data-state', /ready|paused/);
}
