/** A scenario's settings as the reader may see and change them. */
import { m } from '#paraglide/messages.js';
import type { InputError } from '../engine/failure';
import type { UrlAllowed, UrlProblem } from '../player/url';
import type { Outcome, OverrideValue, SchedulerName } from '../run/types';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function plain(value: unknown): OverrideValue {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean')
    return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A setting's value from its words: a number, ON or OFF, or the words themselves. */
function fromWords(words: string): OverrideValue {
  if (words === 'ON' || words === 'true') return true;
  if (words === 'OFF' || words === 'false') return false;
  const number = Number(words);
  return words !== '' && Number.isFinite(number) ? number : words;
}

/** The value at a JSON pointer of the scenario; what the file leaves out is told by the run. */
export function valueAt(outcome: Outcome, pointer: string): OverrideValue {
  const path = pointer.slice(1).split('/');
  let at: unknown = outcome.scenario;
  for (const part of path) at = isRecord(at) ? at[part] : undefined;
  if (at !== undefined) return plain(at);
  const setting = outcome.settings.find(({ name }) => name === path.at(-1));
  return setting === undefined ? null : fromWords(setting.value);
}

/** Whether a problem (at `clients[0].count`) is one of this place (`/clients/0/count`). */
export function isAbout(problem: InputError, pointer: string): boolean {
  const path = problem.path.replaceAll(/\[(\d+)\]/g, '.$1');
  return path === pointer.slice(1).replaceAll('/', '.');
}

const SERVER_NAMES: Readonly<Record<SchedulerName, () => string>> = {
  mariadb: m.server_mariadb,
  percona: m.server_percona,
  oracle: m.server_oracle,
  'one-thread-per-connection': m.server_own,
  'one-queue': m.server_one_queue,
  'many-queues': m.server_many_queues,
  'two-choices': m.server_two_choices,
  'nginx-workers': m.server_nginx_workers,
  'mysql-6.0': m.server_mysql_60,
  'mariadb-windows': m.server_windows,
};

export const serverName = (scheduler: SchedulerName): string => SERVER_NAMES[scheduler]();

const ALLOWED: Readonly<Record<UrlAllowed, () => string>> = {
  time: m.url_allowed_time,
  seed: m.url_allowed_seed,
  request: m.figure_url_allowed_request,
  with: m.figure_url_allowed_with,
  server: m.figure_url_allowed_server,
};

export function urlSentence(problem: UrlProblem): string {
  switch (problem.kind) {
    case 'bad_version':
      return m.url_bad_version(problem);
    case 'bad_name':
      return m.url_bad_name(problem);
    case 'bad_value':
      return m.url_bad_value({ ...problem, allowed: ALLOWED[problem.allowed]() });
    case 'both':
      return m.figure_url_both(problem);
    case 'too_many':
      return m.url_too_many(problem);
    case 'twice':
      return m.url_twice(problem);
  }
}
