/** What has just happened, why, and how often at once: log entries in the narrator's words. */
import { m } from '#paraglide/messages.js';
import { requestName } from '../../../model/words/say';
import { NONE, type ConnectionState } from '../../../model/run/frame';
import type { Event, Trigger } from '../../../model/run/types';
import { count, shortDuration } from '../../../model/words/format';
import { numberWord, sentence } from '../../../model/words/number';
import { waitName } from '../../../model/words/why';
import { bodyOf, clientOf, numberOf, ordinal, stateOf, whoAre, whomOf, type Scene } from './cast';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

const ON_THREAD = ['running', 'waiting', 'lock', 'latch', 'runnable', 'suspended'] as const;
/** Where an entry leaves its client. */
const LEAVES: Readonly<Partial<Record<Event['kind'], readonly ConnectionState[]>>> = {
  request_arrived: ['socket'],
  queued: ['low_queue', 'high_queue'],
  request_started: [...ON_THREAD, 'login'],
  wait_began: ['waiting', 'lock'],
  lock_wait: ['lock'],
  lock_taken: ON_THREAD,
  latch_wait: ['latch'],
  wait_ended: ['running', 'runnable', 'latch'],
  suspended: ['suspended'],
  resumed: ON_THREAD,
  request_finished: ['idle'],
};

/**
 * The client of a request as its body in the picture, unless it has gone on since: the body would say another thing than the
 * sentence. `kind`: of the entry that the sentence is about.
 */
function clientWords(
  scene: Scene,
  client: number,
  request: number,
  kind: Event['kind'] | undefined,
): string {
  const states = kind && LEAVES[kind];
  const now = scene.frame.connection_request[client] ?? NONE;
  const there =
    (now === NONE || now === request) && states?.includes(stateOf(scene, client)) !== false;
  return there ? bodyOf(scene, client) : numberOf(scene, client);
}

/** The client of a request; the request's name if the picture doesn't show the client. */
function whoIs(scene: Scene, request: number, kind?: Event['kind']): string {
  const client = clientOf(scene, request);
  return client === undefined
    ? requestName(request, scene.outcome)
    : clientWords(scene, client, request, kind);
}

/** The clients of several entries of one kind, each once; `called` names them. */
function whoOf(
  scene: Scene,
  events: readonly { readonly kind: Event['kind']; readonly request: number }[],
  called = whoAre,
): string {
  // The last of each client's.
  const each = new Map(
    events.flatMap((event) => {
      const client = clientOf(scene, event.request);
      return client === undefined ? [] : [[client, event] as const];
    }),
  );
  const named = (client: number) => {
    const { request = NONE, kind } = each.get(client) ?? {};
    return clientWords(scene, client, request, kind);
  };
  const [first] = events;
  return each.size > 1
    ? called(scene, [...each.keys()], named)
    : whoIs(scene, first?.request ?? 0, first?.kind);
}

/** The fields of an entry in words, and values derived from them. */
type Fields<One> = One extends unknown ? keyof One : never;
type Bare<Name> = Name extends `${infer Bare}_ns` ? Bare : Name;
type EntryWords = Readonly<
  Record<Bare<Fields<Event>> | 'who' | 'why' | 'n' | 'count' | 'inside', string | number>
>;
type Say = (told: EntryWords) => string;

/** Fields that are names; all other numbers are counts. */
const NAMES: ReadonlySet<string> = new Set(['thread', 'lock', 'connection', 'from', 'to']);

function toldOf(scene: Scene, event: Event): EntryWords {
  const told: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(event) as [string, unknown][])
    if (typeof value === 'string') told[name] = value;
    else if (typeof value !== 'number') continue;
    else if (name.endsWith('_ns')) told[name.slice(0, -'_ns'.length)] = shortDuration(value);
    else if (name === 'holder') told[name] = whoIs(scene, value);
    else told[name] = NAMES.has(name) ? value : numberWord(value);
  if ('request' in event) told['who'] = whoIs(scene, event.request, event.kind);
  if ('trigger' in event) told['why'] = because(scene, event);
  if (event.kind === 'queued') told['why'] = QUEUED_BECAUSE[event.reason]?.() ?? '';
  if ('waiting' in event) told['inside'] = numberWord(event.active + event.waiting);
  if ('wait' in event) told['wait'] = waitName(event.wait);
  return told as EntryWords;
}

const BECAUSE: Readonly<Record<Trigger['trigger'], (told: { who: string }) => string>> = {
  wait_began: m.narr_because_wait,
  place_freed: m.narr_because_place,
  listener_found_none_active: m.narr_because_queued_work,
  listener_queued: m.narr_because_queued_work,
  timer_no_listener: m.narr_because_no_listener,
  timer_stalled: m.narr_because_stalled,
  connect: m.narr_because_connection,
  group_change: m.narr_because_moved,
  resume: m.narr_because_resumed,
  request_in_line: m.narr_because_in_line,
  start: m.narr_because_start,
  mutex_free: m.narr_because_mutex,
  core_free: m.narr_because_core,
  injected: m.narr_because_injected,
  login: m.narr_because_login,
  statement_stalled: m.narr_because_statement_stalled,
  checker_found_work: m.narr_because_checker,
  more_work: m.narr_because_more_work,
};
const because = (scene: Scene, trigger: Trigger) =>
  BECAUSE[trigger.trigger]({ who: 'request' in trigger ? whoIs(scene, trigger.request) : '' });

/** The scheduler's reason for choosing the queue, if it is notable. */
const QUEUED_BECAUSE: Readonly<Partial<Record<Of<'queued'>['reason'], () => string>>> = {
  in_transaction: m.narr_queued_because_transaction,
  holds_locks: m.narr_queued_because_locks,
  by_variable: m.narr_queued_because_variable,
  tickets_spent: m.narr_queued_because_tickets,
  killed: m.narr_queued_because_killed,
  admin_port: m.narr_queued_because_admin,
  shorter_of_two: m.narr_queued_because_shorter,
};

function queuedForms({ reason, lane }: Of<'queued'>): Forms {
  if (reason === 'login') return [m.narr_queued_login];
  if (reason === 'newest_first') return [m.narr_queued_head, true];
  if (reason === 'resubmitted') return [m.narr_queued_again, true];
  return lane === 'high' ? [m.narr_queued_high, true] : [m.narr_queued, true];
}

const STARTED: Readonly<Record<Of<'request_started'>['via'], Say>> = {
  listener_self_service: m.narr_serves,
  queue: m.narr_takes,
  head: m.narr_takes,
  worker_poll: m.narr_finds,
  buffered_data: m.narr_goes_on,
  own_thread: m.narr_own_thread,
  direct_execution: m.narr_executes,
  bound_thread: m.narr_bound,
};

function refusedForms(event: Of<'thread_refused'>): Forms {
  switch (event.reason) {
    case 'max_threads': {
      const { threads, limit } = event;
      const next = threads === limit ? ordinal(threads + 1) : undefined;
      return [
        (told) =>
          next
            ? m.narr_refused_max({ next, limit })
            : m.narr_refused_max_many({ ...told, limit: count(limit) }),
      ];
    }
    case 'more_threads_than_connections':
      return [m.narr_refused_connections];
    case 'throttled':
      return [m.narr_refused_throttled];
    case 'transaction_limit':
      return [m.narr_refused_transactions];
  }
}

const IDLE: Readonly<Record<Of<'thread_idle'>['reason'], Say>> = {
  saturated: m.narr_idle_saturated,
  too_busy: m.narr_idle_shut,
  awaits_client: m.narr_idle_client,
  awaits_mutex: m.narr_idle_mutex,
  cores_busy: m.narr_idle_cores,
  consumer: m.narr_idle_reserve,
  reserve: m.narr_idle_reserve,
  nothing_to_do: m.narr_idle,
  nobody_in_line: m.narr_idle,
  queue_empty: m.narr_idle,
};

/** A sentence for one entry, and for several together: the same, another, or none. */
type Forms = readonly [one: Say, many?: Say | true];

const FORMS: Readonly<
  Record<
    Exclude<
      Event['kind'],
      'queued' | 'request_started' | 'request_finished' | 'thread_refused' | 'thread_idle'
    >,
    Forms
  >
> = {
  request_arrived: [m.narr_arrives, true],
  connected: [m.narr_connected, true],
  login_started: [m.narr_login_begins],
  login_finished: [m.narr_login_done, true],
  poll_returned: [(told) => m.narr_polled({ n: told.n, count: told.events }), true],
  promoted: [m.narr_promoted, true],
  wait_began: [m.narr_waits, true],
  wait_held: [m.narr_held_wait, true],
  innodb_sleep: [m.narr_innodb],
  innodb_queued: [m.narr_innodb],
  innodb_entered: [m.narr_innodb_entered],
  wait_ended: [m.narr_back, true],
  lock_wait: [m.narr_lock_wait, true],
  lock_taken: [m.narr_lock_taken],
  lock_released: [m.narr_lock_released],
  lock_timed_out: [m.narr_lock_given_up],
  deadlock: [m.narr_deadlock],
  latch_wait: [m.narr_latch_wait, true],
  latch_taken: [m.narr_latch_taken],
  latch_released: [m.narr_latch_released],
  latch_stalled: [(told) => m.narr_latch_stalled({ length: told.for })],
  latch_stall_ended: [m.narr_latch_freed],
  suspended: [m.narr_suspended, true],
  request_continued: [m.narr_goes_on],
  resumed: [m.narr_resumed, true],
  request_failed: [m.narr_failed, true],
  thread_created: [m.narr_made],
  thread_woken: [m.narr_woken],
  thread_listens: [m.narr_listens],
  thread_exited: [m.narr_leaves],
  thread_cached: [m.narr_cached],
  timer_tick: [m.narr_timer],
  group_stalled: [m.narr_stall, true],
  group_unattended: [m.narr_unattended],
  pool_blocked_message: [m.narr_blocked],
  idle_client_killed: [m.narr_idle_killed],
  connection_killed: [m.narr_killed],
  query_killed: [m.narr_query_killed],
  request_given_up: [m.narr_given_up, true],
  request_withdrawn: [m.narr_withdrawn, true],
  answered_nobody: [m.narr_for_nobody, true],
  client_left: [m.narr_client_left],
  connection_refused: [
    (told) => m.narr_refused_connection({ ...told, count: sentence(String(told.count)) }),
    true,
  ],
  statement_timed_out: [m.narr_statement_time],
  disconnected: [m.narr_closed],
  variable_set: [m.narr_set],
  acted: [m.narr_acted],
  statement_stalled: [m.narr_statement_stalled],
  thread_bound: [m.narr_stays],
  limit_suspended: [m.narr_limit_off],
  limit_restored: [m.narr_limit_on],
  group_changed: [m.narr_moved],
};

function formsOf(event: Exclude<Event, { kind: 'request_finished' }>): Forms {
  if (event.kind === 'queued') return queuedForms(event);
  if (event.kind === 'thread_refused') return refusedForms(event);
  if (event.kind === 'thread_idle') return [IDLE[event.reason]];
  if (event.kind === 'request_started') {
    const at_once = event.waited_ns === 0 && (event.via === 'queue' || event.via === 'head');
    return [at_once ? m.narr_takes_at_once : STARTED[event.via], m.narr_started];
  }
  if (event.kind === 'wait_began' && event.wait === 'sleep') return [m.narr_sleeps, true];
  return FORMS[event.kind];
}

/** Answers, and the requests that their threads take next. */
function answeredWords(
  scene: Scene,
  event: Of<'request_finished'>,
  alike: readonly Event[],
  around: readonly Event[],
): readonly string[] {
  const finished = alike.filter((one): one is Of<'request_finished'> => one.kind === event.kind);
  const latency = shortDuration(event.latency_ns);
  const who = whoOf(scene, finished);
  const said = m.narr_answered({ who, n: finished.length, latency });
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
  const told = {
    said: short,
    who: whoOf(scene, next, whomOf),
    waited: shortDuration(last.waited_ns),
  };
  const both =
    finished.length === 1 ? m.narr_answered_and_own(told) : m.narr_answered_and_one(told);
  return [both, said];
}

/**
 * `alike`: entries of the same kind at the same time, this one last; `around`: all entries at that time. The first sentence
 * that fits is used.
 */
export function eventWords(
  scene: Scene,
  event: Event,
  alike: readonly Event[],
  around: readonly Event[],
): readonly string[] {
  if (event.kind === 'request_finished') return answeredWords(scene, event, alike, around);
  const requests = alike.flatMap((one) => ('request' in one ? [one] : []));
  // For entries about one client, or entries that give their own count.
  const number =
    'events' in event
      ? event.events
      : event.kind === 'group_stalled'
        ? event.queued
        : new Set(requests.map(({ request }) => request)).size || alike.length;
  const told = { ...toldOf(scene, event), n: number, count: numberWord(alike.length) };
  const [one, many] = formsOf(event);
  if (number <= 1 || !many) return [one({ ...told, n: 1 })];
  const who = requests.length > 0 ? whoOf(scene, requests) : '';
  return [(many === true ? one : many)({ ...told, who })];
}
