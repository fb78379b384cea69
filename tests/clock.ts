import type { Page } from '@playwright/test';
import type { Clock, Tick } from '../web/src/figure/player/loop';

/** A display's picture: time goes by in steps of it, as it does for a reader. */
const PICTURE_MS = 16;

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

/** Opens the page's documents, and those of its frames, with such a clock. Before the first `goto`. */
export async function holdClock(page: Page): Promise<void> {
  const content = `globalThis.poolscope_clock = (${handClock.toString()})(${PICTURE_MS});`;
  await page.addInitScript({ content });
}

/** Lets time go by in every document of the page. */
export async function timeGoesBy(page: Page, ms: number): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(
      (ms) => (globalThis as { poolscope_clock?: HandClock }).poolscope_clock?.on(ms),
      ms,
    );
}
