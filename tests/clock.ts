import { expect, type BrowserContext, type Frame, type Page } from '@playwright/test';
import type { Clock, Tick } from '../web/src/figure/player/loop';

export interface HandClock extends Clock {
  /** So much time goes by. */
  on(ms: number): void;
  /** How many figures are moving. */
  moving(): number;
}

/** A clock that stands until it is told how much time has gone by. It is also sent into browsers: it may use nothing from here. */
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

/** A script that gives a document such a clock; before any other of its scripts. */
export const CLOCK = `globalThis.poolscope_clock ??= (${handClock.toString()})();`;

/** Opens the documents of a page or of all its pages, and those of their frames, with such a clock. Before the first `goto`. */
export async function holdClock(page: Page | BrowserContext): Promise<void> {
  await page.addInitScript({ content: CLOCK });
}

async function give(page: Page, ms: number): Promise<void> {
  for (const frame of page.frames())
    await frame
      .evaluate((ms) => (globalThis as Held).poolscope_clock?.on(ms), ms)
      .catch((error: unknown) => {
        // A page may let go of a frame when its own time goes by.
        if (!frame.isDetached()) throw error;
      });
}

/** How many figures of a document move, which is to stand still while no time goes by. */
export const moving = (frame: Page | Frame): Promise<number> =>
  frame.evaluate(() => (globalThis as Held).poolscope_clock?.moving() ?? NaN);

const movingAnywhere = async (page: Page): Promise<number> => {
  const counts = await Promise.all(page.frames().map((one) => moving(one).catch(() => 0)));
  return counts.reduce((sum, count) => sum + (count || 0), 0);
};

/**
 * Time goes by for the figures that move, in every document of the page. One that plays moves once its document has
 * heard that it is seen: until then the time would be nobody's.
 */
export async function timeGoesBy(page: Page, ms: number): Promise<void> {
  await expect.poll(() => movingAnywhere(page), 'nobody takes the time').toBeGreaterThan(0);
  await give(page, ms);
}

/** Time goes by where no figure moves: none is to take it. */
export async function timeIsNobodys(page: Page, ms: number): Promise<void> {
  await expect.poll(() => movingAnywhere(page)).toBe(0);
  await give(page, ms);
}

/** So much time goes by, more than once where it began to be waited for later, until something is to be seen. */
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
