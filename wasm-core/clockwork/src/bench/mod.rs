//! The workloads of `poolscope bench`, on the engine's own queue, draws and statistics.
//!
//! Every workload runs in slices, because V8 never optimises a function that does not return.
mod run;
mod w1;
mod w2;
mod w3;

pub use run::{Outcome, Workload};
pub use w1::W1;
pub use w2::W2;
pub use w3::W3;

/// Workload 1, 2 or 3 at its full size; `None` for another number.
#[must_use]
pub fn workload(number: u32, seed: u32) -> Option<Box<dyn Workload>> {
    Some(match number {
        1 => Box::new(W1::new(seed, 2_000_000)),
        2 => Box::new(W2::new(seed, 1_000_000)),
        3 => Box::new(W3::new(seed, 2_500_000)),
        _ => return None,
    })
}
