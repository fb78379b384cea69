import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, type Page } from '@playwright/test';
import { PLAIN, snippet, type EmbedSnippet } from '../../web/src/model/embedding/snippets';
import { recipe } from '../../web/src/model/embedding/recipes';
import { holdClock, timeBrings, timeGoesBy } from '../clock';
import { serveHosts, type Host } from '../hosts/servers';
import { findings } from '../axe';
import { expectNear, promised } from '../promised';
import { leftOf, LINES, problemsWith } from '../sanitised';
import { pictures, saved } from '../saved';
import { test, wake, watch, openEmbed, clockOf } from '../watch';

// From the figure to another page: choose, copy, paste, play.

interface Recorded {
  readonly forms: readonly {
    readonly address: string;
    readonly opens: { readonly controls?: string; readonly time_ns?: number };
    readonly shows: { readonly title: string; readonly time?: string };
  }[];
}
const recorded = JSON.parse(readFileSync('content/embeds/v1.json', 'utf8')) as Recorded;

const SIX = 'scenarios/mariadb-max-threads-6/';

async function paste(page: Page, lines: string) {
  const host: Host = {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
      <title>A blog</title><p>Before.</p>${lines}<p>After.</p>`,
  };
  /** In place of the saved picture, which a writer puts beside the text. */
  const picture: Host = {
    html: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    headers: { 'Content-Type': 'image/svg+xml' },
  };
  const hosts = await serveHosts((name) =>
    name === 'post' ? host : name.endsWith('-picture.png') ? picture : undefined,
  );
  await page.goto(`${hosts.address}post`);
  return hosts;
}
const line = (page: Page) => page.getByRole('textbox', { name: 'Copy this' });
const form = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('a figure is set up, its snippet copied and pasted elsewhere, and it plays there', async ({
  page,
  context,
}) => {
  const wrong = watch(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await holdClock(page);
  await page.goto(`${SIX}?v=1&thread_pool_max_threads=8&t=1.2s&r=7`);
  await wake(page);
  await openEmbed(page);
  await expect(line(page)).toHaveValue(
    /src="[^"]*embed\/mariadb-max-threads-6\/\?v=1&amp;thread_pool_max_threads=8&amp;t=1\.2s&amp;r=7"/,
  );
  const preview = page.frameLocator('iframe[title^="Preview"]');
  await timeBrings(page, 20, (soon) => expect(preview.locator('figure')).toBeAttached(soon));
  await preview.locator('figure').scrollIntoViewIfNeeded();
  await expect(clockOf(preview)).toHaveAttribute('aria-valuetext', /^1\.200[\s0]*\ss/);

  // The snippet follows the figure, and what is chosen here.
  await page.getByRole('slider', { name: 'Time', exact: true }).focus();
  await page.keyboard.press('Home');
  await expect(line(page)).toHaveValue(/t=0s/);
  await page.getByText('Size, colours, words and moments').click();
  await page.getByLabel('Your own title').fill('Eight "people" & <threads>');
  const panel = page.locator('[id$="-embed"]');
  await panel.getByRole('combobox', { name: 'Colours' }).selectOption('dark');
  await panel.getByRole('combobox', { name: 'Controls' }).selectOption('minimal');
  await panel.getByRole('checkbox', { name: 'Start again' }).check();
  await panel.getByRole('combobox', { name: 'Speed' }).selectOption('0.5×');
  const from = panel.getByRole('textbox', { name: 'Play from' });
  const to = panel.getByRole('textbox', { name: 'to', exact: true });
  await from.fill('900ms');
  await to.fill('400ms');
  await expect(panel.getByText('the first before the second, up to 2.00')).toBeVisible();
  await expect(line(page)).not.toHaveValue(/from=|to=/);
  await to.fill('1.5s');
  await expect(line(page)).toHaveValue(/&amp;loop=1&amp;speed=0\.5&amp;from=900ms&amp;to=1\.5s/);
  for (const time of [from, to]) await time.fill('');
  await panel.getByRole('checkbox', { name: 'Start again' }).uncheck();
  await page.getByLabel('Your own caption').fill('Two wait.');
  await panel.getByRole('combobox', { name: 'Typeface' }).selectOption('serif');
  await panel.getByRole('checkbox', { name: 'Accent' }).check();
  await panel.locator('input[type=color]').fill('#ff8800');
  await page.getByRole('radio', { name: 'A fixed height:' }).check();
  await page.getByLabel('Height in px').fill('500');
  await timeBrings(page, 500, (soon) =>
    expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark', soon),
  );
  expect(await findings(page, { within: '[id$="-embed"]', without: 'iframe' })).toEqual([]);

  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await line(page).inputValue());
  await form(page, 'Page of many figures').check();
  await expect(line(page)).toHaveValue(/<pool-scope /);
  const element = await line(page).inputValue();

  for (const pasted of [copied, element]) {
    const hosts = await paste(page, pasted);
    if (pasted === element) await page.getByRole('button', { name: /^Play/ }).click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Eight "people" & <threads>');
    await expect(frame.locator('html')).toHaveAttribute('data-controls', 'minimal');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(frame.locator('summary .caption')).toHaveText('Two wait.');
    await expect(frame.locator('h1')).toHaveCSS('font-family', /serif$/);
    const button = frame.locator('button.main');
    await expect(button).toHaveCSS('background-color', 'rgb(255, 136, 0)');
    await expect(button).toHaveCSS('color', 'rgb(0, 0, 0)');
    expect(await page.locator('iframe').evaluate((one) => one.clientHeight)).toBe(500);
    if (pasted === copied) await frame.getByRole('button', { name: /^Play/ }).click();
    await expect(frame.locator('figure')).toHaveAttribute('data-state', 'playing');
    await timeGoesBy(page, 60_000);
    await expect(frame.locator('figure')).toHaveAttribute('data-state', 'ended');
    await expect(clockOf(frame)).toHaveAttribute('aria-valuetext', /^2\.001[\s0]*\ss/);
    hosts.close();
  }
  expect(wrong).toEqual([]);
});

test('if the clipboard is blocked, the snippet is selected and the page says so', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto(SIX);
  await wake(page);
  await openEmbed(page);
  await form(page, 'WordPress, Notion').check();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'did not let' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => getSelection()?.toString()))
    .toMatch(/\/embed\/mariadb-max-threads-6\/$/);
});

test('the page for bloggers: its first recipe plays elsewhere; every figure has its snippets', async ({
  page,
  baseURL,
}) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto('embed/');
  expect(await findings(page)).toEqual([]);
  const shown = await page
    .getByRole('region', { name: 'Your own page', exact: true })
    .textContent();
  const [html] = recipe('html', baseURL ?? '');
  expect(shown).toBe(html?.code);
  await page.getByLabel('Figure', { exact: true }).selectOption('benchmark-pitbull-point-select');
  await page.getByRole('button', { name: 'Show its lines' }).click();
  await expect(line(page)).toHaveValue(/embed\/benchmark-pitbull-point-select\/"/);
  await expect(page.getByLabel('Shows')).toHaveCount(0);

  const hosts = await paste(page, shown ?? '');
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: /^Play/ }).click();
  await expect(frame.locator('figure')).toHaveAttribute('data-state', 'playing');
  await timeGoesBy(page, 60_000);
  await expect(frame.locator('figure')).toHaveAttribute('data-state', 'ended');
  hosts.close();
  expect(wrong).toEqual([]);
});

// tests/unit/embed-lasting.test.ts reads all of them; here one of each kind is opened.
test('addresses of v1 open as they were recorded', async ({ page }) => {
  const wrong = watch(page);
  for (const part of [
    'max_threads=8&t=1.2s&r=3',
    'r=sleep30b',
    'server=percona&t=',
    'seed=2',
    'title=Reads',
  ]) {
    const form = recorded.forms.find(({ address }) => address.includes(part));
    if (!form) throw new Error(`no address with ${part}`);
    const { address, opens, shows } = form;
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(shows.title);
    await expect(page.locator('html')).toHaveAttribute('data-live', '');
    await expect(page.locator('html')).toHaveAttribute('data-controls', opens.controls ?? 'full');
    // If changes are close together, it shows the same time to the microsecond.
    if (shows.time !== undefined)
      await expect(clockOf(page), address).toHaveAttribute(
        'aria-valuetext',
        new RegExp(`^${shows.time.replace('.', '\\.').replace(' ', '(\\s000)? ')} `),
      );
    if (opens.time_ns !== undefined)
      await expect(page.getByRole('slider', { name: 'Time', exact: true }), address).toHaveValue(
        String(opens.time_ns),
      );
    await expect(page.locator('.problems')).toBeEmpty();
  }
  expect(wrong).toEqual([]);
});

test('a browser’s own parser reads every title and value unchanged', async ({ page }) => {
  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.constantFrom('"><script>x</script>', '&quot;&amp;', '</a></pool-scope>', '\r\n', "' on=x"),
  );
  const lines = fc
    .sample(fc.tuple(nasty, nasty, fc.constantFrom('iframe' as const, 'element' as const)), 300)
    .map(([title, value, form]) => {
      const of: EmbedSnippet = {
        form,
        site: 'https://example.org/',
        subject: { name: 'one', kind: 'scenario', title: `T${title}`, page: 'scenarios/one/' },
        state: {
          overrides: { 'think time': value, thread_pool_size: value },
          time_ns: undefined,
          request: undefined,
        },
        look: PLAIN,
      };
      return { form, title: `T${title}`, value, html: snippet(of) };
    });
  const read = await page.evaluate(
    (all) =>
      all.map((html) => {
        const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
        const names = [...body.querySelectorAll('*')].map((one) => one.localName).sort();
        const frame = body.querySelector('iframe');
        if (frame) {
          const { searchParams } = new URL(frame.src);
          const values = [searchParams.get('think time'), searchParams.get('thread_pool_size')];
          return { names, title: frame.title, values };
        }
        const own = body.querySelector('pool-scope');
        const params = new URLSearchParams(own?.getAttribute('params') ?? '');
        const values = [params.get('think time'), own?.getAttribute('thread_pool_size')];
        return { names, title: own?.textContent, values };
      }),
    lines.map(({ html }) => html),
  );
  lines.forEach(({ form, title, value }, index) => {
    expect(read[index]).toEqual({
      names:
        form === 'iframe'
          ? ['a', 'iframe', 'img', 'p', 'script', 'span']
          : ['a', 'img', 'picture', 'pool-scope', 'script', 'source', 'span'],
      title,
      values: [value, value],
    });
  });
});

test('after DOMPurify each snippet still has a link to the same state, and the picture if styles are removed', async ({
  page,
}) => {
  await page.goto('/robots.txt');
  await page.addScriptTag({ path: 'node_modules/dompurify/dist/purify.min.js' });
  const purify = (all: readonly string[], forbidden: readonly string[]) =>
    page.evaluate(
      ([all, FORBID_ATTR]) => {
        interface Purify {
          sanitize(html: string, settings: { FORBID_ATTR: readonly string[] }): string;
        }
        const { DOMPurify } = globalThis as unknown as { DOMPurify: Purify };
        return all.map((html) => DOMPurify.sanitize(html, { FORBID_ATTR }));
      },
      [all, forbidden] as const,
    );
  for (const forbidden of [[], ['style', 'hidden']]) {
    const left = await purify(LINES.map(snippet), forbidden);
    const lost = LINES.flatMap((line, index) =>
      problemsWith(line, left[index] ?? '', forbidden.length > 0),
    );
    expect(lost).toEqual([]);
  }
  const { html, title } = JSON.parse(
    readFileSync('build/oembed/mariadb-max-threads-6.json', 'utf8'),
  ) as { html: string; title: string };
  const [quote = ''] = await purify([html], []);
  expect(leftOf(quote)).toMatchObject({
    words: title,
    href: expect.stringMatching(/\/scenarios\/mariadb-max-threads-6\/$/),
  });
});

test('the present state is saved as a picture, and a stretch as GIF', async ({ page }) => {
  const wrong = watch(page);
  await holdClock(page);
  await page.goto(`${SIX}?v=1&thread_pool_max_threads=8&t=1.2s`);
  await wake(page);
  await openEmbed(page);
  await form(page, 'GitHub, dev.to, mail').check();
  const still = await saved(page, 'Save as SVG');
  expect(still.file).toBe('mariadb-max-threads-6-max_threads-8-picture.svg');
  const words = still.bytes.toString();
  expect(words).toContain('max_threads = 8 · at 1.200 s of');
  expect(words).not.toContain('<script');
  const png = await saved(page, 'Save as PNG');
  expect([...png.bytes.subarray(1, 4)].map((one) => String.fromCharCode(one)).join('')).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBe(1440);

  const long_name = /^Save the long picture, with a QR code/;
  const long_told = await promised(page.getByRole('button', { name: long_name }));
  const long = await saved(page, long_name);
  expectNear(long.bytes.length, long_told);
  expect(long.file).toBe('mariadb-max-threads-6-max_threads-8-long.png');
  expect(long.bytes.readUInt32BE(16)).toBe(1080);
  expect(long.bytes.readUInt32BE(20)).toBeLessThanOrEqual(2400);

  const gif_told = await promised(page.getByRole('button', { name: /^Make a GIF/ }));
  const gif = await saved(page, /^Make a GIF/);
  expectNear(gif.bytes.length, gif_told);
  expect(gif.file).toBe('mariadb-max-threads-6-max_threads-8-wide.gif');
  const { many, size, moved } = await page.evaluate(pictures, [...gif.bytes]);
  expect(size).toEqual([640, 400]);
  // Ten pictures a second.
  expect(Math.round(many / 10)).toBe(gif_told.seconds);
  expect(moved).toBeGreaterThan(2000);
  expect(wrong).toEqual([]);
});
