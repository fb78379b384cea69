//! Everything but tables: typed statements, clients' messages, the log, option files.

use super::delimited::is_marked_header;
use super::looks::LookPart;
use super::monitor::{log_time, status};
use super::names::is_verb;
use super::tables::{self, Table};
use super::words::{
    contains, counted, error_code, first_word, is_end, is_snip, number_after, number_behind,
    plain_name, rows_in_set, starts, typed,
};
use super::{LOOK_AHEAD, Reader, number_of};
use crate::capture::{AppPool, Form, Gap, Kind, LineNumber, LogLine, LogSays, Missing};

/// What clients and shells print around their answers.
const CHATTER: [&str; 28] = [
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
        if typed.is_none() && LogSays::of(line, None, contains).is_some() {
            return None; // "Lock wait timeout exceeded" locks nothing
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
        let asked = tables::kind_asked(&text);
        let all = matches!(asked, Some(Kind::Variables | Kind::Plugins));
        self.pool_asked = all && wants_pool(&text);
        // All but one's own connection is still all.
        let clause = contains(&text, " where ") && !contains(&text, "connection_id()")
            || contains(&text, " limit ");
        if asked == Some(Kind::Processlist) && clause {
            self.gap(number_of(at), Missing::Filtered, None, asked);
        }
        self.asked = Some(asked);
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
        // As mycli writes it, too.
        if starts(line, "empty set") || starts(line, "0 rows in set") {
            self.empty(at);
            return Some(at + 1);
        }
        let all = counted(line).or_else(|| number_after(line, "").filter(|_| rows_in_set(line)));
        if all.is_some() {
            let missing = all.and_then(|all| all.checked_sub(self.rows.into()));
            self.cut_rows(at, missing.filter(|_| self.rows > 0));
            self.asked = None;
            return Some(at + 1);
        }
        if is_snip(line) || starts(line, "... more rows") {
            let last = self.capture.blocks.last().map(|block| block.kind);
            let table = tables::kind_asked(line).or(last);
            self.gap(number_of(at), Missing::Rows, None, table);
            return Some(at + 1);
        }
        if is_end(line) {
            self.gap(number_of(at), Missing::Lost, None, None);
            return Some(at + 1);
        }
        // `... 98 more rows`, `(98 rows omitted)`: somebody cut it.
        let cut = line.trim_start_matches(['.', '(', ' ', '\u{2026}']);
        if cut.len() < line.len()
            && cut.starts_with(|c: char| c.is_ascii_digit())
            && contains(cut, " row")
        {
            self.cut_rows(at, number_after(cut, ""));
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

    /// An answer without rows: to a table that is known, to the question for a pool's settings, or to nobody knows what.
    fn empty(&mut self, at: usize) {
        let here = number_of(at);
        let asked = self.asked.take();
        let kind = asked.flatten();
        let columns = kind.map_or(&[][..], tables::columns_of);
        if !columns.is_empty() {
            self.take(Table::new(Form::Table, here, tables::names(columns)));
        } else if asked.is_none() || kind.is_some() {
            if asked.is_none() || self.pool_asked {
                self.gap(here, Missing::Absent, None, kind);
            }
            let kind = kind.unwrap_or(Kind::Other);
            self.stretch(kind, Form::Text, (here, here), None);
        }
    }

    /// SHOW ENGINE INNODB STATUS, or its transactions.
    pub(super) fn monitor(&mut self, at: usize) -> Option<usize> {
        let line = self.trimmed(at);
        let whole = line.contains("INNODB MONITOR OUTPUT") && !line.starts_with("END OF");
        let part = matches!(
            line,
            "TRANSACTIONS" | "SEMAPHORES" | "LATEST DETECTED DEADLOCK"
        );
        if !whole && !part && !line.starts_with("---TRANSACTION ") {
            return None;
        }
        let mut ahead = self.lines.iter().skip(at).take(1_000);
        let whole = whole || ahead.any(|line| line.trim().starts_with("END OF INNODB MONITOR"));
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
        let part = LookPart::Monitor(Box::new(status(&text, &mut self.names)));
        let lines = (number_of(at), number_of(end - 1));
        self.stretch(Kind::InnodbStatus, Form::Text, lines, Some(part));
        self.asked = None;
        Some(end)
    }

    /// A line of a log as containers and MySQL 8 print it: an object with the message in it.
    pub(super) fn json_log(&mut self, at: usize) -> Option<usize> {
        const KEYS: [&str; 4] = ["\"log\":", "\"msg\":", "\"message\":", "\"err_code\":"];
        let line = self.trimmed(at);
        let logged = line.starts_with('{') && KEYS.iter().any(|key| line.contains(key));
        logged.then(|| self.log_line(at))?
    }

    /// A line of the error log, or a message. All are understood, those about the pool and connections are kept.
    pub(super) fn log_line(&mut self, at: usize) -> Option<usize> {
        let started = self.started(at);
        let line = self.trimmed(at);
        if line.len() > 4_000 || line.matches('\t').count() > 2 || line.starts_with('|') {
            return None;
        }
        let code = error_code(line);
        let at_us = log_time(line);
        let of_pool = contains(line, "threadpool") || contains(line, "thread pool");
        let other = of_pool && (at_us.is_some() || line.contains('['));
        let says = match started {
            true => Some(LogSays::PluginStarted),
            false => LogSays::of(line, code, contains).or(other.then_some(LogSays::Other)),
        };
        // As a client prints it: the answer to a statement is missing.
        let answer = ["error ", "error code", "#"]
            .iter()
            .any(|start| starts(line, start));
        if let Some(version) = line.strip_prefix("Version: '") {
            let version = version.split('\'').next().unwrap_or("").to_owned();
            self.set_version(&version, number_of(at));
            return Some(at + 1);
        }
        if says.is_none() && !(answer && code.is_some()) {
            // From the server, but about nothing that matters here.
            let level = ["[Note]", "[Warning]", "[ERROR]", "[System]"]
                .iter()
                .any(|level| line.contains(level));
            let trace = line.starts_with("at ") && line.ends_with(')');
            return (at_us.is_some() || level || trace).then_some(at + 1);
        }
        let number = says.and_then(|says| number_behind(line, says.number()));
        let pool = says
            .filter(|says| says.of_application())
            .map(|_| app_pool(line));
        let here = number_of(at);
        if let Some(code) = code.filter(|_| answer) {
            let absent = missing(code) == Missing::Absent;
            let named = tables::kind_asked(line).filter(|_| absent);
            let table = self.asked.take().flatten().or(named);
            self.gap(here, missing(code), Some(code), table);
        }
        let before = self.capture.log.last();
        let second = matches!(says, Some(LogSays::ExtraPort | LogSays::AdminPort))
            && before.is_some_and(|line| line.says == LogSays::MaxThreads && line.line + 1 == here);
        if second {
            return Some(at + 1);
        }
        if let Some(says) = says {
            self.capture.log.push(LogLine {
                line: here,
                says,
                at_us,
                number,
                pool,
            });
        }
        self.stretch(Kind::Log, Form::Text, (here, here), None);
        Some(at + 1)
    }

    /// The line with which Oracle's plugin starts names its settings, which are read.
    fn started(&mut self, at: usize) -> bool {
        let line = self.trimmed(at);
        let logged = log_time(line).is_some() || contains(line, "plugin thread_pool");
        if !logged || line.len() > 4_000 || !line.contains("thread_pool_size") {
            return false;
        }
        let mut found = Vec::new();
        for part in line.split(',') {
            let pair = part.split_once('=');
            let pair = pair.and_then(|(before, behind)| {
                let name = before.split_whitespace().next_back()?;
                let value = behind.split_whitespace().next()?;
                let bare = |word: &str| word.trim_matches(['\'', '"', '.']).to_owned();
                Some((bare(name), bare(value)))
            });
            found.extend(pair.filter(|(name, _)| name.starts_with("thread_pool_")));
        }
        let size = |(name, _): &(String, String)| name == "thread_pool_size";
        if !found.iter().any(size) {
            return false;
        }
        // What the server is asked later is newer.
        found.retain(|(name, _)| !self.capture.variables.contains_key(name));
        for (name, value) in &found {
            self.setting(name, value, at, Form::Text);
        }
        true
    }

    /// Rows of the last table, or of the one that this line names, are missing.
    pub(super) fn cut_rows(&mut self, at: usize, count: Option<u64>) {
        let last = self.capture.blocks.last().map(|block| block.kind);
        let table = tables::kind_asked(self.trimmed(at)).or(last);
        if let Some(count) = count.filter(|count| *count > 0) {
            self.gap(number_of(at), Missing::Rows, Some(count), table);
        }
    }

    /// Something is missing from the paste.
    pub(super) fn gap(
        &mut self,
        line: LineNumber,
        why: Missing,
        number: Option<u64>,
        table: Option<Kind>,
    ) {
        if self.capture.gaps.len() < 1_000 {
            self.capture.gaps.push(Gap {
                line,
                why,
                number,
                table,
            });
        }
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

/// Whether a statement requests all settings or plugins of a pool: `LIKE 'thread_pool%'`, or the manual's `'thread%'`.
fn wants_pool(statement: &str) -> bool {
    statement.split(['\'', '"']).any(|pattern| {
        let letters = pattern.replace(['%', '\\'], "").to_ascii_lowercase();
        let open = pattern.ends_with('%') && letters.trim_end_matches('_') == "thread_pool";
        open || pattern == "thread%" || letters == "thread_pool" && statement.contains('=')
    })
}

/// What an error's number says of the missing answer.
fn missing(code: u64) -> Missing {
    match code {
        1044 | 1045 | 1142 | 1143 | 1227 | 1370 | 1698 | 3118 => Missing::Denied,
        1053
        | 1152
        | 1158..=1161
        | 1317
        | 1927
        | 2002
        | 2003
        | 2005
        | 2006
        | 2013
        | 2055
        | 4031 => Missing::Lost,
        1040 | 1203 | 1226 => Missing::Refused,
        1049 | 1054 | 1064 | 1109 | 1146 | 1193 | 1286 => Missing::Absent,
        _ => Missing::Error,
    }
}

/// The figures in a message of an application's pool.
fn app_pool(line: &str) -> AppPool {
    let first = |words: &[&str]| words.iter().find_map(|word| number_behind(line, word));
    AppPool {
        total: first(&["total=", "size:", "maxActive ", "limit of size "]),
        active: first(&["active=", "busy:", ", active "]),
        idle: first(&["idle=", "idle:"]),
        waiting: first(&["waiting=", "waitThreadCount "]),
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
