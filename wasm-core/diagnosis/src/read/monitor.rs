//! InnoDB's status.

use super::looks::Monitor;
use super::names::{Names, is_verb};
use super::tables::{enters, lock_mode, moment_us, trx_id};
use super::words::{first_word, number_after, starts};
use crate::capture::{ACTIVE, At, Deadlock, LineNumber, LockWait, PREPARED, Process, Trx};

/// Formats like `2026-11-22  1:43:30`, `2026-11-22T01:43:30.123456Z`, `261122  1:43:30`, at the start or
/// (journald, containers) after the collector's prefix.
pub fn log_time(line: &str) -> Option<u64> {
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

/// A lock as InnoDB's status prints it: on records of a page, or on a table's auto-increment value.
struct Lock {
    trx: String,
    place: String,
    waits: bool,
    records: Vec<u64>,
    line: LineNumber,
    mode: Option<String>,
    table: Option<String>,
}

/// The word behind this one.
fn word_after<'a>(row: &'a str, before: &str) -> Option<&'a str> {
    let at = row.find(before)? + before.len();
    row.get(at..)?.split_whitespace().next()
}

/// Transactions of InnoDB's status with the connections, lock waits if it prints the locks, and what is next to them.
pub fn status(text: &[(LineNumber, &str)], names: &mut Names) -> Monitor {
    let mut out = Monitor::default();
    out.rest.line = text.first().map_or(0, |(line, _)| *line);
    let mut locks: Vec<Lock> = Vec::new();
    let mut now = None;
    let mut open = false;
    let mut query_next = false;
    // The heading was that of the latest deadlock: a time and its transactions follow.
    let mut deadlock: Option<Deadlock> = None;
    for &(line, row) in text {
        if row.contains("INNODB MONITOR OUTPUT") {
            now = log_time(row);
            continue;
        }
        if row == "LATEST DETECTED DEADLOCK" {
            deadlock = Some(Deadlock {
                line,
                ..Deadlock::default()
            });
            continue;
        }
        let heading = !row.is_empty()
            && row
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b" /".contains(&b));
        if heading && row.len() > 2 {
            out.rest.deadlock = out.rest.deadlock.or(deadlock.take());
        }
        let thread = number_after(row, "thread id")
            .filter(|_| starts(row, "mysql") || starts(row, "mariadb"));
        if let Some(deadlock) = &mut deadlock {
            deadlock.at_us = deadlock.at_us.or_else(|| log_time(row));
            deadlock.connections.extend(thread);
            if row.contains("WE ROLL BACK") {
                deadlock.victim = number_after(row, "(");
            }
            continue;
        }
        if row.starts_with("--Thread ") {
            let seconds = number_after(row, " for ").filter(|_| row.contains("the semaphore"));
            out.rest
                .semaphores
                .extend(seconds.map(|value| At { value, line }));
            continue;
        }
        if row.contains("queries inside InnoDB") {
            out.rest.inside = number_after(row, "");
            out.rest.queued = number_after(row, ", ");
            continue;
        }
        if let Some(rest) = row.strip_prefix("---TRANSACTION ") {
            let (id, state) = rest.split_once(',').unwrap_or((rest, ""));
            let state = state.trim();
            open = state.starts_with("ACTIVE");
            query_next = false;
            // One that has written nothing has no number, but an address: "(0x7f3ec8363680)".
            let id = id.trim();
            let address = id.strip_prefix("(0x").and_then(|id| id.strip_suffix(')'));
            let Some(id) = trx_id(address.unwrap_or(id)).filter(|_| open) else {
                open = false;
                continue;
            };
            let seconds = number_after(state, "ACTIVE").or_else(|| number_after(state, ")"));
            out.trx.push(Trx {
                line,
                trx_id: id,
                trx_state: match state.contains("PREPARED") {
                    true => PREPARED,
                    false => ACTIVE,
                }
                .to_owned(),
                trx_started_us: now
                    .zip(seconds)
                    .and_then(|(now, s)| now.checked_sub(s.saturating_mul(1_000_000))),
                // Prepared, and its client is gone, unless a connection follows.
                trx_mysql_thread_id: state.contains("PREPARED").then_some(0),
                age_s: seconds,
                waits_to_enter: enters(state),
                ..Trx::default()
            });
            continue;
        }
        let Some(trx) = out.trx.last_mut().filter(|_| open) else {
            continue;
        };
        if row.contains("lock struct(s)") {
            let waits = row.starts_with("LOCK WAIT");
            if waits {
                trx.trx_state = "LOCK WAIT".to_owned();
            } else if row.starts_with("ROLLING BACK") {
                trx.trx_state = "ROLLING BACK".to_owned();
            }
            let head = row.trim_start_matches(|c: char| !c.is_ascii_digit());
            trx.lock_structs = number_after(head, "");
            trx.rows_locked = head
                .split(", ")
                .find(|part| part.contains("row lock"))
                .and_then(|part| number_after(part, ""));
            trx.rows_modified = number_after(row, "undo log entries");
        } else if row.starts_with("ROLLING BACK") {
            trx.trx_state = "ROLLING BACK".to_owned();
        } else if row.starts_with("------- TRX HAS BEEN WAITING") {
            // MariaDB 10.11 prints microseconds.
            let each = if row.contains(" us ") { 1_000_000 } else { 1 };
            let waited = number_after(row, "WAITING").map(|waited| waited / each);
            trx.waited_s = waited.filter(|_| each > 1 || row.contains(" SEC "));
        } else if let Some(id) = thread {
            trx.trx_mysql_thread_id = Some(id);
            query_next = true;
            out.sessions.extend(session(id, line, row, names));
        } else if let Some(rest) = row.strip_prefix("RECORD LOCKS ") {
            query_next = false;
            let page = number_after(rest, "space id").zip(number_after(rest, "page no"));
            locks.extend(page.map(|(space, page)| Lock {
                trx: trx.trx_id.clone(),
                place: format!("{space} {page}"),
                waits: rest.trim_end().ends_with("waiting"),
                records: Vec::new(),
                line,
                mode: word_after(rest, "lock_mode ").and_then(lock_mode),
                table: word_after(rest, "of table ").map(|table| names.table(table)),
            }));
        } else if let Some(rest) = row
            .strip_prefix("TABLE LOCK table ")
            .filter(|rest| rest.contains("lock mode AUTO-INC"))
        {
            query_next = false;
            let name = rest.split(" trx id").next().unwrap_or(rest);
            locks.push(Lock {
                trx: trx.trx_id.clone(),
                place: name.to_owned(),
                waits: rest.trim_end().ends_with("waiting"),
                records: vec![0],
                line,
                mode: lock_mode("AUTO-INC"),
                table: Some(names.table(name)),
            });
        } else if let Some(rest) = row.strip_prefix("Record lock, heap no") {
            if let (Some(lock), Some(heap)) = (locks.last_mut(), number_after(rest, "")) {
                lock.records.push(heap);
            }
        } else if row.starts_with("---") || row.starts_with("TABLE LOCK") || row.starts_with("Trx ")
        {
            query_next = false;
        } else if query_next && is_verb(first_word(row)) {
            let query = names.statement(row);
            if let Some(session) = out.sessions.last_mut() {
                session.info = Some(query.clone());
                session.command = "Query".to_owned();
            }
            trx.trx_query = Some(query);
            query_next = false;
        }
    }
    out.rest.deadlock = out.rest.deadlock.or(deadlock);
    // All that hold the record, or asked for it earlier; bounded, because many waiters make very many pairs.
    for wanted in locks.iter().filter(|lock| lock.waits).take(500) {
        let holds = |lock: &&Lock| {
            !lock.waits
                && lock.trx != wanted.trx
                && lock.place == wanted.place
                && lock
                    .records
                    .iter()
                    .any(|record| wanted.records.contains(record))
        };
        out.waits
            .extend(locks.iter().filter(holds).take(200).map(|lock| LockWait {
                line: wanted.line,
                requesting_trx_id: wanted.trx.clone(),
                blocking_trx_id: lock.trx.clone(),
                mode: wanted.mode.clone(),
                table: wanted.table.clone(),
            }));
    }
    out
}

/// The connection of a transaction: behind its query's number its host, perhaps with the address, its user, and its
/// state if it runs a statement.
fn session(id: u64, line: LineNumber, row: &str, names: &mut Names) -> Option<Process> {
    let behind = row.get(row.find("query id ")? + 9..)?;
    let mut words = behind.split(' ').skip(1).peekable();
    let host = words.next()?;
    let address = |word: &&str| {
        word.contains(['.', ':'])
            && word
                .bytes()
                .all(|b| b.is_ascii_hexdigit() || b".:".contains(&b))
    };
    if !address(&host) {
        words.next_if(address);
    }
    let user = words.next()?;
    let state = words.collect::<Vec<_>>().join(" ");
    Some(Process {
        line,
        id,
        user: names.user(user),
        host: names.host(host),
        state: names.state(&state),
        ..Process::default()
    })
}
