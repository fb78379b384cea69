//! Shared parts of the workloads.
use crate::stats::{Latencies, TimeAverage};

/// Nanoseconds in the time unit of a workload.
pub(super) const UNIT_NS: f64 = 1e6;

/// The result of a run, in the time unit of its workload.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Events handled.
    pub events: u64,
    /// Customers served (W1), statements done (W2), holds (W3).
    pub done: u64,
    /// The clock at the end.
    pub clock: f64,
    /// Mean wait for a server (W1), mean response (W2), 0 in W3.
    pub mean: f64,
    /// 99th percentile of the same.
    pub p99: f64,
    /// Average number that waits for a server; in W3, the number of pending events.
    pub waiting: f64,
    /// Hash of the order of the events, h = 31 h + slot modulo 2^32.
    pub order: u32,
}

/// A run that can be divided into slices.
pub trait Workload {
    /// Handles about this many more events; true when the run is over.
    fn slice(&mut self, events: u64) -> bool;
    /// The result so far.
    fn outcome(&self) -> Outcome;
}

pub(super) fn outcome(
    events: u64,
    done: u64,
    now: u64,
    latencies: &Latencies,
    waiting: &TimeAverage,
    order: u32,
) -> Outcome {
    Outcome {
        events,
        done,
        clock: now as f64 / UNIT_NS,
        mean: latencies.mean_ns() / UNIT_NS,
        p99: latencies.p99_ns() as f64 / UNIT_NS,
        waiting: waiting.average(now),
        order,
    }
}

/// Compares the mean of independent runs with theory, within three standard errors estimated from these runs.
#[cfg(test)]
pub(super) fn assert_mean(runs: &[f64], expected: f64) {
    let n = runs.len() as f64;
    let mean = runs.iter().sum::<f64>() / n;
    let variance = runs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    let error = (variance / n).sqrt();
    assert!(
        (mean - expected).abs() < 3.0 * error,
        "{mean} +- {error} is not {expected}"
    );
    assert!(
        error < 0.02 * expected,
        "{error} is too wide to tell anything"
    );
}
