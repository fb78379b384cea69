//! Measures how many events per second the native engine handles, and medians of several runs.

use poolscope_engine::bench::{Outcome, workload};

use crate::stopwatch;

/// Events per slice, as in Node.
const SLICE: u64 = 200_000;

/// Events per second, and the result.
pub fn native_rate(number: u32, seed: u32) -> Result<(f64, Outcome), String> {
    let mut run = workload(number, seed).ok_or("no such workload")?;
    let start = stopwatch::start();
    while !run.slice(SLICE) {}
    let seconds = start.elapsed().as_secs_f64();
    let outcome = run.outcome();
    Ok((outcome.events as f64 / seconds, outcome))
}

/// Minimum, median and maximum.
pub fn spread(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
        return [f64::NAN; 3];
    };
    [least, 0.5 * (values[(n - 1) / 2] + values[n / 2]), most]
}
