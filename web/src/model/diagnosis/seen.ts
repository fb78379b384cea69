/** Who sits where in a captured pool, and which column says so. What no column tells is left open, not guessed. */
import type { Capture, Group, Look, Process, Queued } from '../generated/diagnosis';
import type { ThreadState } from '../run/frame';

/** Where something in the picture comes from. */
export interface Origin {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly value: string;
  readonly line: number;
}

export interface SeenThread {
  /** Undefined: that it is there is all that is told. */
  readonly state: ThreadState | undefined;
  /** Whose statement it works on, where that can be told. */
  readonly process: Process | undefined;
}

export interface SeenGroup {
  readonly group: number;
  /** Its row of THREAD_POOL_GROUPS. */
  readonly row: Group | undefined;
  readonly threads: readonly SeenThread[];
  /** None where the queues were not asked for. */
  readonly queued: readonly Queued[] | undefined;
  readonly processes: readonly Process[];
  /** Connections that PROCESSLIST does not name. */
  readonly unnamed: number;
  /** Asleep while nobody listens: idle or hanging, which no column tells. */
  readonly unknown: ReadonlySet<number>;
}

export interface SeenPool {
  readonly look: number;
  readonly groups: readonly SeenGroup[];
  readonly limit: string | undefined;
  /** Nobody is known to be in a group: the number of groups is not among what was pasted. */
  readonly no_size: boolean;
}

/** What a State says of a statement that waits; every other one may compute. */
const WAITS = /^(?:User (?:sleep|lock)|Waiting |Update locks|Reading from net|Sending to client)/i;
const LOCKS = /^Waiting for .*(?:lock|flush|commit)/i;
/** As many as `thread_pool_size` may be. */
const MOST_GROUPS = 100_000;
const OF_SERVER = new Set(['system user', 'event_scheduler']);

/** Of two looks the one with more in it; of equal ones the first, which is of the moment of the trouble. */
function bestLook(looks: readonly Look[]): number {
  const worth = (look: Look) =>
    Number(look.groups !== null) * 4 +
    Number(look.processlist !== null) * 2 +
    Number(look.queues !== null);
  let best = 0;
  looks.forEach((look, index) => {
    const other = looks[best];
    if (other && worth(look) > worth(other)) best = index;
  });
  return best;
}

export function seenPool(capture: Capture): SeenPool | undefined {
  const at = bestLook(capture.looks);
  const look = capture.looks[at];
  if (!look || (look.groups === null && look.processlist === null)) return undefined;
  const said = Number(capture.variables['thread_pool_size']?.value);
  const size = said > 0 ? said : (look.groups?.length ?? 0);
  const mine = (look.processlist ?? []).filter((one) => !one.is_self && !OF_SERVER.has(one.user));
  const in_group = new Map<number, Process[]>();
  for (const one of size > 0 ? mine : []) {
    const group = one.id % size;
    if (group >= MOST_GROUPS) continue;
    in_group.set(group, [...(in_group.get(group) ?? []), one]);
  }
  const rows = new Map(
    (look.groups ?? [])
      .filter(({ group_id }) => group_id < MOST_GROUPS)
      .map((row) => [row.group_id, row]),
  );
  const ids = [...new Set([...rows.keys(), ...in_group.keys()])].sort((a, b) => a - b);
  const locked = new Set(
    (look.trx ?? [])
      .filter(({ trx_state }) => /LOCK WAIT/i.test(trx_state))
      .map(({ trx_mysql_thread_id }) => trx_mysql_thread_id),
  );
  const groups = ids.map((group) => {
    const queued = look.queues?.filter(({ group_id }) => group_id === group);
    return seenGroup(group, rows.get(group), in_group.get(group) ?? [], queued, locked, look);
  });
  const limit = capture.variables['thread_pool_max_threads']?.value;
  return { look: at, groups, limit, no_size: size === 0 && mine.length > 0 };
}

function seenGroup(
  group: number,
  row: Group | undefined,
  all: readonly Process[],
  queued: readonly Queued[] | undefined,
  locked: ReadonlySet<number | null>,
  { processlist }: Look,
): SeenGroup {
  const in_line = new Set(
    queued?.map(({ login, connection_id }) => (login ? null : connection_id)),
  );
  // Connections through extra_port stand in the list like all others, and belong to no group.
  const logins = queued?.filter(({ login }) => login).length ?? 0;
  const most = row ? Math.max(0, row.connections - logins) : Infinity;
  const asleep = (one: Process) => one.command === 'Sleep';
  const busy = all.filter((one) => !asleep(one) && !in_line.has(one.id));
  const spare = Math.max(0, all.length - most);
  const processes = spare === 0 ? all : withoutAside(all, spare);
  const kept = new Set(processes);
  const at_work = busy.filter((one) => kept.has(one));
  const deaf = row !== undefined && !row.has_listener && row.active_threads === 0;
  const unknown = deaf
    ? processes.filter((one) => asleep(one) && !in_line.has(one.id)).map(({ id }) => id)
    : [];
  return {
    group,
    row,
    threads: threadsOf(row, at_work, locked),
    queued,
    processes,
    unnamed: row ? Math.max(0, most - processes.length) : 0,
    unknown: new Set(processlist === null ? [] : unknown),
  };
}

/** More are in the list than the group has connections: those without a schema came to look, most likely. */
function withoutAside(all: readonly Process[], spare: number): readonly Process[] {
  const aside = new Set(all.filter(({ db }) => db === null).slice(0, spare));
  return all.filter((one) => !aside.has(one));
}

/** The statements under way onto the threads that GROUPS counts: waiting ones first where waits are counted. */
function threadsOf(
  row: Group | undefined,
  busy: readonly Process[],
  locked: ReadonlySet<number | null>,
): SeenThread[] {
  const state = (one: Process): ThreadState =>
    locked.has(one.id) || LOCKS.test(one.state) ? 'lock' : 'waiting';
  const waits = (one: Process) => locked.has(one.id) || WAITS.test(one.state);
  if (!row)
    return busy.map((process) => ({
      state: waits(process) ? state(process) : undefined,
      process,
    }));
  const listener = row.has_listener ? 1 : 0;
  const waiting = Math.max(0, row.threads - row.active_threads - row.standby_threads - listener);
  const sorted = [...busy].sort((a, b) => Number(waits(b)) - Number(waits(a)));
  const threads: SeenThread[] = [];
  for (let index = 0; index < waiting; index += 1) {
    const process = sorted.shift();
    threads.push({ state: process ? state(process) : 'waiting', process });
  }
  for (let index = 0; index < row.active_threads; index += 1)
    threads.push({ state: 'running', process: sorted.shift() });
  for (let index = 0; index < row.standby_threads; index += 1)
    threads.push({ state: 'idle', process: undefined });
  if (listener > 0) threads.push({ state: 'listening', process: undefined });
  return threads;
}

const GROUPS = 'THREAD_POOL_GROUPS';
const PROCESSLIST = 'PROCESSLIST';

/** Every mark of a group with its column: what a reader points at, and a table for who cannot point. */
export function originsOf({ group, row, queued, processes }: SeenGroup): readonly Origin[] {
  const of = `GROUP_ID ${group}`;
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
    ...processes.map((one) => ({
      table: PROCESSLIST,
      row: `ID ${one.id}`,
      column: one.command === 'Sleep' ? 'COMMAND' : 'STATE',
      value: one.command === 'Sleep' ? one.command : `${one.command}, ${one.state}`,
      line: one.line,
    })),
  ];
}
