//! Checks clients that give up, and how connections were opened, against the server and each other.

use super::connections::Known;
use std::fmt::from_fn;

use super::found::Check;
use crate::scenario::Scenario;
use crate::scenario::variables::{Var, var};

/// `max_connections`.
pub const MAX_CONNECTIONS: Var = var("max_connections");
/// Its default in MariaDB and MySQL.
pub const MAX_CONNECTIONS_DEFAULT: u64 = 151;

const SERVERS: &str = "a server that is mariadb, percona or one-thread-per-connection";

pub(super) fn patience(c: &mut Check, s: &Scenario, known: &Known) {
    let scheduler = s.server.scheduler;
    for (i, clients) in s.clients.iter().enumerate() {
        if clients.patience.is_some() && !scheduler.knows_patience() {
            let path = format_args!("clients[{i}].patience");
            c.fail(path, scheduler.as_str(), SERVERS);
        }
        let own = clients.first_connection.is_some() || clients.connection_step.is_some();
        if s.opened.is_some() && own {
            let path = format_args!("clients[{i}].first_connection");
            let allowed = "nothing, beside opened, which gives the ids";
            c.fail(path, "an id or a step", allowed);
        }
    }
    let gives_up = s.clients.iter().any(|clients| clients.patience.is_some());
    let given = s.server.number(MAX_CONNECTIONS);
    let most = given.unwrap_or(MAX_CONNECTIONS_DEFAULT);
    let new = s.connections.iter().filter(|c| c.new).count() as u64;
    let crowds = s.clients.iter().filter(|clients| clients.new);
    let new = new + crowds.map(|clients| u64::from(clients.count)).sum::<u64>();
    let there = known.count().saturating_sub(new);
    if (gives_up || given.is_some()) && there > most {
        let allowed = format_args!("at least {there}, the number of connections at the start");
        c.fail("server.max_connections", most, allowed);
    }
    for (i, leave) in s.leaves.iter().enumerate() {
        let path = format_args!("leaves[{i}].connection");
        if !known.has(leave.connection) {
            let allowed = from_fn(|f| {
                write!(f, "the id of a connection of the scenario: ")?;
                known.list(f)?;
                f.write_str(" (one that a retry opens later has no id here)")
            });
            c.fail(path, leave.connection.0, allowed);
        }
        if !scheduler.knows_patience() {
            c.fail(format_args!("leaves[{i}]"), scheduler.as_str(), SERVERS);
        }
    }
}
