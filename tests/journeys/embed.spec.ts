import { expect, test as base, type FrameLocator, type Page } from '@playwright/test';
import { frameHeight } from '../../web/src/model/embedding/heights';
import { holdClock, moving, timeBrings, timeGoesBy, timeIsNobodys } from '../clock';
import { serveHosts, type Host } from '../hosts/servers';
import { watch, clockOf } from '../watch';

// What a figure does in a frame. hosts.spec.ts has other people's pages that make it hard.

interface Open {
  readonly page: Page;
  readonly frame: FrameLocator;
  readonly wrong: readonly string[];
}

const SIX = 'mariadb-max-threads-6';

/** On a page of another origin: a link, the frame, a link, and a long page below. */
const test = base.extend<{
  open: (address: string, attributes?: string, style?: string) => Promise<Open>;
}>({
  open: async ({ page, baseURL }, use) => {
    let host: Host = { html: '' };
    await holdClock(page);
    const hosts = await serveHosts((name) => (name === 'page' ? host : undefined));
    await use(async (address, attributes = '', style = 'width:720px;height:760px') => {
      const wrong = watch(page);
      host = {
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
          <title>A host</title><script>told = []; addEventListener('message', (e) => told.push(e.data))</script>
          <a id="before" href="#before">before</a><br>
          <iframe src="${baseURL ?? ''}embed/${address}" title="A figure" style="${style};border:0" ${attributes}></iframe>
          <p><a id="after" href="#after">after</a><p style="height:3000px">below</p>`,
      };
      await page.goto(`${hosts.address}page`);
      const frame = page.frameLocator('iframe');
      await expect(frame.locator('html')).toHaveAttribute('data-live', '');
      return { page, frame, wrong };
    });
    hosts.close();
  },
});

const figure = (frame: FrameLocator) => frame.locator('figure');
const focused = (frame: FrameLocator) =>
  frame.locator('html').evaluate(() => document.activeElement?.getAttribute('aria-label'));

interface Reported {
  readonly type?: string;
  readonly height?: number;
  readonly time_ns?: number;
  readonly end_ns?: number;
  readonly state?: string;
}
const told = (page: Page) => page.evaluate(() => (globalThis as { told?: unknown[] }).told ?? []);
const own = async (page: Page, type: string) =>
  (await told(page)).filter(
    (one): one is Reported =>
      typeof one === 'object' && one !== null && 'source' in one && (one as Reported).type === type,
  );
const say = (page: Page, message: object) =>
  page.evaluate((data) => {
    const target = document.querySelector('iframe')?.contentWindow;
    target?.postMessage({ source: 'poolscope', v: 1, ...data }, '*');
  }, message);

test('one Tab in, arrows inside, one Tab out; no focus or scrolling before', async ({ open }) => {
  const { page, frame, wrong } = await open(`${SIX}/`, 'sandbox="allow-scripts"');
  expect(await page.evaluate(() => [document.activeElement?.tagName, scrollY])).toEqual([
    'BODY',
    0,
  ]);
  await page.locator('#before').focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => frame.locator('html').evaluate(() => document.hasFocus())).toBe(true);
  await expect(figure(frame)).toHaveAttribute('data-state', /ready|paused/);
  expect(await focused(frame)).toMatch(/^Play/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focused(frame)).toBe('Step back');
  await page.keyboard.press('Tab');
  await expect(page.locator('#after')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  // The frame may be in another process, which must be notified.
  await expect.poll(() => frame.locator('html').evaluate(() => document.hasFocus())).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('#before')).toBeFocused();

  await frame.getByRole('button', { name: /^Play/ }).click();
  await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
  await frame.getByRole('button', { name: 'Pause' }).click();
  await expect(figure(frame)).toHaveAttribute('data-state', 'paused');
  // The wheel scrolls the host page, over every part of the figure.
  await frame.locator('.picture').hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test('the address decides what is shown, and its mistakes are reported', async ({ open }) => {
  const { frame } = await open(
    `${SIX}/?v=1&thread_pool_max_threads=8&t=1.2s&r=7&theme=dark&title=Mine&colour=red&view=graph`,
  );
  await expect(figure(frame)).toHaveAttribute('data-state', 'paused');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Mine');
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^1\.200[\s0]*\ss/);
  const problems = frame.locator('.problems');
  await expect(problems).toContainText('There is no parameter colour');
  await expect(problems).toContainText('view=graph');
  const full = frame.getByRole('link', { name: 'Open', exact: true });
  await expect(full).toHaveAttribute(
    'href',
    `../../scenarios/${SIX}/?v=1&thread_pool_max_threads=8&t=1.2s&r=7`,
  );

  for (const [address, words] of [
    [`${SIX}/?view=timeline`, 'unread, on the socket'],
    [`${SIX}/?view=log&controls=minimal`, 'SLEEP'],
  ] as const) {
    const other = await open(address);
    await expect(other.frame.locator('.picture')).toContainText(words);
    await expect(other.frame.locator('.knobs')).toBeVisible({
      visible: !address.includes('minimal'),
    });
    expect(other.wrong).toEqual([]);
  }
  const bare = await open(`${SIX}/?controls=none`);
  await expect(bare.frame.locator('.transport')).toBeHidden();
  // The limit that refuses a thread is part of the picture, not of the controls.
  const limit = bare.frame.locator('.picture svg text:visible', { hasText: /max_threads = 6$/ });
  await expect(limit).toBeVisible();
  await expect(bare.frame.locator('.narrator')).toHaveText(/a seventh is not allowed\.$/);
  await expect(bare.frame.locator('.narrator')).toBeVisible();
  await expect(bare.frame.getByRole('link', { name: 'Open', exact: true })).toBeVisible();
});

test('a writer’s title is the figure’s and not that of its settings', async ({ open }) => {
  const { frame, wrong } = await open('nine-connections/?words=plain&title=Mine');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Mine');
  await expect(frame.locator('.knob .name').first()).toHaveText('pool');
  for (const name of await frame.locator('.knob .name').all())
    await expect(name).not.toHaveText('Mine');
  expect(wrong).toEqual([]);
});

test('a part of a figure is all that its frame shows, in a low frame, with the numbers of its run', async ({
  open,
}) => {
  const shown = { scene: '.scenes-of', timeline: '.times', numbers: '.numbers' };
  for (const [part, height] of [
    ['scene', 180],
    ['timeline', 120],
    ['numbers', 90],
  ] as const) {
    const { page, frame, wrong } = await open(`busy/?only=${part}`, '', 'width:720px;height:300px');
    await expect.poll(async () => (await own(page, 'height')).at(-1)?.height).toBe(height);
    for (const [name, place] of Object.entries(shown))
      await expect(frame.locator(place), name).toBeVisible({ visible: name === part });
    await expect(frame.locator('.transport')).toBeHidden();
    await expect(frame.locator('summary')).toBeVisible();
    expect(wrong).toEqual([]);
  }
  const { page, frame } = await open('busy/?only=numbers&controls=full&gap=50000');
  const numbers = frame.locator('.numbers');
  await expect(numbers).toHaveText(
    /^In these 60 s: p50 [\d.]+ ms, p99 [\d.]+ ms; \d\.\d inside on average\.$/,
  );
  const at_half = await numbers.textContent();
  await say(page, { type: 'set', settings: { gap: '26316' } });
  await expect(numbers).toHaveText(/p99 \d\.\d+ s/);
  expect(await numbers.textContent()).not.toBe(at_half);
});

for (const [lang, says, pass, said, over] of [
  [
    'en',
    '8.00 s',
    'Just watch',
    'You said 8.00 s.',
    'You said 8.00 s. The last answer comes after 4.00 s.',
  ],
  [
    'zh',
    '4.00 s',
    '不猜，直接看',
    '你猜的是 4.00 s。',
    '你猜的是 4.00 s，正是这样。最后一个响应在 4.00 s 之后。',
  ],
] as const)
  test(`with view=guess a figure opens with its question, and plays once the reader has said something: ${lang}`, async ({
    open,
  }) => {
    const { page, frame, wrong } = await open(`${SIX}/?view=guess&autoplay=1&lang=${lang}`);
    const ask = frame.locator('.ask');
    const choices = ask.locator('.choices button');
    await expect(choices).toHaveCount(5);
    await expect(ask.getByRole('button', { name: pass })).toBeVisible();
    // What happens; the figure's own question tells the answer.
    await expect(frame.locator('.question')).toHaveText(/(?:six threads\.|六个线程。)$/);
    // Nothing that answers it is there, neither the address nor the page starts it, and its height is its own.
    for (const part of ['.scenes-of', '.times', '.narrator', '.transport'])
      await expect(frame.locator(part), part).toHaveCount(0);
    await say(page, { type: 'play' });
    const tall = frameHeight('scenario', 720, { view: 'guess' });
    await expect.poll(async () => (await own(page, 'height')).at(-1)?.height).toBe(tall);
    await timeIsNobodys(page, 2_000);
    await expect(choices).toHaveCount(5);

    await ask.getByRole('button', { name: says, exact: true }).click();
    await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
    const verdict = frame.locator('.guessed');
    await expect(verdict).toHaveText(said);
    await expect(frame.locator('.scenes-of')).toBeVisible();
    await timeGoesBy(page, 60_000);
    await expect(figure(frame)).toHaveAttribute('data-state', 'ended');
    await expect(verdict).toHaveText(over);
    expect((await own(page, 'height')).at(-1)?.height).toBe(tall);
    expect(wrong).toEqual([]);
  });

test('the numbers of a figure about queues move while it plays, and end with those of the whole run', async ({
  open,
}) => {
  const { page, frame, wrong } = await open('busy/');
  const numbers = frame.locator('.numbers');
  await expect(numbers).toHaveText(/^In these 60 s: /);
  const whole = await numbers.textContent();
  const at = async (time: string) => {
    await say(page, { type: 'seek', time });
    await expect(numbers).toHaveText(/^So far: /);
    return numbers;
  };
  // No hundredth of them yet.
  await expect(await at('10.5s')).toHaveText(/p50 –, p99 –/);
  await expect(await at('20s')).toHaveText(/p50 [\d.]+ m?s, p99 [\d.]+ m?s; \d+\.\d inside/);
  const early = await numbers.textContent();
  await expect(await at('50s')).not.toHaveText(early ?? '');
  await say(page, { type: 'seek', time: '70s' });
  await expect(numbers).toHaveText(whole ?? '');
  expect(wrong).toEqual([]);
});

test('heights are reported in every dialect, and follow the width', async ({ open }) => {
  const { page, frame } = await open(`${SIX}/`, '', 'width:720px;height:1000px');
  const heights = async () => (await own(page, 'height')).map(({ height }) => height ?? 0);
  const real = () => figure(frame).evaluate((one) => one.getBoundingClientRect().height);
  const off = async () => Math.abs(((await heights()).at(-1) ?? 0) - (await real()));
  await expect.poll(off).toBeLessThanOrEqual(1);
  const wide = (await heights()).at(-1) ?? 0;
  const all = await told(page);
  expect(all).toContainEqual({ sentinel: 'amp', type: 'embed-size', height: wide });
  const embedly = all
    .filter((one) => typeof one === 'string')
    .map((one) => JSON.parse(one) as object);
  expect(embedly).toContainEqual(
    expect.objectContaining({ context: 'iframe.resize', height: wide }),
  );
  // A page whose script loaded late asks for it.
  const before = (await heights()).length;
  await say(page, { type: 'height' });
  await expect.poll(async () => (await heights()).length).toBeGreaterThan(before);
  await page.locator('iframe').evaluate((one: HTMLElement) => (one.style.width = '320px'));
  await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(wide);
});

// The smallest, and sizes between those in which frames.spec.ts checks that waking moves nothing.
for (const [width, height] of [
  [260, 240],
  [720, 300],
  [720, 420],
  [320, 420],
] as const) {
  test(`a host with a fixed height: ${width} by ${height}`, async ({ open }) => {
    const { page, frame } = await open(`${SIX}/?fit=1`, '', `width:${width}px;height:${height}px`);
    const button = await frame.getByRole('button', { name: /^Play/ }).boundingBox();
    if (!button) throw new Error('no Play');
    await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
    await expect(figure(frame)).toHaveAttribute('data-state', /ready|paused/);
    // It has woken under the pointer: the press must hit what was pointed at.
    await page.mouse.down();
    await page.mouse.up();
    await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
    await expect
      .poll(() => figure(frame).evaluate((one) => one.getBoundingClientRect().height))
      .toBe(height);
    await expect(frame.getByRole('button', { name: /^Pause/ })).toBeInViewport();
    await expect(frame.getByRole('link', { name: 'Open', exact: true })).toBeInViewport();
    const scrolls = await frame
      .locator('html')
      .evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);
    expect(scrolls).toBe(false);
  });
}

test('the time slider takes all arrows, a number takes them while it is typed, Escape leads back', async ({
  open,
}) => {
  const { page, frame, wrong } = await open(`${SIX}/?t=1s`);
  await expect(figure(frame)).toHaveAttribute('data-state', 'paused');
  const slider = frame.getByRole('slider', { name: 'Time', exact: true });
  const knob = frame.getByRole('textbox', { name: 'clients' });
  const main = frame.getByRole('button', { name: /^Play/ });
  const time = async () => Number(await slider.inputValue());
  await slider.focus();
  const before = await time();
  await page.keyboard.press('ArrowRight');
  await expect.poll(time).toBeGreaterThan(before);
  const later = await time();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(time).toBeLessThan(later);
  await expect(slider).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(main).toBeFocused();

  await knob.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(knob).not.toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(knob).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('1');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Delete', 'ArrowRight']) {
    await page.keyboard.press(key);
    await expect(knob).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(main).toBeFocused();

  // After leaving from the time, entering it again leads to its buttons.
  await slider.focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('#after')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(main).toBeFocused();
  expect(wrong).toEqual([]);
});

test('mistakes in an address take a few lines at most, however many there are', async ({
  open,
}) => {
  const many = Array.from({ length: 700 }, (_, index) => `hx-${index}=1`).join('&');
  const { frame } = await open(`${SIX}/?${many}`);
  const problems = frame.locator('.problems');
  await expect(problems).toContainText('There is no parameter hx-0');
  await expect(problems).toContainText('697 more are not understood');
  expect(await problems.locator('p').count()).toBe(4);
  const tall = (of: string) =>
    frame.locator(of).evaluate((one) => one.getBoundingClientRect().height);
  expect(await tall('.problems')).toBeLessThan(80);
  expect(await tall('#widget')).toBe(frameHeight('scenario', 720));
  expect(await tall('.picture')).toBeGreaterThan(200);
});

test('an unknown figure is one sentence, without the site around it', async ({ page, baseURL }) => {
  const hosts = await serveHosts(() => ({
    html: `<!doctype html><iframe src="${baseURL ?? ''}embed/no-such-figure/" title="none"></iframe>`,
  }));
  await page.goto(hosts.address);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('main')).toContainText('There is no figure “no-such-figure”.');
  await expect(frame.getByRole('link')).toHaveText(['All figures']);
  hosts.close();
});

test('fingers still scroll, zoom and swipe over it; in print it has no controls', async ({
  open,
}) => {
  const { page, frame } = await open(`${SIX}/?t=1s`);
  await expect(figure(frame)).toHaveAttribute('data-state', 'paused');
  const touch = (of: string) =>
    frame.locator(of).evaluate((one) => getComputedStyle(one).touchAction);
  expect(await touch('body')).toBe('manipulation');
  expect(await touch('.plot')).toBe('pan-y pinch-zoom');
  await page.emulateMedia({ media: 'print' });
  await expect(frame.locator('.transport')).toBeHidden();
  await expect(frame.locator('.picture svg').first()).toBeVisible();
});

test('a setting from the host applies to the running run', async ({ open }) => {
  const { page, frame, wrong } = await open(`${SIX}/`);
  await say(page, { type: 'play' });
  await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
  await say(page, { type: 'set', settings: { thread_pool_max_threads: 8, clients: '7', no: 1 } });
  await expect(frame.getByRole('textbox', { name: 'thread_pool_max_threads' })).toHaveValue('8');
  await expect(frame.getByRole('textbox', { name: 'clients' })).toHaveValue('7');
  await expect(frame.locator('.problems')).toContainText('There is no parameter no');
  await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
  await say(page, { type: 'set', settings: { clients: 6 } });
  await expect(frame.locator('.problems')).toBeEmpty();
  expect(wrong).toEqual([]);
});

test('WordPress gets the height and the link with its secret', async ({ open }) => {
  const { page, frame } = await open(
    `${SIX}/?v=1#?secret=aB3`,
    'sandbox="allow-scripts"',
    'width:600px;height:500px',
  );
  const heard = async (message: string) =>
    (await told(page)).filter(
      (one) =>
        typeof one === 'object' && one !== null && 'message' in one && one.message === message,
    );
  await expect
    .poll(() => heard('height'))
    .toEqual([{ message: 'height', value: frameHeight('scenario', 600), secret: 'aB3' }]);
  await page.evaluate(() => {
    const target = document.querySelector('iframe')?.contentWindow;
    target?.postMessage({ message: 'ready', secret: 'other' }, '*');
    target?.postMessage({ message: 'ready', secret: 'aB3' }, '*');
  });
  await expect.poll(async () => (await heard('height')).length).toBe(2);
  const link = frame.getByRole('link', { name: 'Open', exact: true });
  await link.click();
  await expect
    .poll(() => heard('link'))
    .toEqual([
      {
        message: 'link',
        value: await link.evaluate((one: HTMLAnchorElement) => one.href),
        secret: 'aB3',
      },
    ]);
  expect(page.context().pages()).toHaveLength(1);
});

test('the host plays, seeks, sets the theme, and gets reports; off the screen it pauses', async ({
  open,
}) => {
  const { page, frame, wrong } = await open(`${SIX}/`);
  await say(page, { type: 'theme', theme: 'dark' });
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await say(page, { type: 'seek', time: '3.9s' });
  await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^3\.900[\s0]*\ss/);
  await timeBrings(page, 100, async () =>
    expect(await own(page, 'time')).toContainEqual(expect.objectContaining({ time_ns: 3.9e9 })),
  );
  const told_before = (await own(page, 'time')).length;
  await say(page, { type: 'play' });
  await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
  await timeGoesBy(page, 4900);
  await timeBrings(page, 100, async () => expect(await own(page, 'ended')).toHaveLength(1));
  const times = await own(page, 'time');
  const { state, time_ns, end_ns } = times.at(-1) ?? {};
  expect(state).toBe('ended');
  expect(time_ns).toBe(end_ns);
  // Ten a second at most.
  expect(times.length - told_before).toBeLessThanOrEqual(51);
  expect(await own(page, 'ready')).toMatchObject([{ title: 'Six threads, eight sleeps' }]);

  await say(page, { type: 'play' });
  await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
  const inside = page.frames()[1];
  if (!inside) throw new Error('no frame');
  await timeGoesBy(page, 8000); // past the events of its first instant, into a silence
  await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^1\.4\d\d s/);
  await say(page, { type: 'visible', visible: false });
  await expect.poll(() => moving(inside)).toBe(0);
  const at = () => clockOf(frame).getAttribute('aria-valuetext');
  const stood = await at();
  await timeIsNobodys(page, 1000);
  expect(await at()).toBe(stood);
  await say(page, { type: 'visible', visible: true });
  await timeGoesBy(page, 1000);
  await expect.poll(at).not.toBe(stood);
  expect(wrong).toEqual([]);
});

const times = async (page: Page) => (await own(page, 'time')).map(({ time_ns = NaN }) => time_ns);

test('with autoplay it plays its stretch once it is visible, again and again', async ({ open }) => {
  const { page, frame, wrong } = await open(
    `${SIX}/?v=1&autoplay=1&loop=1&speed=1&from=2.5s&to=3s`,
    '',
    'width:720px;height:480px;margin-top:2000px',
  );
  await timeIsNobodys(page, 1000);
  await expect(frame.locator('html')).not.toHaveAttribute('data-awake');
  await page.locator('iframe').evaluate((one) => one.scrollIntoView());
  await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
  await timeGoesBy(page, 2000);
  await timeBrings(page, 100, async () => {
    const told = await times(page);
    expect(told.some((time_ns, index) => time_ns < (told[index - 1] ?? 0))).toBe(true);
    expect(Math.max(...told)).toBeGreaterThan(2.8e9);
  });
  const told = (await times(page)).slice(1);
  expect(Math.min(...told)).toBeGreaterThanOrEqual(2.5e9);
  expect(Math.max(...told)).toBeLessThanOrEqual(3e9);
  await page.evaluate(() => scrollTo(0, 0));
  await timeIsNobodys(page, 1000);
  // A reader's pause lasts.
  await page.locator('iframe').evaluate((one) => one.scrollIntoView());
  await frame.getByRole('button', { name: 'Pause' }).click();
  await expect(figure(frame)).toHaveAttribute('data-state', 'paused');
  expect(await own(page, 'ended')).toEqual([]);
  expect(wrong).toEqual([]);
});

test('a stretch without a loop stops at its end, in a pair too', async ({ open }) => {
  for (const name of [SIX, 'mariadb-max-threads-6-vs-mariadb-max-threads-8']) {
    const { page, frame, wrong } = await open(`${name}/?v=1&speed=1&from=2.5s&to=3s`);
    await frame.getByRole('button', { name: /^Play/ }).click();
    await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
    await timeGoesBy(page, 400);
    await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^2\.[89]/);
    await timeGoesBy(page, 400);
    await expect(figure(frame)).toHaveAttribute('data-state', 'ended');
    await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^3\.000[\s0]*\ss/);
    // From there it starts again.
    await frame.getByRole('button', { name: /^Play/ }).click();
    await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^2\.5/);
    expect(wrong).toEqual([]);
  }
});

test('autoplay is off for readers who want less motion', async ({ open, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const motion of ['', '&motion=reduced']) {
    const { frame } = await open(`${SIX}/?v=1&autoplay=1&loop=1&from=1s&to=1.1s${motion}`);
    await timeIsNobodys(page, 1000);
    await expect(frame.locator('html')).not.toHaveAttribute('data-awake');
    await frame.getByRole('button', { name: /^Play/ }).click();
    await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
    await timeGoesBy(page, 8000);
    await expect(figure(frame)).toHaveAttribute('data-state', 'ended');
    await page.emulateMedia({ reducedMotion: null });
  }
});

test('an impossible stretch is reported', async ({ open }) => {
  const { frame } = await open(`${SIX}/?v=1&to=2s&from=3s&speed=3`);
  await expect(frame.locator('.problems')).toContainText(
    'to=2s is not understood here; allowed: a time after the one in from.',
  );
  await expect(frame.locator('.problems')).toContainText('speed=3');
  const late = await open(`${SIX}/?v=1&t=1s&to=99s`);
  await expect(late.frame.getByRole('alert')).toContainText('to=99s is not understood here');
});

test('less motion: steps, and the same end', async ({ open, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { frame, wrong } = await open(`${SIX}/?motion=reduced&t=3s`);
  await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^3\.000[\s0]*\ss/);
  await frame.getByRole('button', { name: /^Play/ }).click();
  await expect(figure(frame)).toHaveAttribute('data-state', 'playing');
  await timeGoesBy(page, 400); // less than a step
  await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^3\.000[\s0]*\ss/);
  await timeGoesBy(page, 8000);
  await expect(figure(frame)).toHaveAttribute('data-state', 'ended');
  expect(wrong).toEqual([]);
});

test('a pair plays on one clock, a chart is read point by point', async ({ open }) => {
  const pair = await open('mariadb-max-threads-6-vs-mariadb-max-threads-8/');
  await pair.frame.getByRole('button', { name: /^Play/ }).click();
  await expect(figure(pair.frame)).toHaveAttribute('data-state', 'playing');
  await expect(pair.frame.locator('.field:visible')).toHaveCount(2);
  expect(pair.wrong).toEqual([]);
});
