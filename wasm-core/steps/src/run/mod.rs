//! The state of a run, and what an event does to it: clients, statements and waits.

mod changes;
mod clients;
#[cfg(any(feature = "start", feature = "clients"))]
mod kill;
#[cfg(feature = "clients")]
mod patience;
pub mod plan;
mod state;
mod statements;
#[cfg(feature = "clients")]
mod timers;
mod waits;

#[cfg(feature = "clients")]
pub use patience::Waiting;
pub use plan::Plan;
pub use state::{Budget, State, Stream};
#[cfg(feature = "clients")]
pub use timers::Due;
