//! The state of a run, and what an event does to it: clients, statements and waits.

mod act;
mod changes;
mod clients;
mod kill;
mod patience;
pub mod plan;
mod state;
mod statements;
mod timers;
mod waiting;
mod waits;

pub use plan::Plan;
pub use state::{Budget, State, Stream};
pub use timers::Due;
pub use waiting::Waiting;
