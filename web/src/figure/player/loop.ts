/** What moves the figures of a page. Time is given to a player; nothing in it reads a clock. */
export type Tick = (elapsed_ms: number) => void;

export interface Clock {
  /** Calls `tick` with the time that went by, before each picture, until the returned function is called. */
  animate(tick: Tick): () => void;
  /** Calls `then` once, so many milliseconds later, unless the returned function is called before. */
  after(ms: number, then: () => void): () => void;
}

const ticks = new Set<Tick>();
let handle: number | undefined;
let before: number | undefined;

function run(now: number): void {
  const elapsed = before === undefined ? 0 : now - before;
  before = now;
  for (const tick of [...ticks]) tick(elapsed);
  handle = ticks.size > 0 ? requestAnimationFrame(run) : undefined;
  if (handle === undefined) before = undefined;
}

/** One animation loop for all figures of a page; it stands still while nobody needs it. Hidden pages get no paint. */
const paints: Clock = {
  animate(tick) {
    ticks.add(tick);
    handle ??= requestAnimationFrame(run);
    return () => {
      ticks.delete(tick);
      if (ticks.size > 0 || handle === undefined) return;
      cancelAnimationFrame(handle);
      handle = undefined;
      before = undefined;
    };
  },
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** The page's paints, or the clock that a page was opened with: tests move it on by hand (tests/clock.ts). */
export const pageClock = (): Clock =>
  (globalThis as { poolscope_clock?: Clock }).poolscope_clock ?? paints;

/** Once the picture that a press asked for is painted: what can wait must not hold it up. */
export function oncePainted(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const paint = requestAnimationFrame(() => (timer = setTimeout(then)));
  return () => {
    cancelAnimationFrame(paint);
    clearTimeout(timer);
  };
}
