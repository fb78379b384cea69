//! What a thread waits for, by its STATE in PROCESSLIST. Verdicts read this table first, and the reference's
//! page is made from it (`content/reference/states.json`, by `npm run generate`).

use serde::Serialize;

/// What a statement waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// A row of InnoDB.
    Row,
    /// A whole table, or its auto-increment value.
    Table,
    /// GET_LOCK.
    User,
    /// A table's metadata lock: DDL against open transactions.
    Metadata,
    /// FLUSH TABLES WITH READ LOCK, BACKUP STAGE.
    Global,
    /// Nothing: SLEEP.
    Sleep,
    /// A file.
    Disk,
    /// Space on a disk.
    Space,
    /// A client that must read or send.
    Client,
    /// A replica's acknowledgement.
    Ack,
    /// The other nodes of a Galera cluster.
    Cluster,
    /// A place inside InnoDB, of which innodb_thread_concurrency allows so many.
    Enter,
    /// An earlier transaction's commit.
    Commit,
    /// More data for a replica.
    Dump,
    /// A replica's own thread.
    Replica,
    /// Nothing: it computes.
    Compute,
    /// A table that must be opened.
    Open,
    /// The storage engine: its lock of a table, or its part of a commit.
    Engine,
    /// The lock of the query cache.
    Cache,
}

/// Whether a wait is reported to the pool. A thread in an unreported one counts as active.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reported {
    /// It is: the thread counts as waiting, and another one may serve.
    Yes,
    /// Neither documented nor measured.
    Unknown,
    /// It is not: the thread counts as active.
    No,
    /// The thread does not belong to the pool.
    Outside,
}

/// The effect of KILL and KILL QUERY on a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kill {
    /// Ends it.
    AtOnce,
    /// Ends it at its next check: after a minute.
    Late,
    /// None.
    Never,
    /// Ends it, and disconnects a replica, which reconnects.
    CutsReplica,
    /// Neither documented nor measured.
    Unknown,
}

impl Wait {
    /// A lock that another connection holds.
    pub fn is_lock(self) -> bool {
        match self {
            Wait::Row | Wait::Table | Wait::User | Wait::Metadata | Wait::Global => true,
            Wait::Sleep | Wait::Disk | Wait::Space | Wait::Client | Wait::Ack => false,
            Wait::Cluster | Wait::Commit | Wait::Dump | Wait::Replica | Wait::Compute => false,
            Wait::Enter | Wait::Open | Wait::Engine | Wait::Cache => false,
        }
    }

    /// One that wants it for itself holds up all that come later.
    pub(crate) fn has_line(self) -> bool {
        matches!(self, Wait::Metadata | Wait::Table | Wait::Global)
    }

    /// The effects of KILL QUERY and of KILL.
    pub fn kills(self) -> (Kill, Kill) {
        match self {
            Wait::Row | Wait::Table | Wait::User | Wait::Metadata | Wait::Global => {
                (Kill::AtOnce, Kill::AtOnce)
            }
            Wait::Sleep | Wait::Disk | Wait::Ack | Wait::Compute => (Kill::AtOnce, Kill::AtOnce),
            Wait::Space => (Kill::Late, Kill::Late),
            Wait::Client => (Kill::Never, Kill::AtOnce),
            Wait::Dump => (Kill::CutsReplica, Kill::CutsReplica),
            Wait::Cluster | Wait::Commit | Wait::Replica => (Kill::Unknown, Kill::Unknown),
            Wait::Enter | Wait::Open | Wait::Engine | Wait::Cache => (Kill::Unknown, Kill::Unknown),
        }
    }

    /// Whether it is reported to the pool.
    pub(crate) fn reported(self) -> Reported {
        match self {
            Wait::Row | Wait::Table | Wait::User | Wait::Metadata | Wait::Global => Reported::Yes,
            Wait::Sleep | Wait::Client | Wait::Dump => Reported::Yes,
            Wait::Disk | Wait::Space | Wait::Ack | Wait::Compute => Reported::No,
            Wait::Replica => Reported::Outside,
            Wait::Cluster | Wait::Commit | Wait::Open => Reported::Unknown,
            Wait::Enter | Wait::Engine | Wait::Cache => Reported::Unknown,
        }
    }

    /// What can end it, in words, and the sources of both: documentation pages, or our captures by number.
    #[cfg(feature = "schema")]
    fn ender(self) -> (&'static str, &'static [&'static str]) {
        const STATES: &str = "https://mariadb.com/kb/en/general-thread-states/";
        const MYSQL: &str = "https://dev.mysql.com/doc/refman/8.0/en/general-thread-states.html";
        const QUERY_CACHE: &str = "https://mariadb.com/kb/en/query-cache-thread-states";
        const TABLES: &str = "https://mariadb.com/kb/en/optimizing-table_open_cache/";
        const KILL: &str = "https://mariadb.com/kb/en/kill/";
        const MDL: &str = "https://mariadb.com/kb/en/metadata-locking/";
        const FULL: &str = "https://dev.mysql.com/doc/refman/9.5/en/full-disk.html";
        const SEMI_SYNC: &str = "https://mariadb.com/docs/server/ha-and-performance/standard-replication/semisynchronous-replication";
        const PRIMARY: &str = "https://mariadb.com/kb/en/master-thread-states/";
        const REPLICA: &str = "https://mariadb.com/docs/server/ha-and-performance/optimization-and-tuning/buffers-caches-and-threads/thread-states/slave-sql-thread-states.md";
        const REPLICA_IO: &str = "https://mariadb.com/kb/en/mariadb/slave-io-thread-states/";
        // Our own, on MariaDB 10.11.19: n, o, q and r of `diagnosis/tests/captures-2`.
        const RUN: &str = "runs of 25 November 2026";
        match self {
            Wait::Row => (
                "the transaction that holds the row, by COMMIT or ROLLBACK; innodb_lock_wait_timeout",
                &[STATES, "capture 02"],
            ),
            Wait::Table => (
                "the statement that holds the table, or its auto-increment value",
                &[STATES, "capture 24"],
            ),
            Wait::User => (
                "the connection that holds it, by RELEASE_LOCK; the time given to GET_LOCK",
                &["https://mariadb.com/kb/en/get_lock/", KILL],
            ),
            Wait::Metadata => (
                "the transaction that has used the table, when it ends; for all behind it, KILL QUERY of the statement that \
                 wants the table exclusively; lock_wait_timeout",
                &[MDL, "capture 21"],
            ),
            Wait::Global => (
                "the connection that ran FLUSH TABLES WITH READ LOCK or BACKUP STAGE, by UNLOCK TABLES, BACKUP STAGE END, or \
                 its own end; it may have come through extra_port and be idle",
                &[
                    "https://mariadb.com/kb/en/flush/",
                    "https://mariadb.com/kb/en/backup-stage/",
                    RUN,
                ],
            ),
            Wait::Sleep => ("the time given to SLEEP", &[STATES, "capture 01"]),
            Wait::Disk => ("the end of its read", &[STATES, "capture 10"]),
            Wait::Space => (
                "whoever frees space on the disk; the server checks again every 60 s",
                &[FULL, "capture 24"],
            ),
            Wait::Client => (
                "the client, by reading; net_write_timeout, if it reads nothing at all",
                &[STATES, "capture 22"],
            ),
            Wait::Ack => (
                "a replica's acknowledgement; rpl_semi_sync_master_timeout; rpl_semi_sync_master_enabled = OFF",
                &[SEMI_SYNC, "capture 25", RUN],
            ),
            Wait::Cluster => (
                "the cluster: the node that is behind, by catching up; an ALTER TABLE in isolation, by ending on all nodes",
                &[
                    "https://mariadb.com/docs/server/ha-and-performance/optimization-and-tuning/buffers-caches-and-threads/thread-states/galera-cluster-thread-states",
                    "https://github.com/mariadb-corporation/galera/issues/458",
                    "https://pastebin.com/2beZptEe",
                ],
            ),
            Wait::Enter => (
                "a statement that leaves InnoDB; a higher innodb_thread_concurrency, or 0",
                &[
                    "https://dev.mysql.com/doc/refman/8.0/en/innodb-performance-thread_concurrency.html",
                ],
            ),
            Wait::Commit => ("the transaction that commits first", &[STATES]),
            Wait::Dump => ("the replica, by disconnecting", &[PRIMARY, RUN]),
            Wait::Replica => ("its primary, or STOP SLAVE", &[REPLICA, REPLICA_IO]),
            Wait::Compute => ("its own end", &[STATES, "capture 03"]),
            Wait::Open => (
                "its own end; if it lasts, table_open_cache is full, or ALTER TABLE or LOCK TABLES is at work on the table",
                &[STATES, TABLES],
            ),
            Wait::Engine => ("the storage engine", &[STATES, MYSQL]),
            Wait::Cache => (
                "the statement that holds the query cache; MySQL 8.0 has none",
                &[
                    QUERY_CACHE,
                    "https://dev.mysql.com/doc/refman/5.7/en/query-cache-thread-states.html",
                ],
            ),
        }
    }
}

/// STATE as the server prints it, and what it waits for. A `*` matches any words. MySQL 8.0 writes source
/// and replica where MariaDB writes master and slave, and some initial letters in lower case.
const STATES: &[(&str, Wait)] = &[
    ("Waiting for table metadata lock", Wait::Metadata),
    ("Waiting for schema metadata lock", Wait::Metadata),
    ("Waiting for stored procedure metadata lock", Wait::Metadata),
    ("Waiting for stored function metadata lock", Wait::Metadata),
    (
        "Waiting for stored package body metadata lock",
        Wait::Metadata,
    ),
    ("Waiting for trigger metadata lock", Wait::Metadata),
    ("Waiting for event metadata lock", Wait::Metadata),
    ("Waiting for * metadata lock", Wait::Metadata),
    ("Waiting for table flush", Wait::Metadata),
    ("Waiting for global read lock", Wait::Global),
    ("Waiting for commit lock", Wait::Global),
    ("Waiting for backup lock", Wait::Global),
    ("Waiting for table level lock", Wait::Table),
    ("Waiting for table lock", Wait::Table),
    ("User lock", Wait::User),
    ("User sleep", Wait::Sleep),
    ("Reading file", Wait::Disk),
    ("Waiting for someone to free space", Wait::Space),
    ("Writing to net", Wait::Client),
    ("Reading from net", Wait::Client),
    ("Sending to client", Wait::Client),
    ("Receiving from client", Wait::Client),
    ("Waiting for semi-sync ACK from slave", Wait::Ack),
    ("Waiting for semi-sync ACK from replica", Wait::Ack),
    ("Waiting for certification", Wait::Cluster),
    ("Waiting for flow control", Wait::Cluster),
    ("Waiting for TOI DDL", Wait::Cluster),
    ("Waiting to execute in isolation", Wait::Cluster),
    ("wsrep in pre-commit stage", Wait::Cluster),
    ("wsrep: initiating *", Wait::Cluster),
    ("wsrep: replicating *", Wait::Cluster),
    ("Waiting for prior transaction to commit", Wait::Commit),
    (
        "Waiting for prior transaction to start commit*",
        Wait::Commit,
    ),
    ("Master has sent all binlog to slave; *", Wait::Dump),
    ("Source has sent all binlog to replica; *", Wait::Dump),
    ("Sending binlog event to slave", Wait::Dump),
    ("Sending binlog event to replica", Wait::Dump),
    ("Waiting to finalize termination", Wait::Dump),
    ("Slave has read all relay log; *", Wait::Replica),
    ("Replica has read all relay log; *", Wait::Replica),
    ("Waiting for work from SQL thread", Wait::Replica),
    ("Waiting for master to send event", Wait::Replica),
    ("Waiting for source to send event", Wait::Replica),
    ("wsrep aborter idle", Wait::Replica),
    ("wsrep applier idle", Wait::Replica),
    ("wsrep applier committed", Wait::Replica),
    ("Executing", Wait::Compute),
    ("Sending data", Wait::Compute),
    ("Sorting result", Wait::Compute),
    ("Creating sort index", Wait::Compute),
    ("Copying to tmp table", Wait::Compute),
    ("Copying to tmp table on disk", Wait::Compute),
    ("Opening tables", Wait::Open),
    ("System lock", Wait::Engine),
    ("waiting for handler commit", Wait::Engine),
    ("Waiting for query cache lock", Wait::Cache),
];

/// The row of a STATE, ignoring case, and how much of the STATE its row does not leave open: from its start, and before
/// its end.
pub(crate) fn row_of(state: &str) -> Option<(Wait, [usize; 2])> {
    let same = |one: Option<&[u8]>, other: &str| {
        one.is_some_and(|one| one.eq_ignore_ascii_case(other.as_bytes()))
    };
    let text = state.as_bytes();
    STATES.iter().find_map(|(pattern, wait)| {
        let (head, tail) = pattern.split_once('*').unwrap_or((pattern, ""));
        let open = text.len().checked_sub(head.len() + tail.len())?;
        let fits = same(text.get(..head.len()), head)
            && same(text.get(text.len() - tail.len()..), tail)
            && (open == 0 || pattern.contains('*'));
        fits.then_some((*wait, [head.len(), tail.len()]))
    })
}

/// What a STATE waits for; `None` if it is not in the table.
pub fn wait_of(state: &str) -> Option<Wait> {
    row_of(state).map(|(wait, _)| wait)
}

/// A row of the table, as written by `npm run generate`.
#[cfg(feature = "schema")]
#[derive(Debug, Serialize)]
pub struct StateRow {
    /// As PROCESSLIST prints it; a `*` matches any words.
    pub state: &'static str,
    /// What it waits for.
    pub waits_for: Wait,
    /// Whether the wait is reported to the pool.
    pub pool_is_told: Reported,
    /// What can end it.
    pub ended_by: &'static str,
    /// The effect of KILL QUERY on it.
    pub kill_query: Kill,
    /// The effect of KILL on it.
    pub kill: Kill,
    /// Documentation, or our captures.
    pub sources: &'static [&'static str],
}

/// Whether a statement in this STATE works on rows, or waits for one: it does not say which.
pub fn works_on_rows(state: &str) -> bool {
    const STATES: [&str; 6] = [
        "updating",
        "update",
        "deleting from main table",
        "sending data",
        "statistics",
        "searching rows for update",
    ];
    STATES.iter().any(|one| one.eq_ignore_ascii_case(state))
}

/// Whether a change of a table is at work in this STATE. In any other it takes a moment, or waits inside InnoDB.
pub(crate) fn changes_table(state: &str) -> bool {
    const STATES: [&str; 5] = [
        "altering table",
        "copy to tmp table",
        "enabling keys",
        "repair by sorting",
        "repair with keycache",
    ];
    STATES.iter().any(|one| one.eq_ignore_ascii_case(state)) || wait_of(state).is_some()
}

/// The whole table.
#[cfg(feature = "schema")]
pub fn table() -> Vec<StateRow> {
    let row = |(state, wait): &(&'static str, Wait)| {
        let (ended_by, sources) = wait.ender();
        let (kill_query, kill) = wait.kills();
        StateRow {
            state,
            waits_for: *wait,
            pool_is_told: wait.reported(),
            ended_by,
            kill_query,
            kill,
            sources,
        }
    };
    STATES.iter().map(row).collect()
}

/// WAIT_TYPE of tp_thread_state, as the server prints it and as its manual lists it, and what a statement then waits for,
/// if that is one of the waits that hold it up.
pub const WAIT_TYPES: [(&str, &str, Option<Wait>); 11] = [
    ("Waiting for sleep", "THD_WAIT_SLEEP", Some(Wait::Sleep)),
    ("Waiting for Disk IO", "THD_WAIT_DISKIO", Some(Wait::Disk)),
    ("Waiting for row lock", "THD_WAIT_ROW_LOCK", Some(Wait::Row)),
    (
        "Waiting for global lock",
        "THD_WAIT_GLOBAL_LOCK",
        Some(Wait::Global),
    ),
    (
        "Waiting for metadata lock",
        "THD_WAIT_META_DATA_LOCK",
        Some(Wait::Metadata),
    ),
    (
        "Waiting for table lock",
        "THD_WAIT_TABLE_LOCK",
        Some(Wait::Table),
    ),
    (
        "Waiting for user lock",
        "THD_WAIT_USER_LOCK",
        Some(Wait::User),
    ),
    ("Waiting for binlog", "THD_WAIT_BINLOG", None),
    ("Waiting for group commit", "THD_WAIT_GROUP_COMMIT", None),
    ("Waiting for fsync", "THD_WAIT_SYNC", None),
    ("Waiting for transaction delay", "THD_WAIT_TRX_DELAY", None),
];
