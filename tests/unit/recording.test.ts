import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Tape, type Recording } from '../../web/src/model/engine/recording';
import { unpack, type Packed } from '../../web/src/model/engine/packed';
import { CONNECTION_STATES } from '../../web/src/model/run/frame';
import type { Frame } from '../../web/src/model/run/types';
import { finished } from '../../web/src/build/runs/engine';
import { pack } from '../../web/src/build/runs/pack';
import { recordingOf, UNEVEN } from '../../web/src/build/runs/recording';

const load = (name: string) => readFileSync(`content/scenarios/${name}.json`, 'utf8');

const WAITING = new Set(
  ['socket', 'low_queue', 'high_queue'].map((name) =>
    CONNECTION_STATES.findIndex((one) => one === name),
  ),
);
/** Since when whoever waits for a thread has done so. */
const waitsSince = ({ connection_state, connection_since_ns }: Frame) =>
  connection_since_ns.filter((_, client) => WAITING.has(connection_state[client] ?? NaN));

/** Shares of work have four decimals, and are linear between steps. */
function expectSame(taped: Frame, real: Frame) {
  const { connection_since_ns, thread_progress: done } = taped;
  expect({ ...real, connection_since_ns, thread_progress: done }).toEqual(taped);
  expect(waitsSince(taped)).toEqual(waitsSince(real));
  expect(done.length).toBe(real.thread_progress.length);
  const off = done.map((share, thread) => Math.abs(share - (real.thread_progress[thread] ?? 0)));
  expect(Math.max(0, ...off)).toBeLessThan(UNEVEN + 0.001);
}

test.each([
  'mariadb-max-threads-6',
  'mariadb-eight-computing', // threads share cores
  'percona-two-groups',
  'oracle-eight-sleeps',
  'one-thread-eight-sleeps',
  'latch-eight-threads',
])('a recording of %s answers like the engine, at any time and step', (name) => {
  const json = load(name);
  const recording = recordingOf(json, {});
  if (!recording) throw new Error('not recorded');
  // As a page gets it.
  const tape = new Tape(unpack(JSON.parse(JSON.stringify(pack(recording))) as Packed) as Recording);
  const run = finished(json, {});
  const { end_ns, steps } = tape.outcome;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: end_ns }), fc.nat(steps), (time_ns, step) => {
      expectSame(tape.frame({ by: 'time', time_ns }), run.frame(time_ns) as Frame);
      expectSame(tape.frame({ by: 'step', step }), run.frame_at_step(step) as Frame);
    }),
    { numRuns: 60 },
  );
  run.free();
});

test('packed values unpack unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(unpack(JSON.parse(JSON.stringify(pack(plain))) as Packed)).toEqual(plain);
    }),
  );
});

test('a run of many thousand steps is left to the engine', () => {
  expect(recordingOf(load('dense-36-groups'), {})).toBeUndefined();
});
