/** The living pool on a page whose clock is held: what hands do there, and what it says. */
import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import { layoutOf, type Layout } from '../web/src/figure/live/layout';
import { holdClock, timeGoesBy } from './clock';

export const pool = (page: Page | Frame): Locator =>
  page.getByRole('application', { name: /^The pool/ });
export const said = (page: Page | Frame): Locator => page.locator('[data-part=narrator]');
/** What is said to who listens to the page. */
export const told = (page: Page | Frame): Locator =>
  page.locator('[data-part=figure] [aria-live=polite]');

/** Time goes by until it is there: a moment that its worker has not drawn yet counts as none. */
export const later = <T>(page: Page, of: () => Promise<T>, ms = 100) =>
  expect.poll(
    async () => {
      await timeGoesBy(page, ms);
      return of();
    },
    { intervals: [20], timeout: 300_000 },
  );

/** The log in the address, without its times. */
export const deeds = (page: Page): string[] => {
  const log = new URL(page.url()).searchParams.get('do') ?? '';
  return log
    .split('.')
    .slice(1)
    .map((entry) => entry.replace(/^[0-9a-z]+/, ''));
};

export async function openLive(page: Page, path = '/lab/') {
  await holdClock(page);
  await page.goto(path);
  await expect(pool(page)).toBeVisible();
  await later(page, () => said(page).textContent()).toContain('threads');
}

/** How many requests wait, as the scene says. */
export async function waiting(page: Page): Promise<number> {
  const words = await page.locator('[data-part=scene] svg').first().textContent();
  const [, count = '0'] = /([\d,]+) waits?,/.exec(words ?? '') ?? [];
  return Number(count.replaceAll(',', ''));
}

interface At {
  readonly x: number;
  readonly y: number;
}

/** Places of the picture, on the page. */
export async function placesOf(page: Page, rings: number, latch = false) {
  const box = await pool(page).boundingBox();
  if (!box) throw new Error('no pool');
  const layout: Layout = layoutOf(box.width, box.height, { rings, peak: 8, unread: 0, latch });
  const on = ({ x, y }: At): At => ({ x: box.x + x, y: box.y + y });
  const { lane, door, upright, ring } = layout;
  return {
    ring: (nth: number) => on(ring(nth)),
    lane: on({ x: lane.x + lane.w / 2, y: lane.y + lane.h / 2 }),
    door: on(door),
    /** Where a hand pours. */
    outside: on(upright ? { x: 60, y: 24 } : { x: 30, y: box.height * 0.3 }),
  };
}

/** Fingers on a page. */
export async function fingers(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly At[]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map(({ x, y }, id) => ({ x, y, id })),
    });
  return {
    /** All that are down: the first, and perhaps others. */
    down: (...at: readonly At[]) => send('touchStart', at),
    move: (...at: readonly At[]) => send('touchMove', at),
    /** Those that are still down. */
    up: (...left: readonly At[]) => send('touchEnd', left),
    /** Upwards. */
    async swipe({ x, y }: At) {
      await send('touchStart', [{ x, y }]);
      for (let way = 20; way <= 160; way += 20) await send('touchMove', [{ x, y: y - way }]);
      await send('touchEnd', []);
    },
  };
}
