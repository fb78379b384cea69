//! The groups of Oracle's plugin as they are drawn: threads and connections where its tables place them.
//!
//! Source of what the columns count: MySQL 9.7.4, as captured in `tests/captures-mysql`. A thread that a silent client's
//! transaction binds counts as active there, and so does one in GET_LOCK; what a thread waits for is in tp_thread_state.

use crate::capture::{Capture, Group, Look, Process, Tp, TpColumn, TpRow};
use crate::order::Map;
use crate::state::{Does, GroupSeen, Seat, Seen, waits_in_pool};
use crate::states::Wait;

use TpColumn::{
    connect_thread_count as CONNECT, connection_count as CONNECTIONS, connection_id as ID,
    consumer_threads as CONSUMERS, queued_queries as HIGH, queued_transactions as LOW,
    reserve_threads as RESERVES, stalled_thread_count as STALLED, thread_count as THREADS,
    waiting_thread_number as LISTENER,
};

/// The last look with groups that have connections, and these groups.
pub fn seen(capture: &Capture) -> Option<(usize, Seen)> {
    let used = |row: &&TpRow| row.table == Tp::Groups && row.number(CONNECTIONS) > 0;
    let mut looks = capture.looks.iter().enumerate();
    let (at, look) = looks.rfind(|(_, look)| look.tp.iter().any(|row| used(&row)))?;
    let list = || look.processlist.iter().flatten();
    let drawn = Drawn {
        look,
        named: list().map(|process| (process.id, process)).collect(),
        waits: waits_in_pool(look),
        listeners: look.tp.iter().any(|row| row.get(LISTENER).is_some()),
    };
    let mut seen = Seen::default();
    for row in look.tp.iter().filter(used) {
        let group = drawn.group(row);
        // The Admin group often has nobody but who looks.
        let ids = [&group.on_threads, &group.queued, &group.asleep];
        let own = |id: &u64| drawn.named.get(id).is_some_and(|process| process.is_self);
        if group.unnamed > 0 || !ids.into_iter().flatten().all(own) {
            *seen.groups.or_default(row.group_id) = group;
        }
    }
    Some((at, seen)).filter(|(_, seen)| !seen.groups.is_empty())
}

/// What the groups of a look are drawn from.
struct Drawn<'a> {
    look: &'a Look,
    /// The list, by connection.
    named: Map<u64, &'a Process>,
    /// What connections wait for.
    waits: Map<u64, Wait>,
    /// Some group shows its listener; otherwise the column is not in the paste, and says nothing.
    listeners: bool,
}

impl Drawn<'_> {
    fn group(&self, row: &TpRow) -> GroupSeen {
        let mut drawn = GroupSeen {
            group: row.group_id,
            ..GroupSeen::default()
        };
        let own = |one: &&TpRow| one.table == Tp::Connections && one.group_id == row.group_id;
        for one in self.look.tp.iter().filter(own) {
            let Some(process) = one.get(ID).and_then(|id| self.named.get(&id)) else {
                continue;
            };
            if one.is_queued() {
                drawn.queued.push(process.id);
            } else if one.is_attached() {
                drawn.on_threads.push(process.id);
                drawn.seats.push(Seat {
                    conn: process.id,
                    does: Some(self.does(process)),
                });
            } else {
                drawn.asleep.push(process.id);
            }
        }
        // Those that do not run come first, as they are counted first.
        let runs = |seat: &Seat| seat.does == Some(Does::Running);
        let (running, held): (Vec<Seat>, Vec<Seat>) =
            drawn.seats.iter().partition(|seat| runs(seat));
        drawn.waiting = small(held.len() as u64);
        let threads = row.number(THREADS).saturating_sub(row.number(CONNECT));
        let listens = row.get(LISTENER).is_some();
        let standby = row.number(CONSUMERS).saturating_add(row.number(RESERVES));
        let idle = standby
            .saturating_add(listens.into())
            .saturating_add(drawn.waiting.into());
        // Where no column counts threads, those that are known to work do.
        let active = match row.get(THREADS) {
            Some(_) => threads.saturating_sub(idle),
            None => running.len() as u64,
        };
        drawn.seats = [held, running].concat();
        let named = [&drawn.on_threads, &drawn.queued, &drawn.asleep].map(|ids| ids.len() as u64);
        let connections = row.number(CONNECTIONS);
        drawn.unnamed = small(connections.saturating_sub(named.iter().sum()));
        drawn.made = Some(Group {
            line: row.line,
            group_id: row.group_id,
            connections: small(connections),
            threads: small(threads),
            active_threads: small(active),
            standby_threads: small(standby),
            queue_length: small(row.number(HIGH).saturating_add(row.number(LOW))),
            has_listener: listens || !self.listeners,
            listener_shown: true,
            high: Some(small(row.number(HIGH))),
            is_stalled: row.number(STALLED) > 0,
        });
        drawn
    }

    // A silent client holds its thread from BEGIN to COMMIT.
    fn does(&self, process: &Process) -> Does {
        match self.waits.get(&process.id) {
            Some(wait) if wait.is_lock() => Does::Lock,
            Some(_) => Does::Waiting,
            None if process.command == "Sleep" => Does::Waiting,
            None => Does::Running,
        }
    }
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
