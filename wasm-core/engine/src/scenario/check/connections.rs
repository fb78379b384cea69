//! Checks that each connection is one: listed once, and driven by one loop or crowd at most.

use std::collections::BTreeSet;

use super::{CONNECTIONS_MAX, Check};
use crate::scenario::Scenario;

pub(super) fn connections(c: &mut Check, s: &Scenario) {
    let mut ids = BTreeSet::new();
    for (i, connection) in s.connections.iter().enumerate() {
        if !ids.insert(connection.id) {
            c.fail(
                format!("connections[{i}].id"),
                connection.id,
                "each id once",
            );
        }
    }
    ids.extend(s.requests.iter().map(|r| r.connection));
    let mut looped = BTreeSet::new();
    for (i, l) in s.loops.iter().enumerate() {
        if !looped.insert(l.connection) {
            let path = format!("loops[{i}].connection");
            c.fail(path, l.connection, "one loop for each connection");
        }
    }
    ids.append(&mut looped);
    let mut count = ids.len() as u64;
    let mut crowds: Vec<(u64, u64)> = Vec::new();
    for (i, clients) in s.clients.iter().enumerate() {
        // A crowd without a first id follows the highest so far, as the plan of the run has it.
        let last_of_crowds = crowds.iter().map(|(_, end)| *end - 1).max();
        let highest = last_of_crowds.max(ids.last().copied());
        let next = highest.map_or(0, |id| id.saturating_add(1));
        let first = clients.first_connection.unwrap_or(next);
        let end = first.saturating_add(u64::from(clients.count.max(1)));
        let taken = ids.range(first..end).next().is_some()
            || crowds.iter().any(|(from, to)| first < *to && *from < end);
        if taken {
            let path = format!("clients[{i}].first_connection");
            c.fail(path, first, "ids that no other connection has");
        }
        crowds.push((first, end));
        count += u64::from(clients.count);
    }
    if count > CONNECTIONS_MAX {
        c.fail(
            "clients",
            format!("{count} connections"),
            format!("at most {CONNECTIONS_MAX} connections in all"),
        );
    }
}
