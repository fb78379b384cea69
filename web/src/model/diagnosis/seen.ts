/**
 * A captured pool as it is drawn: threads and connections where the judge of captures places them, each with the row it
 * comes from.
 */
import type {
  Diagnosed,
  Group,
  GroupSeen,
  Look,
  Process,
  Queued,
  Seat,
} from '../generated/diagnosis';
import type { ThreadState } from '../run/frame';

/** The table and column behind a mark of the picture. */
export interface Origin {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly value: string;
  readonly line: number;
}

export interface SeenThread {
  /** Undefined if the capture only says that the thread exists. */
  readonly state: ThreadState | undefined;
  /** The process whose statement it executes, if known. */
  readonly process: Process | undefined;
}

export interface SeenGroup {
  readonly group: number;
  /** Its row of THREAD_POOL_GROUPS, or what that would say of a group of Oracle's plugin. */
  readonly row: Group | undefined;
  readonly plugin: boolean;
  readonly threads: readonly SeenThread[];
  /** Undefined if the paste has no queues table. */
  readonly queued: readonly Queued[] | undefined;
  readonly processes: readonly Process[];
  /** Number of connections that no table names. */
  readonly unnamed: number;
  /** Connections that may or may not have sent a request: unread ones, and those on a thread that is not counted. */
  readonly unknown: ReadonlySet<number>;
  readonly deaf: boolean;
}

export interface SeenPool {
  readonly look: number;
  readonly groups: readonly SeenGroup[];
  readonly limit: string | undefined;
}

/** The limit for `thread_pool_size` and for a group's threads, since a paste can hold any number. */
const MOST = 100_000;

export function seenPool({ capture, pool }: Omit<Diagnosed, 'diagnosis'>): SeenPool | undefined {
  const [at = 0, seen] = pool ?? [];
  const look = capture.looks[at];
  if (!look || !seen) return undefined;
  const rows = new Map(look.groups?.map((row) => [row.group_id, row]));
  const named = new Map(look.processlist?.map((one) => [one.id, one]));
  const groups = seen.groups
    .filter(({ group }) => group < MOST)
    .map((one) => drawn(one, one.made ?? rows.get(one.group), named, look));
  return { look: at, groups, limit: capture.variables['thread_pool_max_threads']?.value };
}

function drawn(
  seen: GroupSeen,
  row: Group | undefined,
  named: ReadonlyMap<number, Process>,
  { queues }: Look,
): SeenGroup {
  const { group, unnamed, deaf, made, seats, on_threads, queued, asleep } = seen;
  const seated = new Set(seats.map(({ conn }) => conn));
  return {
    group,
    row,
    plugin: made !== undefined,
    threads: threadsOf(seen, row, named),
    queued: made ? inPlugin(made, queued) : queues?.filter(({ group_id }) => group_id === group),
    processes: [...on_threads, ...queued, ...asleep].flatMap((id) => named.get(id) ?? []),
    unnamed: Math.min(unnamed, MOST),
    unknown: new Set([...(deaf ? asleep : []), ...on_threads.filter((id) => !seated.has(id))]),
    deaf,
  };
}

/** As many as are counted, the known ones first: no table says who of them has priority, or since when. */
function inPlugin(
  { group_id, queue_length, high, line }: Group,
  known: readonly number[],
): Queued[] {
  return Array.from({ length: Math.min(queue_length, MOST) }, (_, position) => ({
    line,
    group_id,
    position,
    priority: position < (high ?? 0) ? 0 : 1,
    connection_id: known[position] ?? null,
    queueing_time_us: 0,
    login: false,
  }));
}

/** As many threads of each kind as GROUPS counts, with the known ones first. */
function threadsOf(
  { seats, waiting }: GroupSeen,
  row: Group | undefined,
  named: ReadonlyMap<number, Process>,
): readonly SeenThread[] {
  const on = (seat: Seat | undefined, state: ThreadState | undefined): SeenThread => ({
    state: seat?.does ?? state,
    process: seat && named.get(seat.conn),
  });
  if (!row) return seats.map((seat) => on(seat, undefined));
  const of = (count: number, state: ThreadState, known: readonly Seat[] = []) =>
    Array.from({ length: Math.min(count, MOST) }, (_, nth) => on(known[nth], state));
  const at_work = ({ does }: Seat) => does === 'running';
  return [
    ...of(
      waiting,
      'waiting',
      seats.filter((seat) => !at_work(seat)),
    ),
    ...of(row.active_threads, 'running', seats.filter(at_work)),
    ...of(row.standby_threads, 'idle'),
    ...of(Number(row.has_listener), 'listening'),
  ];
}

const GROUPS = 'THREAD_POOL_GROUPS';
const STATE = 'tp_thread_group_state';
const PROCESSLIST = 'PROCESSLIST';

/** What a group of Oracle's plugin is counted by. The columns of threads may not be in the paste: then they are 0 here. */
const inState = (row: Group): readonly Origin[] =>
  (
    [
      ['CONNECTION_COUNT', row.connections, true],
      ['THREAD_COUNT - CONNECT_THREAD_COUNT', row.threads, row.threads > 0],
      ['CONSUMER_THREADS + RESERVE_THREADS', row.standby_threads, row.standby_threads > 0],
      ['QUEUED_QUERIES', row.high ?? 0, true],
      ['QUEUED_TRANSACTIONS', row.queue_length - (row.high ?? 0), true],
    ] as const
  ).flatMap(([column, value, shown]) =>
    shown
      ? {
          table: STATE,
          row: `TP_GROUP_ID ${row.group_id}`,
          column,
          value: String(value),
          line: row.line,
        }
      : [],
  );

/** Every mark of a group with its column, for the pointer and for the table that screen readers get. */
export function originsOf(one: SeenGroup): readonly Origin[] {
  const { group, row, plugin, queued, processes } = one;
  const of = `GROUP_ID ${group}`;
  if (plugin && row) return [...inState(row), ...processes.map(ofProcess)];
  const in_groups = row
    ? (
        [
          ['CONNECTIONS', row.connections],
          ['THREADS', row.threads],
          ['ACTIVE_THREADS', row.active_threads],
          ['STANDBY_THREADS', row.standby_threads],
          ['QUEUE_LENGTH', row.queue_length],
          ['HAS_LISTENER', Number(row.has_listener)],
          ['IS_STALLED', Number(row.is_stalled)],
        ] as const
      ).map(([column, value]) => ({
        table: GROUPS,
        row: of,
        column,
        value: String(value),
        line: row.line,
      }))
    : [];
  return [
    ...in_groups,
    ...(queued ?? []).map((one) => ({
      table: 'THREAD_POOL_QUEUES',
      row: `${of}, POSITION ${one.position}`,
      column: 'CONNECTION_ID',
      value: one.login ? 'NULL' : String(one.connection_id),
      line: one.line,
    })),
    ...processes.map(ofProcess),
  ];
}

const ofProcess = (one: Process): Origin => ({
  table: PROCESSLIST,
  row: `ID ${one.id}`,
  column: one.command === 'Sleep' ? 'COMMAND' : 'STATE',
  value: one.command === 'Sleep' ? one.command : `${one.command}, ${one.state}`,
  line: one.line,
});
