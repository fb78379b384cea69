/**
 * A figure's state in the address: `?v=1&thread_pool_max_threads=8&seed=3&t=1.2s&r=7`. Server variables appear under their
 * names, everything else as a path with dots (`clients.0.count=12`). A comparison adds `with=percona`, `with=before`, or
 * `fork=1.2s&fork.thread_pool_max_threads=8`. tests/golden/urls.json holds every form ever published; all stay readable.
 */
import { isScheduler } from '../run/families';
import { LONGEST_LIST, STALLS } from '../run/stalls';
import type { Overrides, OverrideValue, SchedulerName } from '../run/types';
import { TO } from '../joined';

/** What a run is compared with: its own initial settings, another server, or another future. */
export type Comparison =
  | { readonly kind: 'before' }
  | { readonly kind: 'server'; readonly scheduler: SchedulerName }
  | { readonly kind: 'fork'; readonly at_ns: number; readonly values: Overrides };

/** What a camera shows of a picture, in percent of it: the middle, and the width. */
export interface UrlEye {
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

export interface UrlState {
  readonly overrides: Overrides;
  readonly time_ns: number | undefined;
  /** The chosen request: its number or its name. */
  readonly request: number | string | undefined;
  /** A server other than the scenario's own. */
  readonly server?: SchedulerName | undefined;
  readonly comparison?: Comparison | undefined;
  readonly eye?: UrlEye | undefined;
}

export type UrlProblem =
  | { readonly kind: 'bad_version'; readonly value: string; readonly allowed: string }
  | {
      readonly kind: 'bad_name';
      readonly name: string;
      readonly value: string;
      readonly allowed: string;
    }
  | {
      readonly kind: 'bad_value';
      readonly name: string;
      readonly value: string;
      readonly allowed: UrlAllowed;
    }
  | { readonly kind: 'both'; readonly value: string }
  | { readonly kind: 'twice'; readonly name: string; readonly value: string }
  | { readonly kind: 'too_many'; readonly value: string; readonly allowed: string };
export type UrlAllowed = 'time' | 'seed' | 'request' | 'with' | 'server' | 'eye';

export interface UrlReading {
  readonly state: UrlState;
  readonly problems: readonly UrlProblem[];
}

const VERSION = '1';
const MOST_OVERRIDES = 32;
const LONGEST_VALUE = 64;
/** Parameters that other programs add to links; they say nothing about the figure. */
export const FOREIGN = /^(utm_|\w*clid$|mc_[ce]id$|igshid$|spm$|ref(_src)?$)/;
const UNITS: Readonly<Record<string, number>> = { s: 9, ms: 6, us: 3, ns: 0 };

/** "1.2s" from nanoseconds, exact. */
export function printTime(time_ns: number): string {
  if (time_ns === 0) return '0s';
  const unit = time_ns >= 1e9 ? 's' : time_ns >= 1e6 ? 'ms' : time_ns >= 1e3 ? 'us' : 'ns';
  const decimals = UNITS[unit] ?? 0;
  const digits = String(time_ns).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${whole}${rest ? `.${rest}` : ''}${unit}`;
}

export function parseTime(text: string): number | undefined {
  const found = /^(\d{1,10})(?:\.(\d{1,9}))?(s|ms|us|ns)$/.exec(text);
  if (!found) return undefined;
  const [, whole = '', rest = '', unit = 's'] = found;
  const decimals = UNITS[unit] ?? 0;
  if (rest.length > decimals) return undefined;
  const time_ns = Number(whole + rest.padEnd(decimals, '0'));
  return Number.isSafeInteger(time_ns) ? time_ns : undefined;
}

/** As in a scenario: anything but a number, boolean or null is a string. */
export function parseValue(text: string): OverrideValue {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) {
    const value = Number(text);
    if (String(value) === text) return value;
  }
  return text;
}

/** Whether the run has such a request is checked once it is loaded. */
function parseRequest(text: string): number | string | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return text !== '' && text.length <= LONGEST_VALUE ? text : undefined;
}

function parseSeed(text: string): number | undefined {
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(seed) ? seed : undefined;
}

function parseEye(text: string): UrlEye | undefined {
  if (!/^\d{1,3}(\.\d{1,2})?(,\d{1,3}(\.\d{1,2})?){2}$/.test(text)) return undefined;
  const [x = NaN, y = NaN, w = NaN] = text.split(',').map(Number);
  return Math.max(x, y, w) <= 100 && w > 0 ? { x, y, w } : undefined;
}
const printEye = ({ x, y, w }: UrlEye): string =>
  [x, y, Math.max(0.01, w)].map((one) => Number(one.toFixed(2))).join(',');

export const shortName = (name: string) =>
  name.startsWith('/') ? name.slice(1).replaceAll('/', '.') : name;

/** Names in the address that are not settings; `fork.NAME` is a setting of the other future. */
const OWN_NAMES = ['t', 'r', 'at', 'server', 'with', 'fork'] as const;
const FORKED = 'fork.';

function parseWith(text: string): Comparison | undefined {
  if (text === 'before') return { kind: 'before' };
  return isScheduler(text) ? { kind: 'server', scheduler: text } : undefined;
}

const EMPTY: UrlState = {
  overrides: {},
  time_ns: undefined,
  request: undefined,
  comparison: undefined,
};

/** `known`: the names of the scenario's overrides; other names are refused. */
export function parseUrl(search: URLSearchParams, known: readonly string[]): UrlReading {
  const problems: UrlProblem[] = [];
  const overrides: Record<string, OverrideValue> = {};
  const fork_values: Record<string, OverrideValue> = {};
  let time_ns: number | undefined;
  let request: number | string | undefined;
  let eye: UrlEye | undefined;
  let server: SchedulerName | undefined;
  let other: Comparison | undefined;
  let fork_ns: number | undefined;
  const names = new Map(known.map((name) => [shortName(name), name]));
  const allowed = [...names.keys(), ...OWN_NAMES].join(', ');
  const seen = new Set<string>();
  const short = (text: string) => text.slice(0, LONGEST_VALUE);
  function read<T>(name: string, value: string, read: T | undefined, of: UrlAllowed) {
    if (read === undefined)
      problems.push({ kind: 'bad_value', name, value: short(value), allowed: of });
    return read;
  }
  const badName = (name: string, value: string) =>
    problems.push({ kind: 'bad_name', name: short(name), value: short(value), allowed });

  const version = search.get('v');
  if (version !== null && version !== VERSION) {
    problems.push({ kind: 'bad_version', value: short(version), allowed: `v=${VERSION}` });
    return { state: EMPTY, problems };
  }
  for (const [name, value] of search) {
    if (name === 'v' || FOREIGN.test(name)) continue;
    if (seen.has(name)) {
      problems.push({ kind: 'twice', name: short(name), value: short(value) });
      continue;
    }
    seen.add(name);
    const full = names.get(name);
    const in_fork = name.startsWith(FORKED) ? names.get(name.slice(FORKED.length)) : undefined;
    if (full !== undefined) {
      // The engine checks whether the value fits, with the same messages as the command line.
      if (full !== 'seed' || read(name, value, parseSeed(value), 'seed') !== undefined)
        // A version is a string, although 10.4 looks like a number.
        overrides[full] =
          full === 'version'
            ? short(value)
            : full === STALLS
              ? value.slice(0, LONGEST_LIST)
              : parseValue(short(value));
    } else if (name === 't') time_ns = read(name, value, parseTime(value), 'time');
    else if (name === 'r') request = read(name, value, parseRequest(value), 'request');
    else if (name === 'at') eye = read(name, value, parseEye(value), 'eye');
    else if (name === 'server')
      server = read(name, value, isScheduler(value) ? value : undefined, 'server');
    else if (name === 'with') other = read(name, value, parseWith(value), 'with');
    else if (name === 'fork') fork_ns = read(name, value, parseTime(value), 'time');
    else if (in_fork !== undefined && search.has('fork'))
      fork_values[in_fork] = parseValue(short(value));
    else badName(name, value);
  }
  if (other && fork_ns !== undefined)
    problems.push({ kind: 'both', value: search.get('with') ?? '' });
  const comparison: Comparison | undefined =
    fork_ns === undefined ? other : { kind: 'fork', at_ns: fork_ns, values: fork_values };
  const count = Object.keys(overrides).length + Object.keys(fork_values).length;
  if (count > MOST_OVERRIDES) {
    problems.push({ kind: 'too_many', value: String(count), allowed: `0${TO}${MOST_OVERRIDES}` });
    return { state: { ...EMPTY, time_ns, request }, problems };
  }
  const state = {
    ...{ overrides, time_ns, request, comparison },
    ...(server === undefined ? {} : { server }),
    ...(eye === undefined ? {} : { eye }),
  };
  return { state, problems };
}

const pair = (name: string, value: OverrideValue) =>
  `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;

function printComparison(comparison: Comparison | undefined): string[] {
  switch (comparison?.kind) {
    case undefined:
      return [];
    case 'before':
      return [pair('with', 'before')];
    case 'server':
      return [pair('with', comparison.scheduler)];
    case 'fork':
      return [
        pair('fork', printTime(comparison.at_ns)),
        ...Object.entries(comparison.values).map(([name, value]) =>
          pair(FORKED + shortName(name), value),
        ),
      ];
  }
}

/** Empty for a figure in its original state. */
export function printUrl(state: UrlState): string {
  const { overrides, time_ns, request, server, comparison, eye } = state;
  const parts = server === undefined ? [] : [pair('server', server)];
  parts.push(...Object.entries(overrides).map(([name, value]) => pair(shortName(name), value)));
  if (time_ns !== undefined) parts.push(pair('t', printTime(time_ns)));
  if (request !== undefined) parts.push(pair('r', request));
  if (eye) parts.push(`at=${printEye(eye)}`);
  parts.push(...printComparison(comparison));
  return parts.length > 0 ? `?v=${VERSION}&${parts.join('&')}` : '';
}
