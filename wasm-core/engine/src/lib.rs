//! A deterministic simulator of database thread-pool schedulers.
#![forbid(unsafe_code)]

/// Version of the engine, as in its package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(feature = "bench")]
pub mod bench;
pub mod queue;
mod ziggurat;
pub mod stats;
pub mod rng;
pub mod dist;
