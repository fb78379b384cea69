//! What must hold of the engine, in one program: linking one for each folder took longer than most of their tests. They
//! are a package of their own so that they are not optimised, as the engine is.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a wrong test may fail loudly; the helpers are no test functions"
)]

mod common;
mod laws;
mod parity;
mod refusals;
mod rules;
mod scenarios;
mod vectors;
