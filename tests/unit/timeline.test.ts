import { expect, test } from 'vitest';
import { largestDifference, mostDelayed, timelineOf } from '../../web/src/ui/views/timeline';
import type { Life, Outcome, Published } from '../../web/src/model/run/types';

const life = (request: number, arrive_ns: number, start_ns: number, end_ns: number): Life => ({
  request,
  name: `q${request}`,
  connection: request,
  group: 0,
  arrive_ns,
  start_ns,
  end_ns,
  thread: 0,
  failed: false,
  segments: [
    { place: 'socket', start_ns: arrive_ns, end_ns: arrive_ns, why: { reason: 'listener_waking' } },
    {
      place: 'low_queue',
      start_ns: arrive_ns,
      end_ns: start_ns,
      why: { reason: 'thread_starting' },
    },
    { place: 'running', start_ns, end_ns, why: { reason: 'running' } },
  ],
});
const MS = 1e6;
const lives = [
  life(0, 0, 3 * MS, 4 * MS),
  life(1, 0, 1 * MS, 2 * MS),
  life(2, 1 * MS, 1 * MS, 9 * MS),
];
const outcome = { lives, locks: [] } as unknown as Outcome;
const published: Published = {
  label: 'run',
  settings: '',
  source: { author: 'a', title: 't', date: 'd' },
  latencies_ms: [2.1, 4.5, 12],
};
const data = timelineOf(outcome, 9 * MS, [published]);

test('rows stand in the order of their latency, and empty stretches are left out', () => {
  expect(data.rows.map(({ name }) => name)).toEqual(['q1', 'q0', 'q2']);
  expect(data.rows[0]?.stretches.map(({ tone }) => tone)).toEqual(['low', 'run']);
});

test('published times stand on the row of their rank, counted from its arrival', () => {
  expect(data.rows.map(({ marks }) => marks[0]?.at_ns)).toEqual([2.1 * MS, 4.5 * MS, 13 * MS]);
  expect(data.end_ns).toBe(13 * MS);
  expect(largestDifference(data.rows, 0)).toBe(4 * MS);
  expect(largestDifference(data.rows, 1)).toBeUndefined();
});

test('the request to ask first is the one that waited longest, not the one that worked longest', () => {
  expect(mostDelayed(lives)?.name).toBe('q0');
});
