/**
 * The schedulers, and how each is built. The compiler demands an entry here for each new scheduler of the engine; every
 * list and picture of servers follows from it.
 */
import type { SchedulerName } from './types';

/** How requests get to their threads, which is what the picture depends on. */
export type Family =
  | 'pool'
  | 'own_threads'
  /** One queue for all workers. */
  | 'one_queue'
  /** Each worker has its own queue, and no other worker helps. */
  | 'own_queues'
  /** Each worker polls the sockets of its own connections only. */
  | 'event_loops'
  /** One list, newest first, and one mutex: while one thread polls, no other can. */
  | 'one_list'
  /** One queue of the operating system: no listener, and no sockets that wait to be polled. */
  | 'system_queue';

/** In the order in which readers see them. */
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

/** Schedulers whose workers or operating system accept requests without a listener thread. */
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

/** A textbook design that no database server uses. */
export function isTextbook(scheduler: SchedulerName): boolean {
  return TEXTBOOK.has(FAMILIES[scheduler]);
}

/** Whether its requests wait in one queue. Schedulers with a high and a low queue name each. */
export function hasOneLine(scheduler: SchedulerName): boolean {
  return FAMILIES[scheduler] !== 'pool';
}
