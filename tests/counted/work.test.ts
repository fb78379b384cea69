/**
 * A link of a few thousand characters may hold tens of thousands of requests, threads or changes. What a page does with a run
 * must grow with its size, not with its square: counted in the blocks of code that run, as V8 counts them for coverage, not in
 * time.
 */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { posterOf } from '../../web/src/build/runs/engine';
import { standingWords } from '../../web/src/figure/model/narrator/standing';
import { scenePiece, summaryOf } from '../../web/src/figure/picture/runs';
import type { Poster } from '../../web/src/figure/player/player.svelte';
import { playableEnd } from '../../web/src/model/run/end';
import { assignSeats, extentOf } from '../../web/src/ui/views/scene/extent';
import { mostDelayed, timelineOf } from '../../web/src/ui/views/timeline';
import { burstsOf, eventTimes } from '../../web/src/ui/views/timeline-bursts';
import { TimelinePicture } from '../../web/src/ui/views/timeline-picture';
import type { Event, Frame } from '../../web/src/model/run/types';

/** Code counts its blocks only if it was read after this. */
const { take, stop } = await vi.hoisted(async () => {
  const { Session } = await import('node:inspector');
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    /** The blocks that have run since the last call. */
    take: (): number => {
      let blocks = 0;
      session.post('Profiler.takePreciseCoverage', (_, { result }) => {
        for (const { functions } of result)
          for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
      });
      return blocks;
    },
    stop: () => session.disconnect(),
  };
});

// Counting would slow the files that this process runs after this one.
afterAll(stop);

function work(call: () => unknown): number {
  take();
  call();
  return take();
}

const MANY = 1_000;
/** Twice as much is twice the work, and the logarithm of a sort; four times would be a square. */
const MOST = 2.6;

const grows = (of: (size: number) => () => unknown) => {
  const [once, twice] = [MANY, 2 * MANY].map((size) => {
    const call = of(size);
    call(); // what is remembered from call to call
    return work(call);
  });
  return (twice ?? 0) / (once ?? 1);
};

const times = <T>(size: number, one: (index: number) => T): T[] =>
  Array.from({ length: size }, (_, index) => one(index));
const server = { scheduler: 'mariadb', thread_pool_size: 2 };
const request = (connection: number, at_us: number, steps: object[] = []) => ({
  connection,
  at_us,
  steps,
});

const LARGE: Readonly<Record<string, (size: number) => object>> = {
  'requests of one connection at one instant': (size) => ({
    server,
    requests: times(size, () => request(1, 1)),
  }),
  'requests of one connection, one after the other': (size) => ({
    server,
    requests: times(size, (at) => request(1, at + 1)),
  }),
  connections: (size) => ({
    server,
    requests: times(size, (at) => request(at + 1, 1, [{ cpu_us: 5 }])),
  }),
  'threads of their own': (size) => ({
    server: { scheduler: 'one-thread-per-connection' },
    requests: times(size, (at) => request(at + 1, 1, [{ wait_us: 500, kind: 'sleep' }])),
  }),
  'steps of statements': (size) => ({
    server,
    requests: times(size / 500, (at) =>
      request(
        1,
        at + 1,
        times(500, (step) => (step % 2 ? { cpu_us: 1 } : { wait_us: 20 })),
      ),
    ),
  }),
  changes: (size) => ({
    server,
    requests: [request(1, 1, [{ cpu_us: 5 }])],
    changes: times(size, (at) => ({
      at_us: at + 1,
      variable: 'thread_pool_max_threads',
      value: 100 + (at % 2),
    })),
  }),
  locks: (size) => ({
    server: { scheduler: 'one-thread-per-connection' },
    requests: times(size, (at) =>
      request((at % 20) + 1, at + 1, [{ lock: `l${at}` }, { cpu_us: 1 }, { unlock: `l${at}` }]),
    ),
  }),
  'clients that leave': (size) => ({
    server,
    requests: times(size, (at) => request(at + 1, 1, [{ wait_us: 5_000 }])),
    // At most 1,000.
    leaves: times(size / 2, (at) => ({ at_us: at + 10, connection: at + 1, by: 'close' })),
  }),
};

/** Everything that is drawn and said of a run at a moment. */
function shown(poster: Poster): void {
  const { outcome, first, frame } = poster;
  const data = timelineOf(outcome, []);
  const end_ns = playableEnd(outcome);
  const picture = new TimelinePicture({
    blocks: [{ data, chosen: mostDelayed(outcome.lives)?.request }],
    box: { width: 900, height: 190 },
    end_ns,
    times: () => eventTimes([data], end_ns),
    id: 'p',
  });
  picture.at(end_ns / 2, { frames: [frame] });
  extentOf(outcome, first);
  scenePiece(poster, 900, 400);
  summaryOf(poster);
  standingWords(poster);
}

describe('twice as many', () => {
  test.each(Object.entries(LARGE))('%s', (_, scenario) => {
    const ratio = grows((size) => {
      const json = JSON.stringify({ ...scenario(size), until_us: 20_000 });
      const poster = posterOf(json, { time_ns: 5e6 });
      return () => shown(poster);
    });
    expect(ratio).toBeLessThan(MOST);
  });

  test('events within a few pixels, of which most share an instant', () => {
    const ratio = grows((size) => {
      const at = times(size, (index) => (index < 3 ? index : 100));
      return () => burstsOf(at, 1_000);
    });
    expect(ratio).toBeLessThan(MOST);
  });

  test('threads that come and go', () => {
    const first = { thread_id: new Uint32Array(), thread_group: new Uint32Array() };
    const ratio = grows((size) => {
      const events = times(2 * size, (at) => ({
        kind: at < size || at % 2 === 0 ? 'thread_created' : 'thread_exited',
        thread: at < size || at % 2 === 0 ? at : at - size,
        group: 0,
      })) as unknown as Event[];
      return () => assignSeats(first as unknown as Frame, events);
    });
    expect(ratio).toBeLessThan(MOST);
  });
});

test('the count finds a square', () => {
  const square = (size: number) => () => {
    let sum = 0;
    for (let one = 0; one < size; one += 1) for (let two = 0; two < size; two += 1) sum += two;
    return sum;
  };
  expect(grows(square)).toBeGreaterThan(3.5);
});
