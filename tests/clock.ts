import { expect, type BrowserContext, type Frame, type Page } from '@playwright/test';
import type { Clock, Tick } from '../web/src/figure/player/loop';

export interface HandClock extends Clock {
  /** Lets this much time pass. */
  on(ms: number): void;
  /** How many figures are moving. */
  moving(): number;
}

/**
 * A clock that stands still until it is told how much time has passed. It is also sent into browsers, so it may use nothing
 * from this file.
 */
export function handClock(picture_ms = 16): HandClock {
  const ticks = new Set<Tick>();
  const later = new Set<{ left_ms: number; then: () => void }>();
  return {
    animate(tick) {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
    after(ms, then) {
      const one = { left_ms: ms, then };
      later.add(one);
      return () => void later.delete(one);
    },
    moving: () => ticks.size,
    on(ms) {
      for (let left = ms; left > 0; left -= picture_ms) {
        const step = Math.min(left, picture_ms);
        for (const tick of [...ticks]) tick(step);
        for (const one of [...later]) {
          one.left_ms -= step;
          if (one.left_ms > 0) continue;
          later.delete(one);
          one.then();
        }
      }
    },
  };
}

type Held = typeof globalThis & { readonly poolscope_clock?: HandClock };

/** A script that gives a document such a clock; it must run before any other. */
export const CLOCK = `globalThis.poolscope_clock ??= (${handClock.toString()})();`;

/**
 * Opens the documents of a page, or of all its pages, and those of their frames, with such a clock. Call it before the
 * first `goto`.
 */
export async function holdClock(page: Page | BrowserContext): Promise<void> {
  await page.addInitScript({ content: CLOCK });
}

async function give(page: Page, ms: number): Promise<void> {
  for (const frame of page.frames())
    await frame
      .evaluate((ms) => (globalThis as Held).poolscope_clock?.on(ms), ms)
      .catch((error: unknown) => {
        // A page may remove a frame as its own time passes.
        if (!frame.isDetached()) throw error;
      });
}

/** How many figures of a document move; none should while no time passes. */
export const moving = (frame: Page | Frame): Promise<number> =>
  frame.evaluate(() => (globalThis as Held).poolscope_clock?.moving() ?? NaN);

const movingAnywhere = async (page: Page): Promise<number> => {
  const counts = await Promise.all(page.frames().map((one) => moving(one).catch(() => 0)));
  return counts.reduce((sum, count) => sum + (count || 0), 0);
};

/**
 * Lets time pass for the figures that move, in every document of the page. A playing figure moves once its document knows
 * that it is visible: until then nothing would take the time.
 */
export async function timeGoesBy(page: Page, ms: number): Promise<void> {
  await expect.poll(() => movingAnywhere(page), 'nobody takes the time').toBeGreaterThan(0);
  await give(page, ms);
}

/** Lets time pass where no figure may move: none may take it. */
export async function timeIsNobodys(page: Page, ms: number): Promise<void> {
  await expect.poll(() => movingAnywhere(page)).toBe(0);
  await give(page, ms);
}

/** Lets time pass until nobody takes any more: a worker's last answer may still set something in motion. */
export async function timeComesToRest(page: Page, ms: number): Promise<void> {
  await expect(async () => {
    await give(page, ms);
    expect(await movingAnywhere(page)).toBe(0);
  }).toPass();
}

/** Lets time pass, again if necessary, until something is visible. */
export async function timeBrings(
  page: Page,
  ms: number,
  seen: (soon: { timeout: number }) => Promise<unknown>,
): Promise<void> {
  await expect(async () => {
    await give(page, ms);
    await seen({ timeout: 1000 });
  }).toPass();
}
