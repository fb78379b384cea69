import {
  expect,
  test as base,
  type BrowserContext,
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

/** The same for many pages that one reader opens: what they share is fetched and compiled once. */
export const visit = base.extend<object, { visitor: BrowserContext }>({
  visitor: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport } = project.use;
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        ...(viewport ? { viewport } : {}),
      });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ visitor }, use) => {
    const page = await visitor.newPage();
    await use(opensAwake(page));
    // What one test's reader keeps, such as the open tab, is not the next one's.
    if (!page.isClosed() && page.url().startsWith('http'))
      await page.evaluate(() => localStorage.clear());
    await page.close();
  },
});

/** Everything that a page does wrong behind its reader's back. */
export function watch(page: Page): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
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

/** A tab of the figure's panel. */
export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name });

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
