//! Tests of reading and judging, in one program.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a wrong test may fail loudly; the helpers are no test functions"
)]
#![allow(
    clippy::wildcard_enum_match_arm,
    clippy::match_wildcard_for_single_variants,
    reason = "a test picks the events and values that it is about"
)]

mod any_pool;
mod composed;
mod forks;
mod incidents;
mod judge;
mod makers;
mod pastes;
mod read;
