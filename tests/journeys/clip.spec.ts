import { statSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { findings } from '../axe';
import { findFirefox, foundOnce, startFirefox } from '../hosts/drivers';
import { pointAt } from '../looks';
import { expectNear, promised } from '../promised';
import { openEmbed, test, wake, watch } from '../watch';

// A figure as a video: made in the browser, as large as promised, and showing what the canvas showed.

const SIX = 'scenarios/mariadb-max-threads-6/';
/**
 * How far a decoded picture may be from the painted one, in levels of 255: on average over all pixels, and the share of pixels
 * that are further away than a third of the range (the thin edges of letters, whose colour has half the resolution).
 */
const MOST_MEAN = 4;
const FAR = 85;
const MOST_FAR = 0.004;

/** A copy of each picture given to the encoder at these seconds. */
interface Noted {
  painted: Map<number, HTMLCanvasElement>;
}

/** Runs in the page before its scripts: notes every second of the clip as it was painted. */
function note() {
  const painted = new Map<number, HTMLCanvasElement>();
  (globalThis as unknown as Noted).painted = painted;
  globalThis.VideoFrame = new Proxy(VideoFrame, {
    construct(real, [source, init]: [HTMLCanvasElement, VideoFrameInit]) {
      const second = (init.timestamp ?? 0) / 1e6;
      if (source instanceof HTMLCanvasElement && Number.isInteger(second)) {
        const copy = document.createElement('canvas');
        [copy.width, copy.height] = [source.width, source.height];
        copy.getContext('2d', { willReadFrequently: true })?.drawImage(source, 0, 0);
        painted.set(second, copy);
      }
      return Reflect.construct(real, [source, init]) as VideoFrame;
    },
  });
}

/** Once its file is read so far that it can be played from any moment. */
async function lengthOf(video: Locator): Promise<number> {
  const length = () => video.evaluate((one: HTMLVideoElement) => one.duration);
  await expect.poll(length).toBeGreaterThan(1);
  return length();
}

/** Runs in the page: how far the video is from the painted pictures, at each of them. */
async function compare(video: HTMLVideoElement, [far, most_far]: [number, number]) {
  const { painted } = globalThis as unknown as Noted;
  video.pause();
  const found: { second: number; mean: number; far: number }[] = [];
  for (const [second, picture] of painted) {
    const shown = new Promise((done) => video.addEventListener('seeked', done, { once: true }));
    video.currentTime = second + 0.02; // in the middle of the picture
    await shown;
    const { width, height } = picture;
    const copy = Object.assign(document.createElement('canvas'), { width, height });
    const context = copy.getContext('2d', { willReadFrequently: true });
    const own = picture.getContext('2d')?.getImageData(0, 0, width, height).data;
    const apart = () => {
      context?.drawImage(video, 0, 0, width, height);
      const other = context?.getImageData(0, 0, width, height).data;
      if (!own || !other || video.videoWidth !== width || video.videoHeight !== height)
        throw new Error(`${video.videoWidth} × ${video.videoHeight}`);
      let [sum, away, looked] = [0, 0, 0];
      // A pixel of seven, which all columns come to.
      for (let at = 0; at < own.length; at += 7 * 4) {
        looked += 1;
        const parts = [0, 1, 2].map((part) =>
          Math.abs((own[at + part] ?? 0) - (other[at + part] ?? 0)),
        );
        sum += parts.reduce((all, one) => all + one) / 3;
        if (Math.max(...parts) > far) away += 1;
      }
      return { second, mean: sum / looked, far: away / looked };
    };
    // A busy browser may say that it has sought before it shows the picture.
    let best = apart();
    for (let more = 0; more < 30 && best.far > most_far; more += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      const next = apart();
      if (next.mean < best.mean) best = next;
    }
    found.push(best);
  }
  painted.clear();
  return found;
}

async function openClip(page: Page, address: string): Promise<Locator> {
  await page.goto(address);
  await wake(page);
  await openEmbed(page);
  await page.getByText('Chats, WeChat, Zhihu', { exact: true }).click();
  return page.locator('.clip');
}

test('a clip in each shape is small, shows what was painted, and plays', async ({ page }, info) => {
  const wrong = watch(page);
  await page.addInitScript(note);
  const clip = await openClip(page, `${SIX}?v=1&thread_pool_max_threads=7`);
  const make = clip.getByRole('button', { name: 'Make the clip' });
  await page.getByText('Size, colours, words and moments').click();
  await page.getByLabel('Your own caption').fill('Seven threads for eight sleeps: one waits.');
  await expect(make).toBeVisible();
  expect(await findings(page, { within: '.clip' })).toEqual([]);

  await clip.getByRole('textbox', { name: 'Clip from' }).fill('3s');
  await clip.getByRole('textbox', { name: 'to', exact: true }).fill('1s');
  await expect(clip.getByRole('status')).toContainText('the first before the second');
  await expect(make).toBeDisabled();
  await clip.getByRole('textbox', { name: 'Clip from' }).fill('');
  await clip.getByRole('textbox', { name: 'to', exact: true }).fill('');

  const file = clip.getByRole('combobox', { name: 'File' });
  const all = await file.locator('option').allTextContents();
  const formats = all.filter((one) => one !== 'GIF');
  expect(formats.length).toBeGreaterThan(0);
  expect(all).toContain('GIF');
  const video = clip.locator('video');
  for (const shape of ['Wide', 'Square', 'Upright'])
    for (const format of shape === 'Wide' ? formats : formats.slice(0, 1)) {
      await clip.getByRole('combobox', { name: 'Shape' }).selectOption(shape.toLowerCase());
      await file.selectOption(format);
      const told = await promised(make);
      const before = Date.now();
      await make.click();
      await expect(clip.getByText('The clip is made.')).toBeVisible();
      const took_s = (Date.now() - before) / 1e3;
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        clip.getByRole('link', { name: /^Save / }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(
        new RegExp(`max_threads-7-${shape.toLowerCase()}\\.(mp4|webm)$`),
      );
      const to = info.outputPath(saved.suggestedFilename());
      await saved.saveAs(to);
      const { size } = statSync(to);
      const lasts_s = await lengthOf(video);
      expect(Math.abs(lasts_s - told.seconds)).toBeLessThan(0.6);
      expectNear(size, told);
      const apart = await video.evaluate(compare, [FAR, MOST_FAR] as [number, number]);
      const worst = (of: 'mean' | 'far') => Math.max(...apart.map((one) => one[of]));
      process.stdout.write(
        `  ${shape}, ${format}: ${lasts_s.toFixed(1)} s, ${(size / 1e6).toFixed(2)} MB, made in ${took_s.toFixed(1)} s; at most ${worst('mean').toFixed(2)} of 255 from the canvas, ${(worst('far') * 100).toFixed(2)} % of pixels far\n`,
      );
      expect(apart.length).toBeGreaterThan(4);
      expect(worst('mean')).toBeLessThan(MOST_MEAN);
      expect(worst('far')).toBeLessThan(MOST_FAR);
      await video.evaluate((one: HTMLVideoElement) => {
        one.currentTime = 0;
        return one.play();
      });
      await expect
        .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
        .toBeGreaterThan(0.5);
    }
  expect(wrong).toEqual([]);
});

test('on a phone its button is on the screen, above the bar of the figure', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const clip = await openClip(page, SIX);
  const make = clip.getByRole('button', { name: 'Make the clip' });
  await expect(make).toBeInViewport({ ratio: 1 });
  await make.click({ trial: true });
  await expect(clip.getByRole('combobox', { name: 'File' })).toBeInViewport({ ratio: 1 });
});

test('its progress is shown, and a press cancels it', async ({ page }) => {
  const wrong = watch(page);
  const clip = await openClip(page, SIX);
  const make = clip.getByRole('button', { name: 'Make the clip' });
  await make.click();
  const progress = clip.getByRole('progressbar', { name: 'How much of the clip is made' });
  const done = () => progress.evaluate((one: HTMLProgressElement) => one.value);
  await expect.poll(done).toBeGreaterThan(0);
  const first = await done();
  await expect.poll(done).toBeGreaterThan(first);
  await clip.getByRole('button', { name: 'Cancel' }).click();
  await expect(clip.getByText('Cancelled. No clip was made.')).toBeVisible();
  await expect(progress).toBeHidden();
  await expect(clip.locator('video')).toHaveCount(0);
  // The next one is a whole clip.
  await make.click();
  await expect(clip.getByText('The clip is made.')).toBeVisible();
  expect(wrong).toEqual([]);
});

test('where a browser cannot encode videos, it makes a GIF', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'VideoEncoder');
  });
  const clip = await openClip(page, `${SIX}?v=1&thread_pool_max_threads=8&with=before`);
  await expect(clip.getByRole('combobox', { name: 'File' }).locator('option')).toHaveText(['GIF']);
  await expect(clip.getByRole('combobox', { name: 'Shape' }).locator('option:checked')).toHaveText(
    'Wide, 640 × 400',
  );
  await clip.getByRole('textbox', { name: 'Clip from' }).fill('1s');
  await clip.getByRole('button', { name: 'Make the clip' }).click();
  await expect(clip.getByText('The clip is made.')).toBeVisible();
  const shown = clip.getByRole('img', { name: 'Six threads, eight sleeps: the clip' });
  expect(await shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(640);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    clip.getByRole('link', { name: /^Save / }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/max_threads-8-wide\.gif$/);
});

const firefox = foundOnce('Firefox', findFirefox);
if (!('missing' in firefox))
  test('Firefox: makes a clip and plays it', async ({ baseURL }) => {
    const driver = await startFirefox(firefox.firefox);
    try {
      const value = (expression: string) => expect.poll(() => driver.run(expression));
      /** Presses the button with these words, once it is there. */
      const press = (words: string) =>
        value(
          `(() => { const one = [...document.querySelectorAll('button, label')].find((one) => [one.ariaLabel, one.textContent.trim()].some((name) => name === '${words}' || name?.startsWith('${words} ('))); one?.click(); return Boolean(one) })()`,
        ).toBe(true);
      await driver.open(`${baseURL}${SIX}`);
      await value(
        `(${pointAt.toString()}(null), document.querySelector('figure').dataset.state)`,
      ).toMatch(/ready|paused/);
      await press('Embed');
      await press('Chats, WeChat, Zhihu');
      await press('Make the clip');
      const before = Date.now();
      const clip = `document.querySelector('.clip')`;
      await value(`${clip}.querySelector('[role=status]').textContent.trim()`).toBe(
        'The clip is made.',
      );
      const took_s = (Date.now() - before) / 1e3;
      const video = `${clip}.querySelector('video')`;
      await value(`${video}.duration > 1 && ${video}.videoWidth`).toBe(1280);
      const lasts_s = Number(await driver.run(`${video}.duration`));
      const link = String(await driver.run(`${clip}.querySelector('.save').textContent`));
      process.stdout.write(
        `  Firefox: ${lasts_s.toFixed(1)} s, ${link}, made in ${took_s.toFixed(1)} s\n`,
      );
      await driver.run(`${video}.play().then(() => 1)`);
      await value(`${video}.currentTime`).toBeGreaterThan(0.5);
    } finally {
      await driver.close();
    }
  });
