/** Every setting that has a field in the lab, with its range, unit, default and help. */
import type { SchedulerName, Variable, VariableKind } from '../../model/run/types';
import { isObject, type Json, type JsonObject } from '../../model/run/json';

export type Section = 'server' | 'machine' | 'start' | 'run';

export interface SettingSpec {
  /** JSON pointer into the scenario. */
  readonly at: string;
  /** As the server spells it, or for the model's own settings, as scenario files do. */
  readonly name: string;
  /** Its name in scenario files and links. */
  readonly field: string;
  readonly section: Section;
  readonly unit: string;
  readonly kind: VariableKind;
  readonly help: string;
  /** The scheduler that has the variable; empty for settings of machine and run. */
  readonly scheduler: SchedulerName | '';
  readonly versions: readonly string[];
  /** True if it may be missing, which differs from every value. */
  readonly optional: boolean;
  /** True if a running server can change it. */
  readonly dynamic: boolean;
}

/** The settings that answer most questions; the others are folded. */
const COMMON: readonly string[] = [
  'thread_pool_size',
  'thread_pool_max_threads',
  'thread_pool_stall_limit',
  'thread_pool_oversubscribe',
  'thread_cache_size',
  'cores',
  'seed',
  'until_us',
  'warm_up_us',
];

export function fromVariables(variables: readonly Variable[]): readonly SettingSpec[] {
  return variables.map((row) => ({
    at: `/server/${row.field}`,
    name: row.name,
    field: row.field,
    section: 'server',
    unit: row.unit,
    kind: row.kind,
    help: row.help,
    scheduler: row.scheduler,
    versions: row.versions,
    optional: true,
    dynamic: row.dynamic,
  }));
}

function within(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  let at = value;
  for (const name of names) at = isObject(at) ? at[name] : undefined;
  return at;
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
const number = (value: Json | undefined) => (typeof value === 'number' ? value : undefined);

function kindOf(schema: JsonObject, property: Json | undefined): VariableKind | undefined {
  const ref = text(within(property, '$ref')).replace('#/$defs/', '');
  if (ref !== '') {
    const options = within(schema, '$defs', ref, 'oneOf');
    const values = Array.isArray(options)
      ? options.map((option: Json) => text(within(option, 'const'))).filter((word) => word !== '')
      : [];
    if (values.length === 0) return undefined;
    return {
      type: 'choice',
      values,
      default: text(within(property, 'default')) || (values[0] ?? ''),
    };
  }
  const min = number(within(property, 'minimum'));
  if (min === undefined) return undefined;
  return {
    type: 'number',
    min,
    max: number(within(property, 'maximum')) ?? Number.MAX_SAFE_INTEGER,
    default: number(within(property, 'default')) ?? null,
  };
}

const PLACES: readonly (readonly [
  Section,
  at: string,
  def: string | undefined,
  names: readonly string[],
])[] = [
  [
    'machine',
    '/machine/',
    'Machine',
    ['cores', 'poll_wake_us', 'thread_wake_us', 'thread_create_us', 'timer_round_us'],
  ],
  [
    'start',
    '/start/',
    'Start',
    ['threads', 'idle_workers', 'first_tick_us', 'dequeue_attempts', 'login_cpu_us'],
  ],
  ['run', '/', undefined, ['seed', 'until_us', 'warm_up_us']],
  ['run', '/budget/', 'Budget', ['steps', 'record_mb']],
];

/** Settings of machine, start and run, from the JSON Schema of scenarios. */
export function fromSchema(schema: JsonObject): readonly SettingSpec[] {
  const required = within(schema, 'required');
  return PLACES.flatMap(([section, at, def, names]) =>
    names.flatMap((name) => {
      const property =
        def === undefined
          ? within(schema, 'properties', name)
          : within(schema, '$defs', def, 'properties', name);
      const kind = kindOf(schema, property);
      if (!kind) return [];
      return {
        at: at + name,
        name,
        field: name,
        section,
        unit: name.endsWith('_us') ? 'us' : name.endsWith('_mb') ? 'MB' : '',
        kind,
        help: text(within(property, 'description')).replaceAll('`', ''),
        scheduler: '' as const,
        versions: [],
        optional: !(Array.isArray(required) && required.includes(name)),
        dynamic: false,
      };
    }),
  );
}

export function isCommon(spec: SettingSpec): boolean {
  return COMMON.includes(spec.name);
}

/** The settings that a server of this version has. */
export function settingsOf(
  specs: readonly SettingSpec[],
  scheduler: string,
  version: string,
): readonly SettingSpec[] {
  return specs.filter(
    (spec) =>
      spec.scheduler === '' || (spec.scheduler === scheduler && spec.versions.includes(version)),
  );
}

export function versionsOf(specs: readonly SettingSpec[], scheduler: string): readonly string[] {
  const rows = specs.filter((spec) => spec.scheduler === scheduler);
  return [...new Set(rows.flatMap(({ versions }) => versions))];
}
