import { expect, test } from 'vitest';
import {
  comfortableSpeed,
  FASTEST,
  forward,
  otherSpeed,
  speedsFor,
  type Speed,
} from '../../web/src/figure/player/clock';
import { instructiveMoment } from '../../web/src/figure/player/moment';
import { playableEnd } from '../../web/src/model/run/end';
import {
  eventsDone,
  instants,
  later,
  nextOf,
  nextStop,
  previousOf,
  previousStop,
  stopsOf,
  type Position,
} from '../../web/src/figure/player/steps';
import { passagesPerSecond, timesSlower } from '../../web/src/model/run/passages';
import type { Event, Life } from '../../web/src/model/run/types';
import { runNamed } from '../seen';

const event = (at_ns: number, step: number) => ({ at_ns, step, kind: 'thread_listens' }) as Event;
const events = [event(0, 1), event(0, 2), event(5, 2), event(9, 4)];
const stops = stopsOf(events);
const time = (time_ns: number): Position => ({ time_ns, step: undefined });

test('steps of one instant are distinct, steps without an entry are skipped', () => {
  expect(stops.map(({ step }) => step)).toEqual([1, 2, 4]);
});

test('forward and back visit the same stops', () => {
  expect(nextStop(stops, { time_ns: 0, step: 1 })).toMatchObject({ step: 2 });
  expect(nextStop(stops, { time_ns: 5, step: 2 })).toMatchObject({ step: 4 });
  expect(nextStop(stops, { time_ns: 9, step: 4 })).toBeUndefined();
  expect(previousStop(stops, { time_ns: 9, step: 4 })).toMatchObject({ step: 2 });
  expect(previousStop(stops, { time_ns: 0, step: 1 })).toBeUndefined();
});

test('from between two stops, back is the one just passed', () => {
  expect(previousStop(stops, time(7))).toMatchObject({ step: 2 });
  expect(nextStop(stops, time(7))).toMatchObject({ step: 4 });
});

test('the log knows what has happened', () => {
  expect(eventsDone(events, { time_ns: 0, step: 1 })).toBe(1);
  expect(eventsDone(events, time(0))).toBe(2);
  expect(eventsDone(events, time(100))).toBe(4);
});

test('time passes at the speed, never past the end, and a hidden tab makes no jump', () => {
  expect(forward(0, 10, 0.5, 1e9)).toBe(5_000_000);
  expect(forward(0, 60_000, 1, 1e12)).toBe(100_000_000);
  expect(forward(9, 10, 1, 10)).toBe(10);
});

test('a run lasts as long as a reader needs', () => {
  expect(comfortableSpeed(4e9)).toBe(1);
  expect(comfortableSpeed(32e9)).toBe(2);
  expect(speedsFor(50e6)).toContain(comfortableSpeed(50e6));
  expect(50 / comfortableSpeed(50e6)).toBeGreaterThan(2_000);
});

test('speeds go from a hundredth to as fast as possible, and slower for runs of milliseconds', () => {
  expect(speedsFor(4e9).slice(0, 2)).toEqual(['story', 0.01]);
  expect(speedsFor(4e9).slice(-2)).toEqual([100, FASTEST]);
  expect(speedsFor(5e6)[1]).toBe(0.001);
  expect(otherSpeed(100, 1, 4e9)).toBe(FASTEST);
  expect(otherSpeed(FASTEST, 1, 4e9)).toBe(FASTEST);
  expect(['story', 1].map((speed) => otherSpeed(speed as Speed, -1, 4e9))).toEqual([0.5, 0.5]);
});

test.each([
  ['dense-16384-connections', 200],
  ['dense-36-groups', 100],
  ['nodes-one', 100_000],
])('%s: %d times slower, the eye follows one passage after the other', (name, times) => {
  const { run, outcome } = runNamed(name);
  run.free();
  expect(timesSlower(outcome)).toBe(times);
  const passage_ms = (1_000 / passagesPerSecond(outcome)) * times;
  expect(passage_ms).toBeGreaterThanOrEqual(250);
  expect(passage_ms).toBeLessThanOrEqual(650);
  const slow = 1 / times;
  expect(speedsFor(outcome.end_ns, slow).slice(0, 2)).toEqual(['story', slow]);
  expect(speedsFor(outcome.end_ns, 0.01).filter((one) => one === 0.01)).toHaveLength(1);
});

test('a step is an entry of the log, a round of the timer, or an answer', () => {
  const kinds = ['timer_tick', 'thread_listens', 'request_finished', 'timer_tick'] as const;
  const log = kinds.map((kind, step) => ({ at_ns: step * 10, step, kind }) as Event);
  expect(stopsOf(log).length).toBe(4);
  expect(stopsOf(log, 'tick').map(({ step }) => step)).toEqual([0, 3]);
  expect(stopsOf(log, 'completion').map(({ step }) => step)).toEqual([2]);
});

test('two runs are stepped by the times of either', () => {
  const other = stopsOf([event(5, 7), event(6, 8)]);
  expect(nextOf([stops, other], time(0))).toEqual({ at_ns: 5, step: undefined });
  expect(nextOf([stops, other], time(5))).toEqual({ at_ns: 6, step: undefined });
  expect(previousOf([stops, other], time(9))).toEqual({ at_ns: 6, step: undefined });
  expect(previousOf([stops, other], time(5))).toEqual({ at_ns: 0, step: undefined });
  expect(nextOf([stops], { time_ns: 0, step: 1 })).toMatchObject({ step: 2 });
});

test('as fast as possible shows each instant of a short run, and every n-th of a long one', () => {
  expect(instants([{ events }])).toEqual([0, 5, 9]);
  expect(later([0, 5, 9], 5)).toBe(9);
  expect(later([0, 5, 9], 9)).toBe(Infinity);
  const long = Array.from({ length: 6_000 }, (_, index) => event(index, index));
  expect(instants([{ events: long }]).length).toBe(600);
});

function life(request: number, waits_ns: number, runs_ns: number): Life {
  const end_ns = waits_ns + runs_ns;
  return {
    request,
    name: '',
    connection: request,
    group: 0,
    arrive_ns: 0,
    start_ns: waits_ns,
    end_ns,
    thread: 0,
    failed: false,
    segments: [
      {
        place: 'low_queue',
        start_ns: 0,
        end_ns: waits_ns,
        why: { reason: 'saturated', active: 1, limit: 1, oversubscribe: 1 },
      },
      { place: 'running', start_ns: waits_ns, end_ns, why: { reason: 'running' } },
    ],
  };
}

test('a figure opens in the longest wait, at a round time', () => {
  const lives = [life(0, 20_000, 2e9), life(1, 2_000_120_000, 2e9)];
  expect(instructiveMoment({ lives, end_ns: 6e9 })).toBe(1_200_000_000);
});

test('silence after the last answer is not played', () => {
  expect(playableEnd({ lives: [life(0, 1, 99)], end_ns: 1_000 })).toBe(100);
  const open = { ...life(0, 1, 99), end_ns: null };
  expect(playableEnd({ lives: [open], end_ns: 1_000 })).toBe(1_000);
});
