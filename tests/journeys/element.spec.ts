import { expect, test as base, type Page } from '@playwright/test';
import { serveHosts, serveStandIn, type Host } from '../hosts/servers';
import { watch } from '../watch';
import type { PoolScope } from '../../web/embed/types/pool-scope';
import { frameHeight } from '../../web/src/model/embedding/heights';
import { NO_STATE } from '../../web/src/model/embedding/carry';
import { PLAIN, snippet } from '../../web/src/model/embedding/snippets';

// The element and the host script on a page of another origin, with a stand-in for the frame's side: hosts.spec.ts tests
// what a figure itself does in a frame.

interface Origins {
  readonly site: string;
  /** Opens a page with this body, on another origin than the site's. */
  readonly open: (
    body: string,
    headers?: Record<string, string>,
    in_head?: string,
  ) => Promise<void>;
}

const test = base.extend<{ origins: Origins }>({
  origins: async ({ page }, use) => {
    let host: Host = { html: '' };
    const site = await serveStandIn();
    const hosts = await serveHosts((name) => (name === 'page' ? host : undefined));
    await use({
      site: site.address,
      open: async (body, headers = {}, in_head = '') => {
        const head = `<meta charset="utf-8"><link rel="icon" href="data:,">${in_head}`;
        host = {
          html: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
          headers,
        };
        await page.goto(`${hosts.address}page`);
      },
    });
    hosts.close();
    site.close();
  },
});

const module = (site: string) => `<script type="module" src="${site}embed/pool-scope.js"></script>`;

/** The messages that the stand-in received, once there are at least this many. */
async function told(page: Page, least: number, address = /\/embed\//): Promise<unknown[]> {
  const read = () =>
    page
      .frame({ url: address })
      ?.evaluate(() => (globalThis as { told?: unknown[] }).told ?? [])
      .catch(() => undefined); // it was just replaced
  await expect.poll(async () => (await read())?.length ?? 0).toBeGreaterThanOrEqual(least);
  return (await read()) ?? [];
}

const element = (page: Page) => page.locator('pool-scope');
const heightOf = (page: Page) => element(page).evaluate((one: HTMLElement) => one.offsetHeight);

test('a picture with a button first, then the frame, which plays and obeys the page', async ({
  page,
  origins: { site, open },
}) => {
  const wrong = watch(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(site, '')));
  await open(
    `<a href="#before">before</a>
     <pool-scope scenario="one" thread_pool_max_threads="8" t="1.2s" params="think%20time=2" data-x="1" class="wide" onclick="0"><a href="x">Six threads</a></pool-scope>
     <p id="after" style="height: 3000px">after</p>${module(site)}`,
  );
  const button = page.getByRole('button', { name: 'Play: Six threads' });
  await expect(button).toBeVisible();
  await expect
    .poll(() => asked.filter((url) => url.startsWith('poster')))
    .toEqual(['poster/one-wide.svg']);
  expect(asked.filter((url) => url.startsWith('embed'))).toEqual(['embed/pool-scope.js']);
  expect(await page.evaluate(() => [document.activeElement?.tagName, scrollY])).toEqual([
    'BODY',
    0,
  ]);

  await page.evaluate(() => {
    const seen: unknown[] = ((globalThis as { seen?: unknown[] }).seen = []);
    for (const type of ['ready', 'time', 'ended'])
      document
        .querySelector('pool-scope')
        ?.addEventListener(type, (event) => seen.push([type, (event as CustomEvent).detail]));
  });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await told(page, 2)).toEqual([{ type: 'theme', theme: 'light' }, { type: 'play' }]);
  const opened = new URL(page.frame({ url: /\/embed\// })?.url() ?? '');
  expect([...opened.searchParams]).toEqual([
    ['v', '1'],
    ['think time', '2'],
    ['thread_pool_max_threads', '8'],
    ['t', '1.2s'],
    ['theme', 'light'],
  ]);
  // The focus moves inside after opening by key.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('POOL-SCOPE');
  await expect(button).toHaveCount(0);
  await expect.poll(() => heightOf(page)).toBe(345);

  await element(page).evaluate((one: PoolScope) => {
    one.seek('2s');
    one.seek(3);
    one.pause();
  });
  expect((await told(page, 5)).slice(2)).toEqual([
    { type: 'seek', time: '2s' },
    { type: 'seek', time_ns: 3 },
    { type: 'pause' },
  ]);
  await expect
    .poll(() => page.evaluate(() => (globalThis as { seen?: unknown[] }).seen))
    .toEqual([
      ['ready', { title: 'Six threads' }],
      ['time', { time_ns: 1.2e9, end_ns: 4e9, state: 'playing' }],
      ['ended', null],
      ['ended', null],
    ]);
  expect(await element(page).evaluate((one: PoolScope) => [one.state, one.time_ns])).toEqual([
    'playing',
    1.2e9,
  ]);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(wrong).toEqual([]);
});

test('attributes are live, the theme follows the page, and no entry is added to the history', async ({
  page,
  origins: { site, open },
}) => {
  const wrong = watch(page);
  await open(
    `<style>.dark { color: oklch(0.95 0.01 250); background: #111 }</style>
     <div id="part"><pool-scope scenario="one" load="visible" height="300"></pool-scope></div>${module(site)}`,
  );
  // Near the visible part it loads by itself, but does not play.
  expect(await told(page, 1)).toEqual([{ type: 'theme', theme: 'light' }]);
  const steps = await page.evaluate(() => history.length);
  expect(page.frame({ url: /embed\/one\/\?v=1&fit=1/ })).not.toBeNull();
  expect(await heightOf(page)).toBe(300);

  // Switched on some part of the page, not on its root.
  await page.evaluate(() => document.querySelector('#part')?.classList.add('dark'));
  expect((await told(page, 2))[1]).toEqual({ type: 'theme', theme: 'dark' });
  await element(page).evaluate((one) => one.setAttribute('theme', 'light'));
  expect((await told(page, 3))[2]).toEqual({ type: 'theme', theme: 'light' });
  await element(page).evaluate((one) => {
    one.setAttribute('theme', 'auto');
    one.setAttribute('seed', '3&x');
    one.setAttribute('scenario', 'two');
  });
  expect(await told(page, 1, /embed\/two\/\?v=1&seed=3%26x&fit=1/)).toEqual([
    { type: 'theme', theme: 'dark' },
  ]);
  expect(await page.evaluate(() => history.length)).toBe(steps);

  // After a move it is a picture again and then a new frame: no message reaches the old one.
  await page.evaluate(() => document.body.append(...document.querySelectorAll('pool-scope')));
  expect(await told(page, 1, /embed\/two\//)).toEqual([{ type: 'theme', theme: 'light' }]);
  expect(page.frames()).toHaveLength(2);
  expect(wrong).toEqual([]);
});

test('a setting goes to the running frame; a height, and attributes that are not the figure’s, reload nothing', async ({
  page,
  origins: { site, open },
}) => {
  const wrong = watch(page);
  await open(
    `<pool-scope scenario="one" load="visible" thread_pool_size="2" width="9" lang="de" align="left" hx-get="/x" _ngcontent-abc="">One</pool-scope>
     <p id="below">below</p>${module(site)}`,
  );
  await told(page, 1);
  await expect.poll(() => heightOf(page)).toBe(345);
  const address = () => page.frame({ url: /\/embed\// })?.url() ?? '';
  const query = () => [...new URL(address()).searchParams].map(String);
  expect(query()).toEqual(['v,1', 'thread_pool_size,2', 'theme,light']);
  const first = address();
  await element(page).evaluate((one: PoolScope) => {
    one.play();
    one.setAttribute('thread_pool_size', '4');
    one.setAttribute('thread_pool_stall_limit', '60');
    one.setAttribute('hx-post', '/y');
  });
  expect((await told(page, 3)).slice(1)).toEqual([
    { type: 'play' },
    { type: 'set', settings: { thread_pool_size: '4', thread_pool_stall_limit: '60' } },
  ]);
  expect(address()).toBe(first);
  await expect.poll(() => element(page).evaluate((one: PoolScope) => one.state)).toBe('playing');

  // It covers nothing below it.
  await element(page).evaluate((one) => one.setAttribute('height', '200'));
  await expect.poll(query).toContain('fit,1');
  const bottoms = () =>
    element(page).evaluate((one) =>
      [one, one.shadowRoot?.querySelector('iframe')].map((of) =>
        Math.round(of?.getBoundingClientRect().height ?? 0),
      ),
    );
  await expect.poll(bottoms).toEqual([200, 200]);
  await element(page).evaluate((one) => one.removeAttribute('height'));
  await expect.poll(bottoms).toEqual([345, 345]);

  expect(
    await element(page).evaluate((one: PoolScope) => {
      one.remove();
      return [one.state, one.time_ns, one.end_ns];
    }),
  ).toEqual([undefined, undefined, undefined]);
  expect(wrong).toEqual([]);
});

test('its picture fits its width and theme, or is the writer’s own; a press shows at once that it loads', async ({
  page,
  origins: { site, open },
}) => {
  await open(
    `<pool-scope scenario="one" style="width: 400px">One</pool-scope>
     <pool-scope scenario="two" poster="${site}poster/one-wide.svg?mine">Two</pool-scope>${module(site)}`,
  );
  const source = (nth: number) => element(page).nth(nth).locator('img').getAttribute('src');
  await expect.poll(() => source(0)).toBe(`${site}poster/one-narrow.svg`);
  await element(page)
    .nth(0)
    .evaluate((one) => one.setAttribute('style', 'width: 700px; color: #eee'));
  await expect.poll(() => source(0)).toBe(`${site}poster/one-wide.svg#dark`);
  expect(await source(1)).toBe(`${site}poster/one-wide.svg?mine`);
  const loads = await element(page)
    .nth(0)
    .evaluate((one) => {
      const button = one.shadowRoot?.querySelector('button');
      button?.click();
      const words = button?.querySelector('span');
      return [button?.dataset['loading'], words && getComputedStyle(words, '::after').content];
    });
  expect(loads).toEqual(['', '" …"']);
});

/** What the panel pastes for a figure of this name. */
const pasted = (site: string, name: string, picture?: string) =>
  snippet({
    form: 'element',
    site,
    subject: { name, kind: 'scenario', title: 'Six threads', page: 'x/' },
    state: NO_STATE,
    look: PLAIN,
    picture,
  });

const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

test('the pasted lines have room for the picture before the module comes: nothing moves', async ({
  page,
  origins: { site, open },
}) => {
  const css = 'body { max-width: 680px; margin: 0 auto; padding: 0 16px }';
  const moved: string[] = [];
  for (const theme of ['', 'img { max-width: 100%; height: auto }'])
    for (const width of [390, 820, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await open(
        `<p>Before</p>${pasted(site, 'one').replace(/<script.*<\/script>/, '')}${'<p>After</p>'.repeat(9)}`,
        {},
        `<style>${css}${theme}</style>`,
      );
      await page.evaluate(() => {
        const sum = globalThis as { moved?: number };
        sum.moved = 0;
        new PerformanceObserver((list) => {
          for (const one of list.getEntries())
            sum.moved = (sum.moved ?? 0) + (one as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await expect(page.locator('pool-scope > a img')).toBeVisible();
      await painted(page);
      await page.addScriptTag({ type: 'module', url: `${site}embed/pool-scope.js` });
      const image = page.locator('pool-scope button img');
      await expect
        .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
        .toBeGreaterThan(0);
      await painted(page);
      const sum = await page.evaluate(() => (globalThis as { moved?: number }).moved ?? 1);
      if (sum > 0.02) moved.push(`${width} ${theme}: ${sum.toFixed(3)}`);
    }
  expect(moved).toEqual([]);
});

test('an element that asks for a guess blurs its picture, names its question, and opens as high as it asks', async ({
  page,
  origins: { site, open },
}) => {
  // Nothing tells it another height.
  await page.route(/\/embed\/one\//, (route) => route.abort());
  await open(
    snippet({
      form: 'element',
      site,
      subject: {
        name: 'one',
        kind: 'scenario',
        title: 'How busy is too busy?',
        page: 'scenarios/one/',
      },
      state: NO_STATE,
      look: { ...PLAIN, view: 'guess' },
    }),
  );
  const button = page.getByRole('button', { name: /^Guess first: How busy is too busy\?/ });
  await expect(button).toHaveText('▶ Guess first: How busy is too busy?');
  await expect(button.locator('img')).toHaveCSS('filter', 'blur(12px)');
  await button.click();
  await expect(page.locator('pool-scope iframe')).toHaveAttribute('src', /[?&]view=guess/);
  const height = () =>
    page.locator('pool-scope iframe').evaluate((one: HTMLElement) => parseInt(one.style.height));
  await expect.poll(height).toBe(frameHeight('scenario', 720, { view: 'guess' }));
});

test('a picture that is missing gives way to the site’s, and that one to the link', async ({
  page,
  origins: { site, open },
}) => {
  await open(`${pasted(site, 'one', 'none.png')}${pasted(site, 'none')}`);
  const image = (nth: number) => element(page).nth(nth).locator('button img');
  await expect(image(0)).toHaveAttribute('src', `${site}poster/one-wide.svg`);
  await expect(image(0)).toBeVisible();
  await expect(element(page).nth(1).getByRole('link', { name: 'Six threads' })).toBeVisible();
  await expect(image(1)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Play: Six threads' })).toHaveCount(2);
});

test('in print it is only the picture', async ({ page, origins: { site, open } }) => {
  await open(`<pool-scope scenario="one">One</pool-scope>${module(site)}`);
  const words = page.locator('pool-scope button span');
  await expect(words).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(words).toBeHidden();
  await expect(page.locator('pool-scope img')).toBeVisible();
});

test('a mistake in an attribute is reported, and opens nothing', async ({
  page,
  origins: { site, open },
}) => {
  const wrong = watch(page);
  await open(
    `<pool-scope scenario="../x?y"><a href="x">The link</a></pool-scope>
     <pool-scope scenario="one" site="javascript:alert(1)//"><a href="x">Second</a></pool-scope>
     <pool-scope></pool-scope>${module(site)}`,
  );
  await expect(element(page).nth(0)).toContainText('The link');
  await expect(page.getByText('scenario="../x?y" is no name')).toBeVisible();
  await expect(page.getByText('site="javascript:alert(1)//" is no address')).toBeVisible();
  await expect(page.getByText('scenario="" is no name')).toBeVisible();
  for (const one of await element(page).all()) await one.evaluate((of: PoolScope) => of.play());
  expect(page.frames()).toHaveLength(1);
  // Corrected, it starts to work.
  await element(page)
    .nth(0)
    .evaluate((one) => one.setAttribute('scenario', 'one'));
  await expect(page.getByRole('button', { name: 'Play: The link' })).toBeVisible();
  expect(wrong).toEqual([]);
});

test('a strict policy with trusted types needs three lines for the element; messages from strangers are ignored', async ({
  page,
  origins: { site, open },
}) => {
  const wrong = watch(page);
  const { origin } = new URL(site);
  await open(`<pool-scope scenario="one">One</pool-scope>${module(site)}`, {
    'Content-Security-Policy': `default-src 'none'; script-src ${origin}; frame-src ${origin}; img-src ${origin} data:; require-trusted-types-for 'script'; trusted-types 'none'`,
  });
  await page.getByRole('button', { name: 'Play: One' }).click();
  await told(page, 2);
  const height = () => heightOf(page);
  await expect.poll(height).toBe(345);
  // From the page's own window, not from the frame's.
  await page.evaluate(
    () =>
      new Promise((done) => {
        addEventListener('message', done, { once: true });
        postMessage({ source: 'poolscope', v: 1, type: 'height', height: 20 }, '*');
      }),
  );
  expect(await height()).toBe(345);
  expect(wrong).toEqual([]);
});

test('with autoplay the element does not wait for a press, except for readers who want less motion', async ({
  page,
  origins: { site, open },
}) => {
  const body = `<pool-scope scenario="one" autoplay loop from="1s">One</pool-scope>
    <pool-scope scenario="two" autoplay="0">Two</pool-scope>${module(site)}`;
  await open(body);
  const frame = element(page).nth(0).locator('iframe');
  await expect(frame).toHaveAttribute('src', /embed\/one\/\?v=1&autoplay=&loop=&from=1s&theme=/);
  await expect(page.getByRole('button', { name: 'Play: Two' })).toBeVisible();
  expect(page.frames()).toHaveLength(2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(body);
  await expect(page.getByRole('button', { name: 'Play: One' })).toBeVisible();
  await page.getByRole('button', { name: 'Play: One' }).click();
  await expect(frame).toHaveAttribute('src', /autoplay=/);
});

test('the host script sizes only our iframes, even in a sandbox, and sends them the theme', async ({
  page,
  origins: { site, open },
}) => {
  const wrong = watch(page);
  const { origin } = new URL(site);
  await open(
    `<iframe id="plain" src="${site}embed/one/" height="100"></iframe>
     <iframe id="boxed" src="${site}embed/two/" height="100" sandbox="allow-scripts"></iframe>
     <iframe id="set" src="${site}embed/one/?theme=light" height="100"></iframe>
     <iframe id="foreign" src="${origin.replace('127.0.0.1', 'localhost')}/embed/one/" height="100"></iframe>
     <script src="${site}embed/resize.js"></script>`,
  );
  const heights = () =>
    page.locator('iframe').evaluateAll((all) => all.map((one) => one.clientHeight));
  await expect.poll(heights).toEqual([345, 345, 345, 100]);
  await page.evaluate(() => (document.documentElement.style.color = '#eee'));
  const last = async (address: RegExp) => (await told(page, 1, address)).at(-1);
  const dark = { type: 'theme', theme: 'dark' };
  await expect.poll(() => last(/127.*embed\/one\/$/)).toEqual(dark);
  await expect.poll(() => last(/embed\/two\//)).toEqual(dark);
  expect(await told(page, 0, /theme=light/)).toEqual([]);
  expect(wrong).toEqual([]);
});

test('the host script finds frames in shadow roots, and themes on any ancestor', async ({
  page,
  origins: { site, open },
}) => {
  const wrong = watch(page);
  await open(
    `<div id="wrapper"><p><iframe id="plain" src="${site}embed/one/" height="100"></iframe></div>
     <main><section id="host"></section></main>
     <script src="${site}embed/resize.js"></script>
     <script>
       const root = document.getElementById('host').attachShadow({ mode: 'open' });
       root.innerHTML = '<iframe src="${site}embed/two/" height="100"></iframe>';
     </script>`,
  );
  const heights = () =>
    page.locator('iframe').evaluateAll((all) => all.map((one) => one.clientHeight));
  await expect.poll(heights).toEqual([345, 345]);
  const last = async (address: RegExp) => (await told(page, 1, address)).at(-1);
  const dark = { type: 'theme', theme: 'dark' };
  await page.locator('#wrapper').evaluate((one) => (one.style.color = '#eee'));
  await expect.poll(() => last(/embed\/one\//)).toEqual(dark);
  expect(await last(/embed\/two\//)).not.toEqual(dark);
  await page.locator('main').evaluate((one) => (one.style.color = '#eee'));
  await expect.poll(() => last(/embed\/two\//)).toEqual(dark);
  // A frame that is added later is found by its first message.
  await page.evaluate((src) => {
    const later = Object.assign(document.createElement('iframe'), { src, height: '100' });
    document.getElementById('wrapper')?.append(later);
  }, `${site}embed/one/?late`);
  await expect.poll(heights).toEqual([345, 345, 345]);
  expect(wrong).toEqual([]);
});

test('where the page forbids frames, the element shows its own content', async ({
  page,
  origins: { site, open },
}) => {
  const { origin } = new URL(site);
  await open(`<pool-scope scenario="one"><a href="x">Six threads</a></pool-scope>${module(site)}`, {
    'Content-Security-Policy': `default-src 'none'; script-src ${origin}; img-src ${origin} data:`,
  });
  await page.getByRole('button', { name: 'Play: Six threads' }).click();
  await expect(page.getByRole('link', { name: 'Six threads' })).toBeVisible();
  await expect(element(page).locator('iframe')).toHaveCount(0);
});

test('on an isolated page the element’s frame has no credentials, and plays', async ({
  page,
  origins: { site, open },
}) => {
  await open(
    `<pool-scope scenario="one" load="visible">One</pool-scope>
     <script type="module" crossorigin src="${site}embed/pool-scope.js"></script>`,
    {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  );
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect(element(page).locator('iframe')).toHaveAttribute('credentialless', '');
  await told(page, 1);
  await expect.poll(() => heightOf(page)).toBe(345);
});

test('the host script may be in the head', async ({ page, origins: { site, open } }) => {
  const wrong = watch(page);
  await open(
    `<iframe src="${site}embed/one/" height="100"></iframe>`,
    {},
    `<script src="${site}embed/resize.js"></script>`,
  );
  await expect.poll(() => page.locator('iframe').evaluate((one) => one.clientHeight)).toBe(345);
  await page.evaluate(() => (document.documentElement.style.color = '#eee'));
  await expect
    .poll(async () => (await told(page, 1)).at(-1))
    .toEqual({ type: 'theme', theme: 'dark' });
  expect(wrong).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('only the link remains', async ({ page, origins: { site, open } }) => {
    await open(
      `<pool-scope scenario="one"><a href="x">Six threads</a></pool-scope>${module(site)}`,
    );
    await expect(page.getByRole('link', { name: 'Six threads' })).toBeVisible();
  });
});
