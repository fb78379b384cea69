//! The command, as a reader would use it: in one program, since linking one for each file took longer than their tests.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a wrong test may fail loudly; the helpers are no test functions"
)]

mod benchmarks;
mod check;
mod common;
mod diagnose;
mod drift;
mod explain;
mod help;
mod run;
mod sweep;
mod watch;
