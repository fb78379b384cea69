//! A duration: a number of microseconds, or a distribution to draw it from.

use std::fmt;

use serde::{Serialize, Serializer};

use super::UNTIL_US_MAX;
use super::fields::{Field, choices};
use super::read::{Cursor, Fields};
use crate::ids::{NS_PER_US, TimeNs};

/// Microseconds with at most three decimals: whole nanoseconds inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct Micros(#[cfg_attr(feature = "schema", schemars(with = "f64", range(min = 0)))] TimeNs);

impl Micros {
    /// Whole microseconds.
    pub const fn whole(us: u64) -> Micros {
        Micros(us.saturating_mul(NS_PER_US))
    }

    /// Microseconds with up to three decimals; None for anything else.
    pub fn fraction(us: f64) -> Option<Micros> {
        let ns = us * NS_PER_US as f64;
        // Beyond that a double can't represent single nanoseconds.
        if !(0.0..9e15).contains(&ns) {
            return None;
        }
        let nearest = (ns + 0.5) as u64;
        // Decimal fractions are not exact in binary: a thousandth of a nanosecond is not a digit, and
        // neither are the last two bits of a large number.
        let exact = (ns * 4.5e-16).max(1e-3);
        ((ns - nearest as f64).abs() < exact).then_some(Micros(nearest))
    }

    /// In nanoseconds.
    pub const fn ns(self) -> TimeNs {
        self.0
    }
}

impl fmt::Display for Micros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (us, ns) = (self.0 / NS_PER_US, self.0 % NS_PER_US);
        if ns == 0 {
            return write!(f, "{us}");
        }
        let digits = [ns / 100, ns / 10 % 10, ns % 10].map(|d| (b'0' + d as u8) as char);
        let digits: String = digits.iter().collect();
        write!(f, "{us}.{}", digits.trim_end_matches('0'))
    }
}

impl Serialize for Micros {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(NS_PER_US) {
            s.serialize_u64(self.0 / NS_PER_US)
        } else {
            s.serialize_f64(self.0 as f64 / NS_PER_US as f64)
        }
    }
}

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
