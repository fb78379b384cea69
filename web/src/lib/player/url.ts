/**
 * A figure's state in the address: `?v=1&thread_pool_max_threads=8&seed=3&t=1.2s&r=7`. Server
 * variables go by their names, everything else by its path with dots (`clients.0.count=12`).
 */
import type { Overrides, OverrideValue } from '../run/types';

export interface UrlState {
  readonly overrides: Overrides;
  readonly time_ns: number | undefined;
  /** The chosen request: its number or its name. */
  readonly request: number | string | undefined;
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
  | { readonly kind: 'twice'; readonly name: string; readonly value: string }
  | { readonly kind: 'too_many'; readonly value: string; readonly allowed: string };
export type UrlAllowed = 'time' | 'seed' | 'request';

export interface UrlReading {
  readonly state: UrlState;
  readonly problems: readonly UrlProblem[];
}

const VERSION = '1';
const MOST_OVERRIDES = 32;
const LONGEST_VALUE = 64;
/** Other programs hang these on links; they say nothing about the figure. */
const FOREIGN = /^(utm_|fbclid$|gclid$|ref$)/;
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

/** As it would stand in a scenario: what is no number, boolean or null is a word. */
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

/** Whether the run has such a request is told once it is known. */
function parseRequest(text: string): number | string | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return text !== '' && text.length <= LONGEST_VALUE ? text : undefined;
}

const shortName = (name: string) =>
  name.startsWith('/') ? name.slice(1).replaceAll('/', '.') : name;

/** `known`: the names of the scenario's overrides; nothing else may stand in a link. */
export function parseUrl(search: URLSearchParams, known: readonly string[]): UrlReading {
  const problems: UrlProblem[] = [];
  const overrides: Record<string, OverrideValue> = {};
  let time_ns: number | undefined;
  let request: number | string | undefined;
  const names = new Map(known.map((name) => [shortName(name), name]));
  const allowed = [...names.keys(), 't', 'r'].join(', ');
  const seen = new Set<string>();

  const version = search.get('v');
  if (version !== null && version !== VERSION) {
    problems.push({ kind: 'bad_version', value: version, allowed: `v=${VERSION}` });
    return { state: { overrides: {}, time_ns: undefined, request: undefined }, problems };
  }
  for (const [name, value] of search) {
    if (name === 'v' || FOREIGN.test(name)) continue;
    if (seen.has(name)) {
      problems.push({ kind: 'twice', name, value });
      continue;
    }
    seen.add(name);
    const full = names.get(name);
    if (name === 't') {
      time_ns = parseTime(value);
      if (time_ns === undefined) problems.push({ kind: 'bad_value', name, value, allowed: 'time' });
    } else if (name === 'r' && full === undefined) {
      request = parseRequest(value);
      if (request === undefined)
        problems.push({
          kind: 'bad_value',
          name,
          value: value.slice(0, LONGEST_VALUE),
          allowed: 'request',
        });
    } else if (full === undefined) {
      problems.push({
        kind: 'bad_name',
        name: name.slice(0, LONGEST_VALUE),
        value: value.slice(0, LONGEST_VALUE),
        allowed,
      });
    } else if (
      full === 'seed' &&
      !(/^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)))
    ) {
      problems.push({
        kind: 'bad_value',
        name,
        value: value.slice(0, LONGEST_VALUE),
        allowed: 'seed',
      });
    } else {
      // Whether the value fits is the engine's to say, in the words that the command line uses.
      overrides[full] = parseValue(value.slice(0, LONGEST_VALUE));
    }
  }
  const count = Object.keys(overrides).length;
  if (count > MOST_OVERRIDES) {
    problems.push({ kind: 'too_many', value: String(count), allowed: `0 to ${MOST_OVERRIDES}` });
    return { state: { overrides: {}, time_ns, request }, problems };
  }
  return { state: { overrides, time_ns, request }, problems };
}

/** The empty string for a figure as its author left it. */
export function printUrl({ overrides, time_ns, request }: UrlState): string {
  const parts = Object.entries(overrides).map(
    ([name, value]) =>
      `${encodeURIComponent(shortName(name))}=${encodeURIComponent(String(value))}`,
  );
  if (time_ns !== undefined) parts.push(`t=${printTime(time_ns)}`);
  if (request !== undefined) parts.push(`r=${encodeURIComponent(request)}`);
  return parts.length > 0 ? `?v=${VERSION}&${parts.join('&')}` : '';
}
