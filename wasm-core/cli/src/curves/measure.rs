//! The measure that a sweep optimises.

use clap::ValueEnum;
use poolscope_engine::Metrics;

use crate::format::{count, duration, fixed};
use crate::words::words;

/// The figure of which the best value is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Measure {
    P50,
    P95,
    #[default]
    P99,
    Mean,
    Max,
    Throughput,
}

impl Measure {
    // A request without an answer counts with the time that it has waited so far.
    pub fn of(self, m: &Metrics) -> Option<f64> {
        let latency = m.at_least.unwrap_or(m.latency);
        let ns = match self {
            Measure::Throughput => return Some(m.throughput_per_s),
            Measure::P50 => latency.p50_ns as f64,
            Measure::P95 => latency.p95_ns as f64,
            Measure::P99 => latency.p99_ns as f64,
            Measure::Max => latency.max_ns as f64,
            Measure::Mean => latency.mean_ns,
        };
        (m.finished > 0 || m.open > 0).then_some(ns)
    }

    pub fn name(self) -> String {
        let key = match self {
            Measure::P50 => "figure_curve_measure_p50",
            Measure::P95 => "figure_curve_measure_p95",
            Measure::P99 => "figure_curve_measure_p99",
            Measure::Mean => "figure_curve_measure_mean",
            Measure::Max => "figure_curve_measure_max",
            Measure::Throughput => "figure_curve_measure_throughput",
        };
        words(key, &[])
    }

    pub fn say(self, value: f64) -> String {
        if self != Measure::Throughput {
            return duration(value.round() as u64);
        }
        let value = if value >= 100.0 {
            count(value.round() as u64)
        } else {
            fixed(value, 2)
        };
        words("figure_curve_per_s", &[("value", &value)])
    }
}
