//! The state of a run, and what an event does to it: clients, statements and waits.

mod changes;
mod clients;
#[cfg(any(feature = "start", feature = "all"))]
mod kill;
#[cfg(feature = "all")]
mod patience;
pub mod plan;
mod state;
mod statements;
#[cfg(feature = "all")]
mod timers;
mod waits;

#[cfg(feature = "all")]
pub use patience::Waiting;
pub use plan::Plan;
pub use state::{Budget, State, Stream};
#[cfg(feature = "all")]
pub use timers::Due;
