import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { findings } from '../axe';
import { hostPage } from '../hosts/pages';
import { serveHosts } from '../hosts/servers';
import { bytesOf, type Index } from '../../web/src/model/offline/store';
import { build, serve } from '../../web/tools/server.mjs';
import { clockOf, isAwake, wake } from '../watch';

/** The built site at an origin of its own, whose files can be changed one by one. */
class Site {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
  #server: Awaited<ReturnType<typeof serve>> | undefined;
  /** Delays the last file of a device that stores everything. */
  held: Promise<unknown> | undefined;
  /** Requests that reached the network. */
  readonly asked: string[] = [];
  address = '';

  async open(): Promise<void> {
    this.#link('');
    this.#server = await serve({
      folder: async (name) => {
        if (/\/kept\/more/.test(name)) await this.held;
        return this.#folder;
      },
      base: '',
      port: 0, // chosen by the system: a browser refuses some of the lower ones
      packed: 'none', // a changed file has no new compressed copy
      headers: (name) => {
        this.asked.push(name);
        return {};
      },
    });
    this.address = this.#server.address;
  }

  /** Links everything in a folder of the build. */
  #link(place: string): void {
    mkdirSync(path.join(this.#folder, place), { recursive: true });
    for (const name of readdirSync(path.join(build, place)))
      symlinkSync(path.join(build, place, name), path.join(this.#folder, place, name));
  }

  change(file: string, how: (text: string) => string): void {
    const names = path.dirname(file).split('/');
    for (const depth of file.includes('/') ? names.keys() : []) {
      const place = names.slice(0, depth + 1).join('/');
      if (!lstatSync(path.join(this.#folder, place)).isSymbolicLink()) continue;
      rmSync(path.join(this.#folder, place));
      this.#link(place);
    }
    rmSync(path.join(this.#folder, file));
    const bytes = readFileSync(path.join(build, file));
    writeFileSync(
      path.join(this.#folder, file),
      file.endsWith('.pack') ? gzipSync(how(gunzipSync(bytes).toString())) : how(bytes.toString()),
    );
  }

  /** The next version: its worker, its stored files, and one page. */
  update(): void {
    const { version } = JSON.parse(readFileSync(path.join(build, '_app/version.json'), 'utf8')) as {
      version: string;
    };
    const next = (text: string) => text.replaceAll(version, NEXT);
    const renamed = (text: string) => next(text).replaceAll(`"${TITLE}"`, `"${RENAMED}"`);
    for (const file of readdirSync(path.join(build, 'kept')))
      if (/\.(json|pack)$/.test(file)) this.change(`kept/${file}`, renamed);
    // Its script is unchanged: the page's policy has its hash.
    this.change('lessons/the-cast/index.html', (text) =>
      text.replace('<html', `<html id="${NEXT}"`),
    );
    this.change('service-worker.js', next);
  }

  close(): void {
    this.#server?.close();
  }

  remove(): void {
    this.close();
    rmSync(this.#folder, { recursive: true });
  }
}
const NEXT = 'next-version';
const TITLE = 'Why is a trivial query slow on an idle server?';
const RENAMED = 'The whole cast';

/** A reader with a browser of their own. */
const test = base.extend<{ site: Site; reader: BrowserContext; page: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner wants a pattern
  site: async ({}, use) => {
    const site = new Site();
    await site.open();
    await use(site);
    site.remove();
  },
  reader: async ({ browser, site }, use) => {
    const reader = await browser.newContext({ baseURL: site.address, serviceWorkers: 'allow' });
    await use(reader);
    await reader.close();
  },
  page: async ({ reader }, use) => {
    await use(await reader.newPage());
  },
});

/** The versions that are completely stored. */
const whole = (page: Page, edition = '/') =>
  page.evaluate(async (root) => {
    const names = await caches.keys();
    const index = new URL(`${root}kept/index.json`, location.origin).href;
    const there = await Promise.all(
      names.map(async (name) => (await caches.open(name)).match(index)),
    );
    return names.filter((_, place) => there[place]).map((name) => name.split(' ').at(-1));
  }, edition);

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(isAwake);
  // Nothing is stored for a reader who only passes by.
  for (const at of [1, 9]) await page.mouse.move(at, at);
}

/** One visit, for as long as the worker needs. */
async function visitOnce(page: Page, address = '/about/'): Promise<void> {
  await visit(page, address);
  await expect.poll(() => whole(page)).toHaveLength(1);
}

async function cut(reader: BrowserContext, site: Site): Promise<void> {
  await reader.setOffline(true);
  site.close();
  site.asked.length = 0;
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('after one visit, of any page, the course works without a network', async ({
  page,
  reader,
  site,
}) => {
  await visitOnce(page);
  await cut(reader, site);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));

  // Neither was ever opened: the figure's picture is there, and its engine computes another knob.
  await visit(page, '/lessons/six-threads-eight-sleeps/');
  await expect(page.locator('figure').first()).toBeVisible();
  await visit(page, '/scenarios/mariadb-max-threads-6/');
  await expect(page.locator('figcaption')).toContainText('MariaDB');
  await wake(page);
  await expect(clockOf(page)).toHaveAttribute('max', /^400\d{7}$/); // it is over when two had to wait
  const knob = page.getByRole('textbox', { name: 'thread_pool_max_threads' });
  await knob.fill('8');
  await knob.press('Enter');
  await expect(page.getByRole('group', { name: /Threads: 8\./ })).toBeVisible();
  await expect(clockOf(page)).toHaveAttribute('max', /^200\d{7}$/);

  await visit(page, '/lab/');
  const now = page.getByRole('img', { name: /^How long answers took/ });
  const before = await now.getAttribute('aria-label');
  await expect(now).not.toHaveAttribute('aria-label', before ?? '');
  await page.getByRole('button', { name: /^All \d+ settings$/ }).click();
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.getByRole('button', { name: 'Record it' }).click();
  await expect(page.locator('figure')).toHaveAttribute('data-state', /ready|paused/);

  await visit(page, '/diagnose/');
  const capture = 'content/captures/01-two-long-waits-deaf-group/capture-table.txt';
  await page
    .getByRole('textbox', { name: 'What the server printed' })
    .fill(readFileSync(capture, 'utf8'));
  await page.getByRole('button', { name: 'What is it doing?' }).press('Enter');
  await expect(page.locator('[data-verdict=wrong]')).toContainText('group 0');

  // From one page to the next, and through the header's search.
  await page.getByRole('navigation').getByRole('link', { name: 'Reference' }).first().click();
  await page.getByRole('link', { name: 'thread_pool_stall_limit', exact: true }).first().click();
  await expect(title(page)).toHaveText('thread_pool_stall_limit');
  const field = page.getByRole('search', { name: 'Search' }).locator('[name=q]');
  await field.fill('oversubscribe');
  await expect(page.getByRole('option').first()).toContainText(/oversubscribe/i);

  // A page that is not stored says so, opened by its address and by a link.
  await page.goto('/curves/');
  await expect(page).toHaveURL(/\/offline\/\?page=curves/);
  await expect(page.getByText('this page is not kept on this device: /curves/')).toBeVisible();
  expect(await findings(page), 'axe').toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'the lessons' }).click();
  await expect(title(page)).toHaveText('Lessons');
  await page.getByRole('navigation').getByRole('link', { name: 'Evidence' }).click();
  await expect(page).toHaveURL(/\/offline\/\?page=curves/);
  expect(site.asked).toEqual([]);
  expect(errors).toEqual([]);
});

test('a page that was read is stored with everything it is made of', async ({
  page,
  reader,
  site,
}) => {
  await visitOnce(page, '/sources/');
  const read = await title(page).textContent();
  await visit(page, '/claims/');
  await cut(reader, site);
  await visit(page, '/sources/');
  await expect(title(page)).toHaveText(read ?? '');
  await visit(page, '/claims/');
  await expect(page).toHaveURL(/\/claims\/$/);
});

test('everything is stored on request, at the stated size, and deleted again', async ({
  page,
  reader,
  site,
}) => {
  const { rest } = JSON.parse(readFileSync(path.join(build, 'kept/index.json'), 'utf8')) as Index;
  const size = `${Math.ceil(bytesOf(rest) / 1024)} KB`;
  await visitOnce(page, '/offline/');
  const state = page.getByText(/are kept: .* as downloaded/);
  await expect(state).toBeVisible();
  const button = page.getByRole('button', { name: `Keep all of it for the train (${size} more)` });
  const said = page.getByRole('status');
  await expect(button).toBeVisible();
  expect(await findings(page), 'axe').toEqual([]);

  // It is stopped on the way, runs out of space, and loses the network: the page reports each.
  let release = () => undefined as unknown;
  site.held = new Promise((resolve) => (release = () => resolve(undefined)));
  await button.click();
  await expect(page.getByText(`0 KB of ${size}`)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(said).toContainText('Stopped.');
  release();
  site.held = undefined;
  const tools = await reader.newCDPSession(page);
  const origin = new URL(site.address).origin;
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await button.click();
  await expect(said).toContainText('no room');
  await tools.send('Storage.overrideQuotaForOrigin', { origin });
  await reader.setOffline(true);
  await button.click();
  await expect(said).toContainText('The network was lost on the way');
  await reader.setOffline(false);
  await button.click();
  await expect(said).toContainText('All of it is here');
  await expect(page.getByText(/^All of it is kept: [12]\.\d MB/)).toBeVisible();

  await cut(reader, site);
  await visit(page, '/curves/');
  await expect(page).toHaveURL(/\/curves\/$/);
  await expect(page.locator('main svg:visible').first()).toBeVisible();
  await visit(page, '/lessons/the-cast/whole/');
  await expect(page.locator('main svg:visible').first()).toBeVisible();
  expect(site.asked).toEqual([]);

  await visit(page, '/offline/');
  await page.getByRole('button', { name: 'Remove what was added' }).click();
  await expect(state).toBeVisible();
  await page.goto('/measured/');
  await expect(page).toHaveURL(/\/offline\/\?page=measured/);
});

test('the next version is read at the next page, and stays without the network', async ({
  page,
  reader,
  site,
}) => {
  const next = page.locator(`html[id=${NEXT}]`);
  await visitOnce(page, '/lessons/the-cast/');
  expect(await whole(page)).not.toContain(NEXT);
  await expect(next).toHaveCount(0);
  site.update();
  await visit(page, '/lessons/the-cast/');
  await expect(next).toHaveCount(1);
  await expect.poll(() => whole(page)).toContain(NEXT);
  // The previous version is deleted once nobody reads it.
  await visit(page, '/lessons/the-cast/');
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  expect(await whole(page)).toEqual([NEXT]);

  await cut(reader, site);
  await visit(page, '/lessons/the-cast/');
  await expect(next).toHaveCount(1);
  await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
  await expect(page.getByRole('link', { name: RENAMED }).first()).toBeVisible();
  expect(site.asked).toEqual([]);
});

test('it is switched off for good, and on again', async ({ page, reader }) => {
  const state = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).length,
    }));
  await visitOnce(page, '/offline/');
  await page.getByRole('button', { name: 'Keep nothing' }).click();
  await expect(page.getByRole('status')).toContainText('Removed.');
  expect(await state()).toEqual({ workers: 0, caches: 0 });
  await page.goto('/lessons/', { waitUntil: 'networkidle' });
  expect(await state()).toEqual({ workers: 0, caches: 0 });
  await visit(page, '/offline/');
  await expect(page.getByText('Switched off: nothing is kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep pages again' }).click();
  await expect(page.getByText(/are kept: .* as downloaded/)).toBeVisible();
  await reader.setOffline(true);
  await visit(page, '/lab/');
  await expect(title(page)).toBeVisible();
});

test('the owner withdraws it for everybody', async ({ page, site }) => {
  await visitOnce(page);
  const off = readFileSync('web/tools/no-worker.js', 'utf8');
  site.change('service-worker.js', () => off);
  await visit(page, '/lessons/');
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0);
});

test('it ignores frames', async ({ page, site, reader }) => {
  const host = await serveHosts(() => hostPage('fixed-300', site.address));
  await page.goto(host.address);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('figure')).toBeVisible();
  expect(site.asked).not.toContain('/service-worker.js');
  host.close();

  // A reader of the site who opens one: all of it comes from the network.
  await visitOnce(page);
  const served: string[] = [];
  reader.on('response', (response) => {
    if (response.fromServiceWorker()) served.push(response.url());
  });
  await page.goto('/embed/mariadb-max-threads-6/');
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page.getByRole('figure')).toHaveAttribute('data-state', 'playing');
  expect(served).toEqual([]);
});

test('the Chinese edition stores itself, beside the English one, and speaks Chinese offline', async ({
  page,
  reader,
  site,
}) => {
  await visitOnce(page);
  await visit(page, '/zh/about/');
  await expect.poll(() => whole(page, '/zh/')).toHaveLength(1);
  await expect.poll(() => whole(page)).toHaveLength(1);
  await cut(reader, site);
  await visit(page, '/zh/lessons/six-threads-eight-sleeps/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.locator('figure').first()).toBeVisible();
  await page.goto('/zh/curves/');
  await expect(page).toHaveURL(/\/zh\/offline\/\?page=curves/);
  await expect(title(page)).toHaveText(/\p{Script=Han}/u);
  await page.goto('/lessons/six-threads-eight-sleeps/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
