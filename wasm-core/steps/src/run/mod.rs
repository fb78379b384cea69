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
#[cfg(feature = "clients")]
mod waiting;
mod waits;

pub use plan::Plan;
pub use state::{Budget, State, Stream};
#[cfg(feature = "clients")]
pub use timers::Due;
#[cfg(feature = "clients")]
pub use waiting::Waiting;
