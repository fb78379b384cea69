//! Short ways to write scenarios and to read their runs. Times are in microseconds unless a name says otherwise.

mod case;
pub mod random;
mod run;
mod servers;
mod tables;

pub use case::{Case, begin, commit, cpu, lock, unlock, wait, whole};
pub use run::Run;
pub use servers::{case, m4, m5, o8, o9, o84, own, p5, p8, pools, v6, windows};
pub use tables::{cell, number, status};

/// Microseconds in a millisecond and in a second.
pub const MS: u64 = 1_000;
pub const S: u64 = 1_000_000;
