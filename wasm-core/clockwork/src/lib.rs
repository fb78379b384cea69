//! The parts that every simulation step uses: the event queue, random streams, distributions, statistics. A separate
//! package, because it is always built for speed, while the rest of the engine is built for size in downloads.
#![forbid(unsafe_code)]

pub mod dist;
pub mod queue;
pub mod rng;
pub mod stats;
mod ziggurat;
