import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { serveHosts } from '../hosts/servers';
import { OF_SERVERS } from '../spoken';
import { watch } from '../watch';

// A figure in the words of any text, or with a writer's own names.

const MOMENTS = 10;

/** A page of another origin with one frame, which notes what the frame tells. */
const host = (src: string) => `<!doctype html><meta charset="utf-8"><title>A host</title>
<link rel="icon" href="data:,"><script>told = []; addEventListener('message', ({ data }) => told.push(data))</script>
<iframe src="${src}" title="A figure" width="720" height="440"></iframe>`;

interface Told {
  readonly type?: string;
  readonly time_ns?: number;
  readonly end_ns?: number;
}
const told = (page: Page) =>
  page.evaluate(() =>
    ((globalThis as { told?: Told[] }).told ?? []).filter(({ type }) => type === 'time').at(-1),
  );

/** All that it says, also to those who don't see it, but for what opens with the source. */
const said = (frame: FrameLocator) =>
  frame.locator('figure').evaluate((figure) => {
    const all: string[] = [];
    const texts = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!node.parentElement?.closest('.about, .problems')) all.push(node.nodeValue ?? '');
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'alt'])
      for (const one of figure.querySelectorAll(`[${name}]`))
        all.push(one.getAttribute(name) ?? '');
    return all.map((one) => one.replaceAll('\u200b', '').trim()).filter((one) => one !== '');
  });

for (const [language, path] of [
  ['en', ''],
  ['zh', 'zh/'],
] as const)
  test(`the figures for any text say no word of servers, at rest and at ten moments: ${language}`, async ({
    page,
    baseURL,
  }) => {
    const wrong = watch(page);
    let html = '';
    const hosts = await serveHosts(() => ({ html }));
    await page.goto(`${path}figures/`);
    const names = await page.locator('ol.bare > li').evaluateAll((all) => all.map(({ id }) => id));
    expect(names).toHaveLength(10);
    const kept: string[] = [];
    for (const name of names) {
      html = host(`${baseURL ?? ''}${path}embed/${name}/?words=plain`);
      await page.goto(`${hosts.address}page`);
      const frame = page.frameLocator('iframe');
      await expect(frame.locator('html')).toHaveAttribute('data-live', '');
      const note = async (when: string) => {
        for (const words of await said(frame))
          if (OF_SERVERS[language].test(words)) kept.push(`${name}, ${when}: ${words}`);
      };
      await note('at rest');
      const seek = (time_ns: number) =>
        page.evaluate((time_ns) => {
          const target = document.querySelector('iframe')?.contentWindow;
          target?.postMessage({ source: 'poolscope', v: 1, type: 'seek', time_ns }, '*');
        }, time_ns);
      await seek(0);
      await expect.poll(async () => (await told(page))?.time_ns).toBe(0);
      const end_ns = (await told(page))?.end_ns ?? 0;
      expect(end_ns).toBeGreaterThan(0);
      for (let moment = 1; moment <= MOMENTS; moment++) {
        const time_ns = Math.round((end_ns * moment) / (MOMENTS + 1));
        await seek(time_ns);
        await expect.poll(async () => (await told(page))?.time_ns).toBe(time_ns);
        await note(`at ${time_ns} ns`);
      }
    }
    hosts.close();
    expect(kept).toEqual([]);
    expect(wrong).toEqual([]);
  });

test('a writer’s own names, before and after the figure wakes, and those that are refused', async ({
  page,
}) => {
  const wrong = watch(page);
  await page.goto('embed/waits-for-itself/?words=plain&label.threads=Pod|Pods&label.queue=Inbox');
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
  const narrator = page.locator('.narrator');
  await expect(narrator).toHaveText('Four wait in the Inbox. All four Pods are taken.');
  await expect(page.locator('.knob .name').first()).toHaveText('Pods');
  await page.getByRole('button', { name: 'Step forward' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-awake', '');
  await expect(page.locator('.scenes-of')).toContainText('Pods');
  await expect(page.locator('.scenes-of')).not.toContainText(/threads|workers/i);
  await expect(page.locator('.knob .name').first()).toHaveText('Pods');

  await page.goto('embed/busy/?label.threads=%3Cb%3E&label.pods=Pod');
  const problems = page.locator('.problems');
  await expect(problems).toContainText('label.threads=<b>');
  await expect(problems).toContainText('at most 24 letters');
  await expect(problems).toContainText('There is no parameter label.pods');
  expect(wrong).toEqual([]);
});
