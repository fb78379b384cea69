//! The server variables that the engine knows: range, unit, default and help by scheduler and
//! version. Validation, the JSON Schema and the knobs of the page read this one table.
//! Source: the servers' documentation and variable tables (scheduler rules, sections 2.9 and 3.7).

mod innodb;
mod mariadb;
mod mysql_60;
mod one_thread;
mod oracle;
mod percona;
mod priority;
mod queues;
mod row;
mod table;
mod timeouts;
mod unix_pools;
mod var;
mod variable;
mod windows;

pub use priority::{HighPrioMode, PoolPriority};
pub use table::{VARIABLES, variable, variables};
pub(super) use timeouts::CLIENT_LIMITS;
pub use var::{FIELDS, Var, var};
pub use variable::{Variable, VariableKind};
