/** What has just happened, why, and how many times at once: an entry of the log in the words of the narrator. */
import { m } from '#paraglide/messages.js';
import { requestName } from '../../../model/words/say';
import type { Event, Trigger } from '../../../model/run/types';
import { count, shortDuration } from '../../../model/words/format';
import { numberWord } from '../../../model/words/number';
import { waitName } from '../../../model/words/why';
import { bodyOf, clientOf, ordinal, whoAre, type Scene } from './cast';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** A request by its body; by its name, where its client is not in the picture. */
function whoIs(scene: Scene, request: number): string {
  const client = clientOf(scene, request);
  return client === undefined ? requestName(request, scene.outcome) : bodyOf(scene, client);
}

/** Those of several entries of one kind, each client once. */
function whoOf(scene: Scene, events: readonly { readonly request: number }[]): string {
  const clients = events.flatMap(({ request }) => clientOf(scene, request) ?? []);
  const each = [...new Set(clients)];
  return each.length > 1 ? whoAre(scene, each) : whoIs(scene, events[0]?.request ?? 0);
}

/** A sentence about one, or about several. */
interface Forms {
  readonly one: (told: { who: string }) => string;
  readonly many: (told: { who: string }) => string;
}

function because(scene: Scene, trigger: Trigger): string {
  switch (trigger.trigger) {
    case 'wait_began':
      return m.narr_because_wait({ who: whoIs(scene, trigger.request) });
    case 'place_freed':
      return m.narr_because_place({ who: whoIs(scene, trigger.request) });
    case 'listener_found_none_active':
    case 'listener_queued':
      return m.narr_because_queued_work();
    case 'timer_no_listener':
      return m.narr_because_no_listener();
    case 'timer_stalled':
      return m.narr_because_stalled();
    case 'connect':
      return m.narr_because_connection();
    case 'group_change':
      return m.narr_because_moved();
    case 'resume':
      return m.narr_because_resumed();
    case 'request_in_line':
      return m.narr_because_in_line();
    case 'start':
      return m.narr_because_start();
    case 'mutex_free':
      return m.narr_because_mutex();
    case 'core_free':
      return m.narr_because_core();
    case 'injected':
      return m.narr_because_injected();
    case 'login':
      return m.narr_because_login();
    case 'statement_stalled':
      return m.narr_because_statement_stalled();
    case 'checker_found_work':
      return m.narr_because_checker();
    case 'more_work':
      return m.narr_because_more_work();
  }
}

function queuedBecause({ reason }: Of<'queued'>): string {
  switch (reason) {
    case 'in_transaction':
      return m.narr_queued_because_transaction();
    case 'holds_locks':
      return m.narr_queued_because_locks();
    case 'by_variable':
      return m.narr_queued_because_variable();
    case 'tickets_spent':
      return m.narr_queued_because_tickets();
    case 'killed':
      return m.narr_queued_because_killed();
    case 'admin_port':
      return m.narr_queued_because_admin();
    case 'shorter_of_two':
      return m.narr_queued_because_shorter();
    case 'autocommit':
    case 'in_order':
    case 'login':
    case 'newest_first':
    case 'resubmitted':
    case 'submitted':
      return '';
  }
}

function queuedWords(event: Of<'queued'>, who: string, single: boolean): string {
  if (event.reason === 'login') return m.narr_queued_login();
  if (event.reason === 'newest_first')
    return single ? m.narr_queued_head_one({ who }) : m.narr_queued_head({ who });
  if (event.reason === 'resubmitted')
    return single ? m.narr_queued_again_one({ who }) : m.narr_queued_again({ who });
  const told = { who, why: queuedBecause(event) };
  if (event.lane === 'high')
    return single ? m.narr_queued_high_one(told) : m.narr_queued_high(told);
  return single ? m.narr_queued_one(told) : m.narr_queued(told);
}

function startedWords(event: Of<'request_started'>, who: string): string {
  const { thread } = event;
  const waited = shortDuration(event.waited_ns);
  switch (event.via) {
    case 'listener_self_service':
      return m.narr_serves({ who });
    case 'queue':
    case 'head':
      return event.waited_ns > 0
        ? m.narr_takes({ thread, who, waited })
        : m.narr_takes_at_once({ thread, who });
    case 'worker_poll':
      return m.narr_finds({ thread, who });
    case 'buffered_data':
      return m.narr_goes_on({ thread, who });
    case 'own_thread':
      return m.narr_own_thread({ who });
    case 'direct_execution':
      return m.narr_executes({ thread, who });
    case 'bound_thread':
      return m.narr_bound({ thread, who });
  }
}

function refusedWords(event: Of<'thread_refused'>): string {
  switch (event.reason) {
    case 'max_threads': {
      const next = event.threads === event.limit ? ordinal(event.threads + 1) : undefined;
      return next
        ? m.narr_refused_max({ next, limit: event.limit })
        : m.narr_refused_max_many({
            threads: numberWord(event.threads),
            limit: count(event.limit),
          });
    }
    case 'more_threads_than_connections':
      return m.narr_refused_connections({
        threads: numberWord(event.threads),
        connections: numberWord(event.connections),
      });
    case 'throttled':
      return m.narr_refused_throttled({ interval: shortDuration(event.interval_ns) });
    case 'transaction_limit':
      return m.narr_refused_transactions({
        threads: numberWord(event.threads),
        limit: numberWord(event.limit),
      });
  }
}

function idleWords(event: Of<'thread_idle'>): string {
  const { thread } = event;
  switch (event.reason) {
    case 'saturated':
      return m.narr_idle_saturated({
        thread,
        active: numberWord(event.active),
        limit: numberWord(event.limit),
      });
    case 'too_busy':
      return m.narr_idle_shut({ thread, inside: numberWord(event.active + event.waiting) });
    case 'awaits_client':
      return m.narr_idle_client({ thread });
    case 'awaits_mutex':
      return m.narr_idle_mutex({ thread });
    case 'cores_busy':
      return m.narr_idle_cores({
        thread,
        running: numberWord(event.running),
        cores: numberWord(event.cores),
      });
    case 'consumer':
    case 'reserve':
      return m.narr_idle_reserve({ thread });
    case 'nothing_to_do':
    case 'nobody_in_line':
    case 'queue_empty':
      return m.narr_idle({ thread });
  }
}

/** Answers, and whom the threads of those who had them take next. */
function answeredWords(
  scene: Scene,
  event: Of<'request_finished'>,
  alike: readonly Event[],
  around: readonly Event[],
): readonly string[] {
  const finished = alike.filter((one): one is Of<'request_finished'> => one.kind === event.kind);
  const latency = shortDuration(event.latency_ns);
  const who = whoOf(scene, finished);
  const said =
    finished.length === 1
      ? m.narr_answered_one({ who, latency })
      : m.narr_answered({ who, latency });
  const threads = new Set(finished.map(({ thread }) => thread));
  const done = new Set(finished.map(({ request }) => request));
  const next = around.filter(
    (one): one is Of<'request_started'> =>
      one.kind === 'request_started' &&
      one.waited_ns > 0 &&
      threads.has(one.thread) &&
      !done.has(one.request),
  );
  const last = next.at(-1);
  if (!last) return [said];
  const short = finished.length === 1 ? said : m.narr_answered_short({ who });
  const told = { said: short, who: whoOf(scene, next), waited: shortDuration(last.waited_ns) };
  const both =
    finished.length === 1 ? m.narr_answered_and_own(told) : m.narr_answered_and_one(told);
  return [both, said];
}

/**
 * `alike`: the entries of its kind that happened together with it, itself the last of them; `around`: all that did.
 * The first that has room is said.
 */
export function eventWords(
  scene: Scene,
  event: Event,
  alike: readonly Event[],
  around: readonly Event[],
): readonly string[] {
  const requests = alike.flatMap((one) => ('request' in one ? [one] : []));
  const who = requests.length > 0 ? whoOf(scene, requests) : '';
  const single = new Set(requests.map(({ request }) => request)).size <= 1;
  const by = ({ one, many }: Forms): readonly string[] => [single ? one({ who }) : many({ who })];
  const times = numberWord(alike.length);
  switch (event.kind) {
    case 'request_arrived':
      return by({ one: m.narr_arrives_one, many: m.narr_arrives });
    case 'connected':
      return [alike.length === 1 ? m.narr_connected_one() : m.narr_connected({ count: times })];
    case 'login_started':
      return [m.narr_login_begins({ thread: event.thread })];
    case 'login_finished':
      return [alike.length === 1 ? m.narr_login_done_one() : m.narr_login_done({ count: times })];
    case 'poll_returned':
      return [
        event.events === 1
          ? m.narr_polled_one()
          : m.narr_polled({ count: numberWord(event.events) }),
      ];
    case 'queued':
      return [queuedWords(event, who, single)];
    case 'promoted': {
      const limit = shortDuration(event.limit_ns);
      return [single ? m.narr_promoted_one({ who, limit }) : m.narr_promoted({ who, limit })];
    }
    case 'request_started':
      return [single ? startedWords(event, who) : m.narr_started({ who })];
    case 'wait_began': {
      if (event.wait === 'sleep') return by({ one: m.narr_sleeps_one, many: m.narr_sleeps });
      const wait = waitName(event.wait);
      return [single ? m.narr_waits_one({ who, wait }) : m.narr_waits({ who, wait })];
    }
    case 'wait_held':
      return by({ one: m.narr_held_wait_one, many: m.narr_held_wait });
    case 'innodb_sleep':
    case 'innodb_queued':
      return [
        m.narr_innodb({ who: whoIs(scene, event.request), inside: numberWord(event.inside) }),
      ];
    case 'innodb_entered':
      return [
        m.narr_innodb_entered({
          who: whoIs(scene, event.request),
          waited: shortDuration(event.waited_ns),
        }),
      ];
    case 'wait_ended':
      return by({ one: m.narr_back_one, many: m.narr_back });
    case 'lock_wait': {
      const told = { who, lock: event.lock, holder: whoIs(scene, event.holder) };
      return [single ? m.narr_lock_wait_one(told) : m.narr_lock_wait(told)];
    }
    case 'lock_taken':
      return [m.narr_lock_taken({ who: whoIs(scene, event.request), lock: event.lock })];
    case 'lock_released':
      return [m.narr_lock_released({ who: whoIs(scene, event.request), lock: event.lock })];
    case 'lock_timed_out':
      return [
        m.narr_lock_given_up({
          who: whoIs(scene, event.request),
          lock: event.lock,
          waited: shortDuration(event.waited_ns),
        }),
      ];
    case 'deadlock':
      return [
        m.narr_deadlock({
          who: whoIs(scene, event.request),
          holder: whoIs(scene, event.holder),
        }),
      ];
    case 'latch_wait':
      return [
        single
          ? m.narr_latch_wait_one({ who, ahead: numberWord(event.ahead) })
          : m.narr_latch_wait({ who }),
      ];
    case 'latch_taken':
      return [
        m.narr_latch_taken({
          who: whoIs(scene, event.request),
          waiters: numberWord(event.waiters),
        }),
      ];
    case 'latch_released':
      return [
        m.narr_latch_released({
          who: whoIs(scene, event.request),
          waiters: numberWord(event.waiters),
        }),
      ];
    case 'latch_stalled':
      return [m.narr_latch_stalled({ length: shortDuration(event.for_ns) })];
    case 'latch_stall_ended':
      return [m.narr_latch_freed({ waiters: numberWord(event.waiters) })];
    case 'suspended':
      return by({ one: m.narr_suspended_one, many: m.narr_suspended });
    case 'request_continued':
      return [m.narr_goes_on({ thread: event.thread, who: whoIs(scene, event.request) })];
    case 'resumed':
      return by({ one: m.narr_resumed_one, many: m.narr_resumed });
    case 'request_finished':
      return answeredWords(scene, event, alike, around);
    case 'request_failed':
      return by({ one: m.narr_failed_one, many: m.narr_failed });
    case 'thread_created': {
      const { thread } = event;
      const told = { thread, why: because(scene, event), threads: numberWord(event.threads) };
      return [m.narr_made(told)];
    }
    case 'thread_woken':
      return [m.narr_woken({ thread: event.thread, why: because(scene, event) })];
    case 'thread_refused':
      return [refusedWords(event)];
    case 'thread_listens':
      return [m.narr_listens({ thread: event.thread })];
    case 'thread_idle':
      return [idleWords(event)];
    case 'thread_exited':
      return [
        m.narr_leaves({
          thread: event.thread,
          idle: shortDuration(event.idle_ns),
          threads: numberWord(event.threads),
        }),
      ];
    case 'thread_cached':
      return [m.narr_cached({ thread: event.thread })];
    case 'timer_tick':
      return [m.narr_timer()];
    case 'group_stalled':
      return [
        event.queued === 1
          ? m.narr_stall_one()
          : m.narr_stall({ queued: numberWord(event.queued) }),
      ];
    case 'group_unattended':
      return [m.narr_unattended()];
    case 'pool_blocked_message':
      return [m.narr_blocked()];
    case 'idle_client_killed':
      return [
        m.narr_idle_killed({
          connection: event.connection,
          idle: shortDuration(event.idle_ns),
        }),
      ];
    case 'connection_killed':
      return [m.narr_killed({ connection: event.connection })];
    case 'query_killed':
      return [m.narr_query_killed({ connection: event.connection })];
    case 'disconnected':
      return [m.narr_closed({ connection: event.connection })];
    case 'variable_set':
      return [m.narr_set({ variable: event.variable, value: event.value })];
    case 'statement_stalled':
      return [
        m.narr_statement_stalled({
          who: whoIs(scene, event.request),
          ran: shortDuration(event.ran_ns),
        }),
      ];
    case 'thread_bound':
      return [m.narr_stays({ thread: event.thread, connection: event.connection })];
    case 'limit_suspended':
      return [m.narr_limit_off({ threads: numberWord(event.threads) })];
    case 'limit_restored':
      return [m.narr_limit_on({ limit: numberWord(event.limit) })];
    case 'group_changed':
      return [m.narr_moved({ connection: event.connection, from: event.from, to: event.to })];
  }
}
