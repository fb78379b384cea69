//! Everything but tables: typed statements, clients' messages, the log, option files.

use super::delimited::is_marked_header;
use super::monitor::{log_time, transactions};
use super::names::is_verb;
use super::tables::{self, Table};
use super::words::{contains, first_word, number_after, plain_name, rows_in_set, starts, typed};
use super::{LOOK_AHEAD, Reader, number_of};
use crate::capture::{Form, Kind, LineNumber, LogLine, LogSays};

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
        if is_marked_header(line) {
            return self.delimited(at);
        }
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
        // Its further lines: after `->`, up to its end.
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
        self.asked = Some(tables::kind_asked(&text));
        Some(next)
    }

    /// A line that continues a statement printed over several lines.
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

    /// Server arguments in a command, or in a list of Compose or Kubernetes: `--thread-pool-size=16`,
    /// `--thread_pool_size 16`.
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

    /// SET GLOBAL with one or more assignments.
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
                let columns = tables::names(tables::columns_of(kind));
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
        // The only cell of SELECT VERSION().
        let one = line.trim_matches('|').trim();
        let one = one.split(" from ").next().unwrap_or(one);
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
        let text: Vec<(LineNumber, &str)> = (at..end)
            .map(|at| (number_of(at), self.lines.get(at).map_or("", |l| l.trim())))
            .collect();
        let part = transactions(&text, &mut self.names);
        let lines = (number_of(at), number_of(end - 1));
        self.stretch(Kind::InnodbStatus, Form::Text, lines, Some(part));
        self.asked = None;
        Some(end)
    }

    /// A line of the error log. All are understood, those about the pool and connections are kept.
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
            // From the server, but about nothing that matters here.
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

    /// `name = value` of an option file, `--name=value`, or a certain variable and its value.
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
