import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  expect,
  test as base,
  type Frame,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import { frameHeight } from '../../web/src/model/embedding/heights';
import { holdClock, moving, timeBrings, timeGoesBy, timeIsNobodys } from '../clock';
import { hostPage, REACH } from '../hosts/pages';
import { serveHosts } from '../hosts/servers';
import { build, serve } from '../../web/tools/server.mjs';
import type { PoolScope } from '../../web/embed/types/pool-scope';
import type { Weight } from '../../web/src/build/embed/weight';
import { clockOf } from '../watch';

// A figure on other people's pages: another site for the browser, each with one special difficulty.

const KB = 1024;
/** An element before a reader wants it, with its picture; a tenth above what it was on 28 November 2026. */
const ASLEEP = 5.4 * KB;
/** How far the browser's count may differ from what the site states. */
const PACKING = 0.03;

interface Site {
  readonly address: string;
  /** Opens a page of tests/hosts. */
  readonly open: (name: string) => Promise<void>;
  /** Everything that went wrong without being visible, including uses of storage. */
  readonly wrong: string[];
  /** Bytes from the figures' site over the network so far, for files with this ending. */
  readonly bytes: (ending?: RegExp) => Promise<number>;
}

const test = base.extend<{ cors: boolean; corp: boolean; site: Site }>({
  cors: [true, { option: true }],
  corp: [false, { option: true }],
  site: async ({ page, cors, corp, javaScriptEnabled }, use) => {
    // A server of its own, of which the browser has cached nothing: bytes are counted.
    const { address, close } = await serve({
      base: '',
      port: 0,
      cors,
      packed: 'gzip',
      // As the page for bloggers demands of the figures' host.
      headers: () =>
        corp
          ? {
              'Cross-Origin-Embedder-Policy': 'require-corp',
              'Cross-Origin-Resource-Policy': 'cross-origin',
            }
          : {},
    });
    const hosts = await serveHosts((name) => hostPage(name, address));
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
    if (javaScriptEnabled) {
      await page.addInitScript(spy);
      await holdClock(page);
    }
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
    close();
  },
});

/** Runs in every document: counts what runs by itself, and forbids storage as browsers do to third parties. */
function spy(): void {
  const counted = globalThis as typeof globalThis & { ran: number };
  counted.ran = 0;
  const heard = <Rest extends unknown[]>(call: (...rest: Rest) => void) =>
    function counting(...rest: Rest) {
      counted.ran += 1;
      call(...rest);
    };
  const frame = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (call) => frame(heard(call));
  const { setTimeout: later, setInterval: often } = globalThis;
  const of = (call: TimerHandler) =>
    typeof call === 'function' ? heard(call as () => void) : call;
  Object.assign(globalThis, {
    setTimeout: (call: TimerHandler, ms?: number) => later(of(call), ms),
    setInterval: (call: TimerHandler, ms?: number) => often(of(call), ms),
  });
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
    Object.defineProperty(globalThis, name, {
      get: () => {
        // oxlint-disable-next-line no-console -- the test listens to every frame
        console.log(`storage: ${name} in ${location.href}`);
        throw new DOMException(`${name} is blocked`, 'SecurityError');
      },
    });
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => {
      // oxlint-disable-next-line no-console -- as above
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

const drawn = (page: Page, frames: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((done) => {
        let left = wanted;
        const step = () => {
          left -= 1;
          if (left > 0) requestAnimationFrame(step);
          else done();
        };
        step();
      }),
    frames,
  );

/** What the figure runs by itself while the page around it draws twenty frames: its clock, frames, timers, animations. */
async function runs(page: Page, frame: Frame): Promise<number> {
  const read = () => frame.evaluate(() => (globalThis as typeof globalThis & { ran: number }).ran);
  const before = await read();
  await drawn(page, 20);
  const animations = await frame.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
  return (await read()) - before + animations + (await moving(frame));
}

/**
 * Scrolled to before the click: an off-screen frame draws nothing, for which a click would wait; and right after scrolling
 * the browser still sends the click to the frame that was there.
 */
async function show(page: Page, one: Locator) {
  await one.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  await drawn(page, 3);
}
async function press(page: Page, one: Locator) {
  await show(page, one);
  await one.click();
}
async function play(page: Page, frame: Frame) {
  await press(page, frame.getByRole('button', { name: /^Play/ }));
  await expect.poll(() => stateOf(frame)).toBe('playing');
  // It moves once its own document knows that it is visible: earlier time is lost.
  await expect.poll(() => moving(frame)).toBe(1);
}

const active = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    return one?.id !== '' && one?.id !== undefined ? one.id : (one?.tagName ?? '');
  });

/** It wakes without playing, plays, and pauses when told, whatever else the page does to it. */
async function works(page: Page): Promise<Frame> {
  const frame = await figureFrame(page);
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
  await show(page, frame.locator('figcaption'));
  await frame.locator('figcaption').hover();
  const scrolled = await page.evaluate(() => scrollY);
  await expect.poll(() => stateOf(frame)).toMatch(/ready|paused/);
  expect(await active(page)).toBe('BODY');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  await play(page, frame);
  await timeGoesBy(page, 6000); // past the events of its first instant
  await expect.poll(() => timeOf(frame)).toBeGreaterThan(0);
  await press(page, frame.getByRole('button', { name: /^Pause/ }));
  await expect.poll(() => stateOf(frame)).toBe('paused');
  return frame;
}

const slider = (frame: Frame) => frame.getByRole('slider', { name: 'Time', exact: true });
const timeOf = async (frame: Frame) => Number(await slider(frame).inputValue());

/**
 * Everything that a figure must do, including the keys, the wheel and the scrolling that it shares with the page: wherever
 * other rules apply (a sandbox, a policy, no header) and if it is far down. Look and size don't matter for this.
 */
async function prove(page: Page, { wrong }: Site): Promise<Frame> {
  const frame = await works(page);
  await expect.poll(() => runs(page, frame)).toBe(0);
  const before = await timeOf(frame);
  await slider(frame).press('ArrowUp');
  await expect.poll(() => timeOf(frame)).toBeGreaterThan(before);

  // One key in, one key out, and back.
  await page.locator('#before').focus();
  const inside = () => frame.evaluate(() => document.hasFocus());
  await page.keyboard.press('Tab');
  await expect.poll(() => active(page)).toBe('IFRAME');
  await expect.poll(inside).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(() => active(page)).toBe('after');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(inside).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => active(page)).toBe('before');

  await play(page, frame);
  // The wheel scrolls the page, over the figure too.
  await frame.locator('.picture').hover();
  const top = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 150);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => runs(page, frame)).toBe(0);
  // Invisible, it never gets to its end: it waits until it is visible again.
  const stood = await timeOf(frame);
  await timeIsNobodys(page, 10_000);
  expect([await stateOf(frame), await timeOf(frame)]).toEqual(['playing', stood]);
  expect(wrong).toEqual([]);
  return frame;
}

/** Nothing of the figure is cut off or has to scroll. */
const overflow = (frame: Frame) =>
  frame.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth > 1, scrollHeight - clientHeight > 1];
  });

const print = (what: string, bytes: number) =>
  process.stdout.write(`  ${what}: ${(bytes / KB).toFixed(1)} KB\n`);

/** What the site states that the figure loads. */
function stated(name: string): Weight {
  const file = path.join(build, 'embed/sizes.json');
  const found = (JSON.parse(readFileSync(file, 'utf8')) as Weight[]).find(
    (one) => one.name === name,
  );
  if (!found) throw new Error(`${name} is not in ${file}`);
  return found;
}
/** The bytes from then on, once they have arrived: as many as stated, and no more. */
async function loaded(site: Site, most: number, from = 0): Promise<number> {
  const bytes = async () => (await site.bytes()) - from;
  await expect.poll(bytes).toBeGreaterThan(most * (1 - PACKING));
  const all = await bytes();
  expect(all).toBeLessThan(most * (1 + PACKING));
  return all;
}
const KNOB = 'thread_pool_max_threads';

test('in the sandbox of WordPress, with a setting that needs the engine', async ({
  page,
  site,
}) => {
  await site.open('wordpress');
  const frame = await prove(page, site);
  await expect(frame.locator('.full')).toHaveAttribute('href', new RegExp(`[?&]${KNOB}=8(&|$)`));
  await expect(frame.locator('.picture')).not.toContainText('max_threads = 6');
  // It may load only from its own site.
  const refused = await frame.evaluate(
    () =>
      new Promise<string>((done) => {
        document.addEventListener('securitypolicyviolation', (event) =>
          done(event.effectiveDirective),
        );
        document.head.append(
          Object.assign(document.createElement('script'), { src: 'http://localhost/x.js' }),
        );
      }),
  );
  expect(refused).toBe('script-src-elem');
});

test('under a strict policy of the page; all of its bytes, and those of another setting', async ({
  page,
  site,
}) => {
  await site.open('strict-csp');
  const frame = await works(page);
  const { total, more } = stated('mariadb-max-threads-6');
  const all = await loaded(site, total);
  print('a figure that plays, all in', all);
  expect(await site.bytes(/\.wasm$/)).toBe(0);

  const picture = frame.locator('.picture');
  await expect(picture).toContainText('max_threads = 6');
  const knob = frame.getByRole('textbox', { name: KNOB });
  await knob.fill('8');
  await knob.press('Enter');
  await expect(picture).not.toContainText('max_threads = 6');
  const engine = await loaded(site, more, all);
  print('another setting of it loads the engine', engine);

  // A focused number field would take the wheel.
  await knob.hover();
  const top = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top);
  await expect(knob).toHaveValue('8');
  expect(site.wrong).toEqual([]);
});

test('320 px wide, with the host script: its full height, no sideways scrolling', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await site.open('narrow');
  const frame = await figureFrame(page);
  await expect.poll(() => overflow(frame)).toEqual([false, false]);
  await works(page);
  expect(site.wrong).toEqual([]);
});

test('on a right-to-left page the figure stays left to right', async ({ page, site }) => {
  await site.open('right-to-left');
  const frame = await works(page);
  expect(await frame.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe(
    'ltr',
  );
  expect(await overflow(frame)).toEqual([false, false]);
  expect(site.wrong).toEqual([]);
});

test('a page that switches its theme switches the figure’s', async ({ page, site }) => {
  await site.open('dark');
  const frame = await works(page);
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
  await expect.poll(() => runs(page, frame)).toBe(0);
  // Its page and first script; the host's script doesn't count.
  const { asleep, total } = stated('mariadb-max-threads-6');
  await expect.poll(() => site.bytes(/resize/)).toBeGreaterThan(0);
  const host = await site.bytes(/resize/);
  await loaded(site, asleep, host);
  await prove(page, site);
  await loaded(site, total, host);
});

test.describe('no header for other origins', () => {
  test.use({ cors: false });
  test('in a plain frame it works', async ({ page, site }) => {
    await site.open('no-cors');
    await works(page);
    expect(site.wrong).toEqual([]);
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
    await expect.poll(() => runs(page, frame)).toBe(0);
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
    await expect(page.getByRole('link', { name: 'mariadb-max-threads-6' })).toBeVisible();
  });
});

test('one figure as an element: its bytes before the click, its height, its setting, its theme', async ({
  page,
  site,
}) => {
  await site.open('element');
  const before = await pictures(page, site, 1);
  print('one figure before the click', before);
  expect(before).toBeLessThanOrEqual(ASLEEP);

  await page.getByRole('button', { name: /^Play/ }).click();
  const frame = await figureFrame(page);
  await expect.poll(() => stateOf(frame)).toBe('playing');
  const element = page.locator('pool-scope');
  await element.evaluate((one: PoolScope) => one.pause());
  await expect.poll(() => stateOf(frame)).toBe('paused');
  await element.evaluate((one: PoolScope) => one.seek('1.5s'));
  await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^1\.500[\s0]*\ss/);
  // It reports ten times a second.
  await timeBrings(page, 100, async () =>
    expect(await element.evaluate((one: PoolScope) => one.time_ns)).toBe(1.5e9),
  );
  await expect(frame.getByRole('textbox', { name: KNOB })).toHaveValue('8');
  await expect.poll(() => overflow(frame)).toEqual([false, false]);
  await page.evaluate(() => (document.documentElement.style.color = '#eee'));
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(site.wrong).toEqual([]);
});

test('four on a page cost little before a click, are one tab stop each, and each works by itself', async ({
  page,
  site,
}) => {
  await site.open('four');
  print('four figures before a click', await pictures(page, site, 4));

  const buttons = page.getByRole('button', { name: /^Play/ });
  await buttons.first().click();
  const first = await figureFrame(page);
  await expect.poll(() => stateOf(first)).toBe('playing');
  await press(page, buttons.last());
  const last = await figureFrame(page, 1);
  await expect.poll(() => stateOf(last)).toBe('playing');
  await press(page, last.getByRole('button', { name: /^Pause/ }));
  expect(await stateOf(first)).toBe('playing');
  expect(page.frames()).toHaveLength(3);

  await page.locator('#before').focus();
  const names = await page
    .locator('pool-scope')
    .evaluateAll((all) => all.map((one) => one.getAttribute('scenario')));
  expect(names).toHaveLength(4);
  const stop = () =>
    page.evaluate(() => {
      const { activeElement: one } = document;
      return one?.getAttribute('scenario') ?? one?.id;
    });
  for (const name of [...names, 'after']) {
    await page.keyboard.press('Tab');
    await expect.poll(stop).toBe(name);
  }
  expect(site.wrong).toEqual([]);
});

/** The bytes of a page with this many elements, once each of their pictures is there. */
async function pictures(page: Page, site: Site, count: number): Promise<number> {
  await expect(page.getByRole('button', { name: /^Play/ })).toHaveCount(count);
  const there = () =>
    page
      .locator('pool-scope img')
      .evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth > 0).length);
  // Those further down load when they are near.
  await page.evaluate(() => scrollTo(0, 1200));
  await expect.poll(there).toBe(count);
  await page.evaluate(() => scrollTo(0, 0));
  return site.bytes();
}

test('an element’s picture has the height of its frame in every kind and column: a press moves nothing', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 900, height: 3600 });
  await site.open('shapes');
  const kinds = ['scenario', 'pair', 'benchmark'] as const;
  const tall = [360, 720].flatMap((width) => kinds.map((kind) => frameHeight(kind, width)));
  const heights = () =>
    page
      .locator('pool-scope')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
  expect(await heights()).toEqual(tall);
  const pictures = page.locator('pool-scope img');
  await expect
    .poll(() =>
      pictures.evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalHeight)),
    )
    .toEqual(tall);
  for (const one of await page.getByRole('button', { name: /^Play/ }).all()) {
    // Its words and the button are apart: the foot of the picture is free.
    expect(await colours(page, one)).toBeGreaterThan(12);
  }
  await page.locator('pool-scope').evaluateAll((all: PoolScope[]) => {
    for (const one of all) one.shadowRoot?.querySelector('button')?.click();
  });
  await expect(page.locator('pool-scope iframe')).toHaveCount(tall.length);
  await expect(page.locator('pool-scope button')).toHaveCount(0);
  expect(await heights()).toEqual(tall);
  expect(site.wrong).toEqual([]);
});

test('a caption opens whole, with a press or a key, and closes; what was found and by whom is always there', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 400, height: 640 });
  const long = `${'A writer’s words about threads, '.repeat(9)}end.`;
  expect(long.length).toBeGreaterThan(280);
  for (const [name, query, words] of [
    ['mariadb-max-threads-6', `?caption=${encodeURIComponent(long)}`, long],
    ['mariadb-max-threads-6', '', 'MySQL线程池卡顿重现'],
    ['benchmark-tcprstat-2014', '', 'Alexey Stroganov'],
    ['benchmark-mariadb-2026', '', 'its 95th percentile is a third'],
  ] as const) {
    await page.goto(`${site.address}robots.txt`);
    await page.evaluate((src) => {
      const frame = Object.assign(document.createElement('iframe'), { src });
      frame.style.cssText = 'width: 360px; height: 500px; border: 0';
      document.body.replaceChildren(frame);
    }, `${site.address}embed/${name}/${query}`);
    const frame = await figureFrame(page);
    const whole = frame.locator('.whole');
    await expect(whole).toBeHidden();
    await expect(frame.locator('summary .by')).toBeVisible();
    await expect(frame.locator('summary .by')).toContainText(/20\d\d/);
    await frame.locator('summary').click();
    await expect(whole).toBeVisible();
    await expect(whole).toContainText(words);
    const cut = await whole.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      one.scrollTo(0, 1e4);
      return [
        top < 0,
        bottom > innerHeight,
        one.scrollTop + one.clientHeight < one.scrollHeight - 1,
      ];
    });
    expect(cut, name).toEqual([false, false, false]);
    await frame.locator('summary').press('Enter');
    await expect(whole).toBeHidden();
  }
  expect(site.wrong).toEqual([]);
});

test('the pasted lines need no inline style, and show their link only where there is no figure', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1000, height: 3000 });
  await site.open('pasted');
  await figureFrame(page, 1);
  const tall = () =>
    page
      .locator('iframe')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
  await expect.poll(tall).toEqual([frameHeight('scenario', 720), 420]);
  await expect(page.getByRole('button', { name: /^Play: Six threads/ })).toHaveCount(2);
  for (const one of await page.locator('p, p img, p a, pool-scope img').all())
    if (await one.evaluate((of) => of.getRootNode() === document)) await expect(one).toBeHidden();
  expect(site.wrong).toEqual([]);
  // Without the script the link is there.
  await page.route(/resize\.js$/, (route) => route.fulfill({ body: '' }));
  await site.open('pasted');
  await expect(page.getByRole('link', { name: 'Six threads, eight sleeps' })).toHaveCount(2);
  await expect(page.locator('p img').first()).toBeHidden();
});

test('boxes that keep a shape for a frame grow with it, and the article is never covered', async ({
  page,
  site,
}) => {
  for (const width of [390, 320, 800]) {
    // So tall that all of them are drawn.
    await page.setViewportSize({ width, height: 3000 });
    if (width === 390) await site.open('wrappers');
    const tall = frameHeight('scenario', width);
    await expect
      .poll(() => page.evaluate(REACH))
      .toEqual([...Array.from({ length: 4 }, () => [0, tall]), [0, 300]]);
  }
  const tile = page.frameLocator('iframe[title=tile]');
  await expect(tile.locator('html')).toHaveAttribute('data-fitted', '');
  expect(site.wrong).toEqual([]);
});

/** How many colours a part of the window has, as painted. */
async function colours(page: Page, one: Locator): Promise<number> {
  await show(page, one);
  const png = (await one.screenshot()).toString('base64');
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const data = new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? []);
    return new Set(data).size;
  }, png);
}

test('in columns of 360, 480 and 599 px it has its height, no sideways scrolling, and a picture', async ({
  page,
  site,
}) => {
  await site.open('columns');
  const frames = page.locator('iframe');
  const tall = () => frames.evaluateAll((all) => all.map((one) => one.clientHeight));
  await expect
    .poll(tall)
    .toEqual([
      frameHeight('scenario', 360),
      frameHeight('scenario', 480),
      frameHeight('pair', 599),
    ]);
  for (const nth of [0, 1, 2]) {
    const frame = await figureFrame(page, nth);
    expect(await overflow(frame)).toEqual([false, false]);
    const box = frame.locator('.scenes-of');
    expect(await colours(page, box)).toBeGreaterThan(12);
    await play(page, frame);
    await timeGoesBy(page, 2000);
    expect(await colours(page, box)).toBeGreaterThan(12);
    await press(page, frame.getByRole('button', { name: /^Pause/ }));
    await expect.poll(() => stateOf(frame)).toBe('paused');
  }
  expect(site.wrong).toEqual([]);
});

test('a press on Play of a sleeping frame with a fixed height works where Play was', async ({
  page,
  site,
}) => {
  await site.open('fixed-300');
  const frame = await figureFrame(page);
  await expect(frame.locator('html')).toHaveAttribute('data-fitted', '');
  const button = frame.getByRole('button', { name: /^Play/ });
  const there = await button.boundingBox();
  if (!there) throw new Error('no button');
  // Like a hand: near, then over, then down, without waiting.
  const [x, y] = [there.x + there.width / 2, there.y + there.height / 2];
  await page.mouse.move(x - 40, y - 40);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => stateOf(frame)).toBe('playing');
  expect(await frame.getByRole('button', { name: 'Pause' }).boundingBox()).toEqual(there);
  await expect.poll(() => overflow(frame)).toEqual([false, false]);
  expect(site.wrong).toEqual([]);
});

test('in print there is the picture and no control, for the frame and the element', async ({
  page,
  site,
}) => {
  await site.open('print');
  const frame = await figureFrame(page);
  await expect(frame.locator('.transport')).toBeVisible();
  const pill = page.locator('pool-scope span');
  await expect(pill).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(frame.locator('.transport')).toBeHidden();
  await expect(pill).toBeHidden();
  expect(await colours(page, frame.locator('.scenes-of'))).toBeGreaterThan(12);
  await expect.poll(() => colours(page, page.locator('pool-scope img'))).toBeGreaterThan(12);
});

test('printed, a frame fits the box that the host gave it, and is light on dark pages too', async ({
  page,
  site,
}) => {
  await site.open('print-dark');
  for (const nth of [0, 1, 2, 3]) await figureFrame(page, nth);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const nth of [0, 1, 2, 3]) {
    const frame = await figureFrame(page, nth);
    const seen = () =>
      frame.evaluate(() => {
        const bottom = (which: string) =>
          Math.max(
            ...[...document.querySelectorAll(which)]
              .filter((one) => one.checkVisibility())
              .map((one) => one.getBoundingClientRect().bottom),
          );
        const figure = document.querySelector('figure');
        return [
          bottom('figure, .full, .scenes-of, .times, .times [data-state]') <= innerHeight + 1,
          figure && getComputedStyle(figure).backgroundColor,
        ];
      });
    await expect.poll(seen).toEqual([true, 'rgb(253, 248, 238)']);
  }
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.length).toBeGreaterThan(10_000);
});

test('on a page that isolates itself, the frame without credentials is shown', async ({
  page,
  site,
}) => {
  await site.open('coep');
  const shown = page.frameLocator('iframe[credentialless]');
  await expect(clockOf(shown)).toHaveAttribute('aria-valuetext', /^2\.000/);
  // The plain one is the browser's own error page.
  const plain = page.frames().find((one) => one.parentFrame() && !one.url().includes('t=2s'));
  expect(await plain?.locator('figure').count()).toBe(0);
});
test.describe('with a host that sends the headers that such pages demand', () => {
  test.use({ corp: true });
  test('the plain frame is shown there too, and plays', async ({ page, site }) => {
    await site.open('coep');
    const plain = page.frameLocator('iframe:not([credentialless])');
    await expect(clockOf(plain)).toHaveAttribute('aria-valuetext', /^1\.000/);
    await expect(clockOf(page.frameLocator('iframe[credentialless]'))).toHaveAttribute(
      'aria-valuetext',
      /^2\.000/,
    );
    const knob = plain.getByRole('textbox', { name: KNOB });
    await knob.fill('8');
    await knob.press('Enter');
    await expect(plain.locator('.picture')).not.toContainText('max_threads = 6');
    expect(site.wrong).toEqual([]);
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 664 } });
  test('a finger over the figure swipes the slides and scrolls the page, and a tap plays', async ({
    page,
    site,
  }) => {
    await site.open('carousel');
    const frame = await figureFrame(page);
    const hand = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      hand.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const swipe = async (right: number, down: number) => {
      const [x, y] = [195 - right / 2, 200];
      await touch('touchStart', x, y);
      for (let part = 1; part <= 10; part += 1)
        await touch('touchMove', x + (right * part) / 10, y + (down * part) / 10);
      await touch('touchEnd', 0, 0);
    };
    const at = () => page.evaluate(() => [document.getElementById('slides')?.scrollLeft, scrollY]);
    await swipe(-330, 0);
    // It settles at a slide: until then it would keep moving.
    await expect.poll(async () => (await at())[0]).toBe(390);
    await page.locator('#slides').evaluate((one) => one.scrollTo(0, 0));
    await expect.poll(async () => (await at())[0]).toBe(0);
    await page.evaluate(() => {
      document.addEventListener('scrollend', () => document.body.setAttribute('data-rests', ''));
    });
    await swipe(0, -150);
    await expect.poll(async () => (await at())[1]).toBeGreaterThan(100);
    // A tap during scrolling stops it, and does nothing else.
    await expect(page.locator('[data-rests]')).toBeAttached();
    await page.evaluate(() => scrollTo(0, 0));
    await frame.getByRole('button', { name: /^Play/ }).tap();
    await expect.poll(() => stateOf(frame)).toBe('playing');
  });
});
