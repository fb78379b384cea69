import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { holdClock } from '../clock';
import { visit as test } from '../watch';

// Picture, its timeline, the transport and the first knob are seen together while it plays; from 1,080 px on the
// words stand beside them. Walked through every step, scenario, pair, curve and widget.

const VIEWPORTS = [
  [1440, 900],
  [1366, 650],
  [1024, 768],
  [820, 1180],
  [390, 664],
  [360, 640],
  [750, 342],
] as const;
const BESIDE_FROM = 1080;
/** Widths at which something is pinned in another way: here it is looked at in the midst of the words too. */
const PINNED = new Set([1440, 1024, 390, 750]);

/** At a place in the words and some pictures on: what of the rule is broken. Runs in the page. */
async function broken([share, beside_from]: readonly [number, number]): Promise<string[]> {
  const words = document.querySelector('[data-part=prose]')?.getBoundingClientRect();
  // Words that end on the first screen are read without scrolling.
  const fit = !words || scrollY + words.bottom <= innerHeight;
  const top = fit || share === 0 ? 0 : scrollY + words.top + words.height * share - innerHeight / 2;
  scrollTo({ top, behavior: 'instant' });
  const { poolscope_clock: clock } = globalThis as { poolscope_clock?: { on(ms: number): void } };
  for (let pictures = 0; pictures < 3; pictures += 1) {
    clock?.on(16);
    await new Promise(requestAnimationFrame);
  }
  const found: string[] = [];
  const visible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0;
  const first = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(visible);
  const figure = first('[data-part=figure]');
  if (!figure) return document.querySelector('figure') ? ['no figure'] : [];
  const runs = figure.querySelector('[data-part=timeline]') !== null;
  const parts: Record<string, Element | undefined> = { scene: first('[data-part=scene]') };
  if (runs) {
    parts['timeline'] = first('[data-part=timeline]');
    parts['transport'] = first('[data-part=transport]');
  }
  if (figure.querySelector('[data-part=knobs]')) {
    parts['first knob'] = first(
      '[data-part=knobs] :is(input:not([type=hidden]), select, button, [role=slider])',
    );
  }
  for (const [name, element] of Object.entries(parts)) {
    if (!element) {
      found.push(`${name} is not there`);
      continue;
    }
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    // Half a pixel is a matter of rounding.
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      found.push(
        `${name} is cut: ${[left, top, right, bottom].map(Math.round).join(' ')} of ${innerWidth} ${innerHeight}`,
      );
    else if (width < 20 || height < 16) found.push(`${name} is ${width} x ${height}`);
    else {
      // What covers it is not part of the figure: a head or a foot that is pinned over it. Veiled, it cannot be hit.
      if (element.closest('[inert]')) continue;
      const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (middle && !figure.contains(middle) && !middle.contains(element))
        found.push(`${name} is covered by ${middle.tagName} ${middle.className}`);
    }
  }
  const prose = first('[data-part=prose]');
  if (innerWidth >= beside_from && document.querySelector('[data-part=prose]')) {
    const its = prose?.getBoundingClientRect();
    const that = figure.getBoundingClientRect();
    if (!its || its.right > that.left + 0.5) found.push('the words do not stand beside it');
  }
  return found;
}

/** At each viewport, at the top and in the midst of the words, while it plays. How many figures there are. */
async function walk(page: Page, problems: string[], shares = [0, 0.5]): Promise<number> {
  const play = page.getByRole('button', { name: /^Play/ }).first();
  if (await play.isVisible()) {
    await play.click();
    await expect(page.locator('figure').first()).toHaveAttribute('data-state', 'playing');
  }
  for (const [width, height] of VIEWPORTS) {
    await page.setViewportSize({ width, height });
    for (const share of PINNED.has(width) ? shares : [0]) {
      const where = `${new URL(page.url()).pathname} at ${width}x${height}${share ? ', in its words' : ''}`;
      problems.push(
        ...(await page.evaluate(broken, [share, BESIDE_FROM] as const)).map(
          (one) => `${where}: ${one}`,
        ),
      );
    }
  }
  return page.locator('[data-part=figure]').count();
}

const lessons = readdirSync('content/lessons/en').flatMap((file) =>
  file.endsWith('.md') ? [file.replace(/^\d+-|\.md$/g, '')] : [],
);
/** Steps that their author gave no picture. */
function wordsAlone(lesson: string): number {
  const file = readdirSync('content/lessons/en').find((one) => one.endsWith(`-${lesson}.md`)) ?? '';
  const [, ...steps] = readFileSync(`content/lessons/en/${file}`, 'utf8').split(/^## /m);
  return steps.filter((step) => !/^:::(?:figure|twins|chart|curve|goals)\b/m.test(step)).length;
}
for (const lesson of lessons)
  test(`every step of ${lesson} is on one screen`, async ({ page }) => {
    const problems: string[] = [];
    await holdClock(page);
    await page.goto(`/lessons/${lesson}/`);
    let without = 0;
    for (;;) {
      if ((await walk(page, problems)) === 0) without += 1;
      await page.setViewportSize({ width: 1440, height: 900 });
      const next = page.locator('a[rel=next]').first();
      if ((await next.count()) === 0) break;
      const before = page.url();
      await next.click();
      await page.waitForURL((url) => url.href !== before);
    }
    expect(problems).toEqual([]);
    expect(without, 'steps of words alone').toBe(wordsAlone(lesson));
  });

/** Alone on its page, as in somebody's frame that is as large as the viewport. */
const alone = async (page: Page, address: string, problems: string[], shares?: number[]) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  expect(await walk(page, problems, shares), address).toBe(1);
};

const scenarios = readdirSync('content/scenarios').flatMap((file) =>
  file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
);
const QUARTERS = [0, 1, 2, 3] as const;
for (const quarter of QUARTERS)
  test(`every scenario is on one screen, part ${quarter + 1}`, async ({ page }) => {
    const problems: string[] = [];
    await holdClock(page);
    for (const name of scenarios.filter((_, index) => index % 4 === quarter))
      await alone(
        page,
        `/scenarios/${name}/`,
        problems,
        name === scenarios[quarter] ? undefined : [0],
      );
    expect(problems).toEqual([]);
  });

// The tallest that a frame is, 720 wide and as narrow as a phone's column.
const TALLEST = { run: 480, pair: 560, chart: 440 } as const;
const TALLEST_NARROW = 520;
const widgets = readdirSync('build/embed', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const kindOf = (name: string): keyof typeof TALLEST =>
  name.startsWith('benchmark-') ? 'chart' : name.includes('-vs-') ? 'pair' : 'run';
for (const quarter of QUARTERS)
  test(`every widget is on one screen and no taller than it may be, part ${quarter + 1}`, async ({
    page,
  }) => {
    const problems: string[] = [];
    await holdClock(page);
    for (const name of widgets.filter((_, index) => index % 4 === quarter)) {
      await alone(page, `/embed/${name}/`, problems, [0]);
      for (const [width, most] of [
        [720, TALLEST[kindOf(name)]],
        [360, TALLEST_NARROW],
      ] as const) {
        await page.setViewportSize({ width, height: 200 });
        const height = await page.evaluate(async () => {
          for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
          return document.documentElement.scrollHeight;
        });
        if (height > most)
          problems.push(`${name}, ${width} wide: ${height} px tall, at most ${most}`);
      }
    }
    expect(problems).toEqual([]);
  });
