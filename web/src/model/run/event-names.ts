/** Names of what can appear in a run's log: kinds of events, and the tags that distinguish two of one kind. */
import type { Event } from './types';

type Tag<E> = E extends { reason: infer R extends string }
  ? R
  : E extends { trigger: infer T extends string }
    ? T
    : E extends { via: infer V extends string }
      ? V
      : never;
type Tags = { readonly [K in Event['kind']]: readonly Tag<Extract<Event, { kind: K }>>[] };

const TRIGGERS = [
  'wait_began',
  'listener_found_none_active',
  'timer_no_listener',
  'timer_stalled',
  'connect',
  'group_change',
  'resume',
  'start',
  'mutex_free',
  'core_free',
  'injected',
  'place_freed',
  'login',
  'statement_stalled',
  'checker_found_work',
  'more_work',
  'listener_queued',
] as const;

export const EVENT_TAGS: Tags = {
  request_arrived: [],
  connected: [],
  login_started: [],
  login_finished: [],
  poll_returned: [],
  queued: [
    'autocommit',
    'in_transaction',
    'by_variable',
    'login',
    'holds_locks',
    'tickets_spent',
    'killed',
    'admin_port',
    'newest_first',
    'submitted',
    'resubmitted',
  ],
  promoted: [],
  request_started: [
    'listener_self_service',
    'queue',
    'worker_poll',
    'buffered_data',
    'own_thread',
    'head',
    'direct_execution',
    'bound_thread',
  ],
  wait_began: [],
  wait_held: [],
  innodb_sleep: [],
  innodb_queued: [],
  innodb_entered: [],
  wait_ended: [],
  lock_wait: [],
  lock_taken: [],
  lock_released: [],
  lock_timed_out: [],
  deadlock: [],
  latch_wait: [],
  latch_taken: [],
  latch_released: [],
  latch_stalled: [],
  latch_stall_ended: [],
  suspended: [],
  request_continued: [],
  resumed: [],
  request_finished: [],
  request_failed: [],
  thread_created: TRIGGERS,
  thread_refused: [
    'max_threads',
    'more_threads_than_connections',
    'throttled',
    'transaction_limit',
  ],
  thread_woken: TRIGGERS,
  thread_listens: [],
  thread_idle: [
    'nothing_to_do',
    'saturated',
    'too_busy',
    'awaits_client',
    'awaits_mutex',
    'queue_empty',
    'cores_busy',
    'consumer',
    'reserve',
  ],
  thread_exited: [],
  thread_cached: [],
  timer_tick: [],
  group_stalled: [],
  group_unattended: [],
  pool_blocked_message: [],
  idle_client_killed: [],
  connection_killed: [],
  query_killed: [],
  request_given_up: [],
  request_withdrawn: [],
  answered_nobody: [],
  client_left: [],
  connection_refused: [],
  statement_timed_out: [],
  disconnected: [],
  variable_set: [],
  acted: [],
  group_changed: [],
  statement_stalled: [],
  thread_bound: [],
  limit_suspended: [],
  limit_restored: [],
};

export function tagOf(event: Event): string | undefined {
  if ('reason' in event) return event.reason;
  if ('trigger' in event) return event.trigger;
  return 'via' in event ? event.via : undefined;
}
