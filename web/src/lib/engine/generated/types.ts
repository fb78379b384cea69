// Written by hand after the Rust types until the generated file takes this place.
export type Lane = 'high' | 'low';
export type LaneReason =
  | { reason: 'autocommit' }
  | { reason: 'in_transaction' }
  | { reason: 'by_variable' }
  | { reason: 'login' }
  | { reason: 'holds_locks' }
  | { reason: 'tickets_spent' }
  | { reason: 'killed' }
  | { reason: 'admin_port' };
export type StartedVia =
  | { via: 'listener_self_service' }
  | { via: 'queue'; lane: Lane }
  | { via: 'worker_poll' }
  | { via: 'buffered_data' }
  | { via: 'own_thread' };
export type Trigger =
  | { trigger: 'wait_began'; request: number }
  | { trigger: 'listener_found_none_active' }
  | { trigger: 'timer_no_listener' }
  | { trigger: 'timer_stalled' }
  | { trigger: 'connect' }
  | { trigger: 'group_change' }
  | { trigger: 'resume' }
  | { trigger: 'start' };
export type RefuseReason =
  | { reason: 'max_threads'; threads: number; limit: number }
  | { reason: 'more_threads_than_connections'; threads: number; connections: number }
  | { reason: 'throttled'; threads: number; interval_ns: number; since_ns: number };
export type IdleReason =
  | { reason: 'nothing_to_do' }
  | { reason: 'saturated'; active: number; limit: number }
  | { reason: 'too_busy'; active: number; waiting: number; limit: number }
  | { reason: 'awaits_client' };
export type WaitReason =
  | { reason: 'connection_busy' }
  | { reason: 'no_free_connection' }
  | { reason: 'listener_waking' }
  | { reason: 'thread_starting' }
  | { reason: 'no_listener_until_timer'; active: number; waiting: number }
  | { reason: 'no_listener_max_threads'; threads: number; limit: number }
  | { reason: 'active_threads_at_work'; active: number }
  | { reason: 'high_queue_first' }
  | { reason: 'saturated'; active: number; limit: number }
  | { reason: 'too_busy'; active: number; waiting: number; limit: number }
  | { reason: 'max_threads'; threads: number; limit: number }
  | { reason: 'nobody_woken_until_timer'; waiting: number }
  | { reason: 'more_threads_than_connections'; threads: number }
  | { reason: 'own_thread_waking' }
  | { reason: 'running' }
  | { reason: 'in_wait' }
  | { reason: 'lock_held'; lock: number; holder: number }
  | { reason: 'suspended' }
  | { reason: 'login_pending' };
export type WaitKind =
  | 'unknown'
  | 'sleep'
  | 'diskio'
  | 'row_lock'
  | 'global_lock'
  | 'meta_data_lock'
  | 'table_lock'
  | 'user_lock'
  | 'binlog'
  | 'group_commit'
  | 'sync'
  | 'net';
export type Place =
  | { place: 'application' }
  | { place: 'socket' }
  | { place: 'low_queue' }
  | { place: 'high_queue' }
  | { place: 'thread_wait' }
  | { place: 'running' }
  | { place: 'waiting'; wait: WaitKind }
  | { place: 'lock'; lock: number }
  | { place: 'suspended' };
export type Segment = { start_ns: number; end_ns: number; why: WaitReason } & Place;
export type Life = {
  request: number;
  name: string;
  connection: number;
  group: number | null;
  arrive_ns: number;
  start_ns: number | null;
  end_ns: number | null;
  thread: number | null;
  failed: boolean;
  segments: Array<Segment>;
};
export type LogLevel = 'warning' | 'error';
type G = { group: number | null };
export type EventKind =
  | ({ kind: 'request_arrived'; request: number; connection: number } & G)
  | ({ kind: 'connected'; connection: number } & G)
  | ({ kind: 'login_started'; connection: number; thread: number } & G)
  | ({ kind: 'login_finished'; connection: number; thread: number } & G)
  | { kind: 'poll_returned'; group: number; thread: number; events: number }
  | ({
      kind: 'queued';
      request: number;
      connection: number;
      group: number;
      lane: Lane;
    } & LaneReason)
  | { kind: 'promoted'; request: number; group: number; waited_ns: number; limit_ns: number }
  | ({
      kind: 'request_started';
      request: number;
      connection: number;
      thread: number;
      waited_ns: number;
    } & G &
      StartedVia)
  | ({ kind: 'wait_began'; request: number; thread: number; wait: WaitKind } & G)
  | ({ kind: 'wait_ended'; request: number; thread: number; wait: WaitKind } & G)
  | ({ kind: 'lock_wait'; request: number; thread: number; lock: string; holder: number } & G)
  | ({ kind: 'lock_taken'; request: number; lock: string } & G)
  | ({ kind: 'lock_released'; request: number; lock: string } & G)
  | ({ kind: 'lock_timed_out'; request: number; lock: string; waited_ns: number } & G)
  | ({ kind: 'suspended'; request: number; thread: number } & G)
  | ({ kind: 'request_continued'; request: number; thread: number } & G)
  | ({ kind: 'resumed'; request: number } & G)
  | ({
      kind: 'request_finished';
      request: number;
      connection: number;
      thread: number;
      latency_ns: number;
    } & G)
  | ({ kind: 'request_failed'; request: number; connection: number } & G)
  | ({ kind: 'thread_created'; thread: number; threads: number } & G & Trigger)
  | ({ kind: 'thread_refused'; group: number; asked: Trigger } & RefuseReason)
  | ({ kind: 'thread_woken'; thread: number } & G & Trigger)
  | { kind: 'thread_listens'; thread: number; group: number }
  | ({ kind: 'thread_idle'; thread: number } & G & IdleReason)
  | ({ kind: 'thread_exited'; thread: number; threads: number; idle_ns: number } & G)
  | { kind: 'thread_cached'; thread: number; cached: number }
  | { kind: 'timer_tick'; groups: number; stalled: number; no_listener: number; next_ns: number }
  | { kind: 'group_stalled'; group: number; queued: number }
  | { kind: 'group_unattended'; group: number; unpolled: number }
  | {
      kind: 'pool_blocked_message';
      group: number;
      threads: number;
      limit: number;
      blocked_ns: number;
      level: LogLevel;
      connection: number | null;
    }
  | ({ kind: 'idle_client_killed'; connection: number; idle_ns: number } & G)
  | ({ kind: 'disconnected'; connection: number } & G)
  | { kind: 'variable_set'; variable: string; value: string }
  | { kind: 'group_changed'; connection: number; from: number; to: number };
export type Event = { at_ns: number; step: number } & EventKind;
