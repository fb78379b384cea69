//! What every step of a simulation goes through: the event queue, random streams, distributions,
//! statistics. A package of its own, because it is built for speed everywhere, while the rest of the
//! engine is built for size where a reader downloads it.
#![forbid(unsafe_code)]

#[cfg(feature = "bench")]
pub mod bench;
pub mod dist;
pub mod queue;
pub mod rng;
pub mod stats;
mod ziggurat;
