//! Prints a capture as text again: tab-separated, as `mariadb -B` prints the tables, without the rest of the paste.

use poolscope_scenario::tables::{GROUPS, QUEUES};
use time::{Duration, UtcDateTime};

use crate::capture::{Capture, Gap, Kind, LogLine, LogSays, Look, Missing, Process, tp_lines};
use crate::order::Map;
use crate::read::asked;
use crate::state::sum;

/// A cell; `None` is NULL.
type Cell = Option<String>;

/// The columns of TXSQL's SHOW THREADPOOL STATUS that are read: as a table of MariaDB it would be judged by
/// MariaDB's rules.
const TXSQL: &str = "groupid connection_count thread_count havelistener active_thread_count \
    waiting_threads_size queue_size high_prio_queue_size";

/// The columns of AliSQL's THREAD_POOL_STATUS that are read.
const ALISQL: &str = "ID CONNECTION_COUNT THREAD_COUNT ACTIVE_THREAD_COUNT WAITING_THREAD_COUNT \
    LOW_QUEUE_COUNT HIGH_QUEUE_COUNT";

/// The whole capture, which reads as the same again.
pub fn printed(capture: &Capture) -> String {
    let mut out = String::new();
    let version = capture.version.as_ref().map(|at| at.value.as_str());
    let first = capture.looks.first();
    if let Some(look) = first {
        moment_row(&mut out, look, version);
    }
    settings(&mut out, capture, first);
    for (at, look) in capture.looks.iter().enumerate() {
        if at > 0 && look.taken_at_us.is_none() {
            out.push_str("SLEEP(2)\n0\n");
        } else if at > 0 {
            moment_row(&mut out, look, None);
        }
        tables(&mut out, capture, look);
    }
    // An error that a client printed is among the gaps, too.
    let alone = |line: &&LogLine| capture.gaps.iter().all(|gap| gap.line != line.line);
    for line in capture.log.iter().filter(alone) {
        log_line(&mut out, line);
    }
    let last = capture
        .looks
        .last()
        .and_then(|look| look.taken_at_us.as_ref());
    for one in &capture.gaps {
        gap(&mut out, one, last.map_or(0, |at| at.value));
    }
    out
}

/// One look with the settings of its capture, so that it can be cut out of a file of many.
pub fn printed_look(capture: &Capture, look: &Look) -> String {
    let mut out = String::new();
    let version = capture.version.as_ref().map(|at| at.value.as_str());
    moment_row(&mut out, look, version);
    settings(&mut out, capture, Some(look));
    tables(&mut out, capture, look);
    out.push_str("SLEEP(0)\n0\n");
    out
}

/// A time as the server prints it, from microseconds since 1970.
pub fn moment(us: u64) -> String {
    let since = Duration::microseconds(us.cast_signed());
    let at = UtcDateTime::UNIX_EPOCH.checked_add(since);
    let at = at.unwrap_or(UtcDateTime::MAX);
    let (year, month, day) = at.to_calendar_date();
    let (hour, minute, second, micro) = at.as_hms_micro();
    let month = u8::from(month);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{micro:06}")
}

/// To the second.
fn second(us: u64) -> String {
    let mut text = moment(us);
    text.truncate("2026-11-28 17:00:00".len());
    text
}

fn line<S: AsRef<str>>(out: &mut String, cells: impl Iterator<Item = S>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            out.push('\t');
        }
        out.push_str(cell.as_ref());
    }
    out.push('\n');
}

/// A table; nothing if it has no rows. `head`: its columns with blanks between them.
fn table(out: &mut String, head: &str, rows: &mut dyn Iterator<Item = Vec<Cell>>) {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        line(out, head.split(' '));
    }
    for row in rows {
        line(
            out,
            row.into_iter().map(|cell| {
                cell.map_or("NULL".to_owned(), |text| {
                    text.replace(['\t', '\n', '\r', '\\'], " ")
                })
            }),
        );
    }
}

/// A table that was printed without rows: it shows that there are none.
fn empty<T>(out: &mut String, kind: Kind, rows: Option<&Vec<T>>) {
    if rows.is_some_and(Vec::is_empty)
        && let Some(words) = asked(kind)
    {
        out.push_str(&format!("SELECT * FROM {words};\nEmpty set (0.00 sec)\n"));
    }
}

fn number(value: impl Into<u64>) -> Cell {
    Some(value.into().to_string())
}

fn maybe(value: Option<u64>) -> Cell {
    value.and_then(number)
}

fn moment_row(out: &mut String, look: &Look, version: Option<&str>) {
    let Some(at) = &look.taken_at_us else {
        return;
    };
    let mut row = vec![Some(moment(at.value))];
    row.extend(version.map(|version| Some(version.to_owned())));
    let head = ["NOW(6)", "NOW(6) VERSION()"][usize::from(version.is_some())];
    table(out, head, &mut [row].into_iter());
}

const VARIABLES: &str = "Variable_name Value";

// The version is printed with the time of the look; without a time, as a variable.
fn settings(out: &mut String, capture: &Capture, look: Option<&Look>) {
    let timed = look.is_some_and(|look| look.taken_at_us.is_some());
    let known = capture.variables.get("version").is_some();
    let version = capture.version.as_ref().filter(|_| !timed && !known);
    let version = version.map(|at| ("version", at.value.as_str()));
    let variables = capture.variables.iter();
    let variables = variables.map(|(name, at)| (name.as_str(), at.value.as_str()));
    let mut rows = variables
        .chain(version)
        .map(|(name, value)| vec![Some(name.to_owned()), Some(value.to_owned())]);
    table(out, VARIABLES, &mut rows);
    let mut plugin = capture.pool_plugin.iter().map(|at| {
        ["thread_pool", &at.value, ""]
            .map(|cell| Some(cell.to_owned()))
            .into()
    });
    table(out, "NAME STATUS LIBRARY", &mut plugin);
}

fn tables(out: &mut String, capture: &Capture, look: &Look) {
    let status = look.status.iter();
    let mut status = status.map(|(name, at)| vec![Some(name.clone()), number(at.value)]);
    table(out, VARIABLES, &mut status);
    let groups = || look.groups.iter().flatten();
    let printed = |kind: Kind| capture.blocks.iter().any(|block| block.kind == kind);
    if printed(Kind::ThreadpoolStatus) {
        let mut rows = groups().map(|row| {
            // From the end of the three figures to their start: who listens.
            let mut cells = row.cells();
            cells[3..7].rotate_right(1);
            cells[7] = row.high.unwrap_or(0);
            cells[6] -= cells[7];
            cells.map(number).into()
        });
        table(out, TXSQL, &mut rows);
    } else if printed(Kind::AlisqlGroups) {
        let mut rows = groups().map(|row| {
            let high = row.high.unwrap_or(0);
            let idle = sum([row.active_threads, row.standby_threads, 1]);
            let waiting = row.threads.saturating_sub(idle);
            let low = row.queue_length.saturating_sub(high);
            [
                row.group_id,
                row.connections,
                row.threads,
                row.active_threads,
                waiting,
                low,
                high,
            ]
            .map(number)
            .into()
        });
        table(out, ALISQL, &mut rows);
    } else {
        let mut rows = groups().map(|row| row.cells().map(number).into());
        table(out, &GROUPS.join(" "), &mut rows);
    }
    let mut queues = look.queues.iter().flatten().map(|row| {
        vec![
            number(row.group_id),
            number(row.position),
            number(row.priority),
            maybe(row.connection_id.filter(|_| !row.login)),
            number(row.queueing_time_us),
        ]
    });
    table(out, &QUEUES.join(" "), &mut queues);
    empty(out, Kind::Queues, look.queues.as_ref());
    stats(out, look);
    for text in tp_lines(&look.tp) {
        line(out, std::iter::once(text));
    }
    let waits = look.waits.iter().flat_map(Map::iter);
    let mut waits = waits.map(|(reason, at)| vec![Some(reason.clone()), number(at.value)]);
    table(out, "REASON COUNT", &mut waits);
    processlist(out, look);
    let mut trx = look.trx.iter().flatten().map(|row| {
        vec![
            Some(row.trx_id.clone()),
            Some(row.trx_state.clone()),
            row.trx_started_us.map(second),
            maybe(row.trx_mysql_thread_id),
            row.trx_query.clone(),
            maybe(row.age_s),
            maybe(row.waited_s),
            maybe(row.rows_locked),
            maybe(row.rows_modified),
            maybe(row.lock_structs),
            number(u32::from(row.reads_alone)),
            row.waits_to_enter
                .then(|| "waiting in InnoDB queue".to_owned()),
        ]
    });
    let head = "trx_id trx_state trx_started trx_mysql_thread_id trx_query trx_age_s trx_waited_s trx_rows_locked \
        trx_rows_modified trx_lock_structs trx_autocommit_non_locking trx_operation_state";
    table(out, head, &mut trx);
    empty(out, Kind::Trx, look.trx.as_ref());
    let mut waits = look.lock_waits.iter().flatten().map(|row| {
        vec![
            Some(row.requesting_trx_id.clone()),
            Some(row.blocking_trx_id.clone()),
            row.mode.clone(),
            row.table.clone(),
        ]
    });
    let head = "requesting_trx_id blocking_trx_id waiting_lock_mode locked_table";
    table(out, head, &mut waits);
    empty(out, Kind::LockWaits, look.lock_waits.as_ref());
    let mut locks = look.metadata_locks.iter().flatten().map(|row| {
        vec![
            Some(row.object.clone()),
            row.name.clone(),
            Some(row.mode.clone()),
            Some(["PENDING", "GRANTED"][usize::from(row.granted)].to_owned()),
            maybe(row.thread_id),
            maybe(row.connection_id),
            maybe(row.waited_s),
        ]
    });
    let head =
        "OBJECT_TYPE OBJECT_NAME LOCK_TYPE LOCK_STATUS OWNER_THREAD_ID PROCESSLIST_ID waited_s";
    table(out, head, &mut locks);
    empty(out, Kind::MetadataLocks, look.metadata_locks.as_ref());
    let mut xa = look.xa.iter().flatten().map(|row| {
        let length = row.xid.len() as u64;
        vec![
            number(1_u32),
            number(length),
            number(0_u32),
            Some(row.xid.clone()),
        ]
    });
    table(out, "formatID gtrid_length bqual_length data", &mut xa);
    empty(out, Kind::Xa, look.xa.as_ref());
    let mut sessions = look.sessions.iter().map(|row| {
        vec![
            number(row.id),
            Some(row.user.clone()),
            Some(row.host.clone()),
            maybe(row.time_us.map(|us| us / 1_000_000)),
            Some(row.state.clone()),
            row.info.clone(),
        ]
    });
    table(
        out,
        "session_id user host waited_s state info",
        &mut sessions,
    );
    innodb(out, look);
}

/// What the status of InnoDB shows besides its transactions, in its own form.
fn innodb(out: &mut String, look: &Look) {
    let Some(status) = &look.innodb else {
        return;
    };
    out.push_str("SEMAPHORES\n");
    for seconds in &status.semaphores {
        out.push_str(&format!(
            "--Thread 0 has waited for {} seconds the semaphore:\n",
            seconds.value
        ));
    }
    if let Some((inside, queued)) = status.inside.zip(status.queued) {
        out.push_str(&format!(
            "{inside} queries inside InnoDB, {queued} queries in queue\n"
        ));
    }
    if let Some(deadlock) = &status.deadlock {
        out.push_str("LATEST DETECTED DEADLOCK\n");
        if let Some(us) = deadlock.at_us {
            out.push_str(&second(us));
            out.push('\n');
        }
        for id in &deadlock.connections {
            out.push_str(&format!("MySQL thread id {id}\n"));
        }
        if let Some(victim) = deadlock.victim {
            out.push_str(&format!("*** WE ROLL BACK TRANSACTION ({victim})\n"));
        }
    }
    out.push_str("END OF INNODB MONITOR OUTPUT\n");
}

fn stats(out: &mut String, look: &Look) {
    let rows = || look.stats.iter().flatten();
    let Some(first) = rows().next() else {
        return;
    };
    let names: Vec<&str> = first
        .counters
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let mut cells = rows().map(|row| {
        let counts = names
            .iter()
            .map(|name| maybe(row.counters.get(*name).copied()));
        std::iter::once(number(row.group_id))
            .chain(counts)
            .collect()
    });
    let head = format!("GROUP_ID {}", names.join(" "));
    table(out, &head, &mut cells);
}

fn processlist(out: &mut String, look: &Look) {
    let rows = || look.processlist.iter().flatten();
    let exact = rows().any(|row| row.exact);
    let told = rows().any(|row| row.autocommit.is_some());
    let mut cells = rows().map(|row: &Process| {
        let mut cells = vec![
            number(row.id),
            Some(row.user.clone()),
            Some(row.host.clone()),
            row.db.clone(),
            Some(row.command.clone()),
            maybe(row.time_us.map(|us| us / 1_000_000)),
        ];
        if exact {
            let ms = row.time_us.filter(|_| row.exact);
            cells.push(ms.map(|us| format!("{}.{:03}", us / 1_000, us % 1_000)));
        }
        cells.extend([
            Some(row.state.clone()),
            row.info.clone(),
            maybe(row.query_id),
        ]);
        if told {
            let open = row
                .autocommit
                .map(|alone| ["NO", "YES"][usize::from(alone)]);
            cells.extend([open.map(|_| "ACTIVE"), open].map(|cell| cell.map(str::to_owned)));
        }
        cells
    });
    let time_ms = if exact { " TIME_MS" } else { "" };
    let open = if told {
        " trx_state trx_autocommit"
    } else {
        ""
    };
    let head = format!("ID USER HOST DB COMMAND TIME{time_ms} STATE INFO QUERY_ID{open}");
    table(out, &head, &mut cells);
}

/// As the server writes it. Of some lines the capture keeps only that they were there.
fn log_line(out: &mut String, line: &LogLine) {
    // 28 is the system's error of a full disk.
    let usual = if line.says == LogSays::DiskFull {
        28
    } else {
        0
    };
    let words = line.says.prints();
    if words.is_empty() {
        return;
    }
    if let Some(at_us) = line.at_us {
        out.push_str(&second(at_us));
        out.push_str(" 0 ");
    }
    out.push_str(&words.replace('#', &line.number.unwrap_or(usual).to_string()));
    if let Some(pool) = line.pool {
        let figures = [
            ("total", pool.total),
            ("active", pool.active),
            ("idle", pool.idle),
            ("waiting", pool.waiting),
        ];
        let known = figures
            .iter()
            .filter_map(|(name, n)| Some(format!("{name}={}", (*n)?)));
        let known: Vec<String> = known.collect();
        if !known.is_empty() {
            out.push_str(&format!(" ({})", known.join(", ")));
        }
    }
    out.push('\n');
}

/// What is missing, as a client's error, a statement, or the mark of somebody who cut it.
fn gap(out: &mut String, gap: &Gap, last_us: u64) {
    let asked = gap.table.and_then(asked).unwrap_or_default();
    match gap.why {
        Missing::Lost if gap.number.is_none() => out.push_str("Aborted\n"),
        Missing::Rows if gap.number.is_none() => {
            out.push_str(&format!("... more rows of {asked}\n"));
        }
        Missing::Absent if gap.number.is_none() => {
            out.push_str(match gap.table {
                Some(Kind::Plugins) => {
                    "SELECT * FROM information_schema.plugins WHERE name LIKE 'thread%';\n"
                }
                Some(_) => "SHOW VARIABLES LIKE 'thread_pool%';\n",
                None => "",
            });
            out.push_str("Empty set (0.00 sec)\n");
        }
        Missing::Denied | Missing::Lost | Missing::Refused | Missing::Absent | Missing::Error => {
            if !asked.is_empty() {
                out.push_str(&format!("SELECT * FROM {asked};\n"));
            }
            out.push_str(&format!("ERROR {} (HY000): \n", gap.number.unwrap_or(0)));
        }
        Missing::Filtered => out.push_str(&format!("SELECT * FROM {asked} WHERE ...;\n")),
        Missing::Rows => out.push_str(&format!(
            "... {} more rows of {asked}\n",
            gap.number.unwrap_or(0)
        )),
        Missing::BrokeOff => out.push_str(&format!("NOW(6)\n{}\n", moment(last_us + 1_000_000))),
    }
}
