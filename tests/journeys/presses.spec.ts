import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test, wake } from '../watch';

// A writer likes a figure and wants it in a text: how many presses until it is copied or saved. Clicks and keys count;
// scrolling does not.

const MOST = 3;
const STATE = '?v=1&thread_pool_max_threads=8&t=1.2s';
const SIX = 'scenarios/mariadb-max-threads-6/';
/** A picture for each theme, with a link: Markdown has none for two. */
const inMarkdown = (name: string, title: string) =>
  new RegExp(
    `^<a href="http[^"]*"><picture><source media="\\(prefers-color-scheme: dark\\)" srcset="http[^"]*/poster/${name}-dark\\.png">` +
      `<img src="http[^"]*/poster/${name}\\.png" alt="${title}"></picture></a>`,
  );

const FRAME = 'http://127\\.0\\.0\\.1:\\d+/embed/mariadb-max-threads-6/';
const SET = 'v=1(?:&amp;|&)thread_pool_max_threads=8(?:&amp;|&)t=1\\.2s';

interface Task {
  readonly wish: string;
  readonly page: string;
  /** The buttons and forms that the writer presses, in order. */
  readonly presses: readonly (string | RegExp)[];
  /** What is in the clipboard afterwards. */
  readonly copied?: RegExp;
  /** The file that is saved, and what it contains. */
  readonly saved?: readonly [name: RegExp, content: RegExp];
}

const TASKS: readonly Task[] = [
  {
    wish: 'a lesson’s figure as a frame',
    page: 'lessons/six-threads-eight-sleeps/',
    presses: ['Embed', 'Copy'],
    copied: new RegExp(`^<iframe src="${FRAME}`),
  },
  {
    wish: 'the moment on the screen as a frame',
    page: SIX + STATE,
    presses: ['Embed', 'Copy'],
    copied: new RegExp(`^<iframe src="${FRAME}\\?${SET}"`),
  },
  {
    wish: 'the element in this state',
    page: SIX + STATE,
    presses: ['Embed', 'Page of many figures', 'Copy and save the picture'],
    copied:
      /<pool-scope scenario="mariadb-max-threads-6" thread_pool_max_threads="8" t="1\.2s" poster="mariadb-max-threads-6-max_threads-8-picture\.png">/,
    saved: [/^mariadb-max-threads-6-max_threads-8-picture\.png$/, /^.PNG/],
  },
  {
    wish: 'a picture of this state, with the line for it',
    page: SIX + STATE,
    presses: ['Embed', 'GitHub, dev.to, mail', 'Copy and save the picture'],
    copied: new RegExp(
      `^\\[!\\[[^\\]]+\\]\\(mariadb-max-threads-6-max_threads-8-picture\\.png\\)\\]\\(http[^)]*/${SIX}\\?${SET}\\)$`,
    ),
    saved: [/^mariadb-max-threads-6-max_threads-8-picture\.png$/, /^.PNG/],
  },
  {
    wish: 'the same as SVG',
    page: SIX + STATE,
    presses: ['Embed', 'GitHub, dev.to, mail', 'Save as SVG'],
    saved: [/max_threads-8-picture\.svg$/, /max_threads = 8 .{1,2} at 1\.200 s of/],
  },
  {
    wish: 'the same, moving',
    page: SIX + STATE,
    presses: ['Embed', 'GitHub, dev.to, mail', /^Make a GIF/],
    saved: [/max_threads-8-wide\.gif$/, /^GIF89a/],
  },
  {
    wish: 'Markdown for a README',
    page: SIX,
    presses: ['Embed', 'GitHub, dev.to, mail', 'Copy'],
    copied: inMarkdown('mariadb-max-threads-6', 'Six threads, eight sleeps'),
  },
  {
    wish: 'an address for WordPress',
    page: SIX,
    presses: ['Embed', 'WordPress, Notion', 'Copy'],
    copied: new RegExp(`^${FRAME}$`),
  },
  {
    wish: 'a shortcode for Hugo',
    page: SIX + STATE,
    presses: ['Embed', 'Hugo, Jekyll, Astro', 'Copy'],
    copied: new RegExp(
      `^\\{\\{< pool-scope figure="mariadb-max-threads-6" set="${SET}" title="Six threads, eight sleeps" >\\}\\}$`,
    ),
  },
  {
    wish: 'two runs side by side',
    page: 'lessons/the-first-pool/a-millisecond-away/',
    presses: ['Embed', 'Copy'],
    copied: /^<iframe src="[^"]*\/embed\/[\w-]+-vs-[\w-]+\//,
  },
  {
    wish: 'a curve, with a guess pending',
    page: 'curves/',
    presses: ['Embed', 'Copy'],
    copied: /^<iframe src="[^"]*\/embed\/benchmark-[\w-]+\//,
  },
  {
    wish: 'a claim’s figure',
    page: 'claims/oversubscribe-limits-threads/',
    presses: ['Embed', 'Copy'],
    copied: /^<iframe src="[^"]*\/embed\/[\w-]+\//,
  },
  {
    wish: 'a measured table',
    page: 'measured/',
    presses: ['Embed', 'Copy'],
    copied: /^<iframe src="[^"]*\/embed\/benchmark-poolscope-10-11-switches\//,
  },
  {
    wish: 'one file for slides',
    page: SIX,
    presses: ['Embed', 'Slides, offline', 'Download mariadb-max-threads-6.html'],
    saved: [/^mariadb-max-threads-6\.html$/, /<!doctype html>/i],
  },
  {
    wish: 'a figure about queues for a blog about anything',
    page: 'figures/',
    presses: [/^Copy/],
    copied: /^<iframe src="[^"]*\/embed\/busy\/\?v=1&amp;words=plain"/,
  },
  {
    wish: 'the same for a README, without a word of servers',
    page: 'figures/',
    presses: ['GitHub, dev.to, mail', /^Copy/],
    copied: inMarkdown('busy-plain', 'How busy is too busy\\?'),
  },
  {
    wish: 'the same for WordPress',
    page: 'figures/',
    presses: ['WordPress, Notion', /^Copy/],
    copied: /^http[^ ]*\/embed\/busy\/\?v=1&words=plain$/,
  },
  {
    wish: 'the same for a talk',
    page: 'figures/',
    presses: ['Slides, offline', /^Save as one file/],
    saved: [/^busy\.html$/, /<!doctype html>/i],
  },
  {
    wish: 'the same for WeChat',
    page: 'zh/figures/',
    presses: ['微信、知乎、群聊', /^保存图片/],
    saved: [/^busy-plain\.png$/, /^.PNG/],
  },
  {
    wish: 'a Chinese frame',
    page: `zh/${SIX}`,
    presses: ['嵌入', '复制'],
    copied: new RegExp(`^<iframe src="${FRAME}\\?v=1&amp;lang=zh"`),
  },
];

/** Counts the presses and keys of a person. */
async function count(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const told = globalThis as { presses?: number };
    told.presses = 0;
    for (const kind of ['pointerdown', 'keydown'])
      document.addEventListener(kind, () => (told.presses = (told.presses ?? 0) + 1), true);
  });
  return () => page.evaluate(() => (globalThis as { presses?: number }).presses ?? 0);
}

for (const { wish, page: address, presses, copied, saved } of TASKS)
  test(`at most ${MOST} presses: ${wish}`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(address);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    if (address.includes('?')) await wake(page);
    const counted = await count(page);
    const download = saved && page.waitForEvent('download');
    for (const name of presses) {
      const named = page.locator('button, a, label').filter({ visible: true });
      await named
        .and(page.getByText(name, { exact: true }))
        .first()
        .click();
    }
    if (copied)
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(copied);
    if (saved && download) {
      const file = await download;
      expect(file.suggestedFilename()).toMatch(saved[0]);
      expect(readFileSync(await file.path(), 'latin1')).toMatch(saved[1]);
    }
    expect(await counted()).toBe(presses.length);
    expect(presses.length).toBeLessThanOrEqual(MOST);
  });
