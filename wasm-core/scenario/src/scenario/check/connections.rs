//! Checks that each connection is one: listed once, and driven by one loop or crowd at most.

use super::{CONNECTIONS_MAX, Check};
use crate::scenario::Scenario;
use crate::sorted::Sorted;

/// The connections of a scenario.
#[cfg_attr(
    not(feature = "start"),
    expect(dead_code, reason = "states and KILL ask for it")
)]
pub(super) struct Known {
    /// Those listed, asking once, or in a loop.
    single: Sorted<u64, ()>,
    crowds: Vec<Ids>,
}

#[cfg(feature = "start")]
impl Known {
    pub fn has(&self, id: u64) -> bool {
        self.single.get(id).is_some() || self.crowds.iter().any(|ids| ids.has(id))
    }

    /// Whether it is one of this crowd's.
    pub fn of_crowd(&self, crowd: usize, id: u64) -> bool {
        self.crowds.get(crowd).is_some_and(|ids| ids.has(id))
    }

    /// The crowd that it is of.
    pub fn crowd(&self, id: u64) -> Option<usize> {
        self.crowds.iter().position(|ids| ids.has(id))
    }

    pub fn count(&self) -> u64 {
        let crowds = self
            .crowds
            .iter()
            .map(|c| (c.end - c.first).div_ceil(c.step));
        self.single.keys().len() as u64 + crowds.sum::<u64>()
    }
}

/// The ids of a crowd.
struct Ids {
    first: u64,
    end: u64,
    step: u64,
}

impl Ids {
    fn has(&self, id: u64) -> bool {
        (self.first..self.end).contains(&id) && (id - self.first).is_multiple_of(self.step)
    }

    /// Where two such rows meet, they meet again after at most as many ids as the other's step.
    fn meets(&self, other: &Ids) -> bool {
        let from = self.first.max(other.first);
        let to = self.end.min(other.end);
        let ahead = from.saturating_sub(self.first).next_multiple_of(self.step);
        let mut id = self.first.saturating_add(ahead);
        for _ in 0..other.step {
            if id >= to {
                return false;
            }
            if other.has(id) {
                return true;
            }
            id += self.step;
        }
        false
    }
}

pub(super) fn connections(c: &mut Check, s: &Scenario) -> Known {
    let mut ids = Sorted::default();
    for (i, connection) in s.connections.iter().enumerate() {
        if !ids.insert(connection.id, ()) {
            c.fail(
                format_args!("connections[{i}].id"),
                connection.id,
                "each id once",
            );
        }
    }
    for request in &s.requests {
        ids.insert(request.connection, ());
    }
    let mut looped = Sorted::default();
    for (i, l) in s.loops.iter().enumerate() {
        if !looped.insert(l.connection, ()) {
            let path = format_args!("loops[{i}].connection");
            c.fail(path, l.connection, "one loop for each connection");
        }
    }
    for id in looped.keys() {
        ids.insert(id, ());
    }
    let mut count = ids.keys().len() as u64;
    let mut crowds: Vec<Ids> = Vec::new();
    for (i, clients) in s.clients.iter().enumerate() {
        // A crowd without a first id follows the highest so far, as the plan of the run has it.
        let last_of_crowds = crowds.iter().map(|ids| ids.end - 1).max();
        let highest = last_of_crowds.max(ids.keys().next_back());
        let next = highest.map_or(0, |id| id.saturating_add(1));
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
            c.fail(path, first, "ids that no other connection has");
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
