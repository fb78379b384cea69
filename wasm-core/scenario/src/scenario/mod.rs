//! The whole input of a run: the server's settings, the clients' work, the length of the run. One JSON file;
//! unknown fields, wrong types and values out of range are refused with their path.

mod acts;
mod arrivals;
mod check;
mod error;
pub(crate) mod fields;
mod file;
mod limits;
mod load;
mod machine;
mod micros;
mod overrides;
mod patience;
pub mod read;
mod scheduler_name;
mod server;
mod settings;
mod span;
mod variables;
mod workload;

pub use acts::{ACTS_MAX, Act, Between, Hold, Pour, SetGlobal, Work};
pub use arrivals::{Arrivals, Batch, Bursts, Closed, Open, Spread};
pub use check::{MAX_CONNECTIONS, MAX_CONNECTIONS_DEFAULT};
pub use error::{PROBLEMS_MAX, Problem, Problems};
pub use file::{Budget, Keep, Knob, Published, Scenario, Source};
pub use limits::{CONNECTIONS_MAX, GROUPS_MAX, UNTIL_US_MAX};
pub use load::own;
pub use machine::{ColdCache, Disk, Latch, Machine, RunQueue, Stall};
pub use micros::Micros;
pub use overrides::{Overrides, parse_overrides, read_overrides};
pub use patience::{
    Backoff, Leave, Leaving, OnGiveUp, Opened, Patience, Pause, RetryBudget, Reuse,
};
pub use scheduler_name::SchedulerName;
pub use server::{SIZE, Server, Settings, Start, StartThreads};
pub use settings::Setting;
pub use span::{Bimodal, Erlang, Exponential, Lognormal, RandomSpan, Span, Uniform};
pub use variables::{
    FIELDS, HighPrioMode, PoolPriority, VARIABLES, Var, Variable, VariableKind, var, variable,
};
pub use workload::{
    Change, Clients, Connection, Loop, Port, Request, RowLock, Statement, Step, WaitKindName,
};
