/**
 * The schedulers, and how each is built. One that is new in the engine is asked for here by the
 * compiler, and known wherever servers are chosen or drawn.
 */
import type { SchedulerName } from './types';

/** How requests come to their threads: what the picture needs to know of a scheduler. */
export type Family =
  | 'pool'
  | 'own_threads'
  /** One queue for all workers. */
  | 'one_queue'
  /** Each worker has a queue, and nobody else helps. */
  | 'own_queues'
  /** Each worker polls the sockets of its own connections; no other does. */
  | 'event_loops'
  /** One list, the newest first, and one mutex: who polls keeps everybody else from it. */
  | 'one_list'
  /** One queue of the operating system: no listener, no sockets that wait to be polled. */
  | 'system_queue';

/** In the order in which readers are offered them. */
const FAMILIES: Readonly<Record<SchedulerName, Family>> = {
  mariadb: 'pool',
  percona: 'pool',
  oracle: 'pool',
  'one-thread-per-connection': 'own_threads',
  'mysql-6.0': 'one_list',
  'mariadb-windows': 'system_queue',
  'one-queue': 'one_queue',
  'many-queues': 'own_queues',
  'two-choices': 'own_queues',
  'nginx-workers': 'event_loops',
};

export const SCHEDULERS = Object.keys(FAMILIES) as readonly SchedulerName[];

export function isScheduler(value: unknown): value is SchedulerName {
  return SCHEDULERS.some((name) => name === value);
}

export function familyOf(scheduler: SchedulerName): Family {
  return FAMILIES[scheduler];
}

export function hasOwnThreads(scheduler: SchedulerName): boolean {
  return FAMILIES[scheduler] === 'own_threads';
}

/** Those whose workers or system take requests in without a thread that listens. */
const NO_LISTENER: ReadonlySet<SchedulerName> = new Set([
  'one-queue',
  'many-queues',
  'two-choices',
  'mariadb-windows',
]);

export function hasListener(scheduler: SchedulerName): boolean {
  return !NO_LISTENER.has(scheduler);
}

const TEXTBOOK: ReadonlySet<Family> = new Set(['one_queue', 'own_queues', 'event_loops']);

/** A design that no database server has. */
export function isTextbook(scheduler: SchedulerName): boolean {
  return TEXTBOOK.has(FAMILIES[scheduler]);
}

/** Its requests wait in one line; where there are a high and a low one, each has its name. */
export function hasOneLine(scheduler: SchedulerName): boolean {
  return FAMILIES[scheduler] !== 'pool';
}
