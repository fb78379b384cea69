//! The only place that reads a clock. It measures commands and never affects a run.
use std::time::Instant;

/// Starts the measurement.
#[allow(
    clippy::disallowed_methods,
    reason = "what is measured is this machine's own time"
)]
pub fn start() -> Instant {
    Instant::now()
}
