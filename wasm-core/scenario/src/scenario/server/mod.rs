//! The server, its variables under their own names, and the state at time 0.

mod priority;
mod scheduler_name;
mod settings;

use serde::Serialize;

#[cfg(feature = "start")]
use super::start::StartState;
use super::variables::{Var, variable};
use crate::json::Value;
pub use priority::{HighPrioMode, PoolPriority};
pub use scheduler_name::SchedulerName;
pub use settings::{SIZE, Settings};

/// The server: which scheduler, which version, and the variables that are not at their default.
/// Names are the server's own, with the unit appended where the value has one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Which scheduler.
    pub scheduler: SchedulerName,
    /// Version whose rules apply, of those that the scheduler has; the newest unless told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The variables, as they stand in the file.
    #[serde(skip)]
    pub set: Vec<(Var, Value)>,
}

/// Which threads there are at time 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StartThreads {
    /// Every group has its listener: a pool that was used before.
    #[default]
    Listener,
    /// No group has a thread before its first connection: a server just started.
    None,
}

/// The state at time 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// First round of the stall timer; one stall limit after the start unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_tick_us: Option<u64>,
    /// Threads of each group.
    pub threads: StartThreads,
    /// Idle workers of each group besides the listener.
    pub idle_workers: u32,
    /// Attempts to dequeue already counted in group 0.
    pub dequeue_attempts: u32,
    /// CPU that a new connection's login takes.
    pub login_cpu_us: u64,
    /// The state of a server that has run before: the run goes on from it. In place of the fields above, but for
    /// `login_cpu_us`. No file has it: it is made by who runs remedies ahead.
    #[cfg(feature = "start")]
    #[serde(skip)]
    pub state: Option<Box<StartState>>,
}

impl Server {
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
