//! A deterministic simulator of database thread-pool schedulers.
//!
//! A [`scenario::Scenario`] goes in; events with their reasons, the life of each request, figures,
//! and a picture of any moment come out. Time is counted in whole nanoseconds, every random draw
//! comes from a named stream, and every transcendental function from `libm`: one scenario and one
//! seed give one trace, byte for byte, wherever the engine runs.
#![forbid(unsafe_code)]

/// Version of the engine, as in its package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub mod frame;
mod report;
pub mod sim;
pub mod vectors;

pub use poolscope_clockwork::{dist, queue, rng, stats};
use poolscope_scenario::sorted;
pub use poolscope_scenario::{ids, json, reason, scenario, tables};
pub use poolscope_steps::record::{ClientCounts, Column, GroupPeaks};
pub use poolscope_steps::{event, instruments, life};
use poolscope_steps::{kernel, record, run, scheduler};
pub use report::{LatencySummary, Metrics, Series, StatementFigures};
