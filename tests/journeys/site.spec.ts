import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '../../web/tools/languages.mjs';
import { test, watch } from '../watch';

/** Including failed requests and requests to other sites. */
function watchAll(page: Page, origin: string): string[] {
  const wrong = watch(page);
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) wrong.push(`to ${url.href}`);
  });
  return wrong;
}

test('the home page loads with nothing wrong and nothing from elsewhere', async ({
  page,
  baseURL,
}) => {
  const wrong = watchAll(page, new URL(baseURL ?? '').origin);
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Poolscope/);
  expect(wrong).toEqual([]);
});

test('the policy of the page blocks foreign and inline scripts, and such styles', async ({
  page,
}) => {
  await page.goto('/');
  const policy = await page
    .locator('meta[http-equiv="content-security-policy"]')
    .getAttribute('content');
  const directives = new Map(
    (policy ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const scripts = directives.get('script-src') ?? [];
  expect(scripts).toContain("'wasm-unsafe-eval'");
  expect(scripts.filter((source) => !/^'(self|wasm-unsafe-eval|sha256-.+)'$/.test(source))).toEqual(
    [],
  );
  const styles = directives.get('style-src') ?? [];
  expect(styles.filter((source) => !/^'(self|sha256-.+)'$/.test(source))).toEqual([]);
  expect(directives.get('default-src')).toEqual(["'self'"]);
  expect(directives.get('object-src')).toEqual(["'none'"]);

  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.name = "ran"';
    const style = document.createElement('style');
    style.textContent = 'h1 { position: fixed }';
    document.head.append(script, style);
    const heading = document.querySelector('h1');
    return window.name + (heading ? getComputedStyle(heading).position : '');
  });
  expect(ran).toBe('static');
});

for (const { name, path: own, tag } of LANGUAGES)
  test(`a missing page says so in ${name} and links home, without scripts too`, async ({
    page,
    browser,
  }) => {
    const address = `/${own}lessons/no-such-page/`;
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    const said = await page.getByRole('heading', { level: 1 }).innerText();
    await expect(page).toHaveTitle(said);
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(new URL(address, page.url()).href);
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText(said);
    for (const one of [page, plain]) {
      await one.locator('h1 + p').getByRole('link').click();
      await expect(one).toHaveURL(new RegExp(`^http://[^/]+/${own}$`));
    }
    await plain.close();
  });
