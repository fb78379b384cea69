/** A scenario's settings as the reader may see and change them. */
import { m } from '#paraglide/messages.js';
import type { InputError } from '../engine/failure';
import type { UrlProblem } from '../player/url';
import type { OverrideValue, ScenarioView, SchedulerName } from '../run/types';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function plain(value: unknown): OverrideValue {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A server variable by its name, everything else by its path. */
export function valueOf(scenario: ScenarioView, name: string): OverrideValue {
  if (!name.startsWith('/')) return plain(scenario.server[name] ?? (scenario as unknown as Record<string, unknown>)[name]);
  let at: unknown = scenario;
  for (const part of name.slice(1).split('/')) at = isRecord(at) ? at[part] : undefined;
  return plain(at);
}

export function isAbout(problem: InputError, name: string): boolean {
  return problem.path === name || problem.path.endsWith(name.startsWith('/') ? name : `/${name}`);
}

export function listed(record: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  return Object.entries(record).map(([name, value]) => {
    const shown = plain(value);
    return [name, shown === true ? 'ON' : shown === false ? 'OFF' : shown === null ? m.table_none() : String(shown)] as const;
  });
}

export function serverName(scheduler: SchedulerName): string {
  switch (scheduler) {
    case 'mariadb':
      return m.server_mariadb();
    case 'percona':
      return m.server_percona();
    case 'one-thread-per-connection':
      return m.server_own();
  }
}

export function urlSentence(problem: UrlProblem): string {
  switch (problem.kind) {
    case 'bad_version':
      return m.url_bad_version(problem);
    case 'bad_name':
      return m.url_bad_name(problem);
    case 'bad_value':
      return m.url_bad_value({
        ...problem,
        allowed: problem.allowed === 'time' ? m.url_allowed_time() : m.url_allowed_seed(),
      });
    case 'too_many':
      return m.url_too_many(problem);
    case 'twice':
      return m.url_twice(problem);
  }
}
