/** What pasted settings mean for a scenario: the server, and what happens with each line. */
import { TABLES } from '../../model/diagnosis/tables';
import { hasOwnThreads } from '../../model/run/families';
import { isVariable, schedulersWith, versionsOf } from '../../model/servers/servers';
import type { Capture, Form, Kind } from '../../model/generated/diagnosis';
import type { OverrideValue, SchedulerName, Variable } from '../../model/run/types';
import { allowedWords, newest, readServerValue, variablesOf } from './variables';

export interface PastedRow {
  /** Starting from 1. */
  readonly line: number;
  /** In the server's spelling: lower case, underscores. */
  readonly name: string;
  readonly value: string;
}

/** What the laboratory can use of a paste. */
export interface PasteReading {
  readonly forms: readonly Form[];
  readonly rows: readonly PastedRow[];
  /** Lines that are neither a variable nor a terminal's decoration. */
  readonly odd: readonly { readonly line: number; readonly text: string }[];
  readonly odd_count: number;
  /** A client's greeting, or SELECT VERSION(). */
  readonly version: string | undefined;
  /** True if the paste was longer than the limit. */
  readonly cut: boolean;
  /** Status tables: they contain no settings, but something to diagnose. */
  readonly tables: readonly string[];
}

/** Tables that show what a server is doing. */
const AT_WORK: readonly Kind[] = [
  ...(['groups', 'threadpool_status', 'queues', 'stats', 'waits', 'processlist'] as const),
  ...(['trx', 'lock_waits', 'innodb_status'] as const),
];

export function readingOf(capture: Capture): PasteReading {
  const { variables, replaced, looks, blocks, odd } = capture;
  const set = Object.entries(variables).map(([name, at]) => ({ name, ...at }));
  const counted = looks.flatMap(({ status }) =>
    Object.entries(status).map(([name, { value, line }]) => ({
      name: name.toLowerCase(),
      value: String(value),
      line,
    })),
  );
  const holding = blocks.filter(({ kind }) => kind === 'variables' || kind === 'status');
  return {
    forms: [...new Set(holding.map(({ form }) => form))],
    rows: [...set, ...replaced, ...counted].sort((a, b) => a.line - b.line),
    odd: odd.map(({ line, value }) => ({ line, text: value })),
    odd_count: capture.odd_count,
    version: capture.version?.value,
    cut: capture.cut,
    tables: [
      ...new Set(blocks.flatMap(({ kind }) => (AT_WORK.includes(kind) ? [TABLES[kind]] : []))),
    ],
  };
}

/** Why a server's variable is not used. */
export type NotModelled =
  /** The model doesn't include it. */
  | 'left_out'
  /** Only for MariaDB on Windows. */
  | 'windows'
  /** A variable of another server. */
  | 'other_server'
  /** The thread cache of one thread per connection; a pool has none. */
  | 'cache'
  /** One thread per connection: the pool is not used. */
  | 'no_pool'
  /** A status counter, not a setting. */
  | 'status'
  /** Identifies the server; there is nothing to set. */
  | 'tells_server';

export type LineFate =
  | { readonly kind: 'taken'; readonly value: OverrideValue; readonly before: OverrideValue }
  | { readonly kind: 'same'; readonly value: OverrideValue }
  | { readonly kind: 'not_modelled'; readonly why: NotModelled }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not_valid'; readonly allowed: string }
  /** The same name occurs again further down, and the last one counts, as in the server. */
  | { readonly kind: 'repeated' };

export interface PastedLine extends PastedRow {
  readonly unit: string;
  readonly fate: LineFate;
}

export interface PastedServer {
  readonly scheduler: SchedulerName;
  /** The version whose rules the engine uses. */
  readonly version: string;
  /** As written in the paste. */
  readonly version_text: string | undefined;
  /** How the server was recognised; `chosen`: by the reader; `present`: not at all, so the reader is asked. */
  readonly known_by: 'variables' | 'version' | 'thread_handling' | 'chosen' | 'present';
}

export interface Pasted {
  readonly reading: PasteReading;
  readonly lines: readonly PastedLine[];
  readonly server: PastedServer;
  /** True for `no-threads`, which runs everything on one thread: no scheduler can be set. */
  readonly no_threads: boolean;
  readonly edits: readonly { readonly at: string; readonly value: OverrideValue }[];
}

/** The scenario's present settings. */
export interface PresentSettings {
  readonly scheduler: SchedulerName;
  readonly version: string;
  /** The value of a field of `server`, or its default. */
  readonly value: (field: string) => OverrideValue;
}

/** MariaDB's two pools share names. */
const familyOf = (scheduler: SchedulerName) =>
  scheduler === 'mariadb-windows' ? 'mariadb' : scheduler;

/** Variables that only one server's pool has, under any of its rules or only those after a version: they identify it. */
function own(scheduler: SchedulerName, after?: string): readonly string[] {
  const others = after === undefined ? [] : variablesOf(scheduler, after).map(({ name }) => name);
  return versionsOf(scheduler)
    .flatMap((version) => variablesOf(scheduler, version))
    .map(({ name }) => name)
    .filter((name) => name.startsWith('thread_pool_') && !others.includes(name))
    .filter((name) => schedulersWith(name).every((one) => familyOf(one) === familyOf(scheduler)));
}
const MARIADB = own('mariadb');
const MARIADB_105 = own('mariadb', '10.4');
const PERCONA = own('percona');
const ORACLE = own('oracle');
/** Variables added after 8.0.30, and with the source of 2026, of which the lab models none. */
const ORACLE_LATER = own('oracle', '8.0.30');
const ORACLE_9 = ['thread_pool_connection_report_interval'];
const WINDOWS = [
  'thread_pool_mode',
  ...own('mariadb-windows').filter((name) => schedulersWith(name).length === 1),
];
/** Variables related to the pool that the model leaves out. */
export const LEFT_OUT = [
  'admin_address',
  'admin_port',
  'back_log',
  'create_admin_listener_thread',
  'extra_max_connections',
  'extra_port',
  'innodb_thread_concurrency',
  'interactive_timeout',
  'max_connections',
  'max_user_connections',
  'slow_launch_time',
  'thread_concurrency',
  'thread_pool_avoid_yield',
  ...ORACLE_9,
  'thread_pool_toobusy',
  'thread_stack',
  'thread_statistics',
];
const COUNTERS = [
  'threadpool_idle_threads',
  'threadpool_threads',
  'threads_cached',
  'threads_connected',
  'threads_created',
  'threads_running',
];
const TELLS_SERVER = [
  'thread_handling',
  'thread_pool_enabled',
  'threadpool_enabled',
  'version',
  'version_comment',
];

function valueOf(rows: readonly PastedRow[], name: string): string | undefined {
  return rows.findLast((row) => row.name === name)?.value;
}

/** Names that only one maker's fork prints, or that its version contains; its pool's rules are not published. */
const MAKERS: readonly (readonly [name: RegExp, maker: string])[] = [
  [/^thread_handling_switch_mode$|^threadpool_workaround|txsql/i, 'Tencent Cloud (TXSQL)'],
  [/^thread_pool_toobusy$/, 'Kunpeng'],
  [/^threadpool_(stalled_groups|all_threads)/, 'Volcengine'],
  [/^threadpool_(enabled|size|oversubscribe|stall_limit|max_threads|long_conn)/, 'Huawei Cloud'],
  [/^(thread_pool_(big|dml|qry|trx)_threads|bypass_thread_pool.*)$/, 'Alibaba Cloud'],
  [/^thread_pool_(normal|trans)_weights$/, 'Alibaba Cloud'],
  [/^thread_pool_enabled$/, 'Alibaba Cloud or Volcengine'],
];

/** The maker of a fork that the settings are from. */
export function makerOf({ rows, version }: PasteReading): string | undefined {
  const names = [...rows.map(({ name }) => name), valueOf(rows, 'version') ?? version ?? ''];
  const maker = MAKERS.find(([name]) => names.some((one) => name.test(one)))?.[1];
  // Kunpeng's plugin is loaded like Oracle's, and has Percona's variables and units.
  const loaded = valueOf(rows, 'thread_handling')?.toLowerCase() === 'loaded-dynamically';
  const kunpeng = loaded && names.includes('thread_pool_oversubscribe');
  return maker ?? (kunpeng && !names.some((one) => ORACLE.includes(one)) ? 'Kunpeng' : undefined);
}

/** Huawei Cloud's variables are Percona's without the first `_`. */
const plainName = (name: string) => name.replace(/^threadpool_/, 'thread_pool_');

/** The engine's rules for a version of MariaDB: the changes came with 10.5. */
function mariadbRules(version: string | undefined, rows: readonly PastedRow[]): string {
  const [major = 0, minor = 0] = (version ?? '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  if (major > 0) return major > 10 || (major === 10 && minor >= 5) ? '10.11' : '10.4';
  if (rows.some(({ name }) => MARIADB_105.includes(name))) return '10.11';
  return rows.some(({ name }) => name === 'thread_pool_priority') ? '10.4' : newest('mariadb');
}

/** A server that the reader can choose if the paste doesn't identify one. */
export interface ChosenServer {
  readonly scheduler: SchedulerName;
  readonly version: string;
}

function recognise(
  reading: PasteReading,
  present: PresentSettings,
  chosen: ChosenServer | undefined,
): PastedServer {
  const { rows } = reading;
  const version_text = valueOf(rows, 'version') ?? reading.version;
  const about = `${version_text ?? ''} ${valueOf(rows, 'version_comment') ?? ''}`;
  const has = (names: readonly string[]) => rows.some(({ name }) => names.includes(name));
  const perconaRules = () => (/^5\./.test(version_text ?? '') ? '5.6' : '8.0');
  const mariadb = (known_by: PastedServer['known_by']): PastedServer => ({
    scheduler: 'mariadb',
    version: mariadbRules(version_text, rows),
    version_text,
    known_by,
  });
  const percona = (known_by: PastedServer['known_by']): PastedServer => ({
    scheduler: 'percona',
    version: perconaRules(),
    version_text,
    known_by,
  });
  const oracle = (known_by: PastedServer['known_by']): PastedServer => {
    const [major = 0, minor = 0, patch = 0] = (version_text ?? '')
      .split('.')
      .map(Number.parseFloat);
    const later = major === 8 ? minor > 0 || patch > 30 : has(ORACLE_LATER);
    // A release that is named counts, whatever variables it has.
    const newest_rules = major > 0 ? major > 8 : has(ORACLE_9);
    const version = newest_rules ? '9.7' : later ? '8.4' : '8.0.30';
    return { scheduler: 'oracle', version, version_text, known_by };
  };
  const handling = valueOf(rows, 'thread_handling')?.toLowerCase();
  // Alibaba Cloud's, Volcengine's and Huawei's pools have a switch of their own, and thread_handling has no effect.
  const enabled = valueOf(rows, 'thread_pool_enabled') ?? valueOf(rows, 'threadpool_enabled');
  const off = enabled ? /^(off|0)$/i.test(enabled) : handling === 'one-thread-per-connection';
  if (off) {
    const known_by = 'thread_handling';
    const version = /^5\.[56]\b/.exec(version_text ?? '')?.[0] ?? 'any';
    return { scheduler: 'one-thread-per-connection', version, version_text, known_by };
  }
  if (valueOf(rows, 'thread_pool_mode')?.toLowerCase() === 'windows') {
    const version = newest('mariadb-windows');
    return { scheduler: 'mariadb-windows', version, version_text, known_by: 'variables' };
  }
  const first = /^6\.0/.test(version_text ?? '')
    ? '6.0'
    : /^5\.[123]\b/.test(version_text ?? '') && /mariadb/i.test(about)
      ? 'mariadb-5.3'
      : undefined;
  if (first !== undefined)
    return { scheduler: 'mysql-6.0', version: first, version_text, known_by: 'version' };
  // Percona Server 9.7 shows its own pool's variables beside those of the plugin that it has loaded.
  if (handling === 'loaded-dynamically' && has(ORACLE)) return oracle('variables');
  // A fork's pool: Percona's is the nearest whose rules are published.
  if (has(PERCONA) || makerOf(reading)) return percona('variables');
  if (has(ORACLE)) return oracle('variables');
  if (has(MARIADB)) return mariadb('variables');
  if (/mariadb/i.test(about)) return mariadb('version');
  // "8.0.36-28": Percona's releases append a number to MySQL's.
  if (/percona/i.test(about) || /^[589]\.\d+\.\d+-\d/.test(version_text ?? ''))
    return percona('version');
  if (/enterprise/i.test(about)) return oracle('version');
  if (handling === 'loaded-dynamically') return oracle('thread_handling');
  if (has(['thread_pool_prio_kickup_timer'])) return mariadb('variables');
  const { scheduler, version } = chosen ?? present;
  return { scheduler, version, version_text, known_by: chosen ? 'chosen' : 'present' };
}

function elsewhere(name: string, scheduler: SchedulerName): NotModelled | undefined {
  if (TELLS_SERVER.includes(name)) return 'tells_server';
  if (COUNTERS.includes(name)) return 'status';
  if (name === 'thread_pool_mode' && scheduler === 'mariadb-windows') return 'tells_server';
  if (WINDOWS.includes(name)) return 'windows';
  if (LEFT_OUT.includes(name)) return 'left_out';
  if (!isVariable(name)) return undefined;
  if (name === 'thread_cache_size') return 'cache';
  return hasOwnThreads(scheduler) && name.startsWith('thread_pool_') ? 'no_pool' : 'other_server';
}

function fateOf(
  row: PastedRow,
  variable: Variable | undefined,
  server: PastedServer,
  present: PresentSettings,
): LineFate {
  const why = elsewhere(row.name, server.scheduler);
  if (!variable) return why ? { kind: 'not_modelled', why } : { kind: 'unknown' };
  const value = readServerValue(row.value, variable);
  if (value === undefined) return { kind: 'not_valid', allowed: allowedWords(variable) };
  const before = server.scheduler === present.scheduler ? present.value(variable.field) : null;
  return before === value ? { kind: 'same', value } : { kind: 'taken', value, before };
}

export function understand(
  reading: PasteReading,
  present: PresentSettings,
  chosen?: ChosenServer,
): Pasted {
  const server = recognise(reading, present, chosen);
  const no_threads = valueOf(reading.rows, 'thread_handling')?.toLowerCase() === 'no-threads';
  const variables = variablesOf(server.scheduler, server.version).filter(
    ({ name, field }) =>
      // Exists only in the engine, whatever a paste says.
      name !== 'admin_port_high_priority' &&
      // A server's limit would refuse a scenario with more connections, and nobody else.
      (name !== 'max_connections' || present.value(field) !== null),
  );
  const last = new Map(reading.rows.map((row, index) => [row.name, index]));
  const edits: { at: string; value: OverrideValue }[] = [];
  const lines = reading.rows.map((row, index): PastedLine => {
    const variable = variables.find(({ name }) => name === plainName(row.name));
    const unit = variable?.unit ?? '';
    if (last.get(row.name) !== index) return { ...row, unit, fate: { kind: 'repeated' } };
    const fate = fateOf(row, variable, server, present);
    if (variable && fate.kind === 'taken') {
      edits.push({ at: `/server/${variable.field}`, value: fate.value });
    }
    return { ...row, unit, fate };
  });
  return { reading, lines, server, no_threads, edits: no_threads ? [] : edits };
}
