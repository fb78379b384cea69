//! Checks of the clients against the server: ports, and variables that are set.

use std::fmt::{Display, from_fn};

use super::found::Check;
use crate::json::Value;
use crate::scenario::Scenario;
use crate::scenario::limits::GROUPS_MAX;
use crate::scenario::scheduler_name::SchedulerName;
use crate::scenario::server::{SIZE, Server};
use crate::scenario::variables::{Var, var, variable};
use crate::scenario::workload::Port;

const EXTRA_PORT: Var = var("extra_port");
const EXTRA_MAX: Var = var("extra_max_connections");

pub(super) fn workload(c: &mut Check, s: &Scenario) {
    for (i, clients) in s.clients.iter().enumerate() {
        port(c, &format_args!("clients[{i}].port"), s, clients.port);
    }
    for (i, connection) in s.connections.iter().enumerate() {
        let path = format_args!("connections[{i}].port");
        port(c, &path, s, connection.port);
    }
    extra_connections(c, s);
    for (i, change) in s.changes.iter().enumerate() {
        let path = format_args!("changes[{i}].{}", change.variable);
        set_global(c, &path, &s.server, &change.variable, &change.value);
    }
}

// Checks the connections of extra_port, if the server limits them.
fn extra_connections(c: &mut Check, s: &Scenario) {
    let server = &s.server;
    let most = server.number(EXTRA_MAX);
    let single = s.connections.iter().filter(|c| c.port == Port::Extra);
    let crowds = s.clients.iter().filter(|c| c.port == Port::Extra);
    let count = single.count() as u64 + crowds.map(|c| u64::from(c.count)).sum::<u64>();
    if most.is_some_and(|most| count > most) {
        c.fail(
            format_args!("server.{}", EXTRA_MAX.field()),
            most.unwrap_or(0),
            format_args!(
                "at least {count}, the number of connections that come through extra_port"
            ),
        );
    }
}

fn port(c: &mut Check, path: &dyn Display, s: &Scenario, port: Port) {
    let (value, allowed) = match port {
        Port::Main => return,
        Port::Extra => ("\"extra\"", without_extra(&s.server)),
        Port::Admin => ("\"admin\"", without_admin(&s.server)),
    };
    if let Some(allowed) = allowed {
        c.fail(path, value, allowed);
    }
}

// What is allowed on a server that has no extra_port.
fn without_extra(server: &Server) -> Option<&'static str> {
    match server.scheduler {
        SchedulerName::Percona if server.version() != "5.6" => {
            Some("main or admin: Percona Server 8.0.14 removed extra_port")
        }
        SchedulerName::OneQueue
        | SchedulerName::ManyQueues
        | SchedulerName::TwoChoices
        | SchedulerName::NginxWorkers => Some("main: this design has one port"),
        SchedulerName::Mysql60 if server.number(EXTRA_PORT).unwrap_or(0) == 0 => {
            Some("main, or a server that has extra_port set: MariaDB 5.1 to 5.3 (mariadb-5.3)")
        }
        SchedulerName::Oracle => Some("main: Oracle's MySQL has no extra_port"),
        SchedulerName::Mariadb
        | SchedulerName::Percona
        | SchedulerName::OneThreadPerConnection
        | SchedulerName::Mysql60
        | SchedulerName::MariadbWindows => None,
    }
}

// What is allowed on a server whose pool has no admin_port.
fn without_admin(server: &Server) -> Option<&'static str> {
    match server.scheduler {
        SchedulerName::Percona if server.version() != "5.6" => None,
        SchedulerName::Oracle => Some("main: the Admin group is not modelled"),
        SchedulerName::Mariadb
        | SchedulerName::Percona
        | SchedulerName::OneThreadPerConnection
        | SchedulerName::OneQueue
        | SchedulerName::ManyQueues
        | SchedulerName::TwoChoices
        | SchedulerName::NginxWorkers
        | SchedulerName::Mysql60
        | SchedulerName::MariadbWindows => {
            Some("main or extra: only Percona Server 8.0 has admin_port in the pool")
        }
    }
}

/// Checks that a change is possible.
pub(super) fn set_global(
    c: &mut Check,
    path: &dyn Display,
    server: &Server,
    name: &str,
    value: &Value,
) {
    let Some(row) = variable(server.scheduler, server.version(), name) else {
        let (who, version) = (server.scheduler.as_str(), server.version());
        let allowed = format_args!("a variable that {who} {version} has");
        return c.fail(path, value, allowed);
    };
    if !row.dynamic {
        c.fail(path, value, "a variable that SET GLOBAL can change");
    } else if row.is_of(SIZE) && value.as_u64() > Some(GROUPS_MAX) {
        c.fail(path, value, format_args!("1 to {GROUPS_MAX}"));
    } else if row.code(value).is_none() {
        c.fail(path, value, from_fn(|f| f.write_str(&row.allowed())));
    }
}
