//! All tests of the curves, in one program.

#![allow(
    clippy::unwrap_used,
    reason = "a wrong test may fail loudly; the helpers are no test functions"
)]

mod analytic;
mod parity;
mod points;
