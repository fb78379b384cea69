import { expect, test } from 'vitest';
import { stallLeft_ns } from '../../web/src/model/run/machine';
import { NONE, THREAD_STATES } from '../../web/src/model/run/frame';
import type { Frame, Outcome } from '../../web/src/model/run/types';
import { extentOf } from '../../web/src/ui/views/scene/extent';
import { layoutScene } from '../../web/src/ui/views/scene/layout';
import { CoreSeats, latchView, machineExtent } from '../../web/src/ui/views/scene/machine/machine';
import { lanesOf } from '../../web/src/ui/views/scene/machine/over-time';
import { machinePiece } from '../../web/src/ui/views/scene/machine/picture';
import { machineSummary } from '../../web/src/ui/views/scene/machine/summary';

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
  events: [{ kind: 'latch_taken', step: 2, at_ns: 1e6, thread: 4, hold_ns: 700 }],
} as unknown as Outcome;

test('waiters at the latch are told apart: those in front spin, those behind sleep', () => {
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
    grant_ns: 700,
    stall_left_ns: 4e6,
  });
  const words = machineSummary(held, latch, { latch: true, run_queue: false });
  expect(words).toContain('thread 4, is held up for 4');
  expect(words).toContain('spinning: 1; asleep: 2');
  expect(latchView(frame({}), outcome)).toMatchObject({ state: 'free', grant_ns: undefined });
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

test('cores that have a picture of their own leave their room to the groups', () => {
  const group = { group: NONE, clients: [0], seats: 1, high: 0, low: 0, unpolled: 0, idle: 0 };
  const extent = {
    own_threads: true,
    cached: 0,
    seat_of: new Map(),
    groups: [{ ...group, refusals: false }],
  };
  for (const width of [340, 720, 1060]) {
    const made = layoutScene({ extent, width, no_cores: true, why_lines: () => 0 });
    expect(made.cores).toBeUndefined();
    expect(made.groups[0]?.box.w ?? 0).toBeGreaterThan(made.width - 200);
  }
});

test('under a veil there is room for everybody, however long the lines get', () => {
  const run = (waiters: number, not_kept: object | null = null) =>
    ({
      scenario: { machine: { latch: {}, run_queue: {} }, stalls: [] },
      metrics: { threads_peak: waiters },
      lives: Array.from({ length: waiters }, () => ({
        segments: ['run_queue', 'latch'].map((place) => ({ place, start_ns: 5, end_ns: 9 })),
      })),
      not_kept,
    }) as unknown as Outcome;
  const first = { client_id: new Uint32Array(6), cores: 2 } as unknown as Frame;
  expect(machineExtent(run(3), first)).toMatchObject({ run_queue_most: 3, latch_most: 3 });
  for (const veiled of [run(3), run(5), run(4, {})])
    expect(machineExtent(veiled, first, true)).toMatchObject({ run_queue_most: 6, latch_most: 6 });
});

test('under a veil the queues of a group have room for everybody, however long they get', () => {
  const run = (waiters: number) => {
    const segments = ['socket', 'queue'].map((place) => ({ place, start_ns: 5, end_ns: 9 }));
    const lives = Array.from({ length: waiters }, () => ({ connection: 0, group: 0, segments }));
    return { lives, events: [], metrics: { groups: [{ running_peak: 1 }] } } as unknown as Outcome;
  };
  const clients = new Uint32Array(6);
  const first = {
    client_id: clients,
    client_group: clients,
    thread_id: new Uint32Array(0),
    group_connections: [6],
  } as unknown as Frame;
  const rooms = (waiters: number, veiled: boolean) => extentOf(run(waiters), first, veiled).groups;
  expect(rooms(2, false)).toMatchObject([{ high: 0, low: 2, unpolled: 2 }]);
  expect(rooms(2, true)).toMatchObject([{ high: 0, low: 6, unpolled: 6 }]);
  expect(rooms(5, true)).toEqual(rooms(0, true));
});

test('under a veil the line at the latch is drawn up to now, whatever comes after', () => {
  const run = (latch: readonly number[]) =>
    ({
      scenario: {},
      metrics: { series: { bucket_ns: 1e6, columns: ['latch'], values: [latch] } },
      lives: [],
      not_kept: null,
    }) as unknown as Outcome;
  const [short, long] = [run([1, 4, 2, 0, 0, 0]), run([1, 4, 2, 0, 90, 70])];
  const drawn = (of: Outcome, veiled: boolean) =>
    machinePiece(
      {
        extent: {
          latch: true,
          run_queue: false,
          connections: 4,
          cores: 2,
          run_queue_most: 0,
          latch_most: 4,
          stalls: false,
        },
        frame: frame({}, { time_ns: 3e6 }),
        cores: [undefined, undefined],
        latch: latchView(frame({}), outcome),
        over: { outcome: of, end_ns: 6e6, now_ns: 3e6, veiled },
      },
      1_200,
    );
  expect(drawn(short, true)).toEqual(drawn(long, true));
  expect(drawn(short, false)).not.toEqual(drawn(long, false));
  const [seen] = lanesOf(long, 6e6, 3e6, 3e6);
  expect(seen?.most).toBe(4);
  expect(seen?.path).toMatch(/H50V100Z$/);
});
