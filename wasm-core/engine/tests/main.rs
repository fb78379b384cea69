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

/// The example of the crate's README.
#[path = "../examples/lives.rs"]
#[allow(dead_code, reason = "its own program prints")]
mod lives;

#[test]
fn the_example_answers_two_at_a_time() {
    let answers = lives::answers_ns().unwrap();
    let seconds: Vec<u64> = answers.iter().map(|ns| ns / 1_000_000_000).collect();
    assert_eq!(seconds, [2, 2, 4, 4, 6, 6, 8, 8]);
}
