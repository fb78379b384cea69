import { expect, test as base, type Frame, type Page, type Request } from '@playwright/test';
import { hostPage, serveHosts } from '../hosts/servers';
import { serve } from '../../web/tools/server.mjs';
import type { PoolScope } from '../../web/embed/types/pool-scope';

// A figure on other people's pages: another site to the browser, each with one more difficulty.

const KB = 1024;
/** All of a figure that plays; of it the engine; and what four of them cost before anybody wants one. */
const WIDGET = 110 * KB;
const ENGINE = 60 * KB;
const BEFORE = 15 * KB;
const FOUR_BEFORE = 20 * KB;

const POLICIES: Readonly<Record<string, (site: string) => string>> = {
  'strict-csp': (site) => `default-src 'none'; style-src 'unsafe-inline'; frame-src ${site}`,
};

interface Site {
  readonly address: string;
  /** Opens a page of tests/hosts. */
  readonly open: (name: string) => Promise<void>;
  /** Everything that went wrong behind the reader's back, also what the page's storage was asked. */
  readonly wrong: string[];
  /** Bytes over the network from the figures' site so far, of files with this ending. */
  readonly bytes: (ending?: RegExp) => Promise<number>;
}

const test = base.extend<{ cors: boolean; site: Site }>({
  cors: [true, { option: true }],
  site: async ({ page, baseURL = '', cors, javaScriptEnabled }, use) => {
    const own = cors ? undefined : await serve({ base: '', port: 0, cors });
    const address = own?.address ?? baseURL;
    const hosts = await serveHosts((name) => {
      const policy = POLICIES[name]?.(new URL(address).origin);
      return {
        html: hostPage(name, address),
        ...(policy && { headers: { 'Content-Security-Policy': policy } }),
      };
    });
    const wrong: string[] = [];
    const requests: Request[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      const refused = /CORS policy|net::ERR_FAILED/.test(message.text());
      if (message.type() === 'error' && !(refused && !cors)) wrong.push(message.text());
      if (message.text().startsWith('storage: ')) wrong.push(message.text());
    });
    page.on('requestfinished', (request) => {
      if (request.url().startsWith(address)) requests.push(request);
      else if (!request.url().startsWith(hosts.address) && !/^(data|blob):/.test(request.url()))
        wrong.push(`a third party: ${request.url()}`);
    });
    if (javaScriptEnabled) await page.addInitScript(spy);
    await use({
      address,
      wrong,
      open: async (name) => {
        await page.goto(hosts.address + name);
      },
      bytes: async (ending = /./) => {
        const wanted = requests.filter((one) => ending.test(new URL(one.url()).pathname));
        const sizes = await Promise.all(wanted.map((one) => one.sizes()));
        return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
      },
    });
    hosts.close();
    own?.close();
  },
});

/** Runs in every document: counts animation frames, and forbids storage as browsers do to third parties. */
function spy(): void {
  const counted = globalThis as typeof globalThis & { animated: number };
  counted.animated = 0;
  const own = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (call) =>
    own((at) => {
      counted.animated += 1;
      call(at);
    });
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
    Object.defineProperty(globalThis, name, {
      get: () => {
        // eslint-disable-next-line no-console -- heard by the test from every frame
        console.log(`storage: ${name} in ${location.href}`);
        throw new DOMException(`${name} is blocked`, 'SecurityError');
      },
    });
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => {
      // eslint-disable-next-line no-console -- as above
      console.log(`storage: cookie in ${location.href}`);
      return '';
    },
  });
}

/** The frame of the n-th figure, once its page is there. */
async function figureFrame(page: Page, nth = 0): Promise<Frame> {
  const frame = () => page.frames().filter((one) => one.url().includes('/embed/'))[nth];
  await expect.poll(() => frame()?.url() ?? '').toContain('/embed/');
  const found = frame();
  if (!found) throw new Error('no frame');
  await expect(found.locator('figure')).toBeVisible();
  return found;
}

const stateOf = (frame: Frame) => frame.locator('figure').getAttribute('data-state');

/** Animation frames of the figure while the page around it draws thirty of its own. */
async function animated(page: Page, frame: Frame): Promise<number> {
  const read = () => frame.evaluate(() => (globalThis as { animated?: number }).animated ?? -1);
  const before = await read();
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        let left = 30;
        const step = () => {
          left -= 1;
          if (left > 0) requestAnimationFrame(step);
          else done();
        };
        step();
      }),
  );
  return (await read()) - before;
}

async function play(frame: Frame) {
  await frame.getByRole('button', { name: /^Play/ }).click();
  await expect.poll(() => stateOf(frame)).toBe('playing');
}

/** All that a figure must do, wherever it is. */
async function prove(page: Page, { wrong }: Site): Promise<Frame> {
  const frame = await figureFrame(page);
  const around = await page.evaluate(() => [document.activeElement?.tagName, scrollX, scrollY]);
  expect(around).toEqual(['BODY', 0, 0]);
  // One key in, one key out, and back.
  await page.locator('#before').focus();
  const inside = () => frame.evaluate(() => document.hasFocus());
  await page.locator('iframe').evaluate((one) => one.scrollIntoView({ block: 'center' }));
  while (!(await inside())) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('after');
  }
  await page.keyboard.press('Tab');
  await expect(page.locator('#after')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(inside).toBe(true);

  await play(frame);
  await frame.getByRole('button', { name: /^Pause/ }).click();
  await expect.poll(() => stateOf(frame)).toBe('paused');
  await expect.poll(() => animated(page, frame)).toBe(0);
  const slider = frame.getByRole('slider', { name: 'Time', exact: true });
  const before = Number(await slider.inputValue());
  await slider.press('ArrowUp');
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before);

  await play(frame);
  await expect.poll(() => animated(page, frame)).toBeGreaterThan(0);
  // The wheel is the page's, over the figure too.
  await frame.locator('figure').hover({ position: { x: 40, y: 20 } });
  const top = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 150);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => animated(page, frame)).toBe(0);
  expect(wrong).toEqual([]);
  return frame;
}

/** Nothing of the figure is cut off or needs a scroll of its own. */
const overflow = (frame: Frame) =>
  frame.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth > 1, scrollHeight - clientHeight > 1];
  });

for (const name of ['wordpress', 'strict-csp']) {
  test(`${name}: it appears, plays, scrubs and keeps to itself`, async ({ page, site }) => {
    await site.open(name);
    await prove(page, site);
  });
}

test('a fixed height of 300: all of it fits, and it plays', async ({ page, site }) => {
  await site.open('fixed-300');
  const frame = await prove(page, site);
  await expect.poll(() => overflow(frame)).toEqual([false, false]);
});

test('320 px wide, with the host script: as tall as it is, nothing sideways', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await site.open('narrow');
  const frame = await figureFrame(page);
  await expect.poll(() => overflow(frame)).toEqual([false, false]);
  await prove(page, site);
});

test('from right to left, the figure stays as it is written', async ({ page, site }) => {
  await site.open('right-to-left');
  const frame = await prove(page, site);
  expect(await frame.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe(
    'ltr',
  );
  expect(await overflow(frame)).toEqual([false, false]);
});

test('a page that toggles its theme takes the figure along', async ({ page, site }) => {
  await site.open('dark');
  const frame = await figureFrame(page);
  const surface = () =>
    frame.locator('figure').evaluate((one) => getComputedStyle(one).backgroundColor);
  const light = await surface();
  await page.locator('#toggle').click();
  await expect.poll(surface).not.toBe(light);
  await page.locator('#toggle').click();
  await expect.poll(surface).toBe(light);
  expect(site.wrong).toEqual([]);
});

test('deep down the page: nothing moves, nothing runs, then it works', async ({ page, site }) => {
  await site.open('deep');
  const frame = await figureFrame(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await animated(page, frame)).toBe(0);
  expect(await site.bytes(/\.wasm$/)).toBe(0);
  await prove(page, site);
});

test.describe('no header for other origins', () => {
  test.use({ cors: false });
  test('in a plain frame it works', async ({ page, site }) => {
    await site.open('no-cors');
    await prove(page, site);
  });
  test('in a sandbox the picture and the link stay, and nothing is thrown', async ({
    page,
    site,
  }) => {
    await site.open('no-cors-sandbox');
    const frame = await figureFrame(page);
    await expect(frame.locator('figure svg').first()).toBeVisible();
    await expect(frame.getByRole('link').last()).toBeVisible();
    await frame.locator('figure').hover();
    expect(await animated(page, frame)).toBe(0);
    expect(site.wrong).toEqual([]);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the picture and the link are there', async ({ page, site }) => {
    await site.open('fixed-300');
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('figure svg').first()).toBeVisible();
    await expect(frame.getByRole('link').last()).toBeVisible();
    await site.open('element');
    await expect(page.getByRole('link', { name: 'Six threads, eight sleeps' })).toBeVisible();
  });
});

const print = (what: string, bytes: number, most: number) =>
  process.stdout.write(`  ${what}: ${(bytes / KB).toFixed(1)} KB, ${most / KB} KB at most\n`);

test('one figure by the element: its bytes before and after the click, its height, its knob', async ({
  page,
  site,
}) => {
  await site.open('element');
  const button = page.getByRole('button', { name: /^Play/ });
  await expect(button).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = await site.bytes();
  print('one figure before the click', before, BEFORE);
  expect(before).toBeGreaterThan(2 * KB);
  expect(before).toBeLessThanOrEqual(BEFORE);

  await button.click();
  const frame = await figureFrame(page);
  await expect.poll(() => stateOf(frame)).toBe('playing');
  await page.locator('pool-scope').evaluate((one: PoolScope) => one.pause());
  await expect.poll(() => stateOf(frame)).toBe('paused');
  await page.locator('pool-scope').evaluate((one: PoolScope) => one.seek('1.5s'));
  await expect
    .poll(() => page.evaluate(() => document.querySelector('pool-scope')?.time_ns))
    .toBe(1.5e9);
  await expect.poll(() => overflow(frame)).toEqual([false, false]);
  expect(site.wrong).toEqual([]);
});

test('a figure that plays, all in, and what of it is the engine', async ({ page, site }) => {
  await site.open('strict-csp');
  await play(await figureFrame(page));
  await page.waitForLoadState('networkidle');
  const [all, engine] = [await site.bytes(), await site.bytes(/\.wasm$/)];
  print('a figure that plays', all, WIDGET);
  print('of it the engine', engine, ENGINE);
  expect(engine).toBeGreaterThan(10 * KB);
  // Its page, style and script at least; all of it once the engine keeps to its own bar.
  expect(all - engine).toBeLessThanOrEqual(WIDGET - ENGINE);
  expect(all <= WIDGET || engine > ENGINE).toBe(true);
});

test('four on a page cost little before a click, and each works by itself', async ({
  page,
  site,
}) => {
  await site.open('four');
  const buttons = page.getByRole('button', { name: /^Play/ });
  await expect(buttons).toHaveCount(4);
  await page.evaluate(() => scrollTo(0, 1200));
  await page.waitForLoadState('networkidle');
  const before = await site.bytes();
  print('four figures before a click', before, FOUR_BEFORE);
  expect(before).toBeLessThanOrEqual(FOUR_BEFORE);
  await buttons.first().click();
  await expect.poll(async () => stateOf(await figureFrame(page))).toBe('playing');
  await buttons.last().click();
  await expect.poll(async () => stateOf(await figureFrame(page, 1))).toBe('playing');
  expect(page.frames()).toHaveLength(3);
  expect(site.wrong).toEqual([]);
});
