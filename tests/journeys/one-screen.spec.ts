import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Frame } from '@playwright/test';
import { holdClock } from '../clock';
import { inPanes, openPanes } from '../panes';
import { isAwake, test } from '../watch';

// Picture, its timeline, the transport and the first knob are seen together while it plays; from 1,080 px on the
// words stand beside them. Walked through every step, scenario, pair, curve and widget, in panes of each size.

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
/** A new size is taken up within so many pictures. */
const PICTURES = 12;
/** How many documents one page walks at a time. */
const PANES = 3;

/** Presses Play where there is one, at the first size. Runs in the pane, as {@link looks} does. */
function play([width, height]: readonly [number, number]): 'pressed' | 'covered' | 'none' {
  Object.assign((frameElement as HTMLElement).style, {
    width: `${width}px`,
    height: `${height}px`,
  });
  const button = [...document.querySelectorAll('button')].find(
    (one) =>
      /^Play/.test(one.ariaLabel ?? one.textContent.trim()) &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  if (!button) return 'none';
  button.scrollIntoView({ block: 'nearest' });
  const { left, top, width: w, height: h } = button.getBoundingClientRect();
  if (!button.contains(document.elementFromPoint(left + w / 2, top + h / 2))) return 'covered';
  button.click();
  return 'pressed';
}

type Place = readonly [width: number, height: number, share: number];

/** At each size, at some place in the words and some pictures on: what of the rule is broken, with its place. */
async function looks({
  places,
  beside_from,
  pictures_most,
}: {
  places: readonly Place[];
  beside_from: number;
  pictures_most: number;
}): Promise<{ found: (readonly [Place, string])[]; figures: number }> {
  const picture = () => new Promise(requestAnimationFrame);
  const { poolscope_clock: clock } = globalThis as { poolscope_clock?: { on(ms: number): void } };
  const visible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0;
  const first = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(visible);

  const broken = (): string[] => {
    const found: string[] = [];
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
  };

  const found: (readonly [Place, string])[] = [];
  for (const place of places) {
    const [width, height, share] = place;
    Object.assign((frameElement as HTMLElement).style, {
      width: `${width}px`,
      height: `${height}px`,
    });
    await picture(); // what the page's own script makes of the new size
    const words = document.querySelector('[data-part=prose]')?.getBoundingClientRect();
    // Words that end on the first screen are read without scrolling.
    const fit = !words || scrollY + words.bottom <= innerHeight;
    const top =
      fit || share === 0 ? 0 : scrollY + words.top + words.height * share - innerHeight / 2;
    scrollTo({ top, behavior: 'instant' });
    // Two pictures on it is as it stays; a chart is drawn anew from what it measured, which takes it some more.
    let problems: string[] = [];
    for (let pictures = 1; pictures <= pictures_most; pictures += 1) {
      clock?.on(16);
      await picture();
      if (pictures < 2) continue;
      problems = broken();
      if (problems.length === 0) break;
    }
    found.push(...problems.map((one) => [place, one] as const));
  }
  return { found, figures: document.querySelectorAll('[data-part=figure]').length };
}

/** At each viewport, at the top and in the midst of the words, while it plays. How many figures there are. */
async function walk(pane: Frame, problems: string[], shares = [0, 0.5]): Promise<number> {
  const pressed = await pane.evaluate(play, [1440, 900] as const);
  if (pressed === 'covered') problems.push(`${pane.url()}: Play is covered`);
  if (pressed === 'pressed')
    await expect(pane.locator('figure').first(), pane.url()).toHaveAttribute(
      'data-state',
      'playing',
    );
  const places = VIEWPORTS.flatMap(([width, height]) =>
    (PINNED.has(width) ? shares : [0]).map((share) => [width, height, share] as const),
  );
  const { found, figures } = await pane.evaluate(looks, {
    places,
    beside_from: BESIDE_FROM,
    pictures_most: PICTURES,
  });
  for (const [[width, height, share], what] of found)
    problems.push(
      `${new URL(pane.url()).pathname} at ${width}x${height}${share ? ', in its words' : ''}: ${what}`,
    );
  return figures;
}

/** Turns to the next step, as its link does; false on the last. Runs in the pane. */
async function turn(): Promise<boolean> {
  const next = document.querySelector<HTMLElement>('a[rel=next]');
  const before = location.href;
  next?.click();
  while (next && location.href === before) await new Promise(requestAnimationFrame);
  return next !== null;
}

/** Opens a page in a pane and waits for its own script, as `goto` of a test's page does. */
async function open(pane: Frame, address: string): Promise<void> {
  await pane.goto(address);
  await pane.waitForFunction(isAwake);
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
    const [pane] = (await openPanes(page, 1)) as [Frame];
    await open(pane, `/lessons/${lesson}/`);
    let without = 0;
    for (;;) {
      if ((await walk(pane, problems)) === 0) without += 1;
      if (!(await pane.evaluate(turn))) break;
    }
    expect(problems).toEqual([]);
    expect(without, 'steps of words alone').toBe(wordsAlone(lesson));
  });

const scenarios = readdirSync('content/scenarios').flatMap((file) =>
  file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
);
const PARTS = [0, 1] as const;
for (const part of PARTS)
  test(`every scenario is on one screen, part ${part + 1}`, async ({ page }) => {
    const problems: string[] = [];
    await holdClock(page);
    const names = scenarios.filter((_, index) => index % PARTS.length === part);
    await inPanes(await openPanes(page, PANES), names, async (pane, name) => {
      await open(pane, `/scenarios/${name}/`);
      // Their words are alike: in the midst of them, one is looked at.
      expect(await walk(pane, problems, name === names[0] ? undefined : [0]), name).toBe(1);
    });
    expect(problems).toEqual([]);
  });

// Of each kind, with a long name, with one of the runs that only the reference has, and of another server.
const REFERENCE = [
  'variables/thread_pool_prio_kickup_timer',
  'counters/threadpool_requests_starved_in_queue',
  'columns/thread_pool_stats/throttles',
  'columns/tp_thread_group_state/stalled_thread_count',
  'messages/could-not-create-additional-thread',
];
test('pages of the reference are on one screen', async ({ page }) => {
  const problems: string[] = [];
  await holdClock(page);
  await inPanes(await openPanes(page, PANES), REFERENCE, async (pane, name) => {
    await open(pane, `/reference/${name}/`);
    expect(await walk(pane, problems, [0]), name).toBe(1);
  });
  expect(problems).toEqual([]);
});
const said = (
  JSON.parse(readFileSync('content/said/claims.json', 'utf8')) as { slug: string }[]
).map(({ slug }) => slug);
test('every claim on trial is on one screen', async ({ page }) => {
  const problems: string[] = [];
  await holdClock(page);
  await inPanes(await openPanes(page, PANES), said, async (pane, slug) => {
    await open(pane, `/said/${slug}/`);
    expect(await walk(pane, problems, slug === said[0] ? undefined : [0]), slug).toBe(1);
  });
  expect(problems).toEqual([]);
});

const widgets = readdirSync('build/embed', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
for (const part of PARTS)
  test(`every widget is on one screen, part ${part + 1}`, async ({ page }) => {
    const problems: string[] = [];
    await holdClock(page);
    const names = widgets.filter((_, index) => index % PARTS.length === part);
    await inPanes(await openPanes(page, PANES), names, async (pane, name) => {
      await open(pane, `/embed/${name}/`);
      expect(await walk(pane, problems, [0]), name).toBe(1);
    });
    expect(problems).toEqual([]);
  });
