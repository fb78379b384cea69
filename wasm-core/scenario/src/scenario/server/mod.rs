//! The server, its variables under their own names, and the state at time 0.

mod priority;
mod settings;

use std::fmt::{Display, from_fn};

use serde::Serialize;

use super::fields::{Field, fields, words};
use super::limits::UNTIL_US_MAX;
use super::read::Cursor;
use super::scheduler_name::SchedulerName;
use super::variables::{FIELDS, Var, VariableKind, variable, variables};
use crate::json::Value;
pub use settings::{SIZE, Settings};

/// The server: which scheduler, which version, and the variables that are not at their default.
/// Names are the server's own, with the unit appended where the value has one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Which scheduler.
    pub scheduler: SchedulerName,
    /// Version whose rules apply, one of those of the scheduler; by default the newest.
    #[cfg_attr(feature = "schema", ts(optional = nullable))]
    pub version: Option<String>,
    /// The variables as they are in the file.
    #[serde(skip)]
    pub set: Vec<(Var, Value)>,
}

impl Field for Server {
    type Bounds = ();
    const ANY: () = ();

    fn read(cursor: &Cursor<'_>, (): ()) -> Self {
        let before = cursor.problems();
        let f = cursor.fields(&[["scheduler", "version"].as_slice(), FIELDS].concat());
        let variables = Var::all().filter_map(|(var, kind)| {
            let cursor = f.get(var.field())?;
            match kind {
                VariableKind::Number { .. } => _ = cursor.whole(u64::ANY),
                VariableKind::Switch { .. } => _ = cursor.bool(),
                VariableKind::Choice { .. } => _ = cursor.text(),
            }
            Some((var, cursor.value().clone()))
        });
        let read = Server {
            scheduler: SchedulerName::of(&f, "scheduler", ()),
            version: Option::of(&f, "version", ()),
            set: variables.collect(),
        };
        if cursor.problems() == before {
            read.fits(&mut |name, value, allowed| f.refuse(name, value, allowed));
        }
        read
    }
}

words! {
    /// The threads that exist at time 0.
    pub enum StartThreads {
        /// Every group has its listener: a pool that has been in use.
        Listener = "listener",
        /// No group has a thread before its first connection: a server that has just started.
        None = "none",
    }
}

fields! {
    /// The state at time 0.
    pub struct Start {
        /// First round of the stall timer; by default one stall limit after the start.
        first_tick_us: Option<u64> [0, UNTIL_US_MAX],
        /// Threads of each group.
        threads: StartThreads = StartThreads::Listener,
        /// Idle workers of each group besides the listener.
        idle_workers: u32 [0, 1_000] = 0,
        /// Attempts to dequeue already counted in group 0.
        dequeue_attempts: u32 = 0,
        /// CPU that a new connection's login takes.
        login_cpu_us: u64 [0, UNTIL_US_MAX] = 0,
    }
}

impl Server {
    /// Combinations that a server can't have, reported with the name of the field.
    pub(super) fn fits(&self, refuse: &mut dyn FnMut(&str, &dyn Display, &dyn Display)) {
        let versions = self.scheduler.versions();
        let version = self.version();
        if !versions.contains(&version) {
            let value = format_args!("\"{version}\"");
            let allowed = from_fn(|f| f.write_str(&versions.join(" or ")));
            return refuse("version", &value, &allowed);
        }
        for (var, value) in &self.set {
            let Some(row) = variable(self.scheduler, version, var.field()) else {
                let allowed = from_fn(|f| {
                    let has = variables(self.scheduler, version).map(|v| v.field);
                    let has = has.collect::<Vec<&str>>().join(", ");
                    let who = self.scheduler.as_str();
                    write!(f, "a variable that {who} {version} has: {has}")
                });
                refuse(var.field(), value, &allowed);
                continue;
            };
            if row.code(value).is_none() {
                let allowed = from_fn(|f| {
                    f.write_str(&row.allowed())?;
                    if matches!(row.kind, VariableKind::Number { .. }) && !row.unit.is_empty() {
                        write!(f, " {}", row.unit)?;
                    }
                    Ok(())
                });
                refuse(var.field(), value, &allowed);
            }
        }
    }

    /// The version, or the newest one of this scheduler.
    pub fn version(&self) -> &str {
        self.version
            .as_deref()
            .unwrap_or_else(|| self.scheduler.versions().last().copied().unwrap_or("any"))
    }

    /// The value of a variable, if it is set.
    pub fn get(&self, var: Var) -> Option<&Value> {
        let set = self.set.iter().find(|(set, _)| *set == var);
        set.map(|(_, value)| value)
    }

    /// A number: as set, or its default for this scheduler and version. None if this server has no such
    /// variable or its default is "not set".
    pub fn number(&self, var: Var) -> Option<u64> {
        match self.get(var) {
            Some(value) => value.as_u64(),
            None => variable(self.scheduler, self.version(), var.field())?.default_code(),
        }
    }
}
