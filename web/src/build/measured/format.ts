/** Runs of a real server as content/measured has them (`poolscope-measured/1`), read strictly. */
import type { Source } from '../../model/run/types';

/** A statement of a client: sent at a time, or when the one before it is answered, whichever is later. */
export interface SentStep {
  readonly label: string;
  readonly at_ms: number;
  readonly sql: string;
  /** Sent again and again until this moment, `gap_ms` after each answer. */
  readonly until_ms?: number;
  readonly gap_ms?: number;
}

/** Clients that do the same, each on a connection of its own. */
export interface Crowd {
  readonly count: number;
  /** Without it and without a port: client i is in group i modulo thread_pool_size. */
  readonly group?: number;
  readonly port?: 'extra';
  /** Each next client begins so much later. */
  readonly every_ms?: number;
  /** Connects at the moment of its first statement; the others were logged in before. */
  readonly cold?: boolean;
  /** Its transaction was open before time 0. */
  readonly in_transaction?: boolean;
  readonly steps: readonly SentStep[];
}

/** [client, sent, done]: milliseconds from just before the first statement was sent. */
export type Answer = readonly [client: number, sent_ms: number, done_ms: number];

/** What a client with a loop saw, in figures. */
export interface LoopFigures {
  readonly client: number;
  readonly first_sent_ms: number;
  readonly answers: number;
  readonly median_ms: number;
  readonly p95_ms: number;
  readonly max_ms: number;
  readonly last_ms: number;
}

export interface MeasuredRun {
  /** In order of completion. */
  readonly answers: readonly Answer[];
  readonly loops?: readonly LoopFigures[];
  /** Of each group. */
  readonly threads_peak?: readonly number[];
  /** Threads of the operating system, seen every 4 ms; a few are the server's own. */
  readonly births_ms: readonly number[];
  readonly deaths_ms?: readonly number[];
  /** THREAD_POOL_WAITS: how much each count grew. */
  readonly waits?: Readonly<Record<string, number>>;
  readonly running?: Running;
}

/** How many statements ran, looked at every few milliseconds. */
export interface Running {
  /** How many it settled at. */
  readonly settled: number;
  /** The share of looks that found so many. */
  readonly share?: number;
  /** When two ran for the first time, when three, and so on; not all were noted. */
  readonly admitted_ms?: readonly (readonly [running: number, at_ms: number])[];
  /** When a thread was made that came to listen, after the first of them. */
  readonly listener_ms?: number;
}

export const COUNTERS = [
  'thread_creations',
  'thread_creations_due_to_stall',
  'wakes',
  'wakes_due_to_stall',
  'throttles',
  'stalls',
  'polls_by_listener',
  'polls_by_worker',
  'dequeues_by_listener',
  'dequeues_by_worker',
  /** Over all groups. */
  'all_thread_creations',
  /** Statements that failed with error 1205. */
  'lock_wait_timeouts',
] as const;
export type Counter = (typeof COUNTERS)[number];
export type Range = readonly [least: number, greatest: number];

export const KINDS = [
  'batches',
  'two-groups',
  'stall-limit',
  'oversubscribe',
  'running',
  'thread-creation',
  'idle-timeout',
  'priorities',
  'row-locks',
  'dedicated-listener',
  'sixty-five',
  'waits',
  'older-server',
  'yardstick',
] as const;
export type Kind = (typeof KINDS)[number];

export interface MeasuredScenario {
  readonly name: string;
  readonly kind: Kind;
  readonly title: string;
  readonly variables: Readonly<Record<string, number | string>>;
  readonly clients: readonly Crowd[];
  /** How long the server was watched after the last answer. */
  readonly watched_ms?: number;
  /** From when to when it was counted how many statements run. */
  readonly settled_ms?: Range;
  /** Least and greatest growth over the runs, of group 0 unless said. */
  readonly counters?: Readonly<Partial<Record<Counter, Range>>>;
  readonly runs: readonly MeasuredRun[];
}

export interface MeasuredFile {
  readonly format: 'poolscope-measured/1';
  readonly id: string;
  readonly server: string;
  /** Whose rules the engine follows for it. */
  readonly version: string;
  /** Idle threads besides the listener that the logins before time 0 left behind. */
  readonly warm_idle_workers: number;
  readonly source: Source;
  readonly machine: { readonly cores: number; readonly text: string };
  readonly scenarios: readonly MeasuredScenario[];
}

export class MeasuredError extends Error {}

type Check = (value: unknown, at: string) => void;

const shown = (value: unknown) =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
function fail(at: string, value: unknown, allowed: string): never {
  throw new MeasuredError(`${at}: ${shown(value)}; allowed: ${allowed}`);
}

const text: Check = (value, at) => {
  if (typeof value !== 'string' || value === '') fail(at, value, 'a text that is not empty');
};
const number =
  (least: number, most = 1e9, whole = false): Check =>
  (value, at) => {
    const ok = typeof value === 'number' && value >= least && value <= most;
    if (!ok || (whole && !Number.isInteger(value)))
      fail(at, value, `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
  };
const count = number(0, 1e9, true);
const time = number(0);
const one =
  (...allowed: readonly unknown[]): Check =>
  (value, at) => {
    if (!allowed.includes(value)) fail(at, value, allowed.map(shown).join(', '));
  };
const list =
  (of: Check, least = 0): Check =>
  (value, at) => {
    if (!Array.isArray(value) || value.length < least)
      fail(at, value, `a list${least > 0 ? ` of at least ${least}` : ''}`);
    value.forEach((item, i) => of(item, `${at}[${i}]`));
  };
const tuple =
  (...of: readonly Check[]): Check =>
  (value, at) => {
    if (!Array.isArray(value) || value.length !== of.length)
      fail(at, value, `a list of ${of.length}`);
    of.forEach((check, i) => check((value as unknown[])[i], `${at}[${i}]`));
  };
const table =
  (key: Check, of: Check): Check =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      fail(at, value, 'an object');
    for (const [name, item] of Object.entries(value)) {
      key(name, `${at}, name`);
      of(item, `${at}.${name}`);
    }
  };
/** Fields with a question mark may be missing; no others may be there. */
const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      fail(at, value, 'an object');
    const given = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(fields).map((name) => name.replace('?', ''));
    for (const name of Object.keys(given))
      if (!names.includes(name)) fail(at, name, `the fields ${names.join(', ')}`);
    for (const [name, check] of Object.entries(fields)) {
      const key = name.replace('?', '');
      if (given[key] === undefined && name.endsWith('?')) continue;
      check(given[key], `${at}.${key}`);
    }
  };

const STEP = object({
  label: text,
  at_ms: time,
  sql: text,
  'until_ms?': time,
  'gap_ms?': time,
});
const CROWD = object({
  count: number(1, 10_000, true),
  'group?': count,
  'port?': one('extra'),
  'every_ms?': time,
  'cold?': one(true),
  'in_transaction?': one(true),
  steps: list(STEP, 1),
});
const RUN = object({
  answers: list(tuple(count, time, time)),
  'loops?': list(
    object({
      client: count,
      first_sent_ms: time,
      answers: count,
      median_ms: time,
      p95_ms: time,
      max_ms: time,
      last_ms: time,
    }),
  ),
  'threads_peak?': list(count, 1),
  births_ms: list(time),
  'deaths_ms?': list(time),
  'waits?': table(text, count),
  'running?': object({
    settled: count,
    'share?': number(0, 1),
    'admitted_ms?': list(tuple(number(2, 1000, true), time), 1),
    'listener_ms?': time,
  }),
});
const variable: Check = (value, at) => {
  if (typeof value !== 'number' && typeof value !== 'string') fail(at, value, 'a number or a word');
};
const FILE = object({
  format: one('poolscope-measured/1'),
  id: text,
  server: text,
  version: text,
  warm_idle_workers: count,
  source: object({ author: text, title: text, date: text, 'url?': text }),
  machine: object({ cores: number(1, 1024, true), text }),
  scenarios: list(
    object({
      name: text,
      kind: one(...KINDS),
      title: text,
      variables: table(text, variable),
      clients: list(CROWD, 1),
      'watched_ms?': time,
      'settled_ms?': tuple(time, time),
      'counters?': table(one(...COUNTERS), tuple(count, count)),
      runs: list(RUN, 1),
    }),
    1,
  ),
});

export const clientsOf = ({ clients }: Pick<MeasuredScenario, 'clients'>) =>
  clients.reduce((sum, crowd) => sum + crowd.count, 0);

/** The file as typed data; refused with place, value and what is allowed. */
export function readMeasured(json: string, file: string): MeasuredFile {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (thrown) {
    throw new MeasuredError(`${file}: no JSON: ${String(thrown)}`, { cause: thrown });
  }
  FILE(value, file);
  const read = value as MeasuredFile;
  const names = new Set<string>();
  for (const scenario of read.scenarios) {
    const at = `${file}: ${scenario.name}`;
    if (names.has(scenario.name)) fail(at, scenario.name, 'each name once');
    names.add(scenario.name);
    const clients = clientsOf(scenario);
    for (const run of scenario.runs) {
      for (const [client, sent_ms, done_ms] of run.answers) {
        if (client >= clients) fail(`${at}, answers`, client, `a client from 0 to ${clients - 1}`);
        if (done_ms < sent_ms) fail(`${at}, answers`, done_ms, `no earlier than ${sent_ms}`);
      }
      for (const { client } of run.loops ?? [])
        if (client >= clients) fail(`${at}, loops`, client, `a client from 0 to ${clients - 1}`);
    }
  }
  return read;
}
