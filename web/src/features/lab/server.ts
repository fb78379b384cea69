/**
 * Switches the server of a scenario: shared settings are carried over; the others are listed, and kept for switching back.
 */
import { isScheduler } from '../../model/run/families';
import type { SchedulerName } from '../../model/run/types';
import { getAt, isObject, listAt, setAt, type Json, type JsonObject } from '../../model/run/json';
import { settingsOf, versionsOf, type SettingSpec } from './specs';

export interface ServerOf {
  readonly scheduler: SchedulerName;
  readonly version: string;
}

/** A part of the scenario that the present server doesn't have. */
export interface Dropped {
  readonly of: 'server' | 'knobs' | 'changes';
  /** The name of its field under `server`. */
  readonly field: string;
  readonly value: Json;
}

export interface Switched {
  readonly scenario: JsonObject;
  /** Everything left behind so far. */
  readonly dropped: readonly Dropped[];
}

/** The newest version by default. */
export function serverOf(scenario: JsonObject, specs: readonly SettingSpec[]): ServerOf {
  const given = getAt(scenario, '/server/scheduler');
  const scheduler = isScheduler(given) ? given : 'mariadb';
  const version = getAt(scenario, '/server/version');
  const newest = versionsOf(specs, scheduler).at(-1) ?? 'any';
  return { scheduler, version: typeof version === 'string' ? version : newest };
}

export function valueWords(value: Json | undefined): string {
  if (value === true) return 'ON';
  if (value === false) return 'OFF';
  if (typeof value === 'number' || typeof value === 'string') return String(value);
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

export function switchServer(
  scenario: JsonObject,
  specs: readonly SettingSpec[],
  to: ServerOf,
  aside: readonly Dropped[] = [],
): Switched {
  const has = settingsOf(specs, to.scheduler, to.version).filter(
    ({ section }) => section === 'server',
  );
  const known = (name: Json | undefined) =>
    has.some((spec) => spec.field === name || spec.name === name);
  const fits = ({ of, field, value }: Dropped): boolean => {
    if (of === 'server') return known(field);
    const name = isObject(value) ? value[of === 'knobs' ? 'name' : 'variable'] : undefined;
    return (of === 'knobs' && (name === undefined || name === null)) || known(name);
  };
  const dropped = aside.filter((one) => !fits(one));
  const back = aside.filter(fits);
  const server: Record<string, Json> = {};
  const before = getAt(scenario, '/server');
  for (const [field, value] of Object.entries(isObject(before) ? before : {})) {
    if (field === 'scheduler') server[field] = to.scheduler;
    else if (field === 'version') server[field] = to.version;
    else if (known(field)) server[field] = value;
    else if (value !== null) dropped.push({ of: 'server', field, value });
  }
  server['version'] = to.version;
  for (const { of, field, value } of back) if (of === 'server') server[field] ??= value;
  let made = setAt(scenario, '/server', server);
  for (const of of ['knobs', 'changes'] as const) {
    const had = listAt(made, `/${of}`);
    const [stay, go] = [true, false].map((wanted) =>
      had.filter((value) => fits({ of, field: '', value }) === wanted),
    );
    const again = back.flatMap((one) => (one.of === of ? [one.value] : []));
    dropped.push(...(go ?? []).map((value): Dropped => ({ of, field: '', value })));
    if ((go ?? []).length + again.length > 0)
      made = setAt(made, `/${of}`, [...(stay ?? []), ...again]);
  }
  return { scenario: made, dropped };
}

/** "thread_pool_priority = high", "SET GLOBAL thread_pool_size = 4"; the knob of a variable is not listed. */
export function droppedWords(
  { of, field, value }: Dropped,
  specs: readonly SettingSpec[],
): string | undefined {
  switch (of) {
    case 'server':
      return `${specs.find((spec) => spec.field === field)?.name ?? field} = ${valueWords(value)}`;
    case 'changes':
      return isObject(value)
        ? `SET GLOBAL ${valueWords(value['variable'])} = ${valueWords(value['value'])}`
        : valueWords(value);
    case 'knobs':
      return undefined;
  }
}
