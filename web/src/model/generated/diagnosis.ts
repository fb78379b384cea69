// Made from the Rust types by `npm run generate`.

/** A question that would tell more. */
export type Ask = {
  /** Why. */
  why: Sentence,
  /** The statement to run. */
  sql: string,
};

/** A value and where it stands. */
export type At<T> = {
  /** The value. */
  value: T,
  /** Its line. */
  line: number,
};

/** A stretch of the paste that was understood. */
export type Block = {
  /** Its table. */
  kind: Kind,
  /** How it was printed. */
  form: Form,
  /** First line. */
  first: number,
  /** Last line. */
  last: number,
  /** Rows that were taken. */
  rows: number,
  /** Rows that were cut or could not be read. */
  bad_rows: number,
  /** Index in `looks`, of what belongs to one. */
  look: number | null,
};

/** Everything that was understood, and what was not. */
export type Capture = {
  /** What was found, in the order of the paste. */
  blocks: Array<Block>,
  /** Lines that were not understood: the first of them, cut short and redacted. */
  odd: Array<At<string>>,
  /** How many lines were not understood. */
  odd_count: number,
  /** More was pasted than is read. */
  cut: boolean,
  /** As the server says it: `10.11.19-MariaDB`. */
  version: At<string> | null,
  /** Variables by their name in the server's spelling; of a name that comes twice the last. */
  variables: { [key in string]: At<string> },
  /** Settings whose name came again further down, as they stood before. */
  replaced: Array<Replaced>,
  /** Looks at the server, oldest first: one or two, none if nothing of a look was found. */
  looks: Array<Look>,
  /**
   * More looks were pasted: of the server that comes last (since its start, by Uptime) the first and the last are
   * kept, of those with THREAD_POOL_GROUPS if two have it.
   */
  left_out_looks: number,
  /** Lines of the error log that have to do with the pool or with connections. */
  log: Array<LogLine>,
};

/** What is wrong. */
export type Cause = "deaf_group_thread_cap" | "full_group_thread_cap" | "thread_creation_fails" | "lock_pile_up_holds_all_threads" | "disk_full" | "waits_for_semi_sync_ack" | "cpu_statement_took_the_listener" | "login_storm" | "low_priority_starved" | "hot_group" | "too_few_threads" | "too_few_groups" | "waits_for_stall_timer" | "queue_shut" | "lock_pile_up" | "metadata_lock_pile_up" | "too_many_connections" | "slow_statements" | "healthy";

/** A paste, understood and judged. */
export type Diagnosed = {
  /** What was understood. */
  capture: Capture,
  /** What it means. */
  diagnosis: Diagnosis,
  /** The look that it speaks of, from 0, and who sits where at it. */
  pool: [number, Seen] | null,
};

/** All that is said of a capture. */
export type Diagnosis = {
  /** `mariadb`, `percona`, `oracle`, `mysql`; with rules that are unpublished the nearest model's. */
  server: Server,
  /** `None`: what was pasted does not tell, or all connections are taken. */
  guilty: Guilty | null,
  /** Who is to blame, in words. */
  says: Sentence,
  /** Worst first. */
  troubles: Array<Trouble>,
  /** Facts worth saying beside the troubles: groups that are well, what the log says, why a scary number is harmless. */
  facts: Array<Fact>,
  /** What cannot be known from it. */
  unknown: Array<Sentence>,
  /** What to ask next. */
  ask: Array<Ask>,
  /** What was tried. */
  remedies: Array<Remedy>,
  /** Step of a lesson (`one-lane-is-stuck/deaf`) and scenario that are like it. */
  like: Like | null,
};

/** What a thread does, by the column that counts it. */
export type Does = "running" | "waiting" | "lock";

/** Where a fact stands in the paste. */
export type Evidence = {
  /** The table: `THREAD_POOL_GROUPS`. */
  table: string,
  /** Which row: `group 0`, `connection 7`. */
  row: Sentence | null,
  /** The column or variable: `HAS_LISTENER`. */
  column: string,
  /** Its value, or (of a difference between two looks) `+27`. */
  value: string,
  /** Its line. */
  line: number,
  /** Of which look, from 0. */
  look: number | null,
};

/** Something that the columns say. */
export type Fact = {
  /** In words. */
  says: Sentence,
  /** The columns. */
  from: Array<Evidence>,
};

/** How a block was printed. */
export type Form = "table" | "vertical" | "tab" | "csv" | "json" | "xml" | "html" | "options" | "text";

/** A row of THREAD_POOL_GROUPS. */
export type Group = {
  /** Line. */
  line: number,
  /** GROUP_ID. */
  group_id: number,
  /** CONNECTIONS. */
  connections: number,
  /** THREADS. */
  threads: number,
  /** ACTIVE_THREADS. */
  active_threads: number,
  /** STANDBY_THREADS. */
  standby_threads: number,
  /** QUEUE_LENGTH. */
  queue_length: number,
  /** HAS_LISTENER. */
  has_listener: boolean,
  /** IS_STALLED. */
  is_stalled: boolean,
};

/** A group at one look. */
export type GroupSeen = {
  /** GROUP_ID. */
  group: number,
  /** Threads in reported waits. */
  waiting: number,
  /** Connections on its threads. */
  on_threads: Array<number>,
  /** Its threads whose statement is known: no more of a kind than THREAD_POOL_GROUPS counts, waiting ones first. */
  seats: Array<Seat>,
  /** Connections in its queue, in order. */
  queued: Array<number>,
  /** Connections that sleep. */
  asleep: Array<number>,
  /** Connections that CONNECTIONS counts and no table names. */
  unnamed: number,
  /** Nobody listens, works or stands by: what those who sleep have sent, if anything, is read by nobody. */
  deaf: boolean,
};

/** Who is to blame. */
export type Guilty = "pool" | "statements" | "nothing";

/** Which table a block holds. */
export type Kind = "now" | "variables" | "status" | "groups" | "queues" | "stats" | "waits" | "processlist" | "trx" | "lock_waits" | "locks" | "innodb_status" | "log" | "oracle_pool" | "other";

/** What on the site is like it. */
export type Like = {
  /** `lesson/step`. */
  step: string,
  /** Name of a scenario. */
  scenario: string,
};

/** Who waits for whom, from INNODB_LOCK_WAITS or SHOW ENGINE INNODB STATUS. */
export type LockWait = {
  /** Line. */
  line: number,
  /** requesting_trx_id. */
  requesting_trx_id: string,
  /** blocking_trx_id. */
  blocking_trx_id: string,
};

/** A line of the error log. */
export type LogLine = {
  /** Line of the paste. */
  line: number,
  /** What it says. */
  says: LogSays,
  /** By the server's clock, if the line begins with it. */
  at_us: number | null,
  /** The number in it: seconds blocked, the errno, the id of an aborted connection. */
  number: number | null,
};

/** What a line of the error log says. */
export type LogSays = "max_threads" | "blocked" | "create_failed" | "too_many_connections" | "disk_full" | "aborted" | "other";

/**
 * One look at the server. A table that is `None` was not in the paste; one that is empty was seen to be empty,
 * or (QUEUES, in a form that prints nothing for an empty result, where QUEUE_LENGTH is 0 in every group and no statement was
 * printed) is taken to be.
 */
export type Look = {
  /** By the server's clock, microseconds since midnight 1970. */
  taken_at_us: At<number> | null,
  /** THREAD_POOL_GROUPS. */
  groups: Array<Group> | null,
  /** THREAD_POOL_QUEUES. */
  queues: Array<Queued> | null,
  /** Whether the emptiness of `queues` was only inferred. */
  queues_inferred: boolean,
  /** THREAD_POOL_STATS. */
  stats: Array<Stats> | null,
  /** THREAD_POOL_WAITS: count by reason. */
  waits: { [key in string]: At<number> } | null,
  /** Counters of SHOW STATUS by their name as the server prints it (`Threadpool_threads`). */
  status: { [key in string]: At<number> },
  /** PROCESSLIST. */
  processlist: Array<Process> | null,
  /** INNODB_TRX. */
  trx: Array<Trx> | null,
  /** INNODB_LOCK_WAITS as pairs of transactions. */
  lock_waits: Array<LockWait> | null,
};

/** A row of PROCESSLIST. */
export type Process = {
  /** Line. */
  line: number,
  /** ID. */
  id: number,
  /** USER, as a placeholder unless asked for; `system user` and `event_scheduler` stay. */
  user: string,
  /** HOST, as a placeholder. */
  host: string,
  /** DB, as a placeholder. */
  db: string | null,
  /** COMMAND: Query, Sleep, Killed, Connect, Daemon. */
  command: string,
  /** TIME or TIME_MS, in microseconds. */
  time_us: number | null,
  /** Whether the time has parts of a second. */
  exact: boolean,
  /** STATE. */
  state: string,
  /** INFO: the statement's first words, literals replaced, unless asked for. */
  info: string | null,
  /** QUERY_ID. */
  query_id: number | null,
  /** The connection that took this look: its own SELECT or SHOW stands in INFO. */
  is_self: boolean,
};

/** A row of THREAD_POOL_QUEUES. */
export type Queued = {
  /** Line. */
  line: number,
  /** GROUP_ID. */
  group_id: number,
  /** POSITION, over both queues. */
  position: number,
  /** PRIORITY: 0 high, 1 low. */
  priority: number,
  /** CONNECTION_ID as printed; `None` is NULL, a login. */
  connection_id: number | null,
  /** A login: NULL, or (a fault of the server) the id of the row before, whose remainder may not fit. */
  login: boolean,
  /** QUEUEING_TIME_MICROSECONDS. */
  queueing_time_us: number,
};

/** What is done about it. */
export type Remedy = {
  /** SQL, or what to do on the client's side. */
  do: string,
  /** Whether it helps those who are stuck; `None`: not known. */
  helps: boolean | null,
  /** What that rests on; `None`: nothing, it is not known. */
  rests: Rests | null,
  /** What a run ahead takes for granted. */
  assumes: Sentence | null,
  /** Least and greatest time until the last of the stuck was answered, over the futures tried. */
  answer_ms: [number, number] | null,
  /** Futures tried; 0 where it was not run ahead. */
  futures: number,
  /** In how many of them all who are stuck were answered. */
  answered: number,
  /** In words. */
  says: Sentence,
  /** What it costs. */
  cost: Sentence,
  /** Lines for the configuration afterwards, if it should stay. */
  configuration: Array<string>,
};

/** A setting that the same name further down replaced, as it does for the server. */
export type Replaced = {
  /** In the server's spelling. */
  name: string,
  /** Its value. */
  value: string,
  /** Its line. */
  line: number,
};

/** What the answer to a remedy rests on. */
export type Rests = "measured" | "run_ahead" | "by_rule";

/** A thread whose statement is known. */
export type Seat = {
  /** The connection that it serves. */
  conn: number,
  /** `None`: no row of THREAD_POOL_GROUPS counts it, and its STATE does not tell. */
  does: Does | null,
};

/** One look. What stands in the capture's own rows is not told again. */
export type Seen = {
  /** Groups by id; told as a list. */
  groups: Array<GroupSeen>,
};

/** A sentence of the catalogue (`diagnose_...`) and what is filled in. Names of variables, columns and numbers only. */
export type Sentence = {
  /** Its key. */
  key: string,
  /** Its parameters, as text. */
  params: Array<[string, string]>,
};

/** Which server printed it. */
export type Server = {
  /** Its family. */
  family: string | null,
  /** As it says it. */
  version: string | null,
  /** Rules of the engine that are used. */
  rules: string | null,
  /** What gave it away, or why the rules are only the nearest. */
  known_by: Sentence | null,
};

/** A row of THREAD_POOL_STATS. */
export type Stats = {
  /** Line. */
  line: number,
  /** GROUP_ID. */
  group_id: number,
  /** Counters by column name. */
  counters: { [key in string]: number },
};

/** One thing that is wrong. */
export type Trouble = {
  /** Groups in trouble. */
  groups: Array<number>,
  /** What it is. */
  cause: Cause,
  /** What most of those on its threads wait for. */
  wait: Wait | null,
  /**
   * Connections whose statement was sent and is not begun, or that nobody reads: queued ones, and those asleep in a
   * group where nobody listens.
   */
  stuck_connections: Array<number>,
  /** Those of them of which it is sure; of the others no column tells whether they asked. */
  surely_stuck: Array<number>,
  /** Queued logins: they have no id. */
  pending_logins: number,
  /** Connections that hold what the others need. */
  blocking_connections: Array<number>,
  /** The verdict. */
  says: Sentence,
  /** What it rests on, each fact a sentence with its columns. */
  evidence: Array<Fact>,
  /** 0 to 1. */
  sure: number,
  /** What would contradict it. */
  against: Sentence,
};

/** A row of INNODB_TRX. */
export type Trx = {
  /** Line. */
  line: number,
  /** trx_id as text: it can be hexadecimal. */
  trx_id: string,
  /** trx_state. */
  trx_state: string,
  /** trx_started, microseconds by the server's clock. */
  trx_started_us: number | null,
  /** trx_mysql_thread_id. */
  trx_mysql_thread_id: number | null,
  /** trx_query, redacted like INFO; `None` is NULL. */
  trx_query: string | null,
};

/** What a statement waits for. */
export type Wait = "row" | "table" | "user" | "metadata" | "global" | "sleep" | "disk" | "space" | "client" | "ack" | "commit" | "dump" | "replica" | "compute" | "open" | "engine" | "cache";

/** The columns of THREAD_POOL_GROUPS, in the server's order. */
export const GROUP_COLUMNS = [
  'group_id',
  'connections',
  'threads',
  'active_threads',
  'standby_threads',
  'queue_length',
  'has_listener',
  'is_stalled',
] as const satisfies readonly (keyof Group)[];
