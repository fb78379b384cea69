//! Messages of servers, clients and applications' pools: how each is recognised, and its page on the site. The
//! reference has the same messages (`content/reference/names.json`); a test compares them.

use serde::Serialize;

/// A message.
struct Message {
    says: LogSays,
    /// Its place on the site; empty: none.
    page: &'static str,
    /// Numbers of the server's or the client's error, whatever the language of its text.
    codes: &'static [u32],
    /// What a line with it contains, one of the lists whole.
    marks: &'static [&'static [&'static str]],
    /// Its number follows this.
    number: &'static str,
    /// As it is printed again, without names; `#` is its number.
    prints: &'static str,
}

macro_rules! messages {
    ($($(#[$doc:meta])* $name:ident = $page:literal, $codes:expr, $marks:expr, $number:literal, $prints:literal;)*) => {
        /// The meaning of a line of the log, or of a message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS))]
        #[serde(rename_all = "snake_case")]
        pub enum LogSays {
            $($(#[$doc])* $name,)*
            /// About the pool, but none of these.
            Other,
        }
        const ALL: &[Message] = &[$(Message {
            says: LogSays::$name, page: $page, codes: &$codes, marks: &$marks, number: $number, prints: $prints,
        },)*];
    };
}

messages! {
    /// The number of allowed threads was reached.
    MaxThreads = "/reference/messages/could-not-create-additional-thread/", [], [&["thread", "pool", "allowed threads was reached"]], "",
        "[Warning] Threadpool could not create additional thread to handle queries, because the number of allowed threads was reached.";
    /// The second line of the message about the limit, with MariaDB's extra_port.
    ExtraPort = "/reference/messages/if-extra-port-is-set/", [], [&["if 'extra_port' parameter is set"]], "",
        "If 'extra_port' parameter is set, you can still connect to the database";
    /// The same with Percona Server's admin_port.
    AdminPort = "/reference/messages/if-admin-port-is-set/", [], [&["if 'admin_port' parameter is set"]], "",
        "If 'admin_port' parameter is set, you can still connect to the database";
    /// Blocked for this many seconds.
    Blocked = "/reference/messages/threadpool-has-been-blocked/", [], [&["thread", "pool", "blocked for"]], "blocked for",
        "[Note] Threadpool has been blocked for # seconds";
    /// A thread could not be created: an errno of the system.
    CreateFailed = "/reference/messages/cannot-create-threads-errno/", [], [&["create", "thread", "errno"]], "errno",
        "[ERROR] Can't create threads in threadpool (errno=#).";
    /// Too many connections: of the server, or of one account.
    TooManyConnections = "/reference/messages/too-many-connections/", [1040, 1203, 1226],
        [&["too many connections"], &["max_user_connections", "active connections"], &["max_user_connections", "exceeded"]], "",
        "[Warning] Too many connections";
    /// A statement waited longer than innodb_lock_wait_timeout or lock_wait_timeout.
    LockWaitTimeout = "/reference/messages/lock-wait-timeout-exceeded/", [1205], [&["lock wait timeout exceeded"]], "",
        "Lock wait timeout exceeded; try restarting transaction";
    /// InnoDB ended a transaction of a circle.
    Deadlock = "/reference/messages/deadlock-found/", [1213], [&["deadlock found when trying to get lock"], &["wsrep", "deadlock/conflict"]], "",
        "Deadlock found when trying to get lock; try restarting transaction";
    /// A client's connection had ended before it sent.
    GoneAway = "/reference/messages/server-has-gone-away/", [2006], [&["server has gone away"]], "",
        "[Warning] Server has gone away";
    /// A client's connection ended while it waited for an answer.
    LostConnection = "/reference/messages/lost-connection-during-query/", [2013], [&["lost connection to", "server"]], "",
        "[Warning] Lost connection to server during query";
    /// max_statement_time or max_execution_time ended a statement.
    StatementTimeout = "/reference/messages/max-statement-time-exceeded/", [1969, 3024],
        [&["max_statement_time exceeded"], &["maximum statement execution time exceeded"]], "",
        "Query execution was interrupted (max_statement_time exceeded)";
    /// KILL QUERY ended a statement.
    Interrupted = "/reference/messages/query-execution-was-interrupted/", [1317], [&["query execution was interrupted"]], "",
        "Query execution was interrupted";
    /// TXSQL's and Tianyi's warning about a login that waits.
    SlowLogin = "/reference/messages/connection-is-established-slowly/", [], [&["connection", "is established slowly"]], "onnection ",
        "connection # is established slowly";
    /// A connection was aborted.
    Aborted = "/reference/messages/aborted-connection/", [], [&["aborted connection"]], "onnection ",
        "[Warning] Aborted connection # to db";
    /// A disk is full, and a statement waits for space.
    DiskFull = "/reference/states/#waiting-for-someone-to-free-space", [], [&["disk is full"]], "errcode",
        "[Warning] mariadbd: Disk is full (Errcode: #)";
    /// InnoDB's watch over its own latches: a thread has waited for one for minutes.
    LongSemaphore = "/reference/waits/", [], [&["long semaphore wait"]], "", "[Warning] InnoDB: A long semaphore wait";
    /// A node of a Galera cluster that is not in its primary component, or not in step yet.
    NotPrepared = "/reference/waits/", [1047],
        [&["wsrep has not yet prepared node"], &["wsrep", "received non-primary"], &["wsrep", "non_prim"]], "", "WSREP has not yet prepared node for application use";
    /// Oracle's plugin has started: it prints its settings, by which the reader finds it.
    PluginStarted = "", [], [], "thread_pool_size", "[Note] Plugin thread_pool reported: 'thread_pool_size = #'";
    /// HikariCP had no connection to give: the application's pool.
    HikariTimeout = "/reference/other-pools/#connection-is-not-available-request-timed-out", [],
        [&["connection is not available, request timed out"]], "timed out after",
        "Connection is not available, request timed out after #ms";
    /// Another application's pool had none: of Tomcat, DBCP, Druid, C3P0, SQLAlchemy, ADO.NET, Rails, Sequelize, ProxySQL.
    AppPoolTimeout = "/lessons/two-pools-in-a-row/", [], [
        &["pool empty", "unable to fetch a connection"], &["cannot get a connection, pool error"], &["wait millis", "maxactive"],
        &["attempt by a client to checkout a connection has timed out"], &["queuepool limit of size"],
        &["prior to obtaining a connection from the pool"], &["could not obtain a connection from the pool within"],
        &["connectionacquiretimeouterror"], &["max connect timeout reached while reaching hostgroup"],
    ], "", "Cannot get a connection, pool error";
}

impl LogSays {
    fn row(self) -> Option<&'static Message> {
        ALL.iter().find(|row| row.says == self)
    }

    /// Its page on the site, if it has one.
    pub fn page(self) -> Option<&'static str> {
        self.row()
            .map(|row| row.page)
            .filter(|page| !page.is_empty())
    }

    /// Whether it is about an application's pool, not the server's.
    pub fn of_application(self) -> bool {
        matches!(self, LogSays::HikariTimeout | LogSays::AppPoolTimeout)
    }

    /// The word before its number.
    pub(crate) fn number(self) -> &'static str {
        self.row().map_or("", |row| row.number)
    }

    /// As it is printed again; `#` is its number. Empty: not at all.
    pub(crate) fn prints(self) -> &'static str {
        self.row().map_or("", |row| row.prints)
    }

    /// The message in a line, or with this error's number.
    pub(crate) fn of(
        line: &str,
        code: Option<u64>,
        contains: fn(&str, &str) -> bool,
    ) -> Option<LogSays> {
        let numbered = |row: &&Message| row.codes.iter().any(|one| Some(u64::from(*one)) == code);
        let written = |row: &&Message| {
            let mut marks = row.marks.iter();
            marks.any(|all| all.iter().all(|mark| contains(line, mark)))
        };
        let found = ALL
            .iter()
            .find(numbered)
            .or_else(|| ALL.iter().find(written));
        found.map(|row| row.says)
    }
}

/// Each message with its page and the text that is printed for it, for the tests.
pub fn table() -> impl Iterator<Item = (LogSays, &'static str, &'static str)> {
    ALL.iter().map(|row| (row.says, row.page, row.prints))
}
