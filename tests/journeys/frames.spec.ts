import { readdirSync } from 'node:fs';
import { expect, type Frame } from '@playwright/test';
import { frameHeight, NARROW } from '../../web/src/model/embedding/heights';
import type { WidgetKind } from '../../web/src/model/embedding/params';
import { holdClock } from '../clock';
import { representatives } from '../kinds';
import { faults, FEW, look, pointAt, SIZES, type Sizes } from '../looks';
import { inPanes, openPanes, until } from '../panes';
import { test } from '../watch';

// Every frame has its stated height, its parts are visible, nothing is too wide, and the pointer that wakes it moves
// nothing that it is about to press: in columns and heights of all kinds, asleep, awake and playing. Among frames that
// differ only in words and numbers, those with the most and the fewest (tests/kinds.ts).

const PANES = 3;
const PARTS = [0, 1] as const;

/** The live pool has journeys and a height of its own. */
const widgets = readdirSync('build/embed', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'live' ? [entry.name] : [],
);
const kindOf = (name: string): WidgetKind =>
  name.startsWith('benchmark-') ? 'benchmark' : name.includes('-vs-') ? 'pair' : 'scenario';

const pageOf = (name: string) => `/embed/${name}/`;
const stand = (['scenario', 'pair', 'benchmark'] as const).flatMap((kind) => [
  ...representatives(widgets.filter((name) => kindOf(name) === kind).map(pageOf)),
]);

async function prove(pane: Frame, name: string): Promise<string[]> {
  const kind = kindOf(name);
  const tall = (width: number) => frameHeight(kind, width);
  await (await pane.frameElement()).evaluate((one: HTMLElement) => (one.style.height = '200px'));
  await pane.goto(pageOf(name));
  // It has given the page a moment to apply its height.
  await until(pane, 'html', 'data-fitted', '');
  const asleep = await pane.evaluate(look, SIZES);
  await pane.evaluate(pointAt, null);
  await until(pane, 'html', 'data-awake', '');
  const awake = await pane.evaluate(look, SIZES);
  const found = faults(name, SIZES, asleep, awake, tall);
  if (kind === 'benchmark') return found;
  await pane.locator('.main').dispatchEvent('click');
  await until(pane, 'figure', 'data-state', 'playing');
  const playing = await pane.evaluate(look, FEW);
  return [...found, ...faults(`${name}, playing`, FEW, playing, playing, tall)];
}

for (const part of PARTS)
  test(`frames of every kind keep their height and their places in every column, part ${part + 1}`, async ({
    page,
  }) => {
    const problems: string[] = [];
    await holdClock(page);
    const names = widgets
      .filter((name) => stand.includes(pageOf(name)))
      .filter((_, index) => index % PARTS.length === part);
    await inPanes(await openPanes(page, PANES), names, async (pane, name) => {
      problems.push(...(await prove(pane, name)));
    });
    expect(problems).toEqual([]);
  });

/** Below 560 px, and from there on. */
const MOST: Readonly<Record<WidgetKind, readonly [narrow: number, wide: number]>> = {
  scenario: [500, 440],
  pair: [600, 550],
  benchmark: [420, 430],
};
const WIDTHS = [260, 320, 360, 480, 600, 640, 672, 720, 900] as const;
test('every widget tells its host its stated height, and cuts no word', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 1400 });
  await page.goto('/robots.txt');
  const { told, cut } = await page.evaluate(
    async ([names, widths]) => {
      const left = [...names];
      const all: Record<string, number[]> = {};
      const cut: string[] = [];
      /** Words that are outside the window or a box that hides what sticks out. */
      const cutIn = ({ document: page, innerWidth, NodeFilter }: Window & typeof globalThis) => {
        const found: string[] = [];
        const words = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
        for (let one = words.nextNode(); one; one = words.nextNode()) {
          const parent = one.parentElement;
          const text = one.nodeValue?.trim() ?? '';
          if (!parent || text === '' || parent.closest('script, style, noscript, .visually-hidden'))
            continue;
          if (!parent.checkVisibility({ visibilityProperty: true })) continue;
          const range = page.createRange();
          range.selectNodeContents(one);
          const { left, right, top, bottom, width, height } = range.getBoundingClientRect();
          if (width < 2 || height < 2) continue;
          let out = right > innerWidth + 1 || left < -1;
          for (
            let box: Element | null = parent;
            box && box !== page.body && !out;
            box = box.parentElement
          ) {
            const { overflowX, overflowY } = getComputedStyle(box);
            const rows = box.matches('.narrator, .knobs, .bar'); // nothing hides what leaves these
            if (/auto|scroll/.test(overflowX + overflowY)) break;
            if (overflowX === 'visible' && overflowY === 'visible' && !rows) continue;
            const hole = box.getBoundingClientRect();
            out =
              right > hole.right + 1.5 ||
              left < hole.left - 1.5 ||
              bottom > hole.bottom + 3 ||
              top < hole.top - 3;
          }
          if (out) found.push(text);
        }
        return found;
      };
      const lane = async () => {
        const frame = document.createElement('iframe');
        frame.style.cssText = 'position: fixed; inset: 0 auto auto 0; border: 0; height: 1300px';
        document.body.append(frame);
        const last = { height: 0 };
        addEventListener('message', ({ source, data }) => {
          const news = data as { readonly type?: string; readonly height?: number };
          if (source === frame.contentWindow && news.type === 'height')
            last.height = news.height ?? 0;
        });
        const pictures = async (count: number) => {
          for (let picture = 0; picture < count; picture += 1)
            await new Promise((done) => requestAnimationFrame(done));
        };
        /** A new width reaches a figure's parts one after another: what is cut then, and not at rest, nobody reads. */
        const cutAtRest = async (inner: Window & typeof globalThis) => {
          let found = cutIn(inner);
          for (let more = 0; more < 20 && found.length > 0; more += 1) {
            await pictures(3);
            found = cutIn(inner);
          }
          return found;
        };
        for (let name = left.shift(); name !== undefined; name = left.shift()) {
          last.height = 0;
          const heights: number[] = (all[name] = []);
          frame.style.width = '260px';
          const loaded = new Promise((done) =>
            frame.addEventListener('load', done, { once: true }),
          );
          frame.src = `/embed/${name}/`;
          await loaded;
          while (last.height === 0) await pictures(3);
          for (const width of widths) {
            frame.style.width = `${width}px`;
            await pictures(3);
            const inner = frame.contentWindow as (Window & typeof globalThis) | null;
            if (inner)
              cut.push(...(await cutAtRest(inner)).map((words) => `${name}, ${width}: ${words}`));
            heights.push(last.height);
          }
        }
      };
      document.body.replaceChildren();
      await Promise.all([lane(), lane(), lane()]);
      return { told: all, cut };
    },
    [widgets, WIDTHS] as const,
  );
  process.stdout.write(
    `  ${widgets.length} widgets at ${WIDTHS.length} widths: ${cut.length} words cut\n`,
  );
  expect(cut).toEqual([]);
  for (const kind of ['scenario', 'pair', 'benchmark'] as const) {
    const names = widgets.filter((name) => kindOf(name) === kind);
    expect(names.length).toBeGreaterThan(0);
    const row = WIDTHS.map((width, at) => {
      const heights = [...new Set(names.map((name) => told[name]?.[at]))];
      expect(heights, `${kind} at ${width}`).toEqual([frameHeight(kind, width)]);
      expect(heights[0], `${kind} at ${width}`).toBeLessThanOrEqual(
        MOST[kind][width < NARROW ? 0 : 1],
      );
      return `${width} wide ${heights.join(' ')}`;
    });
    process.stdout.write(`  ${kind}, ${names.length} figures: ${row.join(', ')} px tall\n`);
  }
});

/** As an iframe with `height: auto; aspect-ratio: 16 / 9` is on phones. */
const LOW: Sizes = [
  [358, 201],
  [320, 180],
];
test('two fingers high, a frame is a picture with Play over it and the link', async ({ page }) => {
  const problems: string[] = [];
  const names = widgets.filter((name) => stand.includes(pageOf(name)));
  await inPanes(await openPanes(page, PANES), names, async (pane, name) => {
    for (const [width, height] of LOW) {
      await (
        await pane.frameElement()
      ).evaluate(
        (one: HTMLElement, [width, height]) =>
          Object.assign(one.style, { width: `${width}px`, height: `${height}px` }),
        [width, height] as const,
      );
      await pane.goto(pageOf(name));
      await until(pane, 'html', 'data-fitted', '');
      const found = await pane.evaluate(() => {
        const seen = (which: string) =>
          [...document.querySelectorAll(which)].find((one) =>
            one.checkVisibility({ visibilityProperty: true }),
          );
        const within = (which: string) => {
          const one = seen(which);
          if (!one) return `${which} is not seen`;
          const { left, right, top, bottom } = one.getBoundingClientRect();
          if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
            return `${which} is cut`;
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return one.contains(hit) ? '' : `${which} is covered`;
        };
        const picture = seen('.box svg, .box canvas, .chart')?.getBoundingClientRect();
        const chart = document.querySelector('figure.benchmark') !== null;
        return [
          within('.full'),
          within('summary'),
          chart ? '' : within('.main'),
          (picture?.height ?? 0) < (chart ? 60 : 40) || (picture?.bottom ?? 0) > innerHeight
            ? `the picture is ${picture?.height ?? 0} high`
            : '',
        ].filter((one) => one !== '');
      });
      problems.push(...found.map((one) => `${name}, ${width} by ${height}: ${one}`));
    }
  });
  expect(problems).toEqual([]);
});
