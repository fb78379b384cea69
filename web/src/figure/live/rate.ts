/** How many a latch let through, over the last seconds of a slowed run. */
import { m } from '#paraglide/messages.js';
import type { Colours } from '../../ui/marks/attributes';
import { count } from '../../model/words/format';
import type { Lasting } from './record';
import { stripOf } from './strip';

const MOST = 50_000;
const TICKS = [0, 20_000, 40_000];

/** `slower`: the page's time for each of the run's. */
export function drawRate(
  canvas: CanvasRenderingContext2D,
  size: { w: number; h: number },
  { figures }: Lasting,
  now: { readonly time_ns: number; readonly slower: number },
  colours: Colours,
): void {
  const strip = stripOf(canvas, size, now.time_ns, colours);
  const { left, right, top, foot, x } = strip;
  const y = (rate: number) => foot - (Math.min(rate, MOST) / MOST) * (foot - top);
  for (const rate of TICKS) strip.rule(y(rate), '--grid', [], count(rate));
  strip.times((seconds) => m.live_ms_ago({ count: count((seconds * 1000) / now.slower) }));
  let threads: number | undefined;
  let on = false;
  canvas.beginPath();
  for (const { run_ns, passage } of figures) {
    const at = x(run_ns);
    const rate = passage?.rate;
    if (rate === undefined || at < left) {
      on = false;
      continue;
    }
    // Another run.
    if (passage?.threads !== threads) on = false;
    threads = passage?.threads;
    if (on) canvas.lineTo(at, y(rate));
    else canvas.moveTo(at, y(rate));
    on = true;
  }
  canvas.strokeStyle = colours('--ink');
  canvas.lineWidth = 2.2;
  canvas.stroke();
  const last = figures.at(-1)?.passage?.rate;
  if (last === undefined) return;
  strip.end(y(last));
  strip.said(m.live_a_second({ count: count(last) }), right + 11, y(last) + 5);
}
