//! The parts that every step of a run uses: the simulated server, its schedulers, and the record of what
//! happened. A separate package, because it is built for speed, while the code that runs once
//! (`poolscope-engine`) is built for size.
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    reason = "only the engine uses this package, and it documents what it exports"
)]

pub mod event;
pub mod instruments;
pub mod kernel;
pub mod life;
pub mod record;
pub mod run;
pub mod scheduler;

use poolscope_clockwork::{dist, queue, rng, stats};
use poolscope_scenario::{ids, json, reason, scenario, sorted, tables};
