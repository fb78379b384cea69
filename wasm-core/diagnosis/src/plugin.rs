//! The groups of Oracle's plugin as they are drawn: threads and connections where its tables place them.
//!
//! Source of what the columns count: MySQL 9.7.4, as captured in `tests/captures-mysql`. A thread that a silent client's
//! transaction binds counts as active there, and so does one in GET_LOCK; what a thread waits for is in tp_thread_state.

use crate::capture::{Capture, Group, Look, Process, Tp, TpColumn, TpRow};
use crate::state::{Does, GroupSeen, Seat, Seen, wait_in_pool};

use TpColumn::{
    connect_thread_count as CONNECT, connection_count as CONNECTIONS, connection_id as ID,
    consumer_threads as CONSUMERS, query_threads_count as THREADS, queued_queries as HIGH,
    queued_transactions as LOW, reserve_threads as RESERVES, stalled_thread_count as STALLED,
    thread_count as ALL_THREADS, waiting_thread_number as LISTENER,
};

/// The last look with groups that have connections, and these groups.
pub fn seen(capture: &Capture) -> Option<(usize, Seen)> {
    let used = |row: &&TpRow| row.table == Tp::Groups && number(row, CONNECTIONS) > 0;
    let mut looks = capture.looks.iter().enumerate();
    let (at, look) = looks.rfind(|(_, look)| look.tp.iter().any(|row| used(&row)))?;
    let mut seen = Seen::default();
    for row in look.tp.iter().filter(used) {
        let drawn = group(look, row);
        // The Admin group often has nobody but who looks.
        let ids = [&drawn.on_threads, &drawn.queued, &drawn.asleep];
        let own = |id: &u64| {
            let mut list = look.processlist.iter().flatten();
            list.any(|process| process.id == *id && process.is_self)
        };
        if drawn.unnamed > 0 || !ids.into_iter().flatten().all(own) {
            *seen.groups.or_default(row.group_id) = drawn;
        }
    }
    Some((at, seen)).filter(|(_, seen)| seen.groups.values().next().is_some())
}

fn group(look: &Look, row: &TpRow) -> GroupSeen {
    let mut drawn = GroupSeen {
        group: row.group_id,
        ..GroupSeen::default()
    };
    let own = |one: &&TpRow| one.table == Tp::Connections && one.group_id == row.group_id;
    for one in look.tp.iter().filter(own) {
        let mut list = look.processlist.iter().flatten();
        let Some(process) = list.find(|process| cell(one, ID) == Some(process.id)) else {
            continue;
        };
        match one.word {
            Some("QUEUED" | "WAITING_FOR_CREDIT") => drawn.queued.push(process.id),
            Some("ATTACHED") => {
                drawn.on_threads.push(process.id);
                let does = Some(does(look, process));
                drawn.seats.push(Seat {
                    conn: process.id,
                    does,
                });
            }
            _ => drawn.asleep.push(process.id),
        }
    }
    // Those that do not run come first, as they are counted first.
    let runs = |seat: &Seat| seat.does == Some(Does::Running);
    let (running, held): (Vec<Seat>, Vec<Seat>) = drawn.seats.iter().partition(|seat| runs(seat));
    drawn.waiting = small(held.len() as u64);
    drawn.seats = [held, running].concat();
    let threads = cell(row, THREADS).unwrap_or_else(|| {
        let all = cell(row, ALL_THREADS).unwrap_or(drawn.seats.len() as u64);
        all.saturating_sub(number(row, CONNECT))
    });
    let listens = cell(row, LISTENER).is_some();
    let standby = number(row, CONSUMERS).saturating_add(number(row, RESERVES));
    let idle = standby
        .saturating_add(listens.into())
        .saturating_add(drawn.waiting.into());
    let named = [&drawn.on_threads, &drawn.queued, &drawn.asleep].map(|ids| ids.len() as u64);
    let connections = number(row, CONNECTIONS);
    drawn.unnamed = small(connections.saturating_sub(named.iter().sum()));
    drawn.made = Some(Group {
        line: row.line,
        group_id: row.group_id,
        connections: small(connections),
        threads: small(threads),
        active_threads: small(threads.saturating_sub(idle)),
        standby_threads: small(standby),
        queue_length: small(number(row, HIGH).saturating_add(number(row, LOW))),
        has_listener: listens,
        listener_shown: true,
        high: Some(small(number(row, HIGH))),
        is_stalled: number(row, STALLED) > 0,
    });
    drawn
}

// A silent client holds its thread from BEGIN to COMMIT.
fn does(look: &Look, process: &Process) -> Does {
    match wait_in_pool(look, process) {
        Some(wait) if wait.is_lock() => Does::Lock,
        Some(_) => Does::Waiting,
        None if process.command == "Sleep" => Does::Waiting,
        None => Does::Running,
    }
}

fn cell(row: &TpRow, column: TpColumn) -> Option<u64> {
    row.cells.get(column as usize).copied().flatten()
}

fn number(row: &TpRow, column: TpColumn) -> u64 {
    cell(row, column).unwrap_or(0)
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
