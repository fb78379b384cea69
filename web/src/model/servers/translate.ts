/**
 * Moves a scenario to another server: variables of the same name are carried over, and the others are listed. Also makes
 * the same run with a variable changed on the way, as by SET GLOBAL.
 */
import { isScheduler, SCHEDULERS } from '../run/families';
import { isVariable, newest, variablesOf } from './servers';
import type { OverrideValue, Overrides, SchedulerName, ScenarioFile } from '../run/types';
import { isEndless } from '../run/workload';

/** `thread_pool_stall_limit_ms` in a scenario file is the server's `thread_pool_stall_limit`. */
export const variableName = (field: string): string => field.replace(/_(10ms|ms|us|s)$/, '');

export interface Translation {
  readonly scenario_json: string;
  /** Variables that the other server does not have, with their values. */
  readonly dropped: readonly { readonly variable: string; readonly value: OverrideValue }[];
  /** Variables whose value exceeds the other server's maximum, with the value used instead. */
  readonly lowered: readonly { readonly variable: string; readonly value: number }[];
}

/** The settings that a link may set on this server; empty if there is no such server. */
export const namesOn = (server: string | null | undefined): readonly string[] =>
  isScheduler(server) ? variablesOf(server, newest(server)).map(({ name }) => name) : [];

/** Whether only this server has the variable under the rules of this version. */
const ofServer = (name: string, to: SchedulerName, version = newest(to)) =>
  variablesOf(to, version).find((row) => row.name === name || row.field === name);

/** Settings that a scenario for this scheduler may have: its variables, and everything that is not a server variable. */
const isKnown = (name: string, to: SchedulerName) =>
  !isVariable(name) || ofServer(name, to) !== undefined;

/** The servers that can get the same requests: not all have clients that give up or leave. */
export function serversFor(scenario_json: string): readonly SchedulerName[] {
  const { clients = [], leaves = [] } = JSON.parse(scenario_json) as Partial<ScenarioFile>;
  const leave = leaves.length > 0 || clients.some(({ patience }) => patience);
  return leave ? SCHEDULERS.filter((to) => ofServer('max_connections', to)) : SCHEDULERS;
}

/** Groups in the other servers, workers in MySQL 6.0: the name is the same, but the value can't be carried over. */
const meansOther = (field: string, from: SchedulerName, to: SchedulerName) =>
  field === 'thread_pool_size' && (from === 'mysql-6.0') !== (to === 'mysql-6.0');

/** Overrides that the other server understands too: its variables, and everything that is not a server variable. */
export function carriedOver(
  overrides: Overrides,
  from: SchedulerName,
  to: SchedulerName,
): Overrides {
  return Object.fromEntries(
    Object.entries(overrides).filter(([name]) => isKnown(name, to) && !meansOther(name, from, to)),
  );
}

/** Another server may take longer for the same requests; playback skips silence at the end. */
const LONGER = 4;

export function translate(scenario_json: string, to: SchedulerName): Translation {
  const file = JSON.parse(scenario_json) as ScenarioFile;
  const { scheduler, version, ...variables } = file.server;
  const { published, knobs, changes, ...rest } = file;
  const own = Object.entries(variables).filter(([, value]) => value !== null);
  const same = scheduler === to;
  const rules = same && typeof version === 'string' ? version : newest(to);
  const kindOf = (field: string) =>
    meansOther(field, scheduler, to) ? undefined : ofServer(field, to, rules)?.kind;
  const has = ([field, value]: readonly [string, unknown]) => {
    const kind = kindOf(field);
    return kind?.type === 'choice' ? kind.values.some((one) => one === value) : kind !== undefined;
  };
  const kept = own.filter(has);
  const dropped = own.filter((one) => !has(one));
  const lowered: Translation['lowered'][number][] = [];
  const fitting = kept.map(([field, value]): [string, unknown] => {
    const kind = kindOf(field);
    if (kind?.type !== 'number' || typeof value !== 'number') return [field, value];
    const allowed = Math.min(Math.max(value, kind.min), kind.max);
    if (allowed !== value) lowered.push({ variable: variableName(field), value: allowed });
    return [field, allowed];
  });
  const translated: ScenarioFile = {
    ...rest,
    until_us: isEndless(file) ? file.until_us : file.until_us * LONGER,
    server: {
      scheduler: to,
      ...(same && version !== undefined ? { version } : {}),
      ...Object.fromEntries(fitting),
    },
    ...(knobs ? { knobs: knobs.filter((knob) => isKnown(knob.name ?? '', to)) } : {}),
    ...(changes
      ? {
          changes: changes.filter(
            ({ variable }) =>
              !meansOther(variable, scheduler, to) &&
              ofServer(variable, to, rules)?.dynamic === true,
          ),
        }
      : {}),
    ...(same ? {} : byTheMainPort(rest)),
    ...(same && published ? { published } : {}),
  };
  return {
    scenario_json: JSON.stringify(translated),
    dropped: dropped.map(([field, value]) => ({ variable: variableName(field), value })),
    lowered,
  };
}

/** Servers have different extra ports, so everybody connects through the main port, which all have. */
function byTheMainPort({ connections, clients }: Pick<ScenarioFile, 'connections' | 'clients'>) {
  const main = <T extends object>(one: T): T => ('port' in one ? { ...one, port: 'main' } : one);
  return {
    ...(connections ? { connections: connections.map(main) } : {}),
    ...(clients ? { clients: clients.map(main) } : {}),
  };
}

/** SET GLOBAL times are whole microseconds; nothing differs before. */
export function forkTime(time_ns: number): number {
  return Math.ceil(time_ns / 1_000) * 1_000;
}

/** The same scenario with a SET GLOBAL at this time: the past stays the same. */
export function forked(scenario_json: string, time_ns: number, values: Overrides): string {
  const file = JSON.parse(scenario_json) as ScenarioFile;
  const at_us = forkTime(time_ns) / 1_000;
  const set = Object.entries(values).flatMap(([variable, value]) =>
    value === null ? [] : [{ at_us, variable, value }],
  );
  return JSON.stringify({ ...file, changes: [...(file.changes ?? []), ...set] });
}
