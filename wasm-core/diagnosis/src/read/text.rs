//! What is no table: statements that were typed, what clients print, the log, InnoDB's status, option files.

use super::looks::Part;
use super::names::{Names, is_verb};
use super::tables::{self, Table, moment_us, trx_id};
use super::{LOOK_AHEAD, Reader, number_of};
use crate::capture::{Form, Kind, Line, LockWait, LogLine, LogSays, Trx};

/// In the server's spelling.
pub fn plain_name(name: &str) -> String {
    let mut out = name
        .trim()
        .trim_start_matches("--")
        .trim_matches('`')
        .to_ascii_lowercase()
        .replace('-', "_");
    for start in ["loose_", "@@", "global.", "session.", "persist."] {
        if let Some(rest) = out.strip_prefix(start) {
            out = rest.to_owned();
        }
    }
    out
}

/// Without quotes and what ends a statement.
pub fn plain_value(value: &str) -> &str {
    let bare = value.trim().trim_end_matches(';').trim();
    for quote in ['\'', '"'] {
        if let Some(inner) = bare
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
        {
            return inner.trim();
        }
    }
    bare
}

/// As SHOW STATUS prints it.
pub fn counter_name(name: &str) -> String {
    let mut out = name.to_ascii_lowercase();
    if let Some(first) = out.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    out
}

pub fn starts(line: &str, with: &str) -> bool {
    let head = line.as_bytes().get(..with.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()))
}

pub fn contains(line: &str, what: &str) -> bool {
    let needle = what.as_bytes();
    let first = needle.first().map(u8::to_ascii_lowercase);
    line.as_bytes()
        .windows(needle.len())
        .any(|w| w.first().map(u8::to_ascii_lowercase) == first && w.eq_ignore_ascii_case(needle))
}

/// The number behind a word.
fn number_after(line: &str, word: &str) -> Option<u64> {
    let at = line.find(word)? + word.len();
    let digits = line.get(at..)?.trim_start();
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    digits.get(..end)?.parse().ok()
}

/// `3 rows in set`, `Empty set`: what clients print behind an answer; a prompt; the next answer.
pub fn ends_answer(line: &str) -> bool {
    starts(line, "empty set")
        || starts(line, "query ok")
        || rows_in_set(line)
        || typed(line).is_some()
        || line.starts_with("***")
        || line.starts_with("+-")
        || line.starts_with("------")
}

fn rows_in_set(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0
        && line
            .get(digits..)
            .is_some_and(|rest| rest.starts_with(" row") && rest.contains(" in set"))
}

/// What was typed behind a prompt: `MariaDB [(none)]>`, `mysql>`, `root@host [shop]>`, `    ->`.
fn typed(line: &str) -> Option<&str> {
    let at = line.bytes().take(80).position(|b| b == b'>')?;
    let before = line.get(..at)?.trim_end();
    let behind = line.get(at + 1..)?.trim_start();
    let continued = matches!(before, "-" | "'" | "\"" | "`" | "/*");
    let prompt = starts(before, "mariadb")
        || starts(before, "mysql")
        || (before.contains(['@', '[', '(']) && !before.contains(['|', ',', '=', '\'', '<']))
            && (behind.is_empty() || is_verb(first_word(behind)));
    (continued || prompt).then_some(behind)
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or("")
}

/// Tables by what a statement says to get them.
const ASKED: [(&str, Kind); 12] = [
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

fn columns_of(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Groups => &["group_id", "threads"],
        Kind::Queues => &["group_id", "position"],
        Kind::Stats => &["group_id", "wakes"],
        Kind::Waits => &["reason", "count"],
        Kind::Processlist => &["id", "command", "time"],
        Kind::Trx => &["trx_id", "trx_state"],
        Kind::LockWaits => &["requesting_trx_id", "blocking_trx_id"],
        Kind::Locks => &["lock_id", "lock_trx_id"],
        _ => &[],
    }
}

fn kind_asked(statement: &str) -> Option<Kind> {
    let found = ASKED.iter().find(|(words, _)| contains(statement, words));
    found.map(|(_, kind)| *kind)
}

/// By which an empty answer to a statement is known.
pub fn columns_asked(statement: &str) -> Vec<String> {
    tables::names(kind_asked(statement).map_or(&[][..], columns_of))
}

/// What clients and shells print around their answers.
const CHATTER: [&str; 29] = [
    "```",
    "time: 0.",
    "welcome to the",
    "your mysql",
    "your mariadb",
    "copyright",
    "type 'help",
    "type '\\h",
    "commands end",
    "reading table",
    "you can turn off this",
    "database changed",
    "bye",
    "enter password",
    "oracle is a registered",
    "affiliates. other names",
    "owners.",
    "exit",
    "quit",
    "pager set",
    "rows matched",
    "records:",
    "note (code",
    "logging to file",
    "if 'extra_port' parameter is set",
    "mysql: [warning]",
    "[warning] using a password",
    "mysql: deprecated",
    "query ok",
];

impl Reader<'_> {
    /// A statement, typed or printed by the client.
    pub(super) fn statement(&mut self, at: usize) -> Option<usize> {
        let line = self.trimmed(at);
        let typed = typed(line);
        let text = typed.unwrap_or(line);
        if typed.is_some() && text.is_empty() {
            return Some(at + 1);
        }
        let word = first_word(text);
        if word.eq_ignore_ascii_case("set") {
            let text = text.to_owned();
            return self.set_statement(at, &text);
        }
        let shell = typed.is_none()
            && (text.starts_with("$ ") || text.starts_with("# ") || text.starts_with("% "));
        if shell {
            return Some(at + 1);
        }
        if typed.is_none()
            && !(is_verb(word)
                && text
                    .get(word.len()..)
                    .is_some_and(|rest| rest.starts_with([' ', ';', '\t']) || rest.is_empty()))
        {
            return None;
        }
        // Its further lines: behind `->`, up to what ends it.
        let mut text = text.to_owned();
        let mut next = at + 1;
        while next - at < LOOK_AHEAD && !text.trim_end().ends_with([';']) && !text.contains("\\G") {
            let line = self.trimmed(next);
            let more = match self::typed(line) {
                Some(more) if line.starts_with(['-', '\'', '"', '`', '/']) => more,
                _ if self.goes_on(line) => line,
                _ => break,
            };
            text.push(' ');
            text.push_str(more);
            next += 1;
        }
        self.asked = Some(kind_asked(&text));
        Some(next)
    }

    /// A line that goes on with a statement that was printed over several.
    fn goes_on(&self, line: &str) -> bool {
        let word = first_word(line);
        const CLAUSES: [&str; 12] = [
            "from", "where", "and", "or", "order", "group", "limit", "join", "left", "inner", "on",
            "like",
        ];
        CLAUSES
            .iter()
            .any(|clause| clause.eq_ignore_ascii_case(word))
            && !line.contains('\t')
    }

    /// Arguments of a server in a command, a list of Compose or Kubernetes: `--thread-pool-size=16`, `--thread_pool_size 16`.
    pub(super) fn arguments(&mut self, at: usize) -> Option<usize> {
        let line = self.trimmed(at);
        if line.len() > 4_000 || !line.contains("--") || line.starts_with(['|', '+', '#', ';']) {
            return None;
        }
        let apart = |c: char| c.is_whitespace() || "[],'\"".contains(c);
        let mut words = line.split(apart).filter(|word| !word.is_empty()).peekable();
        let mut found = Vec::new();
        while let Some(word) = words.next() {
            let Some(word) = word.strip_prefix("--") else {
                continue;
            };
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, words.peek().copied()),
            };
            let value = value.filter(|value| !value.is_empty() && !value.starts_with(['-', '=']));
            if let Some(value) = value.filter(|_| tables::is_telling(&plain_name(name))) {
                found.push((name.to_owned(), value.to_owned()));
            }
        }
        for (name, value) in &found {
            self.setting(name, value, at, Form::Options);
        }
        (!found.is_empty()).then_some(at + 1)
    }

    /// SET GLOBAL with one assignment or several.
    fn set_statement(&mut self, at: usize, text: &str) -> Option<usize> {
        let body = text.get(3..)?.trim();
        let mut some = false;
        for part in split_outside_quotes(body) {
            let part = part.trim();
            let word = first_word(part);
            let scope = ["global", "persist", "persist_only", "session", "local"]
                .iter()
                .any(|s| s.eq_ignore_ascii_case(word));
            let part = if scope
                && part
                    .get(word.len()..)
                    .is_some_and(|rest| rest.starts_with(' '))
            {
                part.get(word.len()..)?.trim()
            } else {
                part
            };
            if let Some((name, value)) = part.split_once('=')
                && is_name(name.trim_end_matches(':').trim())
            {
                let (name, value) = (
                    name.trim_end_matches(':').trim().to_owned(),
                    value.to_owned(),
                );
                self.setting(&name, &value, at, Form::Options);
                some = true;
            }
        }
        self.asked = None;
        (some || is_verb(first_word(text))).then_some(at + 1)
    }

    pub(super) fn chatter(&mut self, at: usize) -> Option<usize> {
        let line = self.trimmed(at);
        if starts(line, "empty set") {
            if let Some(Some(kind)) = self.asked {
                let columns = tables::names(columns_of(kind));
                if !columns.is_empty() {
                    self.take(Table::new(Form::Table, number_of(at), columns));
                }
            }
            self.asked = None;
            return Some(at + 1);
        }
        if rows_in_set(line) {
            self.asked = None;
            return Some(at + 1);
        }
        let server_version = line
            .find("erver version:")
            .map(|at| at + "erver version:".len());
        if let Some(text) = server_version.and_then(|at| line.get(at..)) {
            let text = text.split_whitespace().next().unwrap_or("").to_owned();
            self.set_version(&text, number_of(at));
            return Some(at + 1);
        }
        let rule = line.bytes().all(|b| b" +-=*|_".contains(&b));
        let section = line.starts_with('[')
            && line.ends_with(']')
            && line
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"[]-_. ".contains(&b));
        let comment = line.starts_with(['#', ';'])
            || line.starts_with("-- ")
            || line.starts_with("/*")
            || line == "--";
        let shell = line.starts_with("$ ") || line.starts_with("% ");
        if rule || section || comment || shell || CHATTER.iter().any(|start| starts(line, start)) {
            return Some(at + 1);
        }
        // The one cell of SELECT VERSION().
        let one = line.trim_matches('|').trim();
        let numbers = one
            .split(['.', '-'])
            .take(3)
            .filter(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
            .count();
        if numbers == 3 && one.bytes().take_while(|b| *b != b'.').count() <= 2 && !one.contains(' ')
        {
            let one = one.to_owned();
            self.set_version(&one, number_of(at));
            return Some(at + 1);
        }
        None
    }

    /// SHOW ENGINE INNODB STATUS, or its transactions.
    pub(super) fn monitor(&mut self, at: usize) -> Option<usize> {
        let line = self.trimmed(at);
        let whole = line.contains("INNODB MONITOR OUTPUT") && !line.starts_with("END OF");
        if !whole && !line.starts_with("---TRANSACTION ") && line != "TRANSACTIONS" {
            return None;
        }
        let mut end = at + 1;
        while end < self.lines.len() {
            let line = self.trimmed(end);
            end += 1;
            if line.starts_with("END OF INNODB MONITOR") {
                break;
            }
            let section = matches!(
                line,
                "FILE I/O" | "INSERT BUFFER AND ADAPTIVE HASH INDEX" | "LOG" | "ROW OPERATIONS"
            );
            if super::framed_start(line)
                || typed(line).is_some()
                || rows_in_set(line)
                || (section && !whole)
            {
                end -= 1;
                break;
            }
        }
        let text: Vec<(Line, &str)> = (at..end)
            .map(|at| (number_of(at), self.lines.get(at).map_or("", |l| l.trim())))
            .collect();
        let part = transactions(&text, &mut self.names);
        let lines = (number_of(at), number_of(end - 1));
        self.stretch(Kind::InnodbStatus, Form::Text, lines, Some(part));
        self.asked = None;
        Some(end)
    }

    /// A line of the error log; all of them are understood, those of the pool and of connections are kept.
    pub(super) fn log_line(&mut self, at: usize) -> Option<usize> {
        let line = self.trimmed(at);
        let may_be = line.contains(['[', ':']) || contains(line, "thread");
        if line.len() > 4_000 || !may_be && !contains(line, "connection") {
            return None;
        }
        let at_us = log_time(line);
        let of_pool = contains(line, "threadpool") || contains(line, "thread pool");
        let says = if of_pool && contains(line, "allowed threads was reached") {
            Some((LogSays::MaxThreads, None))
        } else if of_pool && contains(line, "blocked for") {
            Some((LogSays::Blocked, number_after(line, "blocked for")))
        } else if contains(line, "create") && contains(line, "thread") && contains(line, "errno") {
            let errno = line.find("errno").and_then(|at| line.get(at + 5..));
            Some((
                LogSays::CreateFailed,
                errno.and_then(|rest| number_after(rest, rest.get(..1)?)),
            ))
        } else if contains(line, "too many connections") {
            Some((LogSays::TooManyConnections, None))
        } else if contains(line, "disk is full") {
            Some((LogSays::DiskFull, number_after(line, "Errcode:")))
        } else if contains(line, "aborted connection") {
            Some((LogSays::Aborted, number_after(line, "onnection ")))
        } else if of_pool && (at_us.is_some() || line.contains('[')) {
            Some((LogSays::Other, None))
        } else {
            None
        };
        if let Some(version) = line.strip_prefix("Version: '") {
            let version = version.split('\'').next().unwrap_or("").to_owned();
            self.set_version(&version, number_of(at));
            return Some(at + 1);
        }
        let Some((says, number)) = says else {
            // Of the server, and of nothing that is asked here.
            let level = ["[Note]", "[Warning]", "[ERROR]", "[System]"]
                .iter()
                .any(|level| line.contains(level));
            return (at_us.is_some() || level).then_some(at + 1);
        };
        let line = number_of(at);
        self.capture.log.push(LogLine {
            line,
            says,
            at_us,
            number,
        });
        self.stretch(Kind::Log, Form::Text, (line, line), None);
        Some(at + 1)
    }

    /// `name = value` of an option file, `--name=value`, or a variable that is surely one and its value.
    pub(super) fn option(&mut self, at: usize) -> Option<usize> {
        let line = self.trimmed(at).trim_start_matches("--");
        if let Some((name, value)) = line.split_once('=') {
            let name = name.trim_end_matches(':').trim();
            if is_name(name) && !value.starts_with('=') {
                let quoted = value.trim().starts_with(['\'', '"']);
                let value = if quoted {
                    value
                } else {
                    value.split('#').next().unwrap_or("")
                };
                let (name, value) = (name.to_owned(), value.to_owned());
                self.setting(&name, &value, at, Form::Options);
                return Some(at + 1);
            }
        }
        let (name, value) =
            line.split_once(|c: char| c.is_whitespace() || c == ',' || c == ';' || c == ':')?;
        let name = name.trim_matches(['"', '\'', '`', ':']);
        let value = value.trim().trim_matches(['"', ',']);
        let two = self
            .line(at)
            .split('\t')
            .filter(|cell| !cell.trim().is_empty())
            .count()
            == 2;
        let known = tables::is_telling(name) || two && is_name(name) && name.contains('_');
        if !known || value.is_empty() || !is_name(name) {
            return None;
        }
        let (name, value) = (name.to_owned(), value.to_owned());
        self.setting(&name, &value, at, Form::Tab);
        Some(at + 1)
    }
}

fn is_name(text: &str) -> bool {
    let bare = text.trim_start_matches("@@").trim_matches('`');
    bare.starts_with(|c: char| c.is_ascii_alphabetic())
        && bare.len() <= 80
        && bare
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
}

fn split_outside_quotes(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut quote = None;
    let mut from = 0;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, ',' | ';') => {
                out.push(text.get(from..at).unwrap_or(""));
                from = at + 1;
            }
            _ => {}
        }
    }
    out.push(text.get(from..).unwrap_or(""));
    out
}

/// `2026-11-22  1:43:30`, `2026-11-22T01:43:30.123456Z`, `261122  1:43:30`, at the start or (journald, containers)
/// behind what collected the line.
fn log_time(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    for _ in 0..6 {
        let word = words.next()?;
        let rest = words.clone().next();
        let short = word.len() == 6 && word.bytes().all(|b| b.is_ascii_digit());
        if word.contains('T')
            && let Some(found) = moment_us(word.split('+').next().unwrap_or(word))
        {
            return Some(found);
        }
        let Some(time) = rest.filter(|time| time.matches(':').count() == 2) else {
            continue;
        };
        let mut moment = String::new();
        if short {
            moment.push_str("20");
            for (at, digit) in word.char_indices() {
                if at == 2 || at == 4 {
                    moment.push('-');
                }
                moment.push(digit);
            }
        } else {
            moment.push_str(word);
        }
        moment.push(' ');
        moment.push_str(time);
        if let Some(found) = moment_us(&moment) {
            return Some(found);
        }
    }
    None
}

/// A lock of a row or more, as InnoDB's status prints it: its page, and the records on it.
struct Lock {
    trx: String,
    page: (u64, u64),
    waits: bool,
    records: Vec<u64>,
    line: u32,
}

/// Transactions of InnoDB's status, and who waits for whom where it prints the locks.
pub fn transactions(text: &[(Line, &str)], names: &mut Names) -> Part {
    let mut found: Vec<Trx> = Vec::new();
    let mut locks: Vec<Lock> = Vec::new();
    let mut now = None;
    let mut open = false;
    let mut query_next = false;
    for &(line, row) in text {
        if row.contains("INNODB MONITOR OUTPUT") {
            now = log_time(row);
            continue;
        }
        if let Some(rest) = row.strip_prefix("---TRANSACTION ") {
            let (id, state) = rest.split_once(',').unwrap_or((rest, ""));
            let state = state.trim();
            open = state.starts_with("ACTIVE");
            query_next = false;
            let Some(id) = trx_id(id.trim()).filter(|_| open) else {
                open = false;
                continue;
            };
            let seconds = number_after(state, "ACTIVE").or_else(|| number_after(state, ")"));
            found.push(Trx {
                line,
                trx_id: id,
                trx_state: "RUNNING".to_owned(),
                trx_started_us: now
                    .zip(seconds)
                    .and_then(|(now, s)| now.checked_sub(s.saturating_mul(1_000_000))),
                trx_mysql_thread_id: None,
                trx_query: None,
            });
            continue;
        }
        if !open {
            continue;
        }
        let Some(trx) = found.last_mut() else {
            continue;
        };
        let thread = number_after(row, "thread id")
            .filter(|_| starts(row, "mysql") || starts(row, "mariadb"));
        if row.starts_with("LOCK WAIT") {
            trx.trx_state = "LOCK WAIT".to_owned();
        } else if row.starts_with("ROLLING BACK") {
            trx.trx_state = "ROLLING BACK".to_owned();
        } else if let Some(id) = thread {
            trx.trx_mysql_thread_id = Some(id);
            query_next = true;
        } else if let Some(rest) = row.strip_prefix("RECORD LOCKS ") {
            query_next = false;
            let page = number_after(rest, "space id").zip(number_after(rest, "page no"));
            if let Some(page) = page {
                let waits = rest.trim_end().ends_with("waiting");
                locks.push(Lock {
                    trx: trx.trx_id.clone(),
                    page,
                    waits,
                    records: Vec::new(),
                    line,
                });
            }
        } else if let Some(rest) = row.strip_prefix("Record lock, heap no") {
            if let (Some(lock), Some(heap)) = (locks.last_mut(), number_after(rest, "")) {
                lock.records.push(heap);
            }
        } else if row.starts_with("---") || row.starts_with("TABLE LOCK") || row.starts_with("Trx ")
        {
            query_next = false;
        } else if query_next && is_verb(first_word(row)) {
            trx.trx_query = Some(names.statement(row));
            query_next = false;
        }
    }
    let mut waits = Vec::new();
    // Everybody who has the record, or asked for it earlier; bounded, since the pairs of a herd are many.
    for wanted in locks.iter().filter(|lock| lock.waits).take(500) {
        let holds = |lock: &&Lock| {
            !lock.waits
                && lock.trx != wanted.trx
                && lock.page == wanted.page
                && lock
                    .records
                    .iter()
                    .any(|record| wanted.records.contains(record))
        };
        waits.extend(locks.iter().filter(holds).take(200).map(|lock| LockWait {
            line: wanted.line,
            requesting_trx_id: wanted.trx.clone(),
            blocking_trx_id: lock.trx.clone(),
        }));
    }
    Part::Monitor(found, waits)
}
