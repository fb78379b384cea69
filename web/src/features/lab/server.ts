/** From one server to another: what both have is carried over, what only the old one had is named. */
import { isScheduler } from '../../model/servers/families';
import type { SchedulerName } from '../../model/run/types';
import { getAt, isList, isObject, setAt, type Json, type JsonObject } from '../../model/run/json';
import { settingsOf, versionsOf, type SettingSpec } from './specs';

export interface ServerOf {
  readonly scheduler: SchedulerName;
  readonly version: string;
}

export interface Dropped {
  readonly name: string;
  readonly value: string;
}

export interface Switched {
  readonly scenario: JsonObject;
  readonly dropped: readonly Dropped[];
}

/** The newest version, unless told. */
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
): Switched {
  const has = settingsOf(specs, to.scheduler, to.version).filter(
    ({ section }) => section === 'server',
  );
  const known = (name: Json | undefined) =>
    has.some((spec) => spec.field === name || spec.name === name);
  const dropped: Dropped[] = [];
  const server: Record<string, Json> = {};
  const before = getAt(scenario, '/server');
  for (const [field, value] of Object.entries(isObject(before) ? before : {})) {
    if (field === 'scheduler') server[field] = to.scheduler;
    else if (field === 'version') server[field] = to.version;
    else if (known(field)) server[field] = value;
    else if (value !== null) {
      const name = specs.find((spec) => spec.field === field)?.name ?? field;
      dropped.push({ name, value: valueWords(value) });
    }
  }
  server['version'] = to.version;
  let made = setAt(scenario, '/server', server);
  made = keep(made, '/knobs', (knob) => {
    const name = isObject(knob) ? knob['name'] : undefined;
    return name === undefined || name === null || known(name);
  });
  made = keep(made, '/changes', (change) => {
    if (!isObject(change) || known(change['variable'])) return true;
    dropped.push({
      name: `SET GLOBAL ${valueWords(change['variable'])}`,
      value: valueWords(change['value']),
    });
    return false;
  });
  return { scenario: made, dropped };
}

function keep(scenario: JsonObject, list: string, wanted: (item: Json) => boolean): JsonObject {
  const items = getAt(scenario, list);
  if (!isList(items)) return scenario;
  const kept = items.filter(wanted);
  return kept.length === items.length ? scenario : setAt(scenario, list, kept);
}
