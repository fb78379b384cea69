/** Writes a capture as the text of a client again: tab-separated, as it was read, without the rest of the paste. */
import { GROUP_COLUMNS, type Capture, type LogLine, type Look } from '../generated/diagnosis';

type Cell = string | number | boolean | null | undefined;

const cell = (value: Cell) =>
  value === null || value === undefined
    ? 'NULL'
    : typeof value === 'boolean'
      ? String(Number(value))
      : String(value).replaceAll(/[\t\r\n\\]/g, ' ');

function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return rows.length === 0
    ? []
    : [columns.join('\t'), ...rows.map((row) => row.map(cell).join('\t'))];
}

const seconds = (us: number) => Math.floor(us / 1e6);

/** As the server prints it, with as many digits as the paste had. */
function moment(us: number): string {
  const at = new Date(Math.floor(us / 1000)).toISOString().replace('T', ' ').slice(0, 19);
  return `${at}.${String(us % 1e6).padStart(6, '0')}`;
}

/** Columns of SHOW THREADPOOL STATUS that are read: as a table of MariaDB it would be judged by MariaDB's rules. */
const TXSQL_COLUMNS = [
  ...['groupid', 'connection_count', 'thread_count', 'havelistener'],
  ...['active_thread_count', 'waiting_threads_size', 'queue_size', 'high_prio_queue_size'],
];

function lookText(look: Look, version: string | undefined, txsql: boolean): string[] {
  const at = look.taken_at_us ? moment(look.taken_at_us.value) : undefined;
  const numbers = (of: Look['status'] | null) =>
    Object.entries(of ?? {}).map(([name, { value }]) => [name, value] as const);
  const { processlist } = look;
  const exact = processlist?.every(({ exact }) => exact) ?? false;
  return [
    ...(at === undefined
      ? []
      : version === undefined
        ? table(['NOW(6)'], [[at]])
        : table(['NOW(6)', 'VERSION()'], [[at, version]])),
    ...table(['Variable_name', 'Value'], numbers(look.status)),
    ...(txsql
      ? table(
          TXSQL_COLUMNS,
          (look.groups ?? []).map((row) => [
            ...[row.group_id, row.connections, row.threads, row.has_listener],
            ...[row.active_threads, row.standby_threads, row.queue_length, 0],
          ]),
        )
      : table(
          GROUP_COLUMNS.map((name) => name.toUpperCase()),
          (look.groups ?? []).map((row) => GROUP_COLUMNS.map((name) => row[name])),
        )),
    ...table(
      ['GROUP_ID', 'POSITION', 'PRIORITY', 'CONNECTION_ID', 'QUEUEING_TIME_MICROSECONDS'],
      (look.queues ?? []).map((row) => [
        row.group_id,
        row.position,
        row.priority,
        row.login ? null : row.connection_id,
        row.queueing_time_us,
      ]),
    ),
    ...statsText(look),
    ...look.tp,
    ...table(['REASON', 'COUNT'], numbers(look.waits)),
    ...table(
      [
        ...['ID', 'USER', 'HOST', 'DB', 'COMMAND', 'TIME'],
        ...(exact ? ['TIME_MS'] : []),
        ...['STATE', 'INFO', 'QUERY_ID'],
      ],
      (processlist ?? []).map((row) => [
        row.id,
        row.user,
        row.host,
        row.db,
        row.command,
        row.time_us === null ? null : seconds(row.time_us),
        ...(exact ? [row.time_us === null ? null : (row.time_us / 1000).toFixed(3)] : []),
        row.state,
        row.info,
        row.query_id,
      ]),
    ),
    ...table(
      ['trx_id', 'trx_state', 'trx_started', 'trx_mysql_thread_id', 'trx_query'],
      (look.trx ?? []).map((row) => [
        row.trx_id,
        row.trx_state,
        row.trx_started_us === null ? null : moment(row.trx_started_us).slice(0, 19),
        row.trx_mysql_thread_id,
        row.trx_query,
      ]),
    ),
    ...table(
      ['requesting_trx_id', 'blocking_trx_id'],
      (look.lock_waits ?? []).map((row) => [row.requesting_trx_id, row.blocking_trx_id]),
    ),
  ];
}

function statsText({ stats }: Look): string[] {
  const [first] = stats ?? [];
  if (!first) return [];
  const names = Object.keys(first.counters).filter((name) => name !== 'GROUP_ID');
  return table(
    ['GROUP_ID', ...names],
    (stats ?? []).map(({ group_id, counters }) => [
      group_id,
      ...names.map((name) => counters[name] ?? null),
    ]),
  );
}

function logText({ says, at_us, number }: LogLine): string[] {
  const at = at_us === null ? '' : `${moment(at_us).slice(0, 19)} 0 `;
  switch (says) {
    case 'max_threads':
      return [
        `${at}[Warning] Threadpool could not create additional thread to handle queries, because the number of allowed threads was reached.`,
      ];
    case 'blocked':
      return [`${at}[Note] Threadpool has been blocked for ${number ?? 0} seconds`];
    case 'create_failed':
      return [`${at}[ERROR] Can't create threads in threadpool (errno=${number ?? 0}).`];
    case 'too_many_connections':
      return [`${at}[Warning] Too many connections`];
    case 'disk_full':
      return [`${at}[Warning] mariadbd: Disk is full (Errcode: ${number ?? 28})`];
    // The capture keeps only that these blocks were present.
    case 'aborted':
    case 'other':
      return [];
  }
}

export function captureText(capture: Capture): string {
  const { looks, variables, version, log, pool_plugin } = capture;
  const settings = Object.entries(variables).map(([name, { value }]) => [name, value] as const);
  const txsql = capture.blocks.some(({ kind }) => kind === 'threadpool_status');
  const texts = looks.map((look, index) => {
    const lines = lookText(look, index === 0 ? version?.value : undefined, txsql);
    const second = index > 0 && look.taken_at_us === null ? table(['SLEEP(2)'], [[0]]) : [];
    return [...second, ...lines];
  });
  const [first = [], ...later] = texts;
  // The version is printed with the time of the first look, before the variables; without a time, as one of them.
  const head = looks[0]?.taken_at_us ? 2 : 0;
  if (head === 0 && version && !variables['version']) settings.push(['version', version.value]);
  return [
    ...first.slice(0, head),
    ...table(['Variable_name', 'Value'], settings),
    ...(pool_plugin
      ? table(['NAME', 'STATUS', 'LIBRARY'], [['thread_pool', pool_plugin.value, '']])
      : []),
    ...first.slice(head),
    ...later.flat(),
    ...log.flatMap(logText),
    '',
  ].join('\n');
}
