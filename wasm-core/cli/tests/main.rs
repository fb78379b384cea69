//! Tests of the command as a user would run it, in one program: linking one per file took longer than the tests.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a wrong test may fail loudly; the helpers are no test functions"
)]

mod check;
mod common;
mod diagnose;
mod drift;
mod explain;
mod help;
mod run;
mod sweep;
mod watch;
