// Made from the Rust types by `npm run generate`.

/** An answer to such a question. */
export type Answer = {
  /** `yes`, `no`, or the id of a connection. */
  answer: string,
  /** Whether the remedy helps then, with `ends` too; `None`: that depends on more. */
  helps: boolean | null,
  /** It helps then if those that get the lock soon let it go again, and only then. */
  ends: boolean,
  /** The same as a sentence. */
  says: Sentence,
};

/** What the message of an application's pool says of it. */
export type AppPool = {
  /** Its connections, or the most that it may have. */
  total: number | null,
  /** Those in use. */
  active: number | null,
  /** Those not in use. */
  idle: number | null,
  /** Requests that wait for one. */
  waiting: number | null,
};

/** A value and its line. */
export type At<T> = {
  /** The value. */
  value: T,
  /** Its line. */
  line: number,
};

/** A part of the paste that was understood. */
export type Block = {
  /** Its table. */
  kind: Kind,
  /** The form in which it was printed. */
  form: Form,
  /** First line. */
  first: number,
  /** Last line. */
  last: number,
  /** Rows that were read. */
  rows: number,
  /** Rows that were cut or could not be read. */
  bad_rows: number,
  /** Index in `looks`, if it belongs to one. */
  look: number | null,
};

/** Everything that was understood, and the lines that were not. */
export type Capture = {
  /** Tables and other blocks, in the order of the paste. */
  blocks: Array<Block>,
  /** Lines that were not understood: the first of them, shortened and redacted. */
  odd: Array<At<string>>,
  /** How many lines were not understood. */
  odd_count: number,
  /** The paste was longer than the limit. */
  cut: boolean,
  /** As the server prints it: `10.11.19-MariaDB`. */
  version: At<string> | null,
  /** STATUS of the plugin thread_pool in SHOW PLUGINS: `ACTIVE`. */
  pool_plugin: At<string> | null,
  /** Variables by name in the server's spelling; of repeated names, the last. */
  variables: { [key in string]: At<string> },
  /** Settings whose name is repeated further down, with their earlier values. */
  replaced: Array<Replaced>,
  /** One or two looks at the server, oldest first; none if the paste has no table of a look. */
  looks: Array<Look>,
  /**
   * Number of looks left out: of the last server in the paste (since its start, by Uptime) only the first
   * and the last look are kept, or those with THREAD_POOL_GROUPS if two have it.
   */
  left_out_looks: number,
  /** Lines of the error log about the pool or connections, and messages of clients and of applications' pools. */
  log: Array<LogLine>,
  /** What the paste shows to be missing from it. */
  gaps: Array<Gap>,
};

/** The cause of a trouble. */
export type Cause = "deaf_group_thread_cap" | "full_group_thread_cap" | "thread_creation_fails" | "lock_pile_up_holds_all_threads" | "disk_full" | "waits_for_semi_sync_ack" | "waits_for_cluster" | "waits_to_enter" | "cpu_statement_took_the_listener" | "login_storm" | "low_priority_starved" | "hot_group" | "too_few_threads" | "too_few_groups" | "waits_for_stall_timer" | "queue_shut" | "lock_pile_up" | "metadata_lock_pile_up" | "pool_off" | "too_many_connections" | "transaction_limit" | "idle_transactions" | "active_thread_limit" | "stalled_group" | "waits_inside" | "logins_hang" | "slow_statements" | "healthy";

/** The latest deadlock that InnoDB resolved. */
export type Deadlock = {
  /** Its first line. */
  line: number,
  /** When, microseconds by the server's clock. */
  at_us: number | null,
  /** The connections in it, in the order of the text. */
  connections: Array<number>,
  /** The number of the transaction that was rolled back: 1 is the first. */
  victim: number | null,
};

/** A paste with its diagnosis. */
export type Diagnosed = {
  /** The content of the paste. */
  capture: Capture,
  /** Its diagnosis. */
  diagnosis: Diagnosis,
  /** The look that it is about, from 0, and the places of all connections in it. */
  pool: [number, Seen] | null,
};

/** The whole diagnosis of a capture. */
export type Diagnosis = {
  /** `mariadb`, `percona`, `oracle`, `mysql`, or another maker's; for unpublished rules those of the nearest model. */
  server: Server,
  /** What the paste allows to say. */
  level: Level,
  /** The same as a sentence. */
  says: Sentence,
  /** Worst first. */
  troubles: Array<Trouble>,
  /**
   * Facts beside the troubles: groups that are well, what the log says, why an alarming number is
   * harmless.
   */
  facts: Array<Fact>,
  /** What cannot be known from the paste. */
  unknown: Array<Sentence>,
  /** What to ask next. */
  ask: Array<Question>,
  /** Similar lesson step (`one-lane-is-stuck/deaf`) and scenario. */
  like: Like | null,
};

/** What a thread does, by the column that counts it. */
export type Does = "running" | "waiting" | "lock";

/** Something that no paste shows, and what follows from each answer. */
export type Doubt = {
  /** `ends`, `sent`, `same`, `holder`, `inside`, `several`, `pool`, `again` or `prepared`. */
  about: string,
  /** The question. */
  asks: Sentence,
  /** Each answer, and whether the remedy then helps. */
  answers: Array<Answer>,
};

/** One waits for another. */
export type Edge = {
  /** The connection that waits. */
  from: number,
  /** The connection that it waits for; `None`: see the roots that have no connection. */
  to: number | null,
  /** For what. */
  wait: Wait,
  /** How well it is known. */
  known: Known,
};

/** The place of a fact in the paste. */
export type Evidence = {
  /** The table: `THREAD_POOL_GROUPS`. */
  table: string,
  /** Which row: `group 0`, `connection 7`. */
  row: Sentence | null,
  /** The column or variable: `HAS_LISTENER`. */
  column: string,
  /** Its value, or for a difference between two looks `+27`. */
  value: string,
  /** Its line. */
  line: number,
  /** Its look, from 0. */
  look: number | null,
};

/** A fact that columns show. */
export type Fact = {
  /** The sentence. */
  says: Sentence,
  /** Its columns. */
  from: Array<Evidence>,
};

/** How a block was printed. */
export type Form = "table" | "vertical" | "tab" | "csv" | "json" | "xml" | "html" | "options" | "text";

/** Something that the paste shows to be missing: nothing that depends on it can be said to be well. */
export type Gap = {
  /** Line. */
  line: number,
  /** Why it is missing. */
  why: Missing,
  /** The number of the server's error, or how many rows are missing. */
  number: number | null,
  /** The table, if it is known. */
  table: Kind | null,
};

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
  /** HAS_LISTENER; true if the table has no such column, see `listener_shown`. */
  has_listener: boolean,
  /** How many of the queue have high priority, if the table counts them. */
  high: number | null,
  /** IS_STALLED. */
  is_stalled: boolean,
};

/** A group at one look. */
export type GroupSeen = {
  /** GROUP_ID. */
  group: number,
  /** What such a row would say of a group of Oracle's plugin. */
  made?: Group,
  /** Threads in reported waits. */
  waiting: number,
  /** Connections on its threads. */
  on_threads: Array<number>,
  /**
   * Its threads with a known statement: at most as many of a kind as THREAD_POOL_GROUPS counts, waiting
   * ones first.
   */
  seats: Array<Seat>,
  /** Connections in its queue, in order. */
  queued: Array<number>,
  /** Sleeping connections. */
  asleep: Array<number>,
  /** Connections included in CONNECTIONS but named in no table. */
  unnamed: number,
  /** Nobody listens, works or stands by: if the sleeping connections have sent anything, nobody reads it. */
  deaf: boolean,
};

/** What SHOW ENGINE INNODB STATUS shows besides transactions and their locks. */
export type InnodbStatus = {
  /** Its first line. */
  line: number,
  /** `queries inside InnoDB`. */
  inside: number | null,
  /** `queries in queue`. */
  queued: number | null,
  /** The threads that wait for a semaphore: seconds, with the line of each. */
  semaphores: Array<At<number>>,
  /** The latest deadlock. */
  deadlock: Deadlock | null,
};

/** The table in a block. */
export type Kind = "now" | "variables" | "status" | "groups" | "queues" | "stats" | "waits" | "processlist" | "trx" | "lock_waits" | "locks" | "innodb_status" | "metadata_locks" | "transactions" | "xa" | "sessions" | "log" | "oracle_pool" | "threadpool_status" | "alisql_groups" | "plugins" | "other";

/** How well something is known. */
export type Known = "possible" | "probable" | "certain";

/** What a paste allows to say about the server. */
export type Level = "wrong" | "fine" | "cannot_tell" | "unreadable";

/** Similar content on the site. */
export type Like = {
  /** `lesson/step`. */
  step: string,
  /** Name of a scenario. */
  scenario: string,
};

/** A lock wait between two transactions, from INNODB_LOCK_WAITS or SHOW ENGINE INNODB STATUS. */
export type LockWait = {
  /** Line. */
  line: number,
  /** requesting_trx_id. */
  requesting_trx_id: string,
  /** blocking_trx_id. */
  blocking_trx_id: string,
  /** The mode that is waited for: `X`, `S,GAP`, `AUTO_INC`. */
  mode: string | null,
  /** The table, as a placeholder. */
  table: string | null,
};

/** A line of the error log. */
export type LogLine = {
  /** Line of the paste. */
  line: number,
  /** Its meaning. */
  says: LogSays,
  /** Time on the server's clock, if the line starts with it. */
  at_us: number | null,
  /** The number in it: seconds blocked, the errno, the id of an aborted connection, milliseconds of a timeout. */
  number: number | null,
  /** The figures of an application's pool. */
  pool: AppPool | null,
};

/** The meaning of a line of the log, or of a message. */
export type LogSays = "max_threads" | "extra_port" | "admin_port" | "blocked" | "create_failed" | "too_many_connections" | "lock_wait_timeout" | "deadlock" | "gone_away" | "lost_connection" | "statement_timeout" | "interrupted" | "slow_login" | "aborted" | "disk_full" | "long_semaphore" | "not_prepared" | "plugin_started" | "hikari_timeout" | "app_pool_timeout" | "other";

/**
 * A look: the server's tables at one moment. A table that is `None` was not in the paste. An empty one was
 * printed as empty or, for QUEUES in a form that prints nothing for an empty result, is assumed empty
 * because QUEUE_LENGTH is 0 in every group and no statement was printed.
 */
export type Look = {
  /** Time on the server's clock, microseconds since 1970. */
  taken_at_us: At<number> | null,
  /** THREAD_POOL_GROUPS. */
  groups: Array<Group> | null,
  /** THREAD_POOL_QUEUES. */
  queues: Array<Queued> | null,
  /** Whether `queues` is only assumed to be empty. */
  queues_inferred: boolean,
  /** THREAD_POOL_STATS. */
  stats: Array<Stats> | null,
  /** THREAD_POOL_WAITS: count by reason. */
  waits: { [key in string]: At<number> } | null,
  /** Counters of SHOW STATUS by name as the server prints it (`Threadpool_threads`). */
  status: { [key in string]: At<number> },
  /** PROCESSLIST. */
  processlist: Array<Process> | null,
  /** INNODB_TRX. */
  trx: Array<Trx> | null,
  /** INNODB_LOCK_WAITS as pairs of transactions. */
  lock_waits: Array<LockWait> | null,
  /** Metadata locks, held and waited for. */
  metadata_locks: Array<MetadataLock> | null,
  /** XA RECOVER: prepared transactions, with or without a connection. */
  xa: Array<Xa> | null,
  /** What else SHOW ENGINE INNODB STATUS shows. */
  innodb: InnodbStatus | null,
  /**
   * Connections that are not in `processlist` but that tables of locks or InnoDB's status describe: never all.
   * `command` is empty, or `Query` if a statement is shown.
   */
  sessions: Array<Process>,
  /** Rows of all tables of Oracle's plugin; serialised as lines of text that can be pasted again. */
  tp: Array<string>,
};

/** A metadata lock that a connection holds or waits for. */
export type MetadataLock = {
  /** Line. */
  line: number,
  /** The connection; `None` if only the Performance Schema's number of the thread is known. */
  connection_id: number | null,
  /** OWNER_THREAD_ID, if it is not known whose it is. */
  thread_id: number | null,
  /** OBJECT_TYPE: TABLE, SCHEMA, GLOBAL, COMMIT, BACKUP LOCK, USER LEVEL LOCK. */
  object: string,
  /** The table's or the lock's name, as a placeholder. */
  name: string | null,
  /** LOCK_TYPE: SHARED_READ, EXCLUSIVE, INTENTION_EXCLUSIVE. Of METADATA_LOCK_INFO without `MDL_`. */
  mode: string,
  /** GRANTED: the connection holds it. METADATA_LOCK_INFO lists only these. */
  granted: boolean,
  /** How long the statement that waits for it has run, in seconds. */
  waited_s: number | null,
};

/** Why something is missing. */
export type Missing = "denied" | "lost" | "refused" | "absent" | "error" | "filtered" | "rows" | "broke_off";

/** A row of PROCESSLIST. */
export type Process = {
  /** Line. */
  line: number,
  /** ID. */
  id: number,
  /** USER, as a placeholder by default; `system user` and `event_scheduler` are kept. */
  user: string,
  /** HOST, as a placeholder. */
  host: string,
  /** DB, as a placeholder. */
  db: string | null,
  /**
   * COMMAND: Query, Sleep, Killed, Connect, Daemon. From a list without it: Query with a statement or a STATE, else
   * Sleep.
   */
  command: string,
  /** TIME or TIME_MS, in microseconds. */
  time_us: number | null,
  /** Whether the time includes fractions of a second. */
  exact: boolean,
  /** STATE. */
  state: string,
  /** INFO: the statement's first words with literals replaced, by default. */
  info: string | null,
  /** QUERY_ID. */
  query_id: number | null,
  /**
   * Whether its transaction is this statement alone: AUTOCOMMIT of events_transactions_current, or trx_autocommit of
   * sys.processlist, of one that is active.
   */
  autocommit: boolean | null,
  /** The connection that took this look: INFO contains its own SELECT or SHOW. */
  is_self: boolean,
};

/** A statement that would show more. */
export type Question = {
  /** Why. */
  why: Sentence,
  /** The statement to run. */
  sql: string,
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
  /** A login: NULL, or (a bug of the server) the ID of the row before, whose remainder may differ. */
  login: boolean,
  /** QUEUEING_TIME_MICROSECONDS. */
  queueing_time_us: number,
};

/** An action against a trouble. */
export type Remedy = {
  /** SQL, or what to do elsewhere. */
  do: string,
  /** Whether it helps those who wait; `None`: it depends, or is not known. */
  helps: boolean | null,
  /** Whether it helps all of them. */
  all: boolean,
  /** Whom it helps whatever is not shown. */
  who: Array<number>,
  /** Who loses a statement or the connection. */
  lost: Array<number>,
  /** What it depends on. */
  if: Doubt | null,
  /** What would have to be shown. */
  needs: Array<Sentence>,
  /** Where the same was tried on a server in the same trouble. */
  cites: Sentence | null,
  /** What it does. */
  says: Sentence,
  /** Its cost. */
  cost: Sentence,
  /** Lines for the configuration, to make it permanent. */
  configuration: Array<string>,
};

/** A setting that a later one of the same name replaced, as in the server. */
export type Replaced = {
  /** In the server's spelling. */
  name: string,
  /** Its value. */
  value: string,
  /** Its line. */
  line: number,
};

/** What others wait for and what waits for nothing itself. */
export type Root = {
  /** The connection; `None`: a transaction without one, a resource, or a holder that is not shown. */
  id: number | null,
  /** How well it is known that it is the one. */
  known: Known,
  /** Who it is and what it does. */
  says: Sentence,
};

/** A thread whose statement is known. */
export type Seat = {
  /** The connection that it serves. */
  conn: number,
  /** `None`: no row of THREAD_POOL_GROUPS counts it, and its STATE does not show it. */
  does: Does | null,
};

/** The inferred state at one look, without what the capture's own rows already contain. */
export type Seen = {
  /** Groups by ID; serialised as a list. */
  groups: Array<GroupSeen>,
};

/**
 * A sentence of the catalogue (`diagnose_...`) with its parameters: only names of variables, columns and
 * numbers.
 */
export type Sentence = {
  /** Its key. */
  key: string,
  /** Its parameters, as text. */
  params: Array<[string, string]>,
};

/** The server that printed it. */
export type Server = {
  /** Its family. */
  family: string | null,
  /** Its version as printed. */
  version: string | null,
  /** The engine's rules in use. */
  rules: string | null,
  /** The sign that it was recognised by, or why the rules are only the nearest. */
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

/** A trouble: those who wait, what they wait for, and what would help. */
export type Trouble = {
  /** Groups that it is about. */
  groups: Array<number>,
  /** A headline. */
  cause: Cause,
  /** What most of them wait for. */
  wait: Wait | null,
  /** What is wrong. */
  says: Sentence,
  /** Who or what holds the others up. */
  roots: Array<Root>,
  /** Connections that certainly wait. */
  waiters: Array<number>,
  /** Connections that look idle and may have sent something that nobody has read. */
  unread: Array<number>,
  /** Queued logins, which have no ID. */
  logins: number,
  /** Who waits for whom, without the order among those who wait for the same. */
  edges: Array<Edge>,
  /** The evidence: each fact is a sentence with its columns. */
  evidence: Array<Fact>,
  /** What would contradict it. */
  against: Sentence,
  /** What helps, what depends on something, and what does not help although it is tempting. */
  remedies: Array<Remedy>,
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
  /** How long it has been open, in seconds, where its start is not printed. */
  age_s: number | null,
  /** How long it has waited for its lock, in seconds. */
  waited_s: number | null,
  /** trx_rows_locked. */
  rows_locked: number | null,
  /** trx_rows_modified, or the entries in its undo log. */
  rows_modified: number | null,
  /** trx_lock_structs: 0 holds no lock. */
  lock_structs: number | null,
  /** trx_autocommit_non_locking: it is one SELECT, which locks no rows. */
  reads_alone: boolean,
  /** It waits to enter InnoDB, whose places (innodb_thread_concurrency) are taken. */
  waits_to_enter: boolean,
};

/** What a statement waits for. */
export type Wait = "row" | "table" | "user" | "metadata" | "global" | "sleep" | "disk" | "space" | "client" | "ack" | "cluster" | "enter" | "commit" | "dump" | "replica" | "compute" | "open" | "engine" | "cache";

/** A row of XA RECOVER. */
export type Xa = {
  /** Line. */
  line: number,
  /** What XA ROLLBACK takes, as a placeholder: `'...'` by default. */
  xid: string,
};

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
