//! InnoDB's status.

use super::looks::LookPart;
use super::names::{Names, is_verb};
use super::tables::{moment_us, trx_id};
use super::words::{first_word, number_after, starts};
use crate::capture::{LineNumber, LockWait, Trx};

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

/// A lock on one or more rows as InnoDB's status prints it: its page, and the records on it.
struct Lock {
    trx: String,
    page: (u64, u64),
    waits: bool,
    records: Vec<u64>,
    line: u32,
}

/// Transactions of InnoDB's status, and lock waits if it prints the locks.
pub fn transactions(text: &[(LineNumber, &str)], names: &mut Names) -> LookPart {
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
    // All that hold the record, or asked for it earlier; bounded, because many waiters make very many pairs.
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
    LookPart::Monitor(found, waits)
}
