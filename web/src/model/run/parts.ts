/** Which parts of the picture an event is about. */
import type { ScenePart } from './cue';
import type { Event, Lane, StartedVia, Trigger } from './types';

const request = (number: number): ScenePart => `request:${number}`;
const thread = (number: number): ScenePart => `thread:${number}`;
const queue = (lane: Lane): ScenePart => (lane === 'high' ? 'high_queue' : 'low_queue');

/** The part that asked for a thread, if it was not a request. */
const ASKER: Readonly<Record<Trigger['trigger'], readonly ScenePart[]>> = {
  wait_began: [],
  place_freed: [],
  listener_found_none_active: ['listener'],
  listener_queued: ['listener'],
  timer_no_listener: ['timer'],
  timer_stalled: ['timer'],
  statement_stalled: ['timer'],
  checker_found_work: ['timer'],
  connect: ['clients'],
  login: ['clients'],
  group_change: ['clients'],
  resume: ['queue'],
  request_in_line: ['queue'],
  more_work: ['queue'],
  core_free: ['queue', 'cores'],
  injected: ['queue', 'cores'],
  start: [],
  mutex_free: [],
};
const asker = (trigger: Trigger): readonly ScenePart[] =>
  'request' in trigger ? [request(trigger.request)] : ASKER[trigger.trigger];

const SOURCE: Readonly<Record<Exclude<StartedVia['via'], 'queue'>, readonly ScenePart[]>> = {
  head: ['low_queue'],
  listener_self_service: ['listener'],
  direct_execution: ['listener'],
  worker_poll: ['sockets'],
  buffered_data: ['sockets'],
  own_thread: [],
  bound_thread: [],
};
const source = (via: StartedVia) => (via.via === 'queue' ? [queue(via.lane)] : SOURCE[via.via]);

/** The parts that the log's sentence about this event names. */
export function partsOf(event: Event): readonly ScenePart[] {
  switch (event.kind) {
    case 'request_arrived':
      return [request(event.request), event.group === null ? 'clients' : 'sockets'];
    case 'connected':
    case 'disconnected':
    case 'idle_client_killed':
    case 'connection_killed':
    case 'query_killed':
    case 'client_left':
    case 'connection_refused':
      return ['clients'];
    case 'request_given_up':
    case 'request_withdrawn':
    case 'statement_timed_out':
      return [request(event.request), 'clients'];
    case 'login_started':
    case 'login_finished':
      return ['clients', thread(event.thread)];
    case 'poll_returned':
      return ['listener', 'sockets', thread(event.thread)];
    case 'queued':
      return [request(event.request), queue(event.lane)];
    case 'promoted':
      return [request(event.request), 'high_queue'];
    case 'request_started':
      return [request(event.request), thread(event.thread), ...source(event)];
    case 'wait_began':
    case 'wait_held':
    case 'innodb_sleep':
    case 'innodb_queued':
    case 'innodb_entered':
    case 'wait_ended':
    case 'suspended':
    case 'request_continued':
    case 'request_finished':
    case 'answered_nobody':
      return [request(event.request), thread(event.thread)];
    case 'lock_wait':
      return [request(event.request), thread(event.thread), request(event.holder)];
    case 'lock_taken':
    case 'lock_released':
    case 'lock_timed_out':
      return [request(event.request)];
    case 'deadlock':
      return [request(event.request), request(event.holder)];
    case 'latch_wait':
    case 'latch_taken':
    case 'latch_released':
      return [request(event.request), thread(event.thread), 'latch'];
    case 'latch_stalled':
    case 'latch_stall_ended':
      return ['latch'];
    case 'resumed':
      return [request(event.request), 'queue'];
    case 'request_failed':
      return [request(event.request), 'clients'];
    case 'thread_created':
    case 'thread_woken':
      return [thread(event.thread), ...asker(event)];
    case 'thread_refused':
      return ['workers', `group:${event.group}`, ...asker(event.asked)];
    case 'thread_listens':
      return ['listener', thread(event.thread)];
    case 'thread_idle':
    case 'thread_exited':
    case 'thread_cached':
      return [thread(event.thread), 'workers'];
    case 'timer_tick':
      return ['timer'];
    case 'group_stalled':
      return ['timer', 'queue', `group:${event.group}`];
    case 'group_unattended':
      return ['timer', 'listener', `group:${event.group}`];
    case 'pool_blocked_message':
      return ['workers', 'queue', `group:${event.group}`];
    case 'variable_set':
      return ['counters'];
    case 'acted':
      return ['clients'];
    case 'statement_stalled':
      return ['timer', request(event.request), thread(event.thread)];
    case 'thread_bound':
      return ['clients', thread(event.thread)];
    case 'limit_suspended':
    case 'limit_restored':
      return ['timer', 'workers', `group:${event.group}`];
    case 'group_changed':
      return ['clients', `group:${event.from}`, `group:${event.to}`];
  }
}
