/**
 * The schedulers and their variables, from the engine's own table. A scheduler that is new in the
 * engine is asked for here by the compiler, and known wherever servers are chosen or translated.
 */
import table from '../engine/generated/variables.json';
import type { SchedulerName, Variable } from './types';

const TABLE = table as readonly Variable[];

/** How requests come to their threads: what the picture needs to know of a scheduler. */
export type Family =
  | 'pool'
  | 'own_threads'
  | 'textbook'
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
  'one-queue': 'textbook',
  'many-queues': 'textbook',
  'two-choices': 'textbook',
  'nginx-workers': 'textbook',
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

/** A design that no database server has. */
export function isTextbook(scheduler: SchedulerName): boolean {
  return FAMILIES[scheduler] === 'textbook';
}

/** The versions whose rules the engine has, oldest first. */
export function versionsOf(scheduler: SchedulerName): readonly string[] {
  const rows = TABLE.filter((row) => row.scheduler === scheduler);
  return [...new Set(rows.flatMap(({ versions }) => versions))];
}

export function newest(scheduler: SchedulerName): string {
  return versionsOf(scheduler).at(-1) ?? 'any';
}

/** The variables of one scheduler under the rules of one version. */
export function variablesOf(scheduler: SchedulerName, version: string): readonly Variable[] {
  const all = TABLE.filter((row) => row.scheduler === scheduler);
  const own = all.filter((row) => row.versions.includes(version));
  return own.length > 0 ? own : all.filter((row) => row.versions.includes(newest(scheduler)));
}

/** A variable by its name in the server or in scenario files. */
export function variableNamed(
  name: string,
  scheduler: SchedulerName,
  version = newest(scheduler),
): Variable | undefined {
  const rows = TABLE.filter(
    (row) => row.scheduler === scheduler && (row.name === name || row.field === name),
  );
  return rows.find((row) => row.versions.includes(version)) ?? rows.at(-1);
}

/** Whether `name` is a variable of any server at all. */
export function isVariable(name: string): boolean {
  return TABLE.some((row) => row.name === name || row.field === name);
}
