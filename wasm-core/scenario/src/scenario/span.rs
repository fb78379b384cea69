//! A duration: a number of microseconds, or a distribution to draw it from.

use serde::Serialize;

use super::UNTIL_US_MAX;
use super::fields::{Field, choices};
use super::micros::Micros;
use super::read::{Cursor, Fields};

/// A constant number of microseconds (at most three decimals), or a distribution.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(untagged)]
pub enum Span {
    /// Always this many microseconds.
    Us(#[cfg_attr(feature = "schema", schemars(range(max = UNTIL_US_MAX)))] Micros),
    /// Drawn each time.
    Random(RandomSpan),
}

impl Default for Span {
    fn default() -> Self {
        Span::Us(Micros::default())
    }
}

impl Field for Span {
    type Bounds = ();
    const ANY: () = ();

    fn read(cursor: &Cursor<'_>, (): ()) -> Self {
        if cursor.is_object() {
            return Span::Random(RandomSpan::read(cursor, ()));
        }
        if cursor.value().as_f64().is_none() {
            cursor.fail("a number of microseconds, or an object such as {\"exponential\": {\"mean_us\": 1000}}");
            return Span::default();
        }
        Span::Us(cursor.micros(Micros::ANY))
    }
}

choices! {
    /// Distributions of service, think and inter-arrival times.
    pub enum RandomSpan {
        /// Exponential.
        Exponential as "exponential" {
            /// Mean.
            mean_us: Micros [1, UNTIL_US_MAX],
        },
        /// Lognormal: half of the values lie below the median.
        Lognormal as "lognormal" {
            /// Median.
            median_us: Micros [1, UNTIL_US_MAX],
            /// Standard deviation of the logarithm.
            sigma: f64 [0.0, 4.0],
        },
        /// One of two values.
        Bimodal as "bimodal" {
            /// Probability of the long one.
            p_long: f64 [0.0, 1.0],
            /// The short one.
            short_us: Micros [0, UNTIL_US_MAX],
            /// The long one.
            long_us: Micros [0, UNTIL_US_MAX],
        },
        /// Sum of k exponential stages.
        Erlang as "erlang" {
            /// Number of stages.
            k: u32 [1, 1_000],
            /// Mean of the sum.
            mean_us: Micros [1, UNTIL_US_MAX],
        },
        /// Uniform between two values.
        Uniform as "uniform" held to least_below_greatest {
            /// Least.
            min_us: Micros [0, UNTIL_US_MAX],
            /// Greatest.
            max_us: Micros [0, UNTIL_US_MAX],
        },
    }
}

fn least_below_greatest(uniform: &Uniform, f: &Fields<'_>) {
    let Uniform { min_us, max_us } = uniform;
    if min_us > max_us {
        f.refuse("min_us", min_us, format_args!("0 to {max_us}"));
    }
}
