import { expect, test } from 'vitest';
import { heldAgainst, largestDifference } from '../../web/src/model/measures/ranks';
import { mostDelayed, requestRows, tellingRows, timelineOf } from '../../web/src/ui/views/timeline';
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
const rows = requestRows(outcome);

test('a table has its rows in the order of their latency, and empty stretches are left out', () => {
  expect(rows.map(({ name }) => name)).toEqual(['q1', 'q0', 'q2']);
  expect(rows[0]?.stretches.map(({ tone }) => tone)).toEqual(['low', 'run']);
});

test('published times are on the row of their rank, counted from its arrival', () => {
  const { rows: clients, last_ns } = timelineOf(outcome, [published]);
  expect(clients.map(({ marks }) => marks[0]?.at_ns)).toEqual([4.5 * MS, 2.1 * MS, 13 * MS]);
  expect(last_ns).toBe(13 * MS);
  const pairs = heldAgainst(published, lives);
  expect(pairs.map(({ published_ns }) => published_ns)).toEqual([2.1 * MS, 4.5 * MS, 12 * MS]);
  expect(largestDifference(pairs)).toBe(4 * MS);
  expect(largestDifference(heldAgainst({ ...published, latencies_ms: [] }, lives))).toBeUndefined();
});

test('the request to look at first is the one that waited longest, not the one that worked longest', () => {
  expect(mostDelayed(lives)?.name).toBe('q0');
});

test('a timeline has its rows in the order of arrival, whatever the outcome', () => {
  expect(timelineOf(outcome).rows.map(({ name }) => name)).toEqual(['q0', 'q1', 'q2']);
  const again = { ...life(3, 5 * MS, 6 * MS, 7 * MS), connection: 0, name: 'q 3' };
  const [first] = timelineOf({ ...outcome, lives: [...lives, again] }).rows;
  // One client, one row.
  expect(first?.lives.map(({ request }) => request)).toEqual([0, 3]);
  expect(first?.stretches.map(({ tone }) => tone)).toEqual(['low', 'run', 'low', 'run']);
});

test('of many rows the chosen ones are shown, their neighbours, and those that have waited longest so far', () => {
  const many = Array.from({ length: 30 }, (_, request) =>
    life(request, request * MS, (request === 20 ? 90 : request + 1) * MS, 100 * MS),
  );
  const { rows: all } = timelineOf({ ...outcome, lives: many });
  const chosen = (known_ns: number) => tellingRows(all, 3, 7, known_ns).map(({ key }) => key);
  expect(chosen(50 * MS)).toEqual([7, 8, 20]);
  // What is not known yet changes nothing.
  expect(chosen(20 * MS)).not.toContain(20);
});
