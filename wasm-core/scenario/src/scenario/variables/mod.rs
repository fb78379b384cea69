//! The server variables that the engine knows: range, unit, default and help by scheduler and
//! version. Validation, the JSON Schema and the knobs of the page read this one table.
//! Source: the servers' documentation and variable tables (scheduler rules, sections 2.9 and 3.7).

mod innodb;
mod mariadb;
mod mysql_60;
mod one_thread;
mod oracle;
mod percona;
mod queues;
mod row;
mod timeouts;
mod unix_pools;
mod windows;

use serde::Serialize;

use super::server::SchedulerName;
use row::{count, joined};

/// What values a variable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum VariableKind {
    /// A whole number.
    Number {
        /// Least.
        min: u64,
        /// Greatest.
        max: u64,
        /// Default; null where it depends on the machine or is "not set".
        default: Option<u64>,
    },
    /// ON or OFF.
    Switch {
        /// Default.
        default: bool,
    },
    /// One of a few words.
    Choice {
        /// The words.
        #[cfg_attr(feature = "schema", ts(type = "string[]"))]
        values: &'static [&'static str],
        /// Default.
        default: &'static str,
    },
}

/// A server variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct Variable {
    /// Name in the server.
    pub name: &'static str,
    /// Name in scenario files: with the unit appended.
    pub field: &'static str,
    /// Unit, empty for a plain number.
    pub unit: &'static str,
    /// The scheduler that has it.
    pub scheduler: SchedulerName,
    /// The versions (of those that the engine has) for which this row holds.
    #[cfg_attr(feature = "schema", ts(type = "string[]"))]
    pub versions: &'static [&'static str],
    /// Its values.
    pub kind: VariableKind,
    /// SET GLOBAL changes it at run time.
    pub dynamic: bool,
    /// What it does, in a sentence. Pages have it from the generated table; the wasm goes without.
    #[cfg(feature = "schema")]
    pub help: &'static str,
}

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

/// The row of a variable, by its name in the server or in scenario files.
pub fn variable(scheduler: SchedulerName, version: &str, name: &str) -> Option<&'static Variable> {
    VARIABLES.iter().find(|v| {
        v.scheduler == scheduler
            && v.versions.contains(&version)
            && (v.field == name || v.name == name)
    })
}
