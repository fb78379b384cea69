import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Frame } from '@playwright/test';
import { holdClock } from '../clock';
import { representatives } from '../kinds';
import { inPanes, openPanes, until } from '../panes';
import { VIEWPORTS } from '../viewports';
import { isAwake, test } from '../watch';

// Picture, timeline, transport and first knob are visible together while it plays; from 1,080 px on the text is next to
// them. The styles of a few components ensure that. So pages that represent all others made of the same components, and
// those with most and least to show (tests/kinds.ts), are played and inspected in panes of each size. Other steps of
// lessons are inspected as they open, once for each arrangement. Widgets: frames.spec.ts.

/** And a phone on its side. */
const SIDES = [...VIEWPORTS, [750, 342]] as const;
/** One for each arrangement: next to its text, pinned above it, and with its controls at the foot. */
const WAYS = new Set([1440, 1024, 390]);
const BESIDE_FROM = 1080;
/** Widths with different ways of pinning: here it is also inspected in the middle of the text. */
const PINNED = new Set([1440, 1024, 390, 750]);
/** A new size takes effect within this many pictures. */
const PICTURES = 12;
/** How many documents one page handles at a time. */
const PANES = 3;

/** Presses Play if there is one, at the first size. Runs in the pane, as {@link looks} does. */
function play([width, height]: readonly [number, number]): 'pressed' | 'covered' | 'none' {
  Object.assign((frameElement as HTMLElement).style, {
    width: `${width}px`,
    height: `${height}px`,
  });
  const button = [...document.querySelectorAll('button')].find(
    (one) =>
      /^(Play|播放)/.test(one.ariaLabel ?? one.textContent.trim()) &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  if (!button) return 'none';
  button.scrollIntoView({ block: 'nearest' });
  const { left, top, width: w, height: h } = button.getBoundingClientRect();
  if (!button.contains(document.elementFromPoint(left + w / 2, top + h / 2))) return 'covered';
  button.click();
  return 'pressed';
}

type PaneState = readonly [width: number, height: number, share: number];

/** At each size, at some place in the text and some pictures later: the violations of the rule, with their places. */
async function looks({
  places,
  beside_from,
  pictures_most,
}: {
  places: readonly PaneState[];
  beside_from: number;
  pictures_most: number;
}): Promise<{ found: (readonly [PaneState, string])[]; figures: number }> {
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
      // Half a pixel is rounding.
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        found.push(
          `${name} is cut: ${[left, top, right, bottom].map(Math.round).join(' ')} of ${innerWidth} ${innerHeight}`,
        );
      else if (width < 20 || height < 16) found.push(`${name} is ${width} x ${height}`);
      else {
        // A pinned header or footer that covers it is not part of the figure. Behind a veil it cannot be hit.
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

  const found: (readonly [PaneState, string])[] = [];
  for (const place of places) {
    const [width, height, share] = place;
    if (innerWidth !== width || innerHeight !== height) {
      Object.assign((frameElement as HTMLElement).style, {
        width: `${width}px`,
        height: `${height}px`,
      });
      await picture(); // the page's own script reacts to the new size
    }
    const words = document.querySelector('[data-part=prose]')?.getBoundingClientRect();
    // Text that ends on the first screen is read without scrolling.
    const fit = !words || scrollY + words.bottom <= innerHeight;
    const top =
      fit || share === 0 ? 0 : scrollY + words.top + words.height * share - innerHeight / 2;
    scrollTo({ top, behavior: 'instant' });
    // Two pictures later it is final; a chart is redrawn from what it measured, which takes it a little longer.
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

/** How much of a page is inspected. */
type Thoroughness = 'whole' | 'top' | 'asleep';

const at = (viewports: readonly (typeof SIDES)[number][], shares = [0]) =>
  viewports.flatMap(([width, height]) => shares.map((share) => [width, height, share] as const));
const PLACES: Readonly<Record<Thoroughness, readonly PaneState[]>> = {
  // At the top and in the middle of the text.
  whole: SIDES.flatMap((one) => at([one], PINNED.has(one[0]) ? [0, 0.5] : [0])),
  top: at(SIDES),
  asleep: at(SIDES.filter(([width]) => WAYS.has(width))),
};

/** At each viewport, while it plays unless it is left asleep. Returns the number of figures. */
async function walk(pane: Frame, problems: string[], much: Thoroughness): Promise<number> {
  const pressed = much === 'asleep' ? 'none' : await pane.evaluate(play, [1440, 900] as const);
  if (pressed === 'covered') problems.push(`${pane.url()}: Play is covered`);
  if (pressed === 'pressed') await until(pane, 'figure', 'data-state', 'playing');
  const { found, figures } = await pane.evaluate(looks, {
    places: PLACES[much],
    beside_from: BESIDE_FROM,
    pictures_most: PICTURES,
  });
  for (const [[width, height, share], what] of found)
    problems.push(
      `${new URL(pane.url()).pathname} at ${width}x${height}${share ? ', in its words' : ''}: ${what}`,
    );
  return figures;
}

/** Goes to the next step by its link, and waits until it is there. Runs in the pane. */
async function turn(): Promise<void> {
  const next = document.querySelector<HTMLAnchorElement>('a[rel=next]');
  const here = () => document.querySelector<HTMLAnchorElement>('[aria-current=step]')?.href;
  next?.click();
  while (next && here() !== next.href) await new Promise(requestAnimationFrame);
}

/** Opens a page in a pane and waits for its own script, like `goto` of a test's page. */
async function open(pane: Frame, address: string): Promise<void> {
  await pane.goto(address);
  await pane.waitForFunction(isAwake);
}

const lessons = readdirSync('content/lessons/en').flatMap((file) =>
  file.endsWith('.md') ? [file.replace(/^\d+-|\.md$/g, '')] : [],
);
/** Its steps in order, and whether their author gave them a picture. */
function pictured(lesson: string): boolean[] {
  const file = readdirSync('content/lessons/en').find((one) => one.endsWith(`-${lesson}.md`)) ?? '';
  const [, ...steps] = readFileSync(`content/lessons/en/${file}`, 'utf8').split(/^## /m);
  return steps.map((step) => /^:::(?:figure|twins|chart|curve|goals)\b/m.test(step));
}
/** Their folders in the build: the first step of a lesson is the lesson's own page. */
const folders = (of: string) =>
  readdirSync(`build${of}`, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'whole' ? [`${of}${entry.name}/`] : [],
  );
const stepsOf = (lesson: string) => [`/lessons/${lesson}/`, ...folders(`/lessons/${lesson}/`)];
const steps = representatives(lessons.flatMap(stepsOf));
for (const lesson of lessons)
  test(`every step of ${lesson} is on one screen`, async ({ page }) => {
    const problems: string[] = [];
    await holdClock(page);
    const [pane] = (await openPanes(page, 1)) as [Frame];
    await open(pane, `/lessons/${lesson}/`);
    for (const has of pictured(lesson)) {
      const { pathname } = new URL(pane.url());
      if (has) await expect(pane.locator('[data-part=figure]').first(), pathname).toBeAttached();
      const figures = await walk(pane, problems, steps.has(pathname) ? 'whole' : 'asleep');
      expect(figures > 0, pathname).toBe(has);
      await pane.evaluate(turn);
    }
    expect(await pane.locator('a[rel=next]').count(), 'steps that the file does not have').toBe(0);
    expect(problems).toEqual([]);
  });

const scenarios = folders('/scenarios/');
const said = folders('/claims/');
// All have one stage with one figure.
const stand = representatives([...scenarios, ...said]);
const PAGES = {
  scenarios: scenarios.filter((one) => stand.has(one)),
  'claims on trial': said.filter((one) => stand.has(one)),
  'steps, scenarios and claims in Chinese': [
    ...representatives(
      [...lessons.flatMap(stepsOf), ...scenarios, ...said]
        .map((one) => `/zh${one}`)
        .filter((one) => readFileSync(`build${one}index.html`, 'utf8').includes('<figure')),
    ),
  ],
};
for (const [which, pages] of Object.entries(PAGES))
  test(`${which} of every kind are on one screen`, async ({ page }) => {
    const problems: string[] = [];
    await holdClock(page);
    // Their texts are alike, so one is inspected in the middle of the text.
    const [first] = pages;
    await inPanes(await openPanes(page, PANES), pages, async (pane, address) => {
      await open(pane, address);
      expect(await walk(pane, problems, address === first ? 'whole' : 'top'), address).toBe(1);
    });
    expect(problems).toEqual([]);
  });

// One of each kind: with a long name, with a run that only the reference has, and of another server.
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
    expect(await walk(pane, problems, 'top'), name).toBe(1);
  });
  expect(problems).toEqual([]);
});
