//! The one place that reads a clock: how long a command took, never what a run does.
use std::time::Instant;

/// Begins to measure.
#[allow(
    clippy::disallowed_methods,
    reason = "what is measured is this machine's own time"
)]
pub fn start() -> Instant {
    Instant::now()
}
