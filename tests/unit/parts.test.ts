import { describe, expect, test } from 'vitest';
import { isPart, type ScenePart } from '../../web/src/model/run/cue';
import { partsOf } from '../../web/src/model/run/parts';
import type { EventKind } from '../../web/src/model/run/types';

const group = 2;
const thread = 5;
const request = 7;
const on = { request, thread, group };
const wait = 'sleep' as const;

/** One of each kind, and of each reason that names another part; a missing kind does not compile. */
const EVERY: {
  readonly [K in EventKind['kind']]: readonly [EventKind & { kind: K }, ScenePart[]][];
} = {
  request_arrived: [
    [{ kind: 'request_arrived', request, connection: 1, group }, ['request:7', 'sockets']],
    [{ kind: 'request_arrived', request, connection: 1, group: null }, ['request:7', 'clients']],
  ],
  connected: [[{ kind: 'connected', connection: 1, group }, ['clients']]],
  login_started: [
    [{ kind: 'login_started', connection: 1, thread, group }, ['clients', 'thread:5']],
  ],
  login_finished: [
    [{ kind: 'login_finished', connection: 1, thread, group }, ['clients', 'thread:5']],
  ],
  poll_returned: [
    [{ kind: 'poll_returned', group, thread, events: 3 }, ['listener', 'sockets', 'thread:5']],
  ],
  queued: [
    [
      { kind: 'queued', request, connection: 1, group, lane: 'high', reason: 'in_transaction' },
      ['request:7', 'high_queue'],
    ],
    [
      { kind: 'queued', request, connection: 1, group, lane: 'low', reason: 'autocommit' },
      ['request:7', 'low_queue'],
    ],
  ],
  promoted: [
    [{ kind: 'promoted', request, group, waited_ns: 1, limit_ns: 1 }, ['request:7', 'high_queue']],
  ],
  request_started: [
    [
      { kind: 'request_started', ...on, connection: 1, waited_ns: 0, via: 'queue', lane: 'low' },
      ['request:7', 'thread:5', 'low_queue'],
    ],
    [
      { kind: 'request_started', ...on, connection: 1, waited_ns: 0, via: 'listener_self_service' },
      ['request:7', 'thread:5', 'listener'],
    ],
    [
      { kind: 'request_started', ...on, connection: 1, waited_ns: 0, via: 'own_thread' },
      ['request:7', 'thread:5'],
    ],
  ],
  wait_began: [[{ kind: 'wait_began', ...on, wait }, ['request:7', 'thread:5']]],
  wait_held: [[{ kind: 'wait_held', ...on, wait }, ['request:7', 'thread:5']]],
  innodb_sleep: [
    [
      { kind: 'innodb_sleep', ...on, inside: 4, limit: 4, sleeps: 0, sleep_ns: 1 },
      ['request:7', 'thread:5'],
    ],
  ],
  innodb_queued: [
    [{ kind: 'innodb_queued', ...on, inside: 4, limit: 4, ahead: 0 }, ['request:7', 'thread:5']],
  ],
  innodb_entered: [
    [{ kind: 'innodb_entered', ...on, waited_ns: 1, sleeps: 1 }, ['request:7', 'thread:5']],
  ],
  wait_ended: [[{ kind: 'wait_ended', ...on, wait }, ['request:7', 'thread:5']]],
  lock_wait: [
    [{ kind: 'lock_wait', ...on, lock: 'row', holder: 3 }, ['request:7', 'thread:5', 'request:3']],
  ],
  lock_taken: [[{ kind: 'lock_taken', request, group, lock: 'row' }, ['request:7']]],
  lock_released: [[{ kind: 'lock_released', request, group, lock: 'row' }, ['request:7']]],
  lock_timed_out: [
    [{ kind: 'lock_timed_out', request, group, lock: 'row', waited_ns: 1 }, ['request:7']],
  ],
  deadlock: [
    [{ kind: 'deadlock', request, group, lock: 'row', holder: 3 }, ['request:7', 'request:3']],
  ],
  latch_wait: [[{ kind: 'latch_wait', ...on, ahead: 2 }, ['request:7', 'thread:5', 'latch']]],
  latch_taken: [
    [
      { kind: 'latch_taken', ...on, waiters: 0, open_transactions: 1, hold_ns: 1 },
      ['request:7', 'thread:5', 'latch'],
    ],
  ],
  latch_released: [
    [{ kind: 'latch_released', ...on, waiters: 0 }, ['request:7', 'thread:5', 'latch']],
  ],
  latch_stalled: [[{ kind: 'latch_stalled', for_ns: 1 }, ['latch']]],
  latch_stall_ended: [[{ kind: 'latch_stall_ended', waiters: 9 }, ['latch']]],
  suspended: [[{ kind: 'suspended', ...on }, ['request:7', 'thread:5']]],
  request_continued: [[{ kind: 'request_continued', ...on }, ['request:7', 'thread:5']]],
  resumed: [[{ kind: 'resumed', request, group }, ['request:7', 'queue']]],
  request_finished: [
    [{ kind: 'request_finished', ...on, connection: 1, latency_ns: 1 }, ['request:7', 'thread:5']],
  ],
  request_failed: [
    [{ kind: 'request_failed', request, connection: 1, group }, ['request:7', 'clients']],
  ],
  thread_created: [
    [
      { kind: 'thread_created', thread, group, threads: 2, trigger: 'wait_began', request },
      ['thread:5', 'request:7'],
    ],
    [
      { kind: 'thread_created', thread, group, threads: 2, trigger: 'timer_stalled' },
      ['thread:5', 'timer'],
    ],
  ],
  thread_refused: [
    [
      {
        kind: 'thread_refused',
        group,
        asked: { trigger: 'timer_no_listener' },
        reason: 'max_threads',
        threads: 6,
        limit: 6,
      },
      ['workers', `group:${group}`, 'timer'],
    ],
  ],
  thread_woken: [
    [
      { kind: 'thread_woken', thread, group, trigger: 'listener_found_none_active' },
      ['thread:5', 'listener'],
    ],
  ],
  thread_listens: [[{ kind: 'thread_listens', thread, group }, ['listener', 'thread:5']]],
  thread_idle: [
    [{ kind: 'thread_idle', thread, group, reason: 'nothing_to_do' }, ['thread:5', 'workers']],
  ],
  thread_exited: [
    [{ kind: 'thread_exited', thread, group, threads: 1, idle_ns: 1 }, ['thread:5', 'workers']],
  ],
  thread_cached: [[{ kind: 'thread_cached', thread, cached: 1 }, ['thread:5', 'workers']]],
  timer_tick: [
    [{ kind: 'timer_tick', groups: 1, stalled: 0, no_listener: 0, next_ns: 1 }, ['timer']],
  ],
  group_stalled: [[{ kind: 'group_stalled', group, queued: 1 }, ['timer', 'queue', 'group:2']]],
  group_unattended: [
    [{ kind: 'group_unattended', group, unpolled: 1 }, ['timer', 'listener', 'group:2']],
  ],
  pool_blocked_message: [
    [
      {
        kind: 'pool_blocked_message',
        group,
        threads: 6,
        limit: 6,
        blocked_ns: 1,
        level: 'error',
        connection: null,
      },
      ['workers', 'queue', 'group:2'],
    ],
  ],
  connection_killed: [[{ kind: 'connection_killed', connection: 1, group }, ['clients']]],
  query_killed: [[{ kind: 'query_killed', connection: 1, group }, ['clients']]],
  idle_client_killed: [
    [{ kind: 'idle_client_killed', connection: 1, group, idle_ns: 1 }, ['clients']],
  ],
  request_given_up: [
    [
      { kind: 'request_given_up', request: 7, connection: 4, group: 2, waited_ns: 1 },
      ['request:7', 'clients'],
    ],
  ],
  request_withdrawn: [
    [
      { kind: 'request_withdrawn', request: 7, connection: 4, group: null, waited_ns: 1 },
      ['request:7', 'clients'],
    ],
  ],
  answered_nobody: [
    [{ ...on, kind: 'answered_nobody', connection: 4, latency_ns: 1 }, ['request:7', 'thread:5']],
  ],
  client_left: [[{ kind: 'client_left', connection: 4, group: 2 }, ['clients']]],
  connection_refused: [[{ kind: 'connection_refused', connections: 60, limit: 60 }, ['clients']]],
  statement_timed_out: [
    [
      { kind: 'statement_timed_out', request: 7, connection: 4, group: 2, limit_ns: 1 },
      ['request:7', 'clients'],
    ],
  ],
  disconnected: [[{ kind: 'disconnected', connection: 1, group }, ['clients']]],
  acted: [[{ kind: 'acted', act: 'pour' }, ['clients']]],
  variable_set: [[{ kind: 'variable_set', variable: 'x', value: '1' }, ['counters']]],
  statement_stalled: [
    [
      { kind: 'statement_stalled', request, thread, group, ran_ns: 1, limit_ns: 1 },
      ['timer', 'request:7', 'thread:5'],
    ],
  ],
  thread_bound: [[{ kind: 'thread_bound', thread, group, connection: 1 }, ['clients', 'thread:5']]],
  limit_suspended: [
    [{ kind: 'limit_suspended', group, threads: 3, limit: 2 }, ['timer', 'workers', 'group:2']],
  ],
  limit_restored: [[{ kind: 'limit_restored', group, limit: 2 }, ['timer', 'workers', 'group:2']]],
  group_changed: [
    [{ kind: 'group_changed', connection: 1, from: 0, to: 1 }, ['clients', 'group:0', 'group:1']],
  ],
};

describe('an event lights the parts that its sentence names', () => {
  test.each(Object.values(EVERY).flat())('$kind', (kind, parts) => {
    const event = { at_ns: 0, step: 1, ...kind };
    expect(partsOf(event)).toEqual(parts);
    expect(parts.every(isPart)).toBe(true);
  });
});
