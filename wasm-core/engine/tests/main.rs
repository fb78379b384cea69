//! All tests of the engine in one program: linking one per folder took longer than running most of them.
//! They are a separate package so that only the engine is optimised.

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

mod common;
mod laws;
mod parity;
mod refusals;
mod rules;
mod scenarios;
mod vectors;
