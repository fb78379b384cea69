/** One animation loop for all figures of a page; it stands still while nobody needs it. */
export type Tick = (elapsed_ms: number) => void;

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

/** Calls `tick` before each paint until the returned function is called. Hidden pages get no paint. */
export function animate(tick: Tick): () => void {
  ticks.add(tick);
  handle ??= requestAnimationFrame(run);
  return () => {
    ticks.delete(tick);
    if (ticks.size > 0 || handle === undefined) return;
    cancelAnimationFrame(handle);
    handle = undefined;
    before = undefined;
  };
}

/** For tests and for the curious: how many figures are moving. */
export function moving(): number {
  return ticks.size;
}
