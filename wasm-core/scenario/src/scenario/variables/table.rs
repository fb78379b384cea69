//! The rows of all servers.

use super::row::{count, joined};
use super::variable::Variable;
use super::{innodb, mariadb, mysql_60, one_thread, oracle, percona, queues, windows};
use crate::scenario::scheduler_name::SchedulerName;

const SERVERS: &[&[Variable]] = &[
    mariadb::ROWS,
    percona::ROWS,
    oracle::ROWS,
    one_thread::ROWS,
    queues::ROWS,
    innodb::ROWS,
    mysql_60::ROWS,
    windows::ROWS,
];

/// Every variable, scheduler by scheduler.
pub const VARIABLES: &[Variable] = &joined::<{ count(SERVERS) }>(SERVERS);

/// The rows of a server.
pub fn variables(
    scheduler: SchedulerName,
    version: &str,
) -> impl Iterator<Item = &'static Variable> {
    let of = move |v: &&Variable| v.scheduler == scheduler && v.versions.contains(&version);
    VARIABLES.iter().filter(of)
}

/// The row of a variable, by its name in the server or in scenario files.
pub fn variable(scheduler: SchedulerName, version: &str, name: &str) -> Option<&'static Variable> {
    variables(scheduler, version).find(|v| v.field == name || v.name == name)
}
