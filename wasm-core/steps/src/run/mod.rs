//! The state of a run, and what an event does to it: clients, statements and waits.

mod changes;
mod clients;
#[cfg(feature = "start")]
mod kill;
pub mod plan;
mod state;
mod statements;
mod waits;

pub use plan::Plan;
pub use state::{Budget, State, Stream};
