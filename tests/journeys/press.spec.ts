// A press is answered at once, whatever the network does: the button says that it is waiting, and what it starts moves once
// the code and the run have arrived.
import { expect, test, type Locator, type Page, type Route } from '@playwright/test';
import { watch } from '../watch';

/** Pictures that the browser paints from the press on until the button looks different. */
const PICTURES = 2;

interface Told {
  /** Pictures painted from the press to the first change of `aria-busy`, and to the first with another look. */
  readonly busy_after: number;
  readonly pictures: number;
}
type Watched = typeof globalThis & { poolscope_pressed?: Promise<Told> };

/** Measures within the page, before any of its own scripts hears the press. */
function listen(): void {
  const pressed = new Promise<Told>((done) => {
    addEventListener(
      'click',
      (event) => {
        const button = (event.target as Element).closest('button');
        if (!button) return;
        const looks = () => {
          const { outlineStyle, outlineOffset } = getComputedStyle(button);
          return `${outlineStyle} ${outlineOffset.split('.')[0]}`;
        };
        let busy_after = Infinity;
        let pictures = 0;
        new MutationObserver((_, observer) => {
          busy_after = pictures;
          observer.disconnect();
        }).observe(button, { attributeFilter: ['aria-busy'] });
        const before = looks();
        const look = () => {
          pictures += 1;
          if (looks() !== before || pictures > 600) done({ busy_after, pictures });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
  (globalThis as Watched).poolscope_pressed = pressed;
}

/** Holds back what matches, until it is let through. */
async function held(page: Page, what: RegExp): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let open = false;
  await page.route(what, async (route) => {
    if (open) await route.continue();
    else waiting.push(route);
  });
  return async () => {
    open = true;
    for (const route of waiting.splice(0)) await route.continue();
  };
}

async function pressed(page: Page, button: Locator): Promise<void> {
  await button.click();
  const told = await page.evaluate(() => (globalThis as Watched).poolscope_pressed);
  expect(told?.busy_after).toBeLessThanOrEqual(PICTURES);
  expect(told?.pictures).toBeLessThanOrEqual(PICTURES);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toHaveCSS('outline-style', 'dashed');
}

/** Each place where a figure sleeps, and the button that starts it. */
const PLACES: Readonly<Record<string, string>> = {
  '/lessons/six-threads-eight-sleeps/': 'Play',
  '/lessons/six-threads-eight-sleeps/a-millisecond-apart/': 'Play',
  '/scenarios/mariadb-max-threads-6/': 'Play',
  '/reference/variables/thread_pool_size/': 'Play',
  '/embed/mariadb-max-threads-6/': 'Play',
  '/embed/nodes-four/': 'Play',
};

for (const [address, label] of Object.entries(PLACES))
  test(`${address}: a press before the code is there is answered at once, and then obeyed`, async ({
    page,
  }) => {
    const wrong = watch(page);
    await page.addInitScript(listen);
    const release = await held(page, /\.js$/);
    await page.goto(address, { waitUntil: 'commit' });
    const button = page.locator('main, #widget').getByRole('button', { name: label }).first();
    await pressed(page, button);
    await expect(page.locator('figure').first()).not.toHaveAttribute('data-state', 'playing');
    await release();
    await expect(page.locator('figure').first()).toHaveAttribute('data-state', /^(playing|ended)$/);
    await expect(page.locator('button[aria-busy]')).toHaveCount(0);
    expect(wrong).toEqual([]);
  });

// Where no figure sleeps: home sends its letters, a curve opens.
for (const address of ['/', '/curves/'])
  test(`${address}: a press before the code is there is answered at once`, async ({ page }) => {
    await page.addInitScript(listen);
    const release = await held(page, /\.js$/);
    await page.goto(address, { waitUntil: 'commit' });
    const button = page.locator('main button:enabled:visible:not([popovertarget])').first();
    await pressed(page, button);
    await release();
    await expect(page.locator('button[aria-busy]')).toHaveCount(0);
  });

// The figure's code is there, its run is not.
for (const [address, run] of [
  ['/scenarios/mariadb-max-threads-6/?v=1&thread_pool_max_threads=7', /\.wasm$/],
  ['/embed/mariadb-max-threads-6/?v=1&thread_pool_max_threads=7', /\.wasm$/],
] as const)
  test(`${address}: a figure that waits for its engine says so on its button`, async ({ page }) => {
    await page.addInitScript(listen);
    const release = await held(page, run);
    await page.goto(address);
    const figure = page.locator('figure').first();
    await expect(figure).toHaveAttribute('data-state', /^(poster|loading)$/);
    const button = figure.locator('[data-part=transport] button.main');
    await pressed(page, button);
    await expect(button).toHaveAccessibleName('Plays once it has loaded');
    await release();
    await expect(figure).toHaveAttribute('data-state', /^(playing|ended)$/);
    await expect(button).not.toHaveAttribute('aria-busy');
    await expect(button).not.toHaveAccessibleName('Plays once it has loaded');
  });

test('the lab’s live run says on its button that it waits for the engine', async ({ page }) => {
  const release = await held(page, /\.wasm$/);
  await page.goto('/lab/');
  const button = page.getByRole('button', { name: 'Pause', exact: false }).first();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click();
  await expect(page.locator('.hands .play')).not.toHaveAttribute('aria-busy');
  await page.locator('.hands .play').click();
  await expect(page.locator('.hands .play')).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(page.locator('.hands .play')).not.toHaveAttribute('aria-busy');
});

test('a reader who wants less motion sees the sign, which stands still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(listen);
  await held(page, /\.js$/);
  await page.goto('/scenarios/mariadb-max-threads-6/', { waitUntil: 'commit' });
  const button = page.locator('figure').getByRole('button', { name: 'Play' }).first();
  await pressed(page, button);
  const moves = await button.evaluate((one) =>
    one
      .getAnimations()
      .some(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 0),
  );
  expect(moves).toBe(false);
});

for (const address of ['/', '/lessons/', '/scenarios/mariadb-max-threads-6/'])
  test(`${address} switches its colours if that is pressed before the code is there`, async ({
    page,
  }) => {
    const release = await held(page, /\.js$/);
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^Colours/ }).click();
    await release();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
