/** The clock that moves the figures of a page. Players get time from it and read no clock themselves. */
export type Tick = (elapsed_ms: number) => void;

export interface Clock {
  /** Calls `tick` with the elapsed time before each picture, until the returned function is called. */
  animate(tick: Tick): () => void;
  /** Calls `then` once after this many milliseconds, unless the returned function is called first. */
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

/** One animation loop for all figures of a page; it stops while no figure needs it. Hidden pages get no frames. */
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

/** The page's animation frames, or a clock that a test has installed and advances by hand (tests/clock.ts). */
export const pageClock = (): Clock =>
  (globalThis as { poolscope_clock?: Clock }).poolscope_clock ?? paints;

/** Runs after the next paint, for work that must not delay the picture that a press asked for. */
export function oncePainted(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const paint = requestAnimationFrame(() => (timer = setTimeout(then)));
  return () => {
    cancelAnimationFrame(paint);
    clearTimeout(timer);
  };
}
