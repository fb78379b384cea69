//! Recognises tables by their columns, and reads their rows into the capture.

use poolscope_scenario::tables::{GROUPS, QUEUES, STATS};
use time::{Date, Month, UtcDateTime};

use super::looks::{LookPart, Named, OpenTrx, WaitRow, fnv};
use super::names::{Names, is_command};
use super::servers::{self, Identity};
use super::words::contains;
use crate::capture::{
    At, Form, Group, Kind, LineNumber, LockWait, MetadataLock, Process, Queued, Stats, Trx, Xa,
};
use crate::forks;
use crate::order::Map;

/// Rows as printed, before redaction.
pub struct Table {
    pub form: Form,
    pub first: LineNumber,
    pub last: LineNumber,
    /// In lower case, without quotes.
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
    /// Incomplete rows.
    pub bad: u32,
}

impl Table {
    /// A table that starts here, without rows so far.
    pub fn new(form: Form, first: LineNumber, columns: Vec<String>) -> Self {
        Self {
            form,
            first,
            last: first,
            columns,
            rows: Vec::new(),
            bad: 0,
        }
    }

    /// Adds its next row, which ends here.
    pub fn push(&mut self, line: LineNumber, last: LineNumber, cells: Vec<String>) {
        self.rows.push(Row { line, cells });
        self.last = last;
    }
}

pub struct Row {
    pub line: LineNumber,
    pub cells: Vec<String>,
}

/// THREAD_POOL_STATS' counters.
fn counters() -> impl Iterator<Item = &'static str> {
    STATS.into_iter().skip(1)
}

/// The columns of the capture's own statement, of MariaDB's SHOW, and of MySQL's.
const PROCESSLISTS: [&[&str]; 3] = [
    &[
        "id", "user", "host", "db", "command", "time", "time_ms", "state", "info", "query_id",
    ],
    &[
        "id", "user", "host", "db", "command", "time", "state", "info", "progress",
    ],
    &[
        "id", "user", "host", "db", "command", "time", "state", "info",
    ],
];

/// Columns of a list of connections besides its ids; two of them, one of which tells what runs, make a short list.
const LISTED: [&str; 8] = [
    "user", "host", "db", "command", "time", "time_ms", "state", "info",
];

/// Reasons of THREAD_POOL_WAITS.
const REASONS: [&str; 12] = [
    "UNKNOWN",
    "SLEEP",
    "DISKIO",
    "ROW_LOCK",
    "GLOBAL_LOCK",
    "META_DATA_LOCK",
    "TABLE_LOCK",
    "USER_LOCK",
    "BINLOG",
    "GROUP_COMMIT",
    "SYNC",
    "NET",
];

/// Columns by which a line `name: value` is recognised without other signs.
const NAMED: &str = "|variable_name|value|id|user|host|db|command|time|time_ms|state|info|query_id|progress|stage|max_stage|\
memory_used|max_memory_used|examined_rows|sent_rows|rows_sent|rows_examined|info_binary|tid|now(6)|now()|version()|reason|count|position|priority|connection_id|\
queueing_time_microseconds|group_id|connections|threads|active_threads|standby_threads|queue_length|has_listener|is_stalled|\
requested_lock_id|";

/// A column's name as in these lists.
pub fn column(text: &str) -> String {
    let bare = text.trim().trim_matches(['"', '`', '\'']);
    let bare = match bare.rsplit_once('.') {
        Some((_, last)) if !bare.starts_with('@') && !bare.contains('(') => last,
        _ => bare,
    };
    let lower = bare.trim_matches('`').to_ascii_lowercase();
    match lower.as_str() {
        "conn_id" => "id".to_owned(),
        "thd_id" => "thread_id".to_owned(),
        "current_statement" => "info".to_owned(),
        "variable_value" => "value".to_owned(),
        "waiting_trx_id" | "requesting_engine_transaction_id" => "requesting_trx_id".to_owned(),
        "blocking_engine_transaction_id" => "blocking_trx_id".to_owned(),
        other => match other.strip_prefix("processlist_") {
            Some(rest) => rest.to_owned(),
            None => lower,
        },
    }
}

/// Whether a name can be before the colon of a row printed vertically.
pub fn is_named(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    [
        "trx_",
        "lock_",
        "waiting_",
        "blocking_",
        "requesting_",
        "object_",
        "owner_",
        "processlist_",
    ]
    .iter()
    .any(|start| lower.starts_with(start))
        || lower.starts_with("@@")
        || counters().any(|counter| counter.eq_ignore_ascii_case(name))
        || NAMED
            .split('|')
            .any(|known| known == lower && !lower.is_empty())
}

fn is_now(column: &str) -> bool {
    ["now(", "current_timestamp", "sysdate(", "localtime"]
        .iter()
        .any(|start| column.starts_with(start))
}

fn is_version(column: &str) -> bool {
    matches!(
        column,
        "version()" | "@@version" | "@@global.version" | "version"
    )
}

/// A query that only pauses before the second look.
pub fn is_pause(column: &str) -> bool {
    column.starts_with("sleep(")
}

/// Whether the line contains a name that every known table needs: a quick test for most lines.
pub fn tells(line: &str) -> bool {
    const NEEDED: [&str; 18] = [
        "thread_count",
        "gtrid",
        "state",
        "info",
        "group_id",
        "groupid",
        "name",
        "command",
        "reason",
        "trx",
        "transaction",
        "lock",
        "time",
        "now(",
        "version",
        "@@",
        "sleep(",
        "sysdate(",
    ];
    NEEDED.iter().any(|name| contains(line, name))
}

/// The table with these columns; `None` if it is not known.
pub fn identify(columns: &[String]) -> Option<Kind> {
    let has = |name: &str| columns.iter().any(|column| column == name);
    let all = |of: fn(&str) -> bool| columns.iter().all(|column| of(column));
    if columns.is_empty() {
        None
    } else if has("requesting_trx_id") && has("blocking_trx_id") {
        Some(Kind::LockWaits)
    } else if has("lock_trx_id") || has("engine_lock_id") {
        Some(Kind::Locks)
    } else if has("trx_id") && (has("trx_state") || has("trx_mysql_thread_id")) {
        Some(Kind::Trx)
    } else if has("session_id") && has("waited_s") {
        Some(Kind::Sessions)
    } else if has("lock_type")
        && has("object_type")
        && (has("lock_status") || has("owner_thread_id"))
        || has("lock_mode") && has("lock_type") && has("thread_id")
        || has("waiting_lock_type") && has("blocking_lock_type")
    {
        Some(Kind::MetadataLocks)
    } else if has("formatid") && has("gtrid_length") {
        Some(Kind::Xa)
    } else if has("autocommit") && has("access_mode") && has("state") {
        Some(Kind::Transactions)
    } else if has("thread_count") && has("low_queue_count") && has("high_queue_count") {
        Some(Kind::AlisqlGroups)
    } else if has("tp_group_id") {
        Some(Kind::OraclePool)
    } else if has("groupid") && has("thread_count") && has("havelistener") {
        Some(Kind::ThreadpoolStatus)
    } else if has("plugin_name") && has("plugin_status")
        || has("name") && has("status") && has("library")
    {
        Some(Kind::Plugins)
    } else if has("group_id") && has("position") {
        Some(Kind::Queues)
    } else if has("group_id") && (has("active_threads") || has("has_listener") || has("threads")) {
        Some(Kind::Groups)
    } else if has("group_id") && counters().any(|counter| has(&counter.to_ascii_lowercase())) {
        Some(Kind::Stats)
    } else if has("reason") && has("count") {
        Some(Kind::Waits)
    } else if has("variable_name") && has("value") {
        Some(Kind::Variables)
    } else if has("id")
        && LISTED.iter().filter(|name| has(name)).count() >= 2
        && (has("command") || has("state") || has("info"))
    {
        Some(Kind::Processlist)
    } else if has("type") && has("name") && has("status") && columns.len() == 3 {
        Some(Kind::InnodbStatus)
    } else if all(|c| is_now(c) || is_version(c)) && columns.iter().any(|c| is_now(c)) {
        Some(Kind::Now)
    } else if all(|c| c.starts_with("@@") || is_version(c) || is_now(c)) {
        Some(Kind::Variables)
    } else if all(is_pause) {
        Some(Kind::Other)
    } else {
        None
    }
}

pub fn number(cell: &str) -> Option<u64> {
    let bare = cell.trim();
    bare.bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| bare.parse().ok())?
}

/// Tables by the statement that requests them.
const ASKED: [(&str, Kind); 22] = [
    ("metadata_lock", Kind::MetadataLocks),
    ("schema_table_lock_waits", Kind::MetadataLocks),
    ("events_transactions_current", Kind::Transactions),
    ("xa recover", Kind::Xa),
    ("thread_pool_status", Kind::AlisqlGroups),
    ("tp_thread", Kind::OraclePool),
    ("tp_connections", Kind::OraclePool),
    ("threadpool status", Kind::ThreadpoolStatus),
    ("thread_pool_groups", Kind::Groups),
    ("thread_pool_queues", Kind::Queues),
    ("thread_pool_stats", Kind::Stats),
    ("thread_pool_waits", Kind::Waits),
    ("innodb_lock_waits", Kind::LockWaits),
    ("data_lock_waits", Kind::LockWaits),
    ("innodb_locks", Kind::Locks),
    ("innodb_trx", Kind::Trx),
    ("processlist", Kind::Processlist),
    ("performance_schema.threads", Kind::Processlist),
    ("information_schema.plugins", Kind::Plugins),
    ("innodb status", Kind::InnodbStatus),
    ("variables", Kind::Variables),
    ("status", Kind::Status),
];

pub fn columns_of(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Groups => &["group_id", "threads"],
        Kind::Queues => &["group_id", "position"],
        Kind::Stats => &["group_id", "wakes"],
        Kind::Waits => &["reason", "count"],
        Kind::Processlist => &["id", "command", "time"],
        Kind::Trx => &["trx_id", "trx_state"],
        Kind::LockWaits => &["requesting_trx_id", "blocking_trx_id"],
        Kind::Locks => &["lock_id", "lock_trx_id"],
        Kind::MetadataLocks => &["object_type", "lock_type", "lock_status"],
        Kind::Xa => &["formatid", "gtrid_length"],
        Kind::Transactions => &["state", "access_mode", "autocommit"],
        Kind::Now
        | Kind::Variables
        | Kind::Status
        | Kind::InnodbStatus
        | Kind::Log
        | Kind::OraclePool
        | Kind::ThreadpoolStatus
        | Kind::AlisqlGroups
        | Kind::Plugins
        | Kind::Sessions
        | Kind::Other => &[],
    }
}

/// The table that a statement requests.
pub fn kind_asked(statement: &str) -> Option<Kind> {
    let found = ASKED.iter().find(|(words, _)| contains(statement, words));
    found.map(|(_, kind)| *kind)
}

/// The words by which a statement requests a table.
pub(crate) fn asked(kind: Kind) -> Option<&'static str> {
    ASKED
        .iter()
        .find(|(_, one)| *one == kind)
        .map(|(words, _)| *words)
}

/// Columns that identify an empty answer to a statement.
pub fn columns_asked(statement: &str) -> Vec<String> {
    names(kind_asked(statement).map_or(&[][..], columns_of))
}

/// Names of columns as in these lists.
pub fn names(columns: &[&str]) -> Vec<String> {
    columns.iter().map(|c| c.to_ascii_lowercase()).collect()
}

/// The columns of a row that lost its header, if their number and kinds leave no doubt.
pub fn guess(cells: &[String]) -> Option<Vec<String>> {
    let numeric = |at: usize| cells.get(at).is_some_and(|cell| number(cell).is_some());
    let flag = |at: usize| cells.get(at).is_some_and(|cell| cell == "0" || cell == "1");
    let all_numeric = (0..cells.len()).all(numeric);
    if let [name, value] = cells {
        let reason = REASONS.iter().any(|reason| reason == name);
        if reason && number(value).is_some() {
            return Some(names(&["reason", "count"]));
        }
        // THREAD_ID and PROCESSLIST_ID are the header of another table.
        let is_column = |cell: &String| {
            cell.contains('_') && !cell.bytes().any(|byte| byte.is_ascii_lowercase())
        };
        let setting = is_telling(name) && !cells.iter().all(is_column);
        return setting.then(|| names(&["variable_name", "value"]));
    }
    if cells.len() == GROUPS.len() && all_numeric && flag(6) && flag(7) {
        return Some(names(&GROUPS));
    }
    if cells.len() == STATS.len() && all_numeric {
        return Some(names(&STATS));
    }
    let connection = || numeric(3) || cells.get(3).is_some_and(|cell| cell == "NULL");
    if cells.len() == QUEUES.len()
        && numeric(0)
        && numeric(1)
        && flag(2)
        && connection()
        && numeric(4)
    {
        return Some(names(&QUEUES));
    }
    let list = PROCESSLISTS.iter().find(|list| list.len() == cells.len())?;
    let fits = numeric(0) && is_command(cells.get(4)?) && time_us(cells.get(5)?).is_some();
    let exact =
        list.len() < 10 || cells.get(6).is_some_and(|cell| cell.contains('.')) && numeric(9);
    let worded = cells
        .get(list.iter().position(|c| *c == "state")?)
        .is_some_and(|state| !state.starts_with(|c: char| c.is_ascii_digit()));
    let progress = list.last() != Some(&"progress") || time_us(cells.last()?).is_some();
    (fits && exact && worded && progress).then(|| names(list))
}

/// Certainly a variable or a counter.
pub fn is_telling(name: &str) -> bool {
    const STARTS: [&str; 8] = [
        "thread_",
        "threadpool_",
        "threads_",
        "innodb_",
        "extra_",
        "admin_",
        "version",
        "max_connections",
    ];
    let lower = name.to_ascii_lowercase();
    lower == "wait_timeout"
        || lower == "slow_launch_time"
        || STARTS.iter().any(|start| lower.starts_with(start))
            && lower
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a `Variable_name` is a counter of SHOW STATUS. The server writes these with a capital letter, the
/// tables of information_schema in capitals.
pub fn is_counter(name: &str) -> bool {
    const COUNTERS: [&str; 10] = [
        "threadpool_threads",
        "threadpool_idle_threads",
        "connections",
        "questions",
        "queries",
        "uptime",
        "max_used_connections",
        "slow_queries",
        "slow_launch_threads",
        "connection_errors_",
    ];
    let lower = name.to_ascii_lowercase();
    let mut letters = name.chars();
    let capital = letters.next().is_some_and(|c| c.is_ascii_uppercase());
    let small = letters.any(|c| c.is_ascii_lowercase());
    lower.starts_with("threads_")
        || lower.starts_with("aborted_")
        || COUNTERS.contains(&lower.as_str())
        || forks::is_counter(&lower)
        || capital && small
}

/// `2026-11-22 01:44:05.635267` in microseconds since 1970, as if it were UTC.
pub fn moment_us(text: &str) -> Option<u64> {
    let text = text.trim().trim_matches(['"', '\'']).trim_end_matches('Z');
    let (date, time) = text.split_once(['T', ' '])?;
    let mut date = date.splitn(3, '-').map(number);
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let (clock, fraction) = time
        .trim_start()
        .split_once('.')
        .unwrap_or((time.trim_start(), ""));
    let mut clock = clock.splitn(3, ':').map(number);
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = Date::from_calendar_date(year.try_into().ok()?, month, day.try_into().ok()?).ok()?;
    let since = date.to_julian_day() - UtcDateTime::UNIX_EPOCH.to_julian_day();
    let days = u64::try_from(since).ok()?;
    let micros = number(&format_fraction(fraction))?;
    Some(((days * 24 + hour) * 60 + minute) * 60_000_000 + second * 1_000_000 + micros)
}

/// Six digits of the fraction.
fn format_fraction(digits: &str) -> String {
    let mut six: String = digits.chars().take(6).collect();
    while six.len() < 6 {
        six.push('0');
    }
    six
}

/// Seconds, with or without a fraction, in microseconds.
fn time_us(cell: &str) -> Option<u64> {
    let (whole, fraction) = cell.split_once('.').unwrap_or((cell, ""));
    let micros = number(&format_fraction(fraction))?;
    // A time before the start of the clock is printed as a huge number.
    number(whole)
        .filter(|&s| s < 1 << 40)
        .map(|s| s * 1_000_000 + micros)
}

/// Milliseconds in microseconds.
fn time_ms_us(cell: &str) -> Option<u64> {
    time_us(cell).map(|us| us / 1_000)
}

/// Columns of one table by name.
pub struct Columns<'a> {
    columns: &'a [String],
    row: &'a Row,
}

impl<'a> Columns<'a> {
    pub fn new(table: &'a Table, row: &'a Row) -> Self {
        Self {
            columns: &table.columns,
            row,
        }
    }

    pub fn text(&self, name: &str) -> Option<&'a str> {
        let at = self.columns.iter().position(|column| column == name)?;
        let cell = self.row.cells.get(at)?.as_str();
        (cell != "NULL" && cell != "\\N").then_some(cell)
    }

    pub fn has(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column == name)
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.text(name).and_then(number)
    }

    pub fn small(&self, name: &str) -> Option<u32> {
        self.number(name).and_then(|n| u32::try_from(n).ok())
    }

    /// A thread of performance_schema.threads or sys.processlist that serves no connection.
    pub fn is_background(&self) -> bool {
        self.has("thread_id") && self.has("id") && self.text("id").is_none()
    }

    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.text(name)? {
            "1" | "true" | "YES" => Some(true),
            "0" | "false" | "NO" => Some(false),
            _ => None,
        }
    }

    pub fn group(&self) -> Option<Group> {
        Some(Group {
            line: self.row.line,
            group_id: self.small("group_id")?,
            connections: if self.has("connections") {
                self.small("connections")?
            } else {
                0
            },
            threads: self.small("threads")?,
            active_threads: self.small("active_threads")?,
            standby_threads: self.small("standby_threads")?,
            queue_length: self.small("queue_length")?,
            has_listener: self.flag("has_listener")?,
            listener_shown: true,
            high: None,
            is_stalled: if self.has("is_stalled") {
                self.flag("is_stalled")?
            } else {
                false
            },
        })
    }

    pub fn queued(&self) -> Option<Queued> {
        let connection_id = match self.text("connection_id") {
            Some(cell) if !cell.is_empty() => Some(number(cell)?),
            _ => None,
        };
        Some(Queued {
            line: self.row.line,
            group_id: self.small("group_id")?,
            position: self.small("position")?,
            priority: if self.has("priority") {
                self.small("priority")?
            } else {
                1
            },
            connection_id,
            login: connection_id.is_none(),
            queueing_time_us: self.number("queueing_time_microseconds").unwrap_or(0),
        })
    }

    pub fn stats(&self) -> Option<Stats> {
        let mut found = Map::new();
        for counter in counters() {
            let name = counter.to_ascii_lowercase();
            if self.has(&name) {
                found.insert(counter.to_owned(), self.number(&name)?);
            }
        }
        Some(Stats {
            line: self.row.line,
            group_id: self.small("group_id")?,
            counters: found,
        })
    }

    pub fn wait(&self) -> Option<(String, At<u64>)> {
        let reason = self.text("reason")?;
        let plain =
            reason.len() <= 24 && reason.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        let count = At {
            value: self.number("count")?,
            line: self.row.line,
        };
        plain.then(|| (reason.to_owned(), count))
    }

    pub fn process(&self, names: &mut Names) -> Option<Process> {
        let info = self.text("info").filter(|info| !info.is_empty());
        let raw = self.text("state").unwrap_or("");
        let command = match self.text("command") {
            Some(command) => command,
            None if self.has("command") => "",
            None if info.is_some() || !raw.is_empty() => "Query",
            None => "Sleep",
        };
        if !is_command(command) {
            return None;
        }
        // Always read first: names get their numbers in reading order.
        let id = self.number("id")?;
        let exact = self.text("time_ms").and_then(time_ms_us);
        let time = self.text("time");
        let time_us = exact.or_else(|| time.and_then(time_us));
        if self.has("time")
            && time_us.is_none()
            && time.is_some_and(|t| number(t.trim_start_matches('-')).is_none())
        {
            return None;
        }
        let lower = info.map(str::to_ascii_lowercase).unwrap_or_default();
        let is_self = command.eq_ignore_ascii_case("query")
            && OWN_LOOKS.iter().any(|own| lower.contains(own));
        Some(Process {
            line: self.row.line,
            id,
            user: names.user(self.text("user").unwrap_or("")),
            host: names.host(self.text("host").unwrap_or("")),
            db: self
                .text("db")
                .filter(|db| !db.is_empty())
                .map(|db| names.schema(db)),
            thread_id: self.number("thread_id"),
            command: command.to_owned(),
            time_us,
            exact: exact.is_some(),
            state: names.state(raw),
            info: info.map(|info| names.statement(info)),
            query_id: self.number("query_id"),
            autocommit: self.single("trx_state", "trx_autocommit"),
            is_self,
        })
    }

    pub fn trx(&self, names: &mut Names) -> Option<Trx> {
        let trx_state = self.text("trx_state").unwrap_or("");
        Some(Trx {
            line: self.row.line,
            trx_id: trx_id(self.text("trx_id")?)?,
            trx_state: trx_state
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b == b' ')
                .then(|| trx_state.to_owned())?,
            trx_started_us: self.text("trx_started").and_then(moment_us),
            trx_mysql_thread_id: self.number("trx_mysql_thread_id"),
            trx_query: self
                .text("trx_query")
                .filter(|q| !q.is_empty())
                .map(|q| names.statement(q)),
            age_s: self.number("trx_age_s"),
            waited_s: self.number("trx_waited_s"),
            rows_locked: self.number("trx_rows_locked"),
            rows_modified: self.number("trx_rows_modified"),
            lock_structs: self.number("trx_lock_structs"),
            wait_started_us: self.text("trx_wait_started").and_then(moment_us),
            reads_alone: self.flag("trx_autocommit_non_locking") == Some(true),
            waits_to_enter: self.text("trx_operation_state").is_some_and(enters),
        })
    }

    /// With both transactions, if the view of the sys schema names the connections.
    pub fn lock_wait(&self, names: &mut Names) -> Option<WaitRow> {
        let table = ["locked_table", "lock_table", "waiting_table_lock"];
        let mut table = table.iter().filter_map(|column| self.text(column));
        let mode = self.text("waiting_lock_mode").and_then(lock_mode);
        let wait = LockWait {
            line: self.row.line,
            requesting_trx_id: trx_id(self.text("requesting_trx_id")?)?,
            blocking_trx_id: trx_id(self.text("blocking_trx_id")?)?,
            mode,
            table: table.next().map(|table| names.table(table)),
        };
        let mut of = |id: &String, side: &str, state: &str| {
            let named = |column: &str| [side, column].concat();
            let thread = ["pid", "thread"].iter();
            let thread = thread
                .filter_map(|column| self.number(&named(column)))
                .next()?;
            let number = |column: &str| self.number(&named(column));
            let query = named("query");
            let waits = state.starts_with("LOCK");
            let waited = ["wait_age_secs", "wait_time"].iter();
            let waited = waited.filter_map(|column| self.number(column)).next();
            Some(Trx {
                line: self.row.line,
                trx_id: id.clone(),
                trx_state: state.to_owned(),
                trx_started_us: self.text(&named("trx_started")).and_then(moment_us),
                trx_mysql_thread_id: Some(thread),
                trx_query: self
                    .text(&query)
                    .filter(|query| !query.is_empty())
                    .map(|query| names.statement(query)),
                age_s: self.text(&named("trx_age")).and_then(clock_s),
                waited_s: waited.filter(|_| waits),
                rows_locked: number("trx_rows_locked"),
                rows_modified: number("trx_rows_modified"),
                ..Trx::default()
            })
        };
        let both = [
            of(&wait.requesting_trx_id, "waiting_", "LOCK WAIT"),
            of(&wait.blocking_trx_id, "blocking_", "RUNNING"),
        ];
        let lock_id = self
            .text("requested_lock_id")
            .or(self.text("requesting_engine_lock_id"));
        Some(WaitRow {
            wait,
            of: both.into_iter().flatten().collect(),
            lock_id: lock_id.unwrap_or("").to_owned(),
            threads: ["requesting_thread_id", "blocking_thread_id"]
                .map(|column| self.number(column)),
        })
    }

    /// A lock of INNODB_LOCKS or data_locks: its id, mode and table.
    pub fn lock(&self, names: &mut Names) -> Option<(String, LockWait)> {
        let id = self.text("lock_id").or(self.text("engine_lock_id"))?;
        let table = self.text("lock_table").or(self.text("object_name"));
        let lock = LockWait {
            mode: self.text("lock_mode").and_then(lock_mode),
            table: table.map(|table| names.table(table)),
            ..LockWait::default()
        };
        Some((id.to_owned(), lock))
    }

    /// The metadata locks of a row: one, or both sides of sys.schema_table_lock_waits.
    pub fn metadata_locks(&self, names: &mut Names) -> Option<Named> {
        let upper = |text: &str| {
            // BACKUP_FTWRL1, too.
            let of_name = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
            let plain = text.len() <= 32 && text.bytes().all(of_name);
            plain.then(|| text.trim_start_matches("MDL_").to_owned())
        };
        let mut lock = MetadataLock {
            line: self.row.line,
            ..MetadataLock::default()
        };
        if !self.has("waiting_lock_type") {
            let held_only = self.has("lock_mode");
            let object = self
                .text(if held_only {
                    "lock_type"
                } else {
                    "object_type"
                })?
                .to_ascii_uppercase();
            lock.object = OBJECTS
                .iter()
                .find(|known| object.contains(**known))
                .unwrap_or(&"OTHER")
                .to_string();
            let name = self.text("object_name").or(self.text("table_name"));
            lock.name =
                name.filter(|name| !name.is_empty())
                    .map(|name| match lock.object.as_str() {
                        "USER" => names.lock(name),
                        _ => names.table(name),
                    });
            lock.mode = upper(self.text(if held_only { "lock_mode" } else { "lock_type" })?)?;
            lock.granted = held_only || self.text("lock_status") == Some("GRANTED");
            lock.waited_s = self.number("waited_s");
            let thread = self.number("thread_id");
            lock.connection_id = self.number("id").or(thread.filter(|_| held_only));
            lock.thread_id = self
                .number("owner_thread_id")
                .or(thread.filter(|_| !held_only));
            return Some((vec![lock], Vec::new()));
        }
        lock.object = "TABLE".to_owned();
        lock.name = self.text("object_name").map(|name| names.table(name));
        let mut found = Named::default();
        for (side, granted) in [("waiting_", false), ("blocking_", true)] {
            let named = |column: &str| [side, column].concat();
            let text = |column: &str| self.text(&named(column)).filter(|text| !text.is_empty());
            let id = self.number(&named("pid"));
            let seconds = self.number(&named("query_secs"));
            found.0.push(MetadataLock {
                connection_id: id,
                thread_id: self.number(&named("thread_id")),
                mode: upper(text("lock_type")?)?,
                granted,
                waited_s: seconds,
                ..lock.clone()
            });
            let (user, host) = text("account")
                .and_then(|account| account.split_once('@'))
                .unwrap_or_default();
            let info = text("query");
            found.1.extend(id.map(|id| Process {
                line: self.row.line,
                id,
                user: names.user(user),
                host: names.host(host),
                command: info.map_or("", |_| "Query").to_owned(),
                time_us: seconds.map(|s| s.saturating_mul(1_000_000)),
                info: info.map(|info| names.statement(info)),
                ..Process::default()
            }));
        }
        Some(found)
    }

    // Of an open transaction, whether it is one statement. A closed one was an earlier.
    fn single(&self, state: &str, autocommit: &str) -> Option<bool> {
        let open = self.text(state)? == "ACTIVE";
        self.flag(autocommit).filter(|_| open)
    }

    /// A row of events_transactions_current.
    pub fn open_trx(&self) -> Option<OpenTrx> {
        Some(OpenTrx {
            id: self.number("id"),
            thread_id: self.number("thread_id"),
            autocommit: self.single("state", "autocommit")?,
        })
    }

    /// A row of XA RECOVER.
    pub fn xa(&self, names: &mut Names) -> Option<Xa> {
        let data = self.text("data")?;
        let length = |name| {
            self.number(name)
                .and_then(|n| usize::try_from(n).ok())
                .unwrap_or(0)
        };
        Some(Xa {
            line: self.row.line,
            xid: names.xid(data, length("gtrid_length"), self.number("formatid")),
        })
    }

    /// A connection of which only some columns are known, as [`crate::text`] prints it.
    pub fn session(&self, names: &mut Names) -> Option<Process> {
        let info = self.text("info");
        Some(Process {
            line: self.row.line,
            id: self.number("session_id")?,
            user: names.user(self.text("user").unwrap_or("")),
            host: names.host(self.text("host").unwrap_or("")),
            command: info.map_or("", |_| "Query").to_owned(),
            time_us: self.number("waited_s").map(|s| s.saturating_mul(1_000_000)),
            state: names.state(self.text("state").unwrap_or("")),
            info: info.map(|info| names.statement(info)),
            ..Process::default()
        })
    }

    /// Variables and their values: a row of SHOW, or `SELECT @@a, @@b`.
    pub fn settings(&self) -> Vec<(String, String)> {
        if let (Some(name), true) = (self.text("variable_name"), self.has("value")) {
            let value = self.text("value").unwrap_or("");
            return vec![(name.to_owned(), value.to_owned())];
        }
        let pairs = self.columns.iter().zip(&self.row.cells);
        pairs
            .filter(|(column, _)| !is_now(column))
            .map(|(column, cell)| (column.trim_end_matches("()").to_owned(), cell.clone()))
            .collect()
    }

    /// The time of a look, as a part of it.
    pub fn moment(&self) -> Option<LookPart> {
        let line = self.row.line;
        self.now().map(|value| LookPart::Now(At { value, line }))
    }

    /// The time of a look.
    pub fn now(&self) -> Option<u64> {
        let at = self.columns.iter().position(|column| is_now(column))?;
        moment_us(self.row.cells.get(at)?)
    }

    pub fn version(&self) -> Option<&'a str> {
        let at = self.columns.iter().position(|column| is_version(column));
        if let Some(at) = at {
            return self.row.cells.get(at).map(String::as_str);
        }
        // With spaces instead of tabs, NOW(6), VERSION() look like one column.
        let both = self.columns.first()?.ends_with(" version()");
        self.row
            .cells
            .first()?
            .split_whitespace()
            .last()
            .filter(|_| both)
    }
}

/// What a table shows about the server that printed it.
pub fn identity(table: &Table, kind: Kind) -> Option<Identity> {
    let mut identity = Identity {
        first: table.first,
        table: (kind as u8).to_string(),
        at_us: None,
        values: Vec::new(),
        hosts: Vec::new(),
    };
    let rows = table.rows.iter().map(|row| Columns::new(table, row));
    match kind {
        Kind::Now | Kind::Variables => {
            for row in rows {
                identity.at_us = identity.at_us.or(row.now());
                let set = row.settings();
                if let (1, Some((name, _))) = (identity.table.len(), set.first()) {
                    identity.table.push_str(name);
                }
                let known = set.into_iter().filter_map(|(name, mut value)| {
                    let name = servers::watched(&name)?;
                    if name == "version" {
                        let end = value.find(|c: char| !c.is_ascii_digit() && c != '.');
                        value.truncate(end.unwrap_or(value.len()));
                    }
                    (!value.is_empty()).then_some((name, value))
                });
                identity.values.extend(known);
            }
        }
        Kind::Processlist => {
            // A list of only the busy connections changes from look to look, and an incomplete one lacks some.
            let mut asleep = false;
            for row in rows {
                asleep |= row.text("command") == Some("Sleep");
                let host = row.text("host").filter(|host| host.contains(':'));
                let login = row.text("user") == Some(crate::state::LOGIN);
                let host = host
                    .filter(|_| !login)
                    .map_or(servers::NO_PORT, |host| fnv(host.bytes()));
                identity.hosts.extend(row.number("id").map(|id| (id, host)));
            }
            if !asleep || table.bad > 0 {
                identity.hosts.clear();
            }
        }
        Kind::Groups | Kind::Queues | Kind::Stats | Kind::Waits | Kind::Trx | Kind::LockWaits => {}
        Kind::ThreadpoolStatus | Kind::AlisqlGroups => {}
        Kind::MetadataLocks | Kind::Xa | Kind::Sessions | Kind::Transactions => return None,
        Kind::Locks | Kind::InnodbStatus | Kind::Log | Kind::Status => return None,
        Kind::OraclePool | Kind::Plugins | Kind::Other => return None,
    }
    Some(identity)
}

/// The objects of metadata locks, and the words for them in METADATA_LOCK_INFO ("Table metadata lock").
const OBJECTS: [&str; 8] = [
    "TABLE",
    "SCHEMA",
    "GLOBAL",
    "COMMIT",
    "BACKUP",
    "USER",
    "FUNCTION",
    "PROCEDURE",
];

/// Statements that look at the server.
const OWN_LOOKS: [&str; 8] = [
    "information_schema.processlist",
    "show processlist",
    "show full processlist",
    "performance_schema.processlist",
    "performance_schema.threads",
    "performance_schema.metadata_locks",
    "from sys.",
    "show engine innodb status",
];

/// Whether a transaction's operation is the wait for one of innodb_thread_concurrency's places.
pub fn enters(operation: &str) -> bool {
    operation.contains("entering InnoDB") || operation.contains("InnoDB queue")
}

/// `X`, `S,GAP`, `AUTO_INC`.
pub fn lock_mode(text: &str) -> Option<String> {
    let text = text.replace('-', "_");
    let plain = text.len() <= 40
        && text
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b",_".contains(&b));
    (plain && !text.is_empty()).then_some(text)
}

/// `00:12:20` in seconds.
fn clock_s(text: &str) -> Option<u64> {
    let mut parts = text.splitn(3, ':').map(number);
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    hours
        .checked_mul(3_600)?
        .checked_add(minutes.checked_mul(60)?)?
        .checked_add(seconds)
}

/// A transaction's number, hexadecimal in old versions.
pub fn trx_id(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.len() <= 20 && text.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| text.to_owned())
}

/// A digest of all cells.
pub fn digest(rows: &[Row]) -> u64 {
    let cells = rows.iter().flat_map(|row| &row.cells);
    fnv(cells.flat_map(|cell| cell.bytes().chain([0])))
}
