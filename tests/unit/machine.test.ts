import { describe, expect, test } from 'vitest';
import { stallLeft_ns } from '../../web/src/model/run/machine';
import { NONE, THREAD_STATES } from '../../web/src/model/run/frame';
import type { Frame, Outcome } from '../../web/src/model/run/types';
import type { Mark } from '../../web/src/ui/marks/marks';
import { extentOf } from '../../web/src/ui/views/scene/extent';
import { layoutScene } from '../../web/src/ui/views/scene/layout';
import { CoreSeats, latchView, machineExtent } from '../../web/src/ui/views/scene/machine/machine';
import { machinePiece } from '../../web/src/ui/views/scene/machine/picture';
import { machineSummary } from '../../web/src/ui/views/scene/machine/summary';
import { overprinted, seen, wordsIn } from '../seen';

const state = (name: (typeof THREAD_STATES)[number]) => THREAD_STATES.indexOf(name);

/** The columns that the picture of cores and latch reads. */
function frame(threads: Readonly<Record<number, (typeof THREAD_STATES)[number]>>, more = {}) {
  const ids = Object.keys(threads).map(Number);
  return {
    time_ns: 2e6,
    step: 3,
    cores: 2,
    on_cpu: 1,
    thread_id: Uint32Array.from(ids),
    thread_state: Uint8Array.from(Object.values(threads), state),
    latch_state: 0,
    latch_holder: NONE,
    latch_queue: new Uint32Array(),
    latch_asleep: 0,
    open_transactions: 0,
    run_queue: new Uint32Array(),
    ...more,
  } as unknown as Frame;
}
const outcome = {
  scenario: { stalls: [{ at_us: 1_000, for_us: 5_000 }] },
} as unknown as Outcome;

test('waiters at the latch differ: those in front spin, those behind sleep', () => {
  const held = frame(
    { 4: 'holds_latch', 1: 'latch', 2: 'latch', 3: 'latch' },
    { latch_state: 2, latch_holder: 4, latch_queue: Uint32Array.of(2, 3, 1), latch_asleep: 2 },
  );
  const latch = latchView(held, outcome);
  expect(latch).toEqual({
    state: 'stalled',
    holder: 4,
    spinning: [2],
    asleep: [3, 1],
    stall_left_ns: 4e6,
  });
  const words = machineSummary(held, latch, { latch: true, run_queue: false });
  expect(words).toContain('thread 4, is held up for 4');
  expect(words).toContain('Spinning: 1; asleep: 2');
  expect(latchView(frame({}), outcome)).toMatchObject({ state: 'free', holder: undefined });
});

test('a thread keeps its core for as long as it runs', () => {
  const seats = new CoreSeats();
  expect(seats.take(frame({ 5: 'running', 7: 'running' }))).toEqual([5, 7]);
  expect(seats.take(frame({ 1: 'running', 5: 'latch', 7: 'running' }))).toEqual([1, 7]);
  expect(seats.take(frame({ 1: 'runnable', 7: 'idle' }))).toEqual([undefined, undefined]);
});

test('a stall is over when its time has passed', () => {
  const stalls = [
    { at_us: 10, for_us: 5 },
    { at_us: 12, for_us: 1 },
  ];
  expect(stallLeft_ns(stalls, 9_999)).toBe(0);
  expect(stallLeft_ns(stalls, 12_000)).toBe(3_000);
  expect(stallLeft_ns(stalls, 15_000)).toBe(0);
  expect(stallLeft_ns(undefined, 0)).toBe(0);
});

test('cores with a picture of their own leave their room to the groups', () => {
  const group = { group: NONE, clients: [0], seats: 1, high: 0, low: 0, unpolled: 0 };
  const extent = {
    own_threads: true,
    cached: 0,
    seat_of: new Map(),
    groups: [{ ...group, refusals: false }],
  };
  for (const width of [340, 720, 1060]) {
    const made = layoutScene({ extent, width, no_cores: true });
    expect(made.cores).toBeUndefined();
    expect(made.groups[0]?.box.w ?? 0).toBeGreaterThan(made.width - 200);
  }
});

test('while the result is hidden the room at the latch does not reveal the length of its queue', () => {
  const run = (waiters: number, not_kept: object | null = null) =>
    ({
      scenario: { machine: { latch: {}, run_queue: {} }, stalls: [] },
      metrics: { threads_peak: waiters, series: { columns: [], values: [] } },
      lives: Array.from({ length: waiters }, () => ({
        segments: ['run_queue', 'latch'].map((place) => ({ place, start_ns: 5, end_ns: 9 })),
      })),
      not_kept,
    }) as unknown as Outcome;
  const first = { connection_id: new Uint32Array(6), cores: 2 } as unknown as Frame;
  expect(machineExtent(run(3), first)).toMatchObject({ run_queue_most: 3, latch_most: 3 });
  for (const veiled of [run(3), run(5), run(4, {})])
    expect(machineExtent(veiled, first, true)).toEqual(machineExtent(run(3), first, true));
  expect(machineExtent(run(3), first, true)).toMatchObject({ latch_most: undefined });
});

test('while the result is hidden a group’s queues have room for every client', () => {
  const run = (waiters: number) => {
    const segments = ['socket', 'queue'].map((place) => ({ place, start_ns: 5, end_ns: 9 }));
    const lives = Array.from({ length: waiters }, () => ({ connection: 0, group: 0, segments }));
    return { lives, events: [], metrics: { groups: [{ running_peak: 1 }] } } as unknown as Outcome;
  };
  const clients = new Uint32Array(6);
  const first = {
    connection_id: clients,
    connection_group: clients,
    thread_id: new Uint32Array(0),
    group_connections: [6],
  } as unknown as Frame;
  const rooms = (waiters: number, veiled: boolean) => extentOf(run(waiters), first, veiled).groups;
  expect(rooms(2, false)).toMatchObject([{ high: 0, low: 2, unpolled: 2 }]);
  expect(rooms(2, true)).toMatchObject([{ high: 0, low: 6, unpolled: 6 }]);
  expect(rooms(5, true)).toEqual(rooms(0, true));
});

describe('the latch', () => {
  const at = (waiting: number, asleep: number, held = true) => {
    const first = held ? ('holds_latch' as const) : ('idle' as const);
    const ids = Object.fromEntries(
      Array.from({ length: waiting + 1 }, (_, thread) => [
        thread,
        thread === 0 ? first : ('latch' as const),
      ]),
    );
    const queue = Uint32Array.from({ length: waiting }, (_, index) => index + 1);
    return frame(ids, {
      latch_state: held ? 1 : 0,
      latch_holder: held ? 0 : NONE,
      latch_queue: queue,
      latch_asleep: asleep,
      connection_state: new Uint8Array(),
      thread_conn: Uint32Array.from({ length: waiting + 1 }, (_, index) => index),
      thread_request: Uint32Array.from({ length: waiting + 1 }, (_, index) => 100 + index),
      thread_progress: new Float32Array(waiting + 1),
      on_cpu: 0,
      cores: 4,
    });
  };
  const extent = {
    latch: true,
    run_queue: false,
    connections: 300,
    cores: 4,
    run_queue_most: 0,
    latch_most: undefined,
    waits: false,
  };
  const picture = (now: Frame, width: number, height: number) =>
    machinePiece(
      {
        extent,
        frame: now,
        cores: Array.from({ length: 4 }),
        latch: latchView(now, outcome),
        own: true,
        labels: Array.from({ length: 400 }, (_, client) => String(client)),
      },
      width,
      height,
    ).marks;
  const states = (marks: readonly Mark[]) =>
    [...seen(marks)].flatMap(({ mark }) =>
      mark.data?.['state'] === undefined
        ? []
        : [
            {
              state: String(mark.data['state']),
              request: mark.data['request'],
              count: mark.data['count'],
            },
          ],
    );

  test.each([
    [920, 420],
    [430, 200],
    [358, 330],
    [360, 200],
  ])('in %d by %d: the holder is in the ring, spinners are nearer than sleepers', (w, h) => {
    for (const [waiting, asleep] of [
      [0, 0],
      [5, 2],
      [60, 52],
      [198, 189],
    ] as const) {
      const marks = picture(at(waiting, asleep), w, h);
      const bodies = states(marks);
      expect(bodies.filter(({ state }) => state === 'run').map(({ request }) => request)).toEqual([
        100,
      ]);
      expect(bodies.filter(({ state }) => state === 'latch')).toHaveLength(waiting);
      const words = wordsIn(marks);
      expect(overprinted(words)).toEqual([]);
      expect(words.some((one) => one.words.includes(String(waiting)))).toBe(true);
      if (waiting === 0) continue;
      const places = [...seen(marks)].flatMap(({ mark, x, y }) =>
        mark.kind === 'group' && mark.data?.['state'] !== undefined
          ? [
              {
                request: Number(mark.data['request']),
                x: x + Number(mark.x),
                y: y + Number(mark.y),
              },
            ]
          : [],
      );
      const ring = places.find(({ request }) => request === 100);
      const far = ({ x, y }: { x: number; y: number }) =>
        Math.hypot(x - (ring?.x ?? 0), y - (ring?.y ?? 0));
      const [spins, sleeps] = [true, false].map((spinning) =>
        places.filter(
          ({ request }) => request !== 100 && request - 100 <= waiting - asleep === spinning,
        ),
      );
      expect(Math.max(...(spins ?? []).map(far))).toBeLessThanOrEqual(
        Math.min(...(sleeps ?? []).map(far)) + 12,
      );
    }
  });

  test('very many are one shape, and none is missing', () => {
    const marks = picture(at(290, 290), 920, 420);
    expect(states(marks).filter(({ state }) => state === 'latch')).toEqual([
      { state: 'latch', request: undefined, count: 290 },
    ]);
  });

  test('without a holder the ring is empty', () => {
    const marks = picture(at(0, 0, false), 920, 420);
    expect(states(marks)).toEqual([]);
    expect(wordsIn(marks).map(({ words }) => words)).toContain('nobody inside');
  });
});
