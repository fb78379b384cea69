/**
 * A lab's state in its address. Where the edits are values of a shipped scenario, the short form of
 * the figures: `?scenario=NAME&v=1&thread_pool_size=4&clients.0.count=12`. Else the whole scenario,
 * packed, in the fragment (see pack.ts).
 */
import { parseUrl, parseValue, printUrl, type UrlProblem } from '../../model/link/url';
import type { Overrides, OverrideValue } from '../../model/run/types';
import {
  getAt,
  isList,
  isObject,
  listAt,
  setAt,
  type Json,
  type JsonObject,
} from '../../model/run/json';
import { serverOf } from './server';
import type { SettingSpec } from './specs';

export interface Change {
  readonly at: string;
  /** Undefined: taken away. */
  readonly value: Json | undefined;
}

/** Words about a scenario, not of it. */
const WORDS = new Set(['$schema', 'title', 'question', 'about', 'source', 'published', 'knobs']);
const MOST_OVERRIDES = 32;
const LONGEST_VALUE = 64;

const isLeaf = (value: Json | undefined) => typeof value !== 'object' || value === null;

/** What differs, leaf by leaf; undefined where whole parts came or went. */
function changesOf(from: Json | undefined, to: Json | undefined, at = ''): Change[] | undefined {
  if (isLeaf(from) && isLeaf(to)) return from === to ? [] : [{ at, value: to }];
  if (isList(from) && isList(to)) {
    if (from.length !== to.length) return undefined;
    return all(from.map((item, index) => changesOf(item, to[index], `${at}/${index}`)));
  }
  // A section that has no fields yet is as good as an empty one.
  const section = at === '/machine' || at === '/start';
  const a = section ? (from ?? {}) : from;
  const b = section ? (to ?? {}) : to;
  if (!isObject(a) || !isObject(b)) return undefined;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return all(
    names
      .filter((name) => at !== '' || !WORDS.has(name))
      .map((name) => changesOf(a[name], b[name], `${at}/${name}`)),
  );
}

function all(lists: readonly (Change[] | undefined)[]): Change[] | undefined {
  const found: Change[] = [];
  for (const list of lists) {
    if (!list) return undefined;
    found.push(...list);
  }
  return found;
}

const named = (specs: readonly SettingSpec[], at: string) =>
  specs.find((spec) => spec.at === at && !spec.at.startsWith('/budget/'))?.field ??
  (at === '/server/scheduler' || at === '/server/version'
    ? at.slice('/server/'.length)
    : undefined);

/** The edits as overrides of the scenario; undefined where overrides cannot say them. */
export function overridesOf(
  specs: readonly SettingSpec[],
  from: JsonObject,
  to: JsonObject,
): Overrides | undefined {
  const changes = changesOf(from, to);
  if (!changes || changes.length > MOST_OVERRIDES) return undefined;
  const overrides: Record<string, OverrideValue> = {};
  for (const { at, value } of changes) {
    const name = named(specs, at);
    if (value === undefined ? name === undefined : !isLeaf(value)) return undefined;
    if (name === undefined && getAt(from, at) === undefined) return undefined;
    const said = (value ?? null) as OverrideValue;
    const printed = String(said);
    if (printed.length > LONGEST_VALUE) return undefined;
    if (name !== 'version' && parseValue(printed) !== said) return undefined;
    overrides[name ?? at] = said;
  }
  return overrides;
}

/** As the engine sets them (by name, by a knob's label, by pointer); a null by name takes away. */
export function applyOverrides(
  specs: readonly SettingSpec[],
  scenario: JsonObject,
  overrides: Overrides,
): JsonObject {
  let made = scenario;
  const scheduler = overrides['scheduler'];
  const to =
    typeof scheduler === 'string' ? setAt(scenario, '/server/scheduler', scheduler) : scenario;
  for (const [name, value] of Object.entries(overrides)) {
    for (const at of placesOf(specs, to, name)) {
      made = setAt(made, at, value === null && !name.startsWith('/') ? undefined : value);
    }
  }
  return made;
}

function placesOf(specs: readonly SettingSpec[], scenario: JsonObject, name: string): string[] {
  if (name.startsWith('/')) return [name];
  for (const knob of listAt(scenario, '/knobs')) {
    const paths = isObject(knob) && knob['label'] === name ? knob['paths'] : undefined;
    if (isList(paths)) return paths.filter((path) => typeof path === 'string');
  }
  if (name === 'scheduler' || name === 'version') return [`/server/${name}`];
  // A variable that several servers have is the own server's: their units differ.
  const rows = specs.filter((one) => one.field === name || one.name === name);
  const { scheduler } = serverOf(scenario, specs);
  const spec = rows.find((one) => one.scheduler === scheduler) ?? rows[0];
  return spec ? [spec.at] : [];
}

export interface LinkReading {
  readonly overrides: Overrides;
  readonly time_ns: number | undefined;
  readonly request: number | string | undefined;
  readonly problems: readonly UrlProblem[];
}

/** Reads what stands beside `scenario=` in an address. */
export function readLink(
  specs: readonly SettingSpec[],
  scenario: JsonObject,
  search: URLSearchParams,
): LinkReading {
  const rest = new URLSearchParams(search);
  rest.delete('scenario');
  const labels = listAt(scenario, '/knobs').flatMap((knob) =>
    isObject(knob) && typeof knob['label'] === 'string' ? [knob['label']] : [],
  );
  const names = specs
    .filter((spec) => !spec.at.startsWith('/budget/'))
    .flatMap(({ field, name }) => [field, name]);
  // Any value of the scenario may be named; only those that are need to be known.
  const pointers = [...rest.keys()]
    .map((name) => `/${name.replaceAll('.', '/')}`)
    .filter((at) => at.lastIndexOf('/') > 0 && leafAt(scenario, at));
  const known = [...new Set([...labels, 'scheduler', 'version', ...names, ...pointers])];
  const { state, problems } = parseUrl(rest, known);
  return { ...state, problems };
}

function leafAt(scenario: JsonObject, at: string): boolean {
  const value = getAt(scenario, at);
  return value !== undefined && isLeaf(value);
}

export function printLink(name: string, overrides: Overrides): string {
  const rest = printUrl({ overrides, time_ns: undefined, request: undefined });
  return `?scenario=${encodeURIComponent(name)}${rest.replace('?', '&')}`;
}
