//! The content of a paste: rows of the server's own tables, each with its line. Columns have the server's
//! names; an `Option` is NULL or a column missing from the paste.

use serde::{Serialize, Serializer};

use crate::clouds::Cloud;
pub use crate::messages::LogSays;
use crate::order::Map;

/// A line of the paste, from 1.
pub type LineNumber = u32;

/// A value and its line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Its line.
    pub line: LineNumber,
}

/// Everything that was understood, and the lines that were not.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Capture {
    /// Tables and other blocks, in the order of the paste.
    pub blocks: Vec<Block>,
    /// Lines that were not understood: the first of them, shortened and redacted.
    pub odd: Vec<At<String>>,
    /// How many lines were not understood.
    pub odd_count: u32,
    /// The paste was longer than the limit.
    pub cut: bool,
    /// As the server prints it: `10.11.19-MariaDB`.
    pub version: Option<At<String>>,
    /// The cloud that manages the server, recognised by its variables and accounts.
    #[serde(skip)]
    pub cloud: Option<At<Cloud>>,
    /// STATUS of the plugin thread_pool in SHOW PLUGINS: `ACTIVE`.
    pub pool_plugin: Option<At<String>>,
    /// Variables by name in the server's spelling; of repeated names, the last.
    #[cfg_attr(
        feature = "schema",
        ts(as = "std::collections::BTreeMap<String, At<String>>")
    )]
    pub variables: Map<String, At<String>>,
    /// Settings whose name is repeated further down, with their earlier values.
    pub replaced: Vec<Replaced>,
    /// One or two looks at the server, oldest first; none if the paste has no table of a look.
    pub looks: Vec<Look>,
    /// Number of looks left out: of the last server in the paste (since its start, by Uptime) only the first
    /// and the last look are kept, or those with THREAD_POOL_GROUPS if two have it.
    pub left_out_looks: u32,
    /// Lines of the error log about the pool or connections, and messages of clients and of applications' pools.
    pub log: Vec<LogLine>,
    /// What the paste shows to be missing from it.
    pub gaps: Vec<Gap>,
}

/// Something that the paste shows to be missing: nothing that depends on it can be said to be well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Gap {
    /// Line.
    pub line: LineNumber,
    /// Why it is missing.
    pub why: Missing,
    /// The number of the server's error, or how many rows are missing.
    pub number: Option<u64>,
    /// The table, if it is known.
    pub table: Option<Kind>,
}

/// Why something is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// The account may not see it: error 1227, 1142, 1044, 1045 or another of these.
    Denied,
    /// The connection ended, or could not be made: error 2013, 2006, 2002, 2003, 1053, 1152 or 1317.
    Lost,
    /// The server was full: error 1040, 1203 or 1226.
    Refused,
    /// The server has no such table, or no such statement: error 1109, 1146, 1193, 1049, 1064, 1054.
    Absent,
    /// Another error.
    Error,
    /// Its statement has a WHERE or LIMIT that leaves connections out.
    Filtered,
    /// The client counted more rows, or the first row printed is not row 1.
    Rows,
    /// It begins with its time and ends there.
    BrokeOff,
}

/// A setting that a later one of the same name replaced, as in the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Replaced {
    /// In the server's spelling.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Its line.
    pub line: LineNumber,
}

/// The table in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// `SELECT NOW(6), VERSION()`.
    Now,
    /// SHOW VARIABLES, option files, SET GLOBAL.
    Variables,
    /// SHOW STATUS.
    Status,
    /// THREAD_POOL_GROUPS.
    Groups,
    /// THREAD_POOL_QUEUES.
    Queues,
    /// THREAD_POOL_STATS.
    Stats,
    /// THREAD_POOL_WAITS.
    Waits,
    /// SHOW PROCESSLIST or information_schema.PROCESSLIST.
    Processlist,
    /// INNODB_TRX.
    Trx,
    /// INNODB_LOCK_WAITS (MariaDB), or data_lock_waits of sys or performance_schema.
    LockWaits,
    /// INNODB_LOCKS.
    Locks,
    /// SHOW ENGINE INNODB STATUS.
    InnodbStatus,
    /// performance_schema.metadata_locks, sys.schema_table_lock_waits, METADATA_LOCK_INFO.
    MetadataLocks,
    /// performance_schema.events_transactions_current.
    Transactions,
    /// XA RECOVER.
    Xa,
    /// Connections that other tables name, as [`crate::text`] prints them.
    Sessions,
    /// Lines of the error log.
    Log,
    /// Tables of Oracle's plugin (performance_schema.tp_*).
    OraclePool,
    /// TXSQL's SHOW THREADPOOL STATUS.
    ThreadpoolStatus,
    /// THREAD_POOL_STATUS of AliSQL and PolarDB.
    AlisqlGroups,
    /// SHOW PLUGINS.
    Plugins,
    /// Any other table.
    Other,
}

/// How a block was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Borders of `|`.
    Table,
    /// `\G`.
    Vertical,
    /// Tab-separated.
    Tab,
    /// Comma-separated.
    Csv,
    /// JSON.
    Json,
    /// `mysql -X`.
    Xml,
    /// `mysql -H`.
    Html,
    /// Option file, SET GLOBAL.
    Options,
    /// Running text: logs, InnoDB's status.
    Text,
}

/// A part of the paste that was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Block {
    /// Its table.
    pub kind: Kind,
    /// The form in which it was printed.
    pub form: Form,
    /// First line.
    pub first: LineNumber,
    /// Last line.
    pub last: LineNumber,
    /// Rows that were read.
    pub rows: u32,
    /// Rows that were cut or could not be read.
    pub bad_rows: u32,
    /// Index in `looks`, if it belongs to one.
    pub look: Option<u32>,
}

/// A look: the server's tables at one moment. A table that is `None` was not in the paste. An empty one was
/// printed as empty or, for QUEUES in a form that prints nothing for an empty result, is assumed empty
/// because QUEUE_LENGTH is 0 in every group and no statement was printed.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Look {
    /// Time on the server's clock, microseconds since 1970.
    pub taken_at_us: Option<At<u64>>,
    /// THREAD_POOL_GROUPS.
    pub groups: Option<Vec<Group>>,
    /// THREAD_POOL_QUEUES.
    pub queues: Option<Vec<Queued>>,
    /// Whether `queues` is only assumed to be empty.
    pub queues_inferred: bool,
    /// THREAD_POOL_STATS.
    pub stats: Option<Vec<Stats>>,
    /// THREAD_POOL_WAITS: count by reason.
    #[cfg_attr(
        feature = "schema",
        ts(as = "Option<std::collections::BTreeMap<String, At<u64>>>")
    )]
    pub waits: Option<Map<String, At<u64>>>,
    /// Counters of SHOW STATUS by name as the server prints it (`Threadpool_threads`).
    #[cfg_attr(
        feature = "schema",
        ts(as = "std::collections::BTreeMap<String, At<u64>>")
    )]
    pub status: Map<String, At<u64>>,
    /// PROCESSLIST.
    pub processlist: Option<Vec<Process>>,
    /// INNODB_TRX.
    pub trx: Option<Vec<Trx>>,
    /// INNODB_LOCK_WAITS as pairs of transactions.
    pub lock_waits: Option<Vec<LockWait>>,
    /// Metadata locks, held and waited for.
    pub metadata_locks: Option<Vec<MetadataLock>>,
    /// XA RECOVER: prepared transactions, with or without a connection.
    pub xa: Option<Vec<Xa>>,
    /// What else SHOW ENGINE INNODB STATUS shows.
    pub innodb: Option<InnodbStatus>,
    /// Connections that are not in `processlist` but that tables of locks or InnoDB's status describe: never all.
    /// `command` is empty, or `Query` if a statement is shown.
    pub sessions: Vec<Process>,
    /// Rows of all tables of Oracle's plugin; serialised as lines of text that can be pasted again.
    #[serde(serialize_with = "tp_serialized")]
    #[cfg_attr(feature = "schema", ts(as = "Vec<String>"))]
    pub tp: Vec<TpRow>,
}

/// A table of Oracle's plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tp {
    /// tp_thread_group_state.
    Groups,
    /// tp_thread_group_stats.
    Stats,
    /// tp_thread_state.
    Threads,
    /// tp_connections.
    Connections,
}

impl Tp {
    /// Its name.
    pub fn name(self) -> &'static str {
        [
            "tp_thread_group_state",
            "tp_thread_group_stats",
            "tp_thread_state",
            "tp_connections",
        ][self as usize]
    }
}

/// A row of such a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TpRow {
    /// Its table.
    pub table: Tp,
    /// Line.
    pub line: LineNumber,
    /// TP_GROUP_ID.
    pub group_id: u32,
    /// Numbers, in the order of [`TP_COLUMNS`]. `None`: NULL, or not a column of this table.
    pub cells: Vec<Option<u64>>,
    /// WAIT_TYPE of tp_thread_state or STATE of tp_connections, as the server writes it; a wait by a word that is not
    /// known is another wait.
    pub word: Option<&'static str>,
}

impl TpRow {
    /// A number; `None`: NULL, or not in the paste.
    #[inline(never)]
    pub(crate) fn get(&self, column: TpColumn) -> Option<u64> {
        self.cells.get(column as usize).copied().flatten()
    }

    /// The same, where nothing counts as 0.
    pub(crate) fn number(&self, column: TpColumn) -> u64 {
        self.get(column).unwrap_or(0)
    }

    /// Whether a connection's statement waits for a thread.
    pub(crate) fn is_queued(&self) -> bool {
        matches!(self.word, Some("QUEUED" | "WAITING_FOR_CREDIT"))
    }

    /// Whether a connection has a thread.
    pub(crate) fn is_attached(&self) -> bool {
        self.word == Some("ATTACHED")
    }
}

/// Each table of Oracle's plugin by columns that only it has.
pub const TP_MARKS: [(Tp, [&str; 2]); 4] = [
    (Tp::Connections, ["connection_id", "active_flag"]),
    (Tp::Threads, ["tp_thread_number", "process_count"]),
    (Tp::Stats, ["queries_executed", "prio_kickups"]),
    (Tp::Groups, ["queued_queries", "queued_transactions"]),
];

fn tp_serialized<S: Serializer>(rows: &[TpRow], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(tp_lines(rows))
}

/// The tables as lines of text, with the columns that are read and those by which a table is recognised.
pub(crate) fn tp_lines(rows: &[TpRow]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (tp, marks) in TP_MARKS {
        let rows = || rows.iter().filter(|row| row.table == tp);
        let columns = TP_COLUMNS.iter().enumerate();
        let used = |at: usize| rows().any(|row| matches!(row.cells.get(at), Some(Some(_))));
        let columns: Vec<_> = columns.filter(|(at, _)| used(*at)).collect();
        let word = if tp == Tp::Threads {
            "wait_type"
        } else {
            "state"
        };
        if rows().next().is_none() {
            continue;
        }
        let unread = |mark: &&str| columns.iter().all(|(_, column)| *column != mark);
        let mut head = vec!["tp_group_id", word];
        head.extend(marks.into_iter().filter(unread));
        let blank = head.len() - 2;
        head.extend(columns.iter().map(|(_, column)| **column));
        lines.push(head.join("\t"));
        for row in rows() {
            let word = row.word.unwrap_or("NULL");
            let mut cells = vec![row.group_id.to_string(), word.to_owned()];
            cells.resize(blank + 2, "NULL".to_owned());
            let numbers = columns
                .iter()
                .map(|(at, _)| row.cells.get(*at).copied().flatten());
            cells.extend(numbers.map(|n| n.map_or("NULL".to_owned(), |n| n.to_string())));
            lines.push(cells.join("\t"));
        }
    }
    lines
}

macro_rules! tp_columns {
    ($($name:ident)+) => {
        /// The numbers that are read from these tables, in lower case.
        pub const TP_COLUMNS: &[&str] = &[$(stringify!($name)),+];
        /// Their positions.
        #[derive(Clone, Copy)]
        #[expect(non_camel_case_types, missing_docs, reason = "they are the server's names")]
        pub enum TpColumn { $($name),+ }
    };
}
tp_columns! {
    connection_id connection_count queued_queries queued_transactions oldest_queued stall_limit
    prio_kickup_timer active_thread_count stalled_thread_count waiting_thread_number connect_thread_count
    effective_max_transactions_limit threads_bound_to_transaction num_connect_handler_thread_in_sleep
    prio_kickups process_count time_of_attach time_of_event_arrival time_of_last_longrunning_trxs_check thread_id
    consumer_threads reserve_threads thread_count
}

/// A row of THREAD_POOL_GROUPS.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Group {
    /// Line.
    pub line: LineNumber,
    /// GROUP_ID.
    pub group_id: u32,
    /// CONNECTIONS.
    pub connections: u32,
    /// THREADS.
    pub threads: u32,
    /// ACTIVE_THREADS.
    pub active_threads: u32,
    /// STANDBY_THREADS.
    pub standby_threads: u32,
    /// QUEUE_LENGTH.
    pub queue_length: u32,
    /// HAS_LISTENER; true if the table has no such column, see `listener_shown`.
    pub has_listener: bool,
    /// Whether the table shows who listens.
    #[serde(skip)]
    pub listener_shown: bool,
    /// How many of the queue have high priority, if the table counts them.
    pub high: Option<u32>,
    /// IS_STALLED.
    pub is_stalled: bool,
}

impl Group {
    /// Its cells, in the order of [`poolscope_scenario::tables::GROUPS`].
    pub fn cells(&self) -> [u32; 8] {
        [
            self.group_id,
            self.connections,
            self.threads,
            self.active_threads,
            self.standby_threads,
            self.queue_length,
            self.has_listener.into(),
            self.is_stalled.into(),
        ]
    }
}

/// A row of THREAD_POOL_QUEUES.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Queued {
    /// Line.
    pub line: LineNumber,
    /// GROUP_ID.
    pub group_id: u32,
    /// POSITION, over both queues.
    pub position: u32,
    /// PRIORITY: 0 high, 1 low.
    pub priority: u32,
    /// CONNECTION_ID as printed; `None` is NULL, a login.
    pub connection_id: Option<u64>,
    /// A login: NULL, or (a bug of the server) the ID of the row before, whose remainder may differ.
    pub login: bool,
    /// QUEUEING_TIME_MICROSECONDS.
    pub queueing_time_us: u64,
}

/// A row of THREAD_POOL_STATS.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Stats {
    /// Line.
    pub line: LineNumber,
    /// GROUP_ID.
    pub group_id: u32,
    /// Counters by column name.
    #[cfg_attr(feature = "schema", ts(as = "std::collections::BTreeMap<String, u64>"))]
    pub counters: Map<String, u64>,
}

/// A row of PROCESSLIST.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Process {
    /// Line.
    pub line: LineNumber,
    /// ID.
    pub id: u64,
    /// USER, as a placeholder by default; `system user` and `event_scheduler` are kept.
    pub user: String,
    /// HOST, as a placeholder.
    pub host: String,
    /// DB, as a placeholder.
    pub db: Option<String>,
    /// THREAD_ID of performance_schema.threads or thd_id of sys.processlist, to which the tables of locks refer.
    #[serde(skip)]
    pub thread_id: Option<u64>,
    /// COMMAND: Query, Sleep, Killed, Connect, Daemon. From a list without it: Query with a statement or a STATE, else
    /// Sleep.
    pub command: String,
    /// TIME or TIME_MS, in microseconds.
    pub time_us: Option<u64>,
    /// Whether the time includes fractions of a second.
    pub exact: bool,
    /// STATE.
    pub state: String,
    /// INFO: the statement's first words with literals replaced, by default.
    pub info: Option<String>,
    /// QUERY_ID.
    pub query_id: Option<u64>,
    /// Whether its transaction is this statement alone: AUTOCOMMIT of events_transactions_current, or trx_autocommit of
    /// sys.processlist, of one that is active.
    pub autocommit: Option<bool>,
    /// The connection that took this look: INFO contains its own SELECT or SHOW.
    pub is_self: bool,
}

/// A row of INNODB_TRX.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Trx {
    /// Line.
    pub line: LineNumber,
    /// trx_id as text: it can be hexadecimal.
    pub trx_id: String,
    /// trx_state.
    pub trx_state: String,
    /// trx_started, microseconds by the server's clock.
    pub trx_started_us: Option<u64>,
    /// trx_mysql_thread_id.
    pub trx_mysql_thread_id: Option<u64>,
    /// trx_query, redacted like INFO; `None` is NULL.
    pub trx_query: Option<String>,
    /// How long it has been open, in seconds, where its start is not printed.
    pub age_s: Option<u64>,
    /// How long it has waited for its lock, in seconds.
    pub waited_s: Option<u64>,
    /// trx_rows_locked.
    pub rows_locked: Option<u64>,
    /// trx_rows_modified, or the entries in its undo log.
    pub rows_modified: Option<u64>,
    /// trx_lock_structs: 0 holds no lock.
    pub lock_structs: Option<u64>,
    /// trx_wait_started, microseconds by the server's clock: read into `waited_s`.
    #[serde(skip)]
    pub wait_started_us: Option<u64>,
    /// trx_autocommit_non_locking: it is one SELECT, which locks no rows.
    pub reads_alone: bool,
    /// It waits to enter InnoDB, whose places (innodb_thread_concurrency) are taken.
    pub waits_to_enter: bool,
}

/// trx_state of a prepared XA transaction in SHOW ENGINE INNODB STATUS.
pub const PREPARED: &str = "PREPARED";
/// That of any other there; the tables print RUNNING for both.
pub const ACTIVE: &str = "ACTIVE";

impl Trx {
    /// Whether it is prepared, and outlives its connection.
    pub fn is_prepared(&self) -> bool {
        self.trx_state == PREPARED
    }

    /// Whether it is shown that it is not.
    pub fn is_active(&self) -> bool {
        self.trx_state == ACTIVE
    }

    /// Whether it undoes what it did.
    pub fn rolls_back(&self) -> bool {
        self.trx_state.eq_ignore_ascii_case("rolling back")
    }
}

/// A lock wait between two transactions, from INNODB_LOCK_WAITS or SHOW ENGINE INNODB STATUS.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct LockWait {
    /// Line.
    pub line: LineNumber,
    /// requesting_trx_id.
    pub requesting_trx_id: String,
    /// blocking_trx_id.
    pub blocking_trx_id: String,
    /// The mode that is waited for: `X`, `S,GAP`, `AUTO_INC`.
    pub mode: Option<String>,
    /// The table, as a placeholder.
    pub table: Option<String>,
}

/// A metadata lock that a connection holds or waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct MetadataLock {
    /// Line.
    pub line: LineNumber,
    /// The connection; `None` if only the Performance Schema's number of the thread is known.
    pub connection_id: Option<u64>,
    /// OWNER_THREAD_ID, if it is not known whose it is.
    pub thread_id: Option<u64>,
    /// OBJECT_TYPE: TABLE, SCHEMA, GLOBAL, COMMIT, BACKUP LOCK, USER LEVEL LOCK.
    pub object: String,
    /// The table's or the lock's name, as a placeholder.
    pub name: Option<String>,
    /// LOCK_TYPE: SHARED_READ, EXCLUSIVE, INTENTION_EXCLUSIVE. Of METADATA_LOCK_INFO without `MDL_`.
    pub mode: String,
    /// GRANTED: the connection holds it. METADATA_LOCK_INFO lists only these.
    pub granted: bool,
    /// How long the statement that waits for it has run, in seconds.
    pub waited_s: Option<u64>,
}

/// A row of XA RECOVER.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Xa {
    /// Line.
    pub line: LineNumber,
    /// What XA ROLLBACK takes, as a placeholder: `'...'` by default.
    pub xid: String,
}

/// What SHOW ENGINE INNODB STATUS shows besides transactions and their locks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct InnodbStatus {
    /// Its first line.
    pub line: LineNumber,
    /// `queries inside InnoDB`.
    pub inside: Option<u64>,
    /// `queries in queue`.
    pub queued: Option<u64>,
    /// The threads that wait for a semaphore: seconds, with the line of each.
    pub semaphores: Vec<At<u64>>,
    /// The latest deadlock.
    pub deadlock: Option<Deadlock>,
}

/// The latest deadlock that InnoDB resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Deadlock {
    /// Its first line.
    pub line: LineNumber,
    /// When, microseconds by the server's clock.
    pub at_us: Option<u64>,
    /// The connections in it, in the order of the text.
    pub connections: Vec<u64>,
    /// The number of the transaction that was rolled back: 1 is the first.
    pub victim: Option<u64>,
}

/// A line of the error log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct LogLine {
    /// Line of the paste.
    pub line: LineNumber,
    /// Its meaning.
    pub says: LogSays,
    /// Time on the server's clock, if the line starts with it.
    pub at_us: Option<u64>,
    /// The number in it: seconds blocked, the errno, the id of an aborted connection, milliseconds of a timeout.
    pub number: Option<u64>,
    /// The figures of an application's pool.
    pub pool: Option<AppPool>,
}

/// What the message of an application's pool says of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct AppPool {
    /// Its connections, or the most that it may have.
    pub total: Option<u64>,
    /// Those in use.
    pub active: Option<u64>,
    /// Those not in use.
    pub idle: Option<u64>,
    /// Requests that wait for one.
    pub waiting: Option<u64>,
}
