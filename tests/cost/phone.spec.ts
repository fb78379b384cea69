import { createServer as listen, connect, type AddressInfo, type Socket } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { serve } from '../../web/tools/server.mjs';
import { test } from '../watch';

// A poor phone on a slow network, as in Lighthouse. Times are only printed; the test fails by what was requested, when, and
// how many bytes it had. The network is slowed outside of the browser, because a worker's requests do not go through a
// page's.

const LESSON = 'lessons/six-threads-eight-sleeps/';
const RTT_MS = 150;
const BYTES_PER_MS = 1_600_000 / 8 / 1000;
const KB = 1024;
/** A figure's code and its recorded run: all that a tap waits for. A tenth above what it was on 28 November 2026. */
const MOST_FOR_A_TAP = 116 * KB;

const print = (line: string) => process.stdout.write(`  ${line}\n`);

/** A proxy with a slow network: every request is delayed by a round trip, and all answers share one pipe. */
async function slowly(port: number): Promise<{ address: string; close: () => void }> {
  const open = new Set<Socket>();
  let free_at = 0;
  const server = listen((reader) => {
    const site = connect(port, '127.0.0.1');
    for (const one of [reader, site]) {
      open.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        open.delete(one);
        reader.destroy();
        site.destroy();
      });
    }
    reader.on('data', (bytes) => setTimeout(() => site.write(bytes), RTT_MS));
    site.on('data', (bytes) => {
      const now = performance.now();
      free_at = Math.max(free_at, now) + bytes.length / BYTES_PER_MS;
      setTimeout(() => reader.write(bytes), free_at - now);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close();
      for (const one of open) one.destroy();
    },
  };
}

interface LoggedRequest {
  readonly url: string;
  readonly bytes: number;
  /** Since the tap. */
  readonly from_ms: number;
  readonly to_ms: number;
}

interface Timed {
  pressed?: number;
  moved?: number;
  ready?: number;
  lcp?: number | undefined;
  /** The engine's worker, its first request, and the time of its answer. */
  worker?: string;
  ask?: unknown;
  answered?: number;
}

/** Records when the page was pressed, when its figure was ready and when it first moved. Runs in the page. */
function takeDown(): void {
  const timed: Timed = ((globalThis as { timed?: Timed }).timed = {});
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      timed.worker = String(url);
      this.addEventListener('message', () => (timed.answered ??= performance.now()));
    }
    override postMessage(ask: unknown): void {
      timed.ask ??= ask;
      super.postMessage(ask);
    }
  };
  new PerformanceObserver((list) => {
    timed.lcp = list.getEntries().at(-1)?.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  addEventListener('pointerdown', (event) => (timed.pressed ??= event.timeStamp), true);
  addEventListener('DOMContentLoaded', () => {
    const figure = document.querySelector('figure');
    if (!figure) return;
    new MutationObserver(() => {
      const { state } = figure.dataset;
      if (/ready|paused|playing/.test(state ?? '')) timed.ready ??= performance.now();
      if (state !== 'playing' || timed.moved !== undefined) return;
      // Once two pictures of it have been painted.
      requestAnimationFrame(() => requestAnimationFrame(() => (timed.moved ??= performance.now())));
    }).observe(figure, { attributes: true, attributeFilter: ['data-state'] });
  });
}

const timedIn = (page: Page) => page.evaluate(() => (globalThis as { timed?: Timed }).timed ?? {});

const answered = (page: Page) =>
  expect.poll(async () => (await timedIn(page)).answered).toBeGreaterThan(0);

/**
 * The time from creating a worker to its run, with all files loaded. A browser slows only the page's own thread, and so
 * does this.
 */
async function engineStart(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { worker = '', ask } = (globalThis as { timed?: Timed }).timed ?? {};
    const from = performance.now();
    const engine = new Worker(worker, { type: 'module' });
    try {
      await new Promise<void>((done, fail) => {
        engine.onmessage = ({ data }: MessageEvent<{ type: string }>) => {
          if (data.type === 'opened') done();
        };
        engine.onerror = () => fail(new Error('no engine'));
        engine.postMessage(ask);
      });
      return performance.now() - from;
    } finally {
      engine.terminate();
    }
  });
}

/** What the page and its workers fetched after the tap. */
async function tapped(page: Page, before: () => Promise<void>) {
  const asked: {
    url: string;
    at: number;
    done: Promise<Omit<LoggedRequest, 'url' | 'from_ms'>>;
  }[] = [];
  await before();
  await page.waitForLoadState('networkidle');
  const begin = performance.now();
  page.on('request', (request) => {
    const at = performance.now() - begin;
    const done = request
      .response()
      .then(async (response) => {
        await response?.finished();
        const { responseBodySize: bytes } = await request.sizes();
        return { bytes, to_ms: performance.now() - begin };
      })
      .catch(() => ({ bytes: 0, to_ms: performance.now() - begin }));
    asked.push({ url: request.url(), at, done });
  });
  await page.getByRole('button', { name: /^Play/ }).first().tap();
  await expect.poll(async () => (await timedIn(page)).moved).toBeGreaterThan(0);
  await answered(page);
  const all: LoggedRequest[] = [];
  for (const { url, at, done } of [...asked]) all.push({ url, from_ms: at, ...(await done) });
  const { pressed = 0, ready = 0, moved = 0, lcp = 0 } = await timedIn(page);
  const followed = await page.evaluate(
    (since) =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name, startTime }) => (startTime > since ? name : [])),
    ready,
  );
  return {
    asked: all,
    followed,
    ready_ms: ready - pressed,
    moved_ms: moved - pressed,
    lcp_ms: lcp,
  };
}

const bytesOf = (asked: readonly LoggedRequest[]) =>
  asked.reduce((sum, { bytes }) => sum + bytes, 0);
const kb = (bytes: number) => `${(bytes / KB).toFixed(0)} KB`;
const name = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

test.describe('on a poor phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

  for (const scrolled of [false, true])
    test(`a lesson’s figure plays ${scrolled ? 'at once after the reader has scrolled to it' : 'after one press, and requests everything it needs at once'}`, async ({
      page,
    }) => {
      const site = await serve({ base: '', port: 0 });
      const slow = await slowly(Number(new URL(site.address).port));
      try {
        const cdp = await page.context().newCDPSession(page);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        await page.addInitScript(takeDown);
        const took = await tapped(page, async () => {
          await page.goto(slow.address + LESSON);
          if (!scrolled) return;
          const fetched = page.waitForResponse((response) => response.url().endsWith('.wasm'));
          await page.mouse.wheel(0, 40);
          await (await fetched).finished();
        });
        const { asked, followed, ready_ms, moved_ms, lcp_ms } = took;
        print(
          `${scrolled ? 'scrolled, then tapped' : 'tapped, nothing cached'}: ready after ${ready_ms.toFixed(0)} ms, moving after ` +
            `${moved_ms.toFixed(0)} ms; ${asked.length} requests of ${kb(bytesOf(asked))}; largest paint at ${lcp_ms.toFixed(0)} ms`,
        );
        for (const { url, from_ms, to_ms, bytes } of asked)
          if (bytes > 4 * KB)
            print(`    ${from_ms.toFixed(0)} to ${to_ms.toFixed(0)} ms ${kb(bytes)} ${name(url)}`);
        if (scrolled) {
          expect(asked.map(({ url }) => name(url))).toEqual([]);
          return;
        }
        const isEngine = ({ url }: LoggedRequest) => /\/worker[-.]|\.wasm$/.test(url);
        const needed = asked.filter((one) => !isEngine(one) && !followed.includes(one.url));
        print(`of them it waited for ${needed.length}, ${kb(bytesOf(needed))}`);
        expect(bytesOf(needed)).toBeLessThan(MOST_FOR_A_TAP);
        expect(needed.length).toBeGreaterThan(0);
        // Its run loads together with its code; the text next to it follows, and then the engine.
        const last = Math.max(...needed.map(({ to_ms }) => to_ms));
        const run = needed.find(({ url }) => url.endsWith('/run.json'));
        expect(run?.from_ms).toBeLessThan(last);
        const parts = asked.filter(({ url }) => followed.includes(url) && url.endsWith('.js'));
        expect(parts.length).toBeGreaterThan(0);
        const engine = asked.filter(isEngine);
        expect(engine.length).toBeGreaterThan(0);
        const follows = Math.min(...parts.map(({ from_ms }) => from_ms));
        for (const { from_ms } of engine) expect(from_ms).toBeGreaterThan(follows);
        print(
          `the engine's start by itself, all files there: ${(await engineStart(page)).toFixed(0)} ms`,
        );
      } finally {
        slow.close();
        site.close();
      }
    });
});
