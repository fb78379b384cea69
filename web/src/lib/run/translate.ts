/**
 * The same clients on another server: variables of the same name are carried over, the others are
 * named. And the same run with a variable set on the way: SET GLOBAL, as on the server.
 */
import type { OverrideValue, Overrides, SchedulerName, ScenarioFile } from './types';
import { isEndless } from './workload';

const POOL = [
  'thread_pool_size',
  'thread_pool_max_threads',
  'thread_pool_stall_limit_ms',
  'thread_pool_oversubscribe',
  'thread_pool_idle_timeout_s',
] as const;
const ANY = ['wait_timeout_s', 'innodb_lock_wait_timeout_s'] as const;

/** Fields of `server` by scheduler; a test holds them against the engine's table of variables. */
export const FIELDS: Readonly<Record<SchedulerName, readonly string[]>> = {
  mariadb: [
    ...POOL,
    'thread_pool_priority',
    'thread_pool_prio_kickup_timer_ms',
    'thread_pool_exact_stats',
    'thread_pool_dedicated_listener',
    ...ANY,
  ],
  percona: [
    ...POOL,
    'thread_pool_high_prio_mode',
    'thread_pool_high_prio_tickets',
    'admin_port_high_priority',
    ...ANY,
  ],
  'one-thread-per-connection': ['thread_cache_size', ...ANY],
};

/** The most that a variable takes, where the servers differ in it; held against the same table. */
export const MOST: Readonly<Record<SchedulerName, Readonly<Partial<Record<string, number>>>>> = {
  mariadb: { thread_pool_size: 100_000, thread_pool_max_threads: 65_536 },
  percona: { thread_pool_size: 1_024, thread_pool_max_threads: 100_000 },
  'one-thread-per-connection': {},
};

/** `thread_pool_stall_limit_ms` is the file's name of `thread_pool_stall_limit`. */
export const variableName = (field: string): string => field.replace(/_(ms|s)$/, '');

export interface Translation {
  readonly scenario_json: string;
  /** Variables that the other server does not have, with their values. */
  readonly dropped: readonly { readonly variable: string; readonly value: OverrideValue }[];
  /** Variables whose value is more than the other server takes, with what it has instead. */
  readonly lowered: readonly { readonly variable: string; readonly value: number }[];
}

/** Settings that stand in a scenario of this scheduler. */
function isKnown(name: string, fields: readonly string[], others: readonly string[]): boolean {
  const is = (list: readonly string[]) =>
    list.some((field) => field === name || variableName(field) === name);
  return is(fields) || !is(others);
}

const ALL = [...new Set(Object.values(FIELDS).flat())];

/** Overrides that the other server understands too: its variables, and all that is no variable. */
export function carriedOver(overrides: Overrides, to: SchedulerName): Overrides {
  return Object.fromEntries(
    Object.entries(overrides).filter(([name]) => isKnown(name, FIELDS[to], ALL)),
  );
}

/** Another server may need longer for the same requests; silence at the end is not played. */
const LONGER = 4;

export function translate(scenario_json: string, to: SchedulerName): Translation {
  const file = JSON.parse(scenario_json) as ScenarioFile;
  const { scheduler, version, ...variables } = file.server;
  const own = Object.entries(variables).filter(([, value]) => value !== null);
  const kept = own.filter(([field]) => FIELDS[to].includes(field));
  const most = (field: string) => MOST[to][field] ?? Infinity;
  const lowered = kept.flatMap(([field, value]) =>
    typeof value === 'number' && value > most(field)
      ? [{ variable: variableName(field), value: most(field) }]
      : [],
  );
  const fitting = kept.map(([field, value]): [string, unknown] => [
    field,
    typeof value === 'number' ? Math.min(value, most(field)) : value,
  ]);
  const dropped = own.filter(([field]) => !FIELDS[to].includes(field));
  const same = scheduler === to;
  const { published, knobs, changes, ...rest } = file;
  const translated: ScenarioFile = {
    ...rest,
    until_us: isEndless(file) ? file.until_us : file.until_us * LONGER,
    server: {
      scheduler: to,
      ...(same && version !== undefined ? { version } : {}),
      ...Object.fromEntries(fitting),
    },
    ...(knobs ? { knobs: knobs.filter((knob) => isKnown(knob.name ?? '', FIELDS[to], ALL)) } : {}),
    ...(changes
      ? { changes: changes.filter(({ variable }) => isKnown(variable, FIELDS[to], ALL)) }
      : {}),
    ...(same && published ? { published } : {}),
  };
  return {
    scenario_json: JSON.stringify(translated),
    dropped: dropped.map(([field, value]) => ({ variable: variableName(field), value })),
    lowered,
  };
}

/** SET GLOBAL is given in whole microseconds; before that nothing differs. */
export function forkTime(time_ns: number): number {
  return Math.ceil(time_ns / 1_000) * 1_000;
}

/** The same scenario with SET GLOBAL at a time: the past stays as it is. */
export function forked(scenario_json: string, time_ns: number, values: Overrides): string {
  const file = JSON.parse(scenario_json) as ScenarioFile;
  const at_us = forkTime(time_ns) / 1_000;
  const set = Object.entries(values).flatMap(([variable, value]) =>
    value === null ? [] : [{ at_us, variable, value }],
  );
  return JSON.stringify({ ...file, changes: [...(file.changes ?? []), ...set] });
}
