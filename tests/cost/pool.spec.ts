import { expect, type Page } from '@playwright/test';
import { layoutOf } from '../../web/src/figure/live/layout';
import { test } from '../watch';

// A hand on the living pool on a machine that is four times slower: how soon the picture answers, and how it moves while letters
// pour. Times are only printed, against touch and frame rate that a reader does not notice: 100 ms, 30 pictures a second.

const TAPS = 12;
const POUR_MS = 6_000;
const print = (line: string) => process.stdout.write(`  ${line}\n`);
const ms = (value: number) => `${Math.round(value)} ms`;

async function slowPool(page: Page, path: string) {
  const cdp = await page.context().newCDPSession(page);
  await page.goto(path);
  const pool = page.getByRole('application', { name: /^The pool/ });
  await expect(pool).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const box = await pool.boundingBox();
  if (!box) throw new Error('no pool');
  const { upright } = layoutOf(box.width, box.height, { rings: 6, peak: 8, unread: 0 });
  return { x: box.x + (upright ? 60 : 30), y: box.y + (upright ? 26 : box.height * 0.25) };
}

/** Notes each press, when something is first drawn around it, and the times of all pictures. Runs in the page. */
function watchCanvas(): void {
  const seen = { answers: [] as number[], pictures: [] as number[] };
  Object.assign(globalThis, { seen });
  let pressed: PointerEvent | undefined;
  window.addEventListener('pointerdown', (event) => (pressed = event), true);
  const { prototype } = CanvasRenderingContext2D;
  const draw = Object.getOwnPropertyDescriptor(prototype, 'drawImage')?.value as (
    ...given: readonly unknown[]
  ) => void;
  Object.assign(prototype, {
    drawImage(this: CanvasRenderingContext2D, image: unknown, ...at: number[]) {
      draw.call(this, image, ...at);
      if (!pressed) return;
      const [x = 0, y = 0, w = 0, h = 0] = at;
      const box = this.canvas.getBoundingClientRect();
      const dx = box.left + x + w / 2 - pressed.clientX;
      if (Math.hypot(dx, box.top + y + h / 2 - pressed.clientY) > 30) return;
      seen.answers.push(performance.now() - pressed.timeStamp);
      pressed = undefined;
    },
  });
  const look = () => {
    seen.pictures.push(performance.now());
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

interface Seen {
  readonly answers: readonly number[];
  readonly pictures: readonly number[];
}
const seenIn = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
const share = (sorted: readonly number[], of: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0;

for (const [width, height] of [
  [1440, 900],
  [390, 664],
] as const)
  test(`a hand on the pool, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(watchCanvas);
    const at = await slowPool(page, '/lab/');
    await page.mouse.move(at.x, at.y);
    for (let tap = 1; tap <= TAPS; tap += 1) {
      await page.mouse.down();
      await expect.poll(async () => (await seenIn(page)).answers.length).toBe(tap);
      await page.mouse.up();
      // Until nothing is left there.
      await expect.poll(async () => (await seenIn(page)).pictures.length).toBeGreaterThan(tap * 40);
    }
    const { answers } = await seenIn(page);
    const sorted = answers.toSorted((a, b) => a - b);
    print(
      `press to picture: half within ${ms(share(sorted, 0.5))}, 95 % within ${ms(share(sorted, 0.95))} (at most 100 ms)`,
    );

    await page.mouse.down();
    const from = (await seenIn(page)).pictures.length;
    const long = async () => {
      const { pictures } = await seenIn(page);
      // None may have come yet.
      return (pictures.at(-1) ?? 0) - (pictures[from] ?? Infinity);
    };
    await expect.poll(long, { intervals: [500] }).toBeGreaterThan(POUR_MS);
    await page.mouse.up();
    const pictures = (await seenIn(page)).pictures.slice(from);
    const gaps = pictures.slice(1).map((time, nth) => time - (pictures[nth] ?? 0));
    const took = gaps.reduce((sum, gap) => sum + gap, 0);
    const waits = await page.locator('[data-part=scene] svg').first().textContent();
    print(
      `while pouring: ${Math.round((gaps.length * 1000) / took)} pictures a second (at least 30), the longest gap ` +
        `${ms(Math.max(...gaps))}; ${/\d+ waits?/.exec(waits ?? '')?.[0] ?? ''}`,
    );
    expect(gaps.length).toBeGreaterThan(0);
  });
