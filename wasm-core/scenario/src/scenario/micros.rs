//! A length of time in a file.

use std::fmt;

use serde::{Serialize, Serializer};

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

    /// Whole nanoseconds.
    pub const fn from_ns(ns: TimeNs) -> Micros {
        Micros(ns)
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
