import { expect, test } from 'vitest';
import { stallLeft_ns } from '../../web/src/model/run/machine';
import { NONE, THREAD_STATES } from '../../web/src/model/run/frame';
import type { Frame, Outcome } from '../../web/src/model/run/types';
import { extentOf } from '../../web/src/ui/views/scene/extent';
import { serverSummary } from '../../web/src/ui/views/scene/latch';

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
  scenario: { machine: { latch: {} }, stalls: [{ at_us: 1_000, for_us: 5_000 }] },
} as unknown as Outcome;

test('the latch in a sentence: who holds it, and who spins or sleeps before it', () => {
  const held = frame(
    { 4: 'holds_latch', 1: 'latch', 2: 'latch', 3: 'latch' },
    { latch_state: 2, latch_holder: 4, latch_queue: Uint32Array.of(2, 3, 1), latch_asleep: 2 },
  );
  const [words] = serverSummary(held, outcome);
  expect(words).toContain('thread 4, is held up for 4');
  expect(words).toContain('Spinning: 1; asleep: 2');
  expect(serverSummary(frame({}), outcome)[0]).toContain('nobody holds it');
  expect(serverSummary(held, { scenario: {} } as unknown as Outcome)).toEqual([]);
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
