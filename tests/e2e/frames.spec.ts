import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { wake, watch } from './watch';

const DENSE = '/scenarios/dense-36-groups/';
const BUDGET_MS = 16.7;

interface Costs {
  readonly frames: number;
  readonly p50: number;
  readonly p95: number;
  /** Share of the frames that script, style and layout left within the budget. */
  readonly within: number;
  /** Main thread at work in all, by the browser's own account, for one frame. */
  readonly mean_task_ms: number;
}

async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? 0;
}

/**
 * What a frame costs the page's own thread: from the beginning of each animation frame, and of each
 * answer of the engine, until style and layout are done. Wall time between paints would measure how
 * busy the machine is; a frame here is what the page itself does.
 */
async function costs(page: Page, cdp: CDPSession, frames: number): Promise<Costs> {
  const tasks_before = await metric(cdp, 'TaskDuration');
  const spent = await page.evaluate(
    (wanted) =>
      new Promise<number[]>((done) => {
        const all: number[] = [];
        let before = performance.now();
        let busy = 0;
        const counted = window as unknown as { busy_ms: number };
        const step = () => {
          busy = counted.busy_ms;
          counted.busy_ms = 0;
          all.push(busy);
          before = performance.now();
          if (all.length > wanted) done(all.slice(1));
          else requestAnimationFrame(step);
        };
        counted.busy_ms = 0;
        requestAnimationFrame(step);
        void before;
      }),
    frames,
  );
  const mean_task_ms = ((await metric(cdp, 'TaskDuration')) - tasks_before) * (1000 / frames);
  const sorted = spent.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const within = sorted.filter((ms) => ms <= BUDGET_MS).length / sorted.length;
  return { frames, p50: at(0.5), p95: at(0.95), within, mean_task_ms };
}
