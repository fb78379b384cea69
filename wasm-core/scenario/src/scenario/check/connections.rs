//! Checks that each connection is listed once, and driven by at most one loop or crowd.

use std::fmt::{self, Formatter};

use super::found::Check;
use crate::ids::ConnectionId;
use crate::scenario::Scenario;
use crate::scenario::limits::CONNECTIONS_MAX;
use crate::sorted::Sorted;

// Most ranges of ids that a refusal names.
const RANGES_MAX: usize = 8;

/// The connections of a scenario.
pub(super) struct Known {
    /// Connections that are listed, send single requests, or run a loop.
    single: Sorted<ConnectionId, ()>,
    crowds: Vec<Ids>,
}

impl Known {
    pub fn has(&self, id: ConnectionId) -> bool {
        self.single.get(id).is_some() || self.crowds.iter().any(|ids| ids.has(id))
    }

    pub fn count(&self) -> u64 {
        let crowds = self.crowds.iter().map(Ids::count);
        self.single.keys().len() as u64 + crowds.sum::<u64>()
    }

    /// The ids in short, in their order: `1 to 8, 12, 100 to 700 in steps of 100`.
    pub fn list(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut all: Vec<Ids> = Vec::new();
        for id in self.single.keys() {
            match all.last_mut() {
                Some(last) if last.end == id => last.end = id.after(1),
                _ => all.push(Ids {
                    first: id,
                    end: id.after(1),
                    step: 1,
                }),
            }
        }
        all.extend(self.crowds.iter().copied());
        all.sort_by_key(|ids| ids.first);
        for (i, ids) in all.iter().take(RANGES_MAX).enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let last = ids.first.after((ids.count() - 1) * ids.step);
            write!(f, "{comma}{}", ids.first.0)?;
            if last > ids.first {
                write!(f, " to {}", last.0)?;
            }
            if last > ids.first && ids.step > 1 {
                write!(f, " in steps of {}", ids.step)?;
            }
        }
        match all.len().saturating_sub(RANGES_MAX) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// IDs at equal distances, such as those of a crowd.
#[derive(Clone, Copy)]
struct Ids {
    first: ConnectionId,
    end: ConnectionId,
    step: u64,
}

impl Ids {
    fn count(&self) -> u64 {
        (self.end.0 - self.first.0).div_ceil(self.step)
    }

    fn has(&self, id: ConnectionId) -> bool {
        (self.first..self.end).contains(&id) && (id.0 - self.first.0).is_multiple_of(self.step)
    }

    /// If two such sequences share an ID, they share another at most as many IDs later as the other's step.
    fn meets(&self, other: &Ids) -> bool {
        let from = self.first.max(other.first);
        let to = self.end.min(other.end);
        let ahead = from.0.saturating_sub(self.first.0);
        let mut id = self.first.after(ahead.next_multiple_of(self.step));
        for _ in 0..other.step {
            if id >= to {
                return false;
            }
            if other.has(id) {
                return true;
            }
            id = id.after(self.step);
        }
        false
    }
}

pub(super) fn connections(c: &mut Check, s: &Scenario) -> Known {
    let mut ids = Sorted::default();
    for (i, connection) in s.connections.iter().enumerate() {
        if !ids.insert(connection.id, ()) {
            let path = format_args!("connections[{i}].id");
            c.fail(path, connection.id.0, "each id once");
        }
    }
    for request in &s.requests {
        ids.insert(request.connection, ());
    }
    let mut looped = Sorted::default();
    for (i, l) in s.loops.iter().enumerate() {
        if !looped.insert(l.connection, ()) {
            let path = format_args!("loops[{i}].connection");
            c.fail(path, l.connection.0, "one loop for each connection");
        }
    }
    for id in looped.keys() {
        ids.insert(id, ());
    }
    let mut count = ids.keys().len() as u64;
    let mut crowds: Vec<Ids> = Vec::new();
    for (i, clients) in s.clients.iter().enumerate() {
        // A crowd without a first ID follows the highest so far, as in the plan of the run.
        let after_crowds = crowds.iter().map(|ids| ids.end).max();
        let after_single = ids.keys().next_back().map(|id| id.after(1));
        let next = after_crowds.max(after_single).unwrap_or_default();
        let first = clients.first_connection.unwrap_or(next);
        let own = Ids {
            first,
            end: clients.end(first),
            step: clients.step(),
        };
        let of_range = ids.keys_from(first).take_while(|id| *id < own.end);
        let taken = of_range.into_iter().any(|id| own.has(id))
            || crowds.iter().any(|other| own.meets(other));
        if taken {
            let path = format_args!("clients[{i}].first_connection");
            c.fail(path, first.0, "ids that no other connection has");
        }
        crowds.push(own);
        count += u64::from(clients.count);
    }
    if count > CONNECTIONS_MAX {
        c.fail(
            "clients",
            format_args!("{count} connections"),
            format_args!("at most {CONNECTIONS_MAX} connections in all"),
        );
    }
    Known {
        single: ids,
        crowds,
    }
}
