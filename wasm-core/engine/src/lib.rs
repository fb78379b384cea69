//! A deterministic simulator of database thread-pool schedulers.
#![forbid(unsafe_code)]

/// Version of the engine, as in its package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub mod queue;
