//! Tests of reading and judging, in one program.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a wrong test may fail loudly; the helpers are no test functions"
)]

mod composed;
mod forks;
mod incidents;
mod judge;
mod makers;
mod pastes;
mod read;
