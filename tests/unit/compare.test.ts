import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { counterparts } from '../../web/src/model/run/same';
import {
  carriedOver,
  forked,
  forkTime,
  serversFor,
  translate,
} from '../../web/src/model/servers/translate';
import { SCHEDULERS } from '../../web/src/model/run/families';
import { posterOf } from '../../web/src/build/runs/engine';
import { holds, readCondition } from '../../web/src/model/measures/measure';
import { requestsOf } from '../../web/src/model/run/record';
import { sceneSummary } from '../../web/src/ui/views/scene/summary';
import { standingWords } from '../../web/src/figure/model/narrator/standing';
import { settingDifferences } from '../../web/src/figure/model/difference';
import { resultRows } from '../../web/src/figure/model/results';
import { turnOf } from '../turns';

const read = (name: string) => readFileSync(`content/scenarios/${name}.json`, 'utf8');
const names = readdirSync('content/scenarios')
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

// Also with 16,384 connections; clients give up on three only.
test.each(names.map((name, nth) => [name, nth] as const))(
  '%s runs on another server',
  (name, nth) => {
    const offered = serversFor(read(name));
    expect(offered).toHaveLength(/"(patience|leaves)"/.test(read(name)) ? 3 : SCHEDULERS.length);
    for (const to of turnOf(offered, nth)) {
      const { scenario_json } = translate(read(name), to);
      expect(posterOf(scenario_json).outcome.scenario.server.scheduler).toBe(to);
    }
  },
);

test('a number of groups is not a number of workers, and ports are not carried over', () => {
  const { scenario_json, dropped } = translate(read('mysql-60-extra-port'), 'percona');
  const made = JSON.parse(scenario_json) as { server: object; connections: unknown };
  expect(made.server).toEqual({ scheduler: 'percona' });
  expect(made.connections).toEqual([{ id: 500, port: 'main' }]);
  expect(dropped.map(({ variable }) => variable)).toContain('thread_pool_size');
});

test('variables of the same name are carried over, the others are listed', () => {
  const json = JSON.stringify({
    server: {
      scheduler: 'mariadb',
      version: '10.11',
      thread_pool_size: 2,
      thread_pool_priority: 'high',
    },
    until_us: 1_000,
  });
  const { scenario_json, dropped } = translate(json, 'percona');
  expect((JSON.parse(scenario_json) as { server: unknown }).server).toEqual({
    scheduler: 'percona',
    thread_pool_size: 2,
  });
  expect(dropped).toEqual([{ variable: 'thread_pool_priority', value: 'high' }]);
  expect(
    carriedOver(
      { thread_pool_priority: 'low', thread_pool_size: 3, clients: 9 },
      'mariadb',
      'percona',
    ),
  ).toEqual({ thread_pool_size: 3, clients: 9 });
});

describe('a fork', () => {
  const json = read('mariadb-max-threads-6');
  const at_ns = 1.2e9;
  const before = posterOf(json).outcome;
  const after = posterOf(forked(json, at_ns, { thread_pool_max_threads: 8 })).outcome;

  test('keeps the past and sets the variable at its time', () => {
    const past = before.events.filter((event) => event.at_ns < at_ns);
    expect(after.events.slice(0, past.length)).toEqual(past);
    expect(after.events[past.length]).toMatchObject({ kind: 'variable_set', at_ns });
  });

  test('has another future', () => {
    const ends = (lives: typeof before.lives) => Math.max(...lives.map((life) => life.end_ns ?? 0));
    expect(ends(after.lives)).toBeLessThan(ends(before.lives));
  });

  test('starts at a whole microsecond, never before its moment', () => {
    expect(forkTime(1_500)).toBe(2_000);
    expect(forkTime(2_000)).toBe(2_000);
  });
});

test('the same request is the n-th of its connection, whatever its number', () => {
  const of = (request: number, connection: number) => ({ request, connection });
  const left = [of(0, 1), of(1, 2), of(2, 1)];
  const right = [of(0, 2), of(1, 1), of(2, 1), of(3, 9)];
  expect(counterparts(left, right)).toEqual([of(1, 1), of(0, 2), of(2, 1)]);
  expect(counterparts([of(0, 5)], right)).toEqual([undefined]);
});

test('differences cover the settings and the moment', () => {
  const { outcome: six, frame } = posterOf(read('mariadb-max-threads-6'));
  const eight = posterOf(read('mariadb-max-threads-6'), {
    overrides: { thread_pool_max_threads: 8 },
  }).outcome;
  expect(settingDifferences(six.settings, eight.settings)).toEqual([
    { name: 'thread_pool_max_threads', left: '6', right: '8' },
  ]);
  expect(
    resultRows(six, eight, 2.1e9, '2.100 s', [frame, frame]).map(({ left, right, differs }) => [
      left,
      right,
      differs,
    ]),
  ).toEqual([
    ['6', '8', true],
    ['0', '0', false],
    ['2.001 s', '2.001 s', false],
  ]);
});

test('runs that recorded only some lives are compared only by what is known of all', () => {
  const push = (name: string) =>
    posterOf(read(name), { overrides: { stall_us: 5000 }, time_ns: 14.9e6 });
  const [threads, pool] = [push('small-server-threads'), push('small-server-pool')];
  const rows = resultRows(threads.outcome, pool.outcome, 14.9e6, '14.900 ms', [
    threads.frame,
    pool.frame,
  ]);
  const answered = [threads.frame.finished, pool.frame.finished].map(String);
  expect(Number(answered[0])).toBeGreaterThan(threads.outcome.lives.length);
  expect(rows.map(({ left, right }) => [left, right])).toEqual([
    answered,
    ['0', '28'], // at the sockets and in the queues, where waiting costs nothing
    ['31', '3'],
  ]);
  const { outcome, frame } = threads;
  expect(
    sceneSummary(frame, requestsOf(outcome), '14.9 ms', outcome.scenario.server.scheduler),
  ).toMatch(/^At 14\.9 ms: 380 of 8\d\d /);
  expect(standingWords(pool)).toBe('Seven are queued, 21 are unread and three wait at the latch.');
  expect(holds(readCondition('answered_by(40ms) >= 0'), outcome)).toBe(false);
  expect(holds(readCondition('requests > 800'), outcome)).toBe(true);
});
