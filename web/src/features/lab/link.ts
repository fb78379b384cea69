/**
 * The lab's state in its address. If the edits are values of a scenario of the site, it is the short form that figures use:
 * `?scenario=NAME&v=1&thread_pool_size=4&clients.0.count=12`. Otherwise the whole scenario, packed, in the fragment (see
 * pack.ts).
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
  /** Undefined: removed. */
  readonly value: Json | undefined;
}

/** Fields that describe a scenario without affecting it. */
const WORDS = new Set(['$schema', 'title', 'question', 'about', 'source', 'published', 'knobs']);
const MOST_OVERRIDES = 32;
const LONGEST_VALUE = 64;

const isLeaf = (value: Json | undefined) => typeof value !== 'object' || value === null;

/** The values that differ; undefined if whole parts were added or removed. */
function changesOf(from: Json | undefined, to: Json | undefined, at = ''): Change[] | undefined {
  if (isLeaf(from) && isLeaf(to)) return from === to ? [] : [{ at, value: to }];
  if (isList(from) && isList(to)) {
    if (from.length !== to.length) return undefined;
    return all(from.map((item, index) => changesOf(item, to[index], `${at}/${index}`)));
  }
  // A missing section is equal to one without fields.
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
  const found = lists.filter((list) => list !== undefined);
  return found.length === lists.length ? found.flat() : undefined;
}

const named = (specs: readonly SettingSpec[], at: string) =>
  specs.find((spec) => spec.at === at && !spec.at.startsWith('/budget/'))?.field ??
  (at === '/server/scheduler' || at === '/server/version'
    ? at.slice('/server/'.length)
    : undefined);

/** The edits as overrides of the scenario; undefined if overrides can't express them. */
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

/** Applies overrides like the engine, by name, knob label or pointer; null removes a value by name. */
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
  // If several servers have the variable, take the scenario's own server: their units differ.
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

/** Reads the parameters next to `scenario=`. */
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
  // An address may name any value of the scenario; only the names that it uses need to be known.
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
