import { expect, test, type Page } from '@playwright/test';

// A reader may press something that has just been painted, before any script of the page has arrived: a poor phone on a
// slow network, as in Lighthouse. No script arrives before the press, so that every machine behaves the same; the test
// checks that the press is answered, not how soon.

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

/** Reports where a button is, once it has been painted. Runs in the page. */
function lookFor(label: string): void {
  const { poolscope_painted: painted } = globalThis as unknown as {
    poolscope_painted: (x: number, y: number) => void;
  };
  const look = () => {
    const buttons = [...document.querySelectorAll('button')];
    const button = buttons.find(({ ariaLabel, textContent }) =>
      (ariaLabel ?? textContent).startsWith(label),
    );
    if (!button || performance.getEntriesByName('first-contentful-paint').length === 0) {
      requestAnimationFrame(look);
      return;
    }
    button.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = button.getBoundingClientRect();
    painted(x + width / 2, y + height / 2);
  };
  requestAnimationFrame(look);
}

/** Presses a button in the first painted picture of a page. */
async function press(page: Page, address: string, label: string) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let tell: () => void = () => undefined;
  const pressed = new Promise<void>((done) => (tell = done));
  await page.exposeFunction('poolscope_painted', async (x: number, y: number) => {
    await page.touchscreen.tap(x, y);
    tell();
  });
  await page.addInitScript(lookFor, label);
  await page.route(/\.js$/, async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await pressed;
}

/** What starts the figure of each page: a button of its own, or an answer to the question next to it. */
const PLAY: Readonly<Record<string, string>> = {
  '/': '6',
  '/lessons/six-threads-eight-sleeps/': 'Play',
  '/lessons/six-threads-eight-sleeps/five-and-three/': 'Play',
  '/scenarios/mariadb-max-threads-6/': 'Play',
  '/embed/mariadb-max-threads-6/': 'Play',
};

for (const [address, label] of Object.entries(PLAY))
  test(`${address} plays after a press on "${label}" in its first picture`, async ({ page }) => {
    await press(page, address, label);
    await expect(page.locator('figure').first()).toHaveAttribute('data-state', 'playing');
  });

for (const address of ['/', '/lessons/', '/scenarios/mariadb-max-threads-6/'])
  test(`${address} switches its colours if that is pressed first`, async ({ page }) => {
    await press(page, address, 'Colours');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
