//! Recognises tables by their columns, and reads their rows into the capture.

use poolscope_scenario::tables::{GROUPS, QUEUES, STATS};
use time::{Date, Month, UtcDateTime};

use super::looks::{LookPart, fnv};
use super::names::{Names, is_command};
use super::servers::{self, Identity};
use super::words::contains;
use crate::capture::{At, Form, Group, Kind, LineNumber, LockWait, Process, Queued, Stats, Trx};
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
    ["trx_", "lock_", "waiting_", "blocking_", "requesting_"]
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
    const NEEDED: [&str; 14] = [
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
    } else if has("id") && has("command") && (has("time") || has("time_ms") || has("state")) {
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
const ASKED: [(&str, Kind); 13] = [
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
        Kind::Now
        | Kind::Variables
        | Kind::Status
        | Kind::InnodbStatus
        | Kind::Log
        | Kind::OraclePool
        | Kind::ThreadpoolStatus
        | Kind::Plugins
        | Kind::Other => &[],
    }
}

/// The table that a statement requests.
pub fn kind_asked(statement: &str) -> Option<Kind> {
    let found = ASKED.iter().find(|(words, _)| contains(statement, words));
    found.map(|(_, kind)| *kind)
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
        return is_telling(name).then(|| names(&["variable_name", "value"]));
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
        let command = self.text("command").unwrap_or("");
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
        let info = self.text("info").filter(|info| !info.is_empty());
        let lower = info.map(str::to_ascii_lowercase).unwrap_or_default();
        let is_self = command.eq_ignore_ascii_case("query")
            && (lower.contains("information_schema.processlist")
                || lower.starts_with("show processlist")
                || lower.starts_with("show full processlist"));
        Some(Process {
            line: self.row.line,
            id,
            user: names.user(self.text("user").unwrap_or("")),
            host: names.host(self.text("host").unwrap_or("")),
            db: self
                .text("db")
                .filter(|db| !db.is_empty())
                .map(|db| names.schema(db)),
            command: command.to_owned(),
            time_us,
            exact: exact.is_some(),
            state: names.state(self.text("state").unwrap_or("")),
            info: info.map(|info| names.statement(info)),
            query_id: self.number("query_id"),
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
        })
    }

    /// Also returns both transactions if the view of the sys schema names the connections.
    pub fn lock_wait(&self) -> Option<(LockWait, Vec<Trx>)> {
        let wait = LockWait {
            line: self.row.line,
            requesting_trx_id: trx_id(self.text("requesting_trx_id")?)?,
            blocking_trx_id: trx_id(self.text("blocking_trx_id")?)?,
        };
        let of = |id: &String, state: &str, columns: [&str; 2]| {
            let thread = columns.iter().find_map(|column| self.number(column))?;
            Some(Trx {
                line: self.row.line,
                trx_id: id.clone(),
                trx_state: state.to_owned(),
                trx_started_us: None,
                trx_mysql_thread_id: Some(thread),
                trx_query: None,
            })
        };
        let both = [
            of(
                &wait.requesting_trx_id,
                "LOCK WAIT",
                ["waiting_pid", "waiting_thread"],
            ),
            of(
                &wait.blocking_trx_id,
                "RUNNING",
                ["blocking_pid", "blocking_thread"],
            ),
        ];
        Some((wait, both.into_iter().flatten().collect()))
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
                let login = row.text("user") == Some("unauthenticated user");
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
        Kind::ThreadpoolStatus => {}
        Kind::Locks | Kind::InnodbStatus | Kind::Log | Kind::Status => return None,
        Kind::OraclePool | Kind::Plugins | Kind::Other => return None,
    }
    Some(identity)
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
