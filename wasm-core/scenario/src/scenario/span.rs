//! A length of time: a number of microseconds, or a distribution to draw it from.

use serde::Serialize;

/// A constant number of microseconds, or a distribution.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(untagged)]
pub enum Span {
    /// Always this many microseconds.
    Us(u64),
    /// Drawn anew each time.
    Random(RandomSpan),
}

/// Distributions of service, think and inter-arrival times.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RandomSpan {
    /// Exponential.
    Exponential {
        /// Mean.
        mean_us: u64,
    },
    /// Lognormal: half of the values lie below the median.
    Lognormal {
        /// Median.
        median_us: u64,
        /// Standard deviation of the logarithm.
        sigma: f64,
    },
    /// One of two values.
    Bimodal {
        /// Probability of the long one, 0 to 1.
        p_long: f64,
        /// The short one.
        short_us: u64,
        /// The long one.
        long_us: u64,
    },
    /// Sum of k exponential stages.
    Erlang {
        /// Number of stages, 1 to 1000.
        k: u32,
        /// Mean of the sum.
        mean_us: u64,
    },
    /// Uniform between two values.
    Uniform {
        /// Least.
        min_us: u64,
        /// Greatest.
        max_us: u64,
    },
}
