//! Distributions of durations, drawn in whole nanoseconds.
use crate::rng::Rng;

/// A distribution of durations in nanoseconds. Draws are rounded to the nearest and never negative;
/// parameters out of range are clamped (shares to 0 to 1, negative or undefined durations to 0).
#[derive(Clone, Debug, PartialEq)]
pub enum Dist {
    /// Always the same.
    Constant {
        /// ns
        ns: u64,
    },
    /// Exponential.
    Exponential {
        /// ns
        mean_ns: f64,
    },
    /// Lognormal: the logarithm is normal.
    Lognormal {
        /// ns; e to the mean of the logarithm
        median_ns: f64,
        /// Standard deviation of the natural logarithm.
        sigma: f64,
    },
    /// `first_ns` with probability `p`, else `second_ns`.
    Bimodal {
        /// Share of the first, 0 to 1.
        p: f64,
        /// ns
        first_ns: u64,
        /// ns
        second_ns: u64,
    },
    /// Sum of `k` exponentials of equal mean; the square of the coefficient of variation is 1/k.
    Erlang {
        /// Number of phases; 0 counts as 1.
        k: u32,
        /// ns, of the sum
        mean_ns: f64,
    },
    /// Every nanosecond from `min_ns` to `max_ns`, both included.
    Uniform {
        /// ns
        min_ns: u64,
        /// ns; not less than the minimum, or counts as the minimum
        max_ns: u64,
    },
    /// Exponential with one of two means: more variable than exponential.
    Hyperexponential {
        /// Share of the first, 0 to 1.
        p: f64,
        /// ns
        first_mean_ns: f64,
        /// ns
        second_mean_ns: f64,
    },
}

impl Dist {
    /// A duration, ns.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> u64 {
        match *self {
            Self::Constant { ns } => ns,
            Self::Exponential { mean_ns } => round(mean_ns * rng.exponential_unit()),
            Self::Lognormal { .. }
            | Self::Bimodal { .. }
            | Self::Erlang { .. }
            | Self::Uniform { .. }
            | Self::Hyperexponential { .. } => self.draw_other(rng),
        }
    }

    /// A separate function, so that the common draws are short enough to be inlined.
    #[inline(never)]
    fn draw_other(&self, rng: &mut Rng) -> u64 {
        match *self {
            Self::Constant { ns } => ns,
            Self::Exponential { mean_ns } => round(mean_ns * rng.exponential_unit()),
            Self::Lognormal { median_ns, sigma } => {
                round(median_ns * libm::exp(sigma * rng.normal_unit()))
            }
            Self::Bimodal {
                p,
                first_ns,
                second_ns,
            } => {
                if rng.unit_f64() < p {
                    first_ns
                } else {
                    second_ns
                }
            }
            Self::Erlang { k, mean_ns } => {
                let k = k.max(1);
                let sum: f64 = (0..k).map(|_| rng.exponential_unit()).sum();
                round(mean_ns / f64::from(k) * sum)
            }
            Self::Uniform { min_ns, max_ns } => {
                let span = max_ns.saturating_sub(min_ns);
                min_ns + rng.up_to_u64(span)
            }
            Self::Hyperexponential {
                p,
                first_mean_ns,
                second_mean_ns,
            } => {
                let first = rng.unit_f64() < p;
                let mean = if first { first_mean_ns } else { second_mean_ns };
                round(mean * rng.exponential_unit())
            }
        }
    }

    /// The mean, ns (before rounding).
    #[must_use]
    pub fn mean_ns(&self) -> f64 {
        match *self {
            Self::Constant { ns } => ns as f64,
            Self::Exponential { mean_ns } | Self::Erlang { mean_ns, .. } => mean_ns.max(0.0),
            Self::Lognormal { median_ns, sigma } => {
                median_ns.max(0.0) * libm::exp(0.5 * sigma * sigma)
            }
            Self::Bimodal {
                p,
                first_ns,
                second_ns,
            } => mix(p, first_ns as f64, second_ns as f64),
            Self::Uniform { min_ns, max_ns } => 0.5 * (min_ns as f64 + max_ns.max(min_ns) as f64),
            Self::Hyperexponential {
                p,
                first_mean_ns,
                second_mean_ns,
            } => mix(p, first_mean_ns.max(0.0), second_mean_ns.max(0.0)),
        }
    }
}

/// From 2^52 on a double has no bits for a fraction, so adding 2^52 rounds, and the low bits are the
/// integer. A saturating conversion takes several times as long.
const SHIFT: f64 = 4_503_599_627_370_496.0;

/// The whole nanoseconds, like `as`: the fraction is dropped, negative or undefined values become 0, too
/// large ones the maximum.
#[inline]
pub fn whole(ns: f64) -> u64 {
    if (0.0..SHIFT).contains(&ns) {
        let nearest = ns + SHIFT;
        nearest.to_bits() - SHIFT.to_bits() - u64::from(nearest - SHIFT > ns)
    } else {
        ns as u64
    }
}

/// Rounded to the nearest; negative or undefined values become 0, too large ones the maximum.
#[inline]
fn round(ns: f64) -> u64 {
    let shifted = ns + SHIFT;
    if (SHIFT..2.0 * SHIFT).contains(&shifted) {
        shifted.to_bits() - SHIFT.to_bits()
    } else {
        (ns + 0.5) as u64
    }
}

fn mix(p: f64, first: f64, second: f64) -> f64 {
    let p = if p > 0.0 { p.min(1.0) } else { 0.0 };
    p * first + (1.0 - p) * second
}

#[cfg(test)]
mod tests {
    use super::Dist;
    use crate::rng::Rng;

    /// Checks mean and mean square over pooled seeds against theory, within three sigma each. `raw` are the
    /// first four moments.
    fn check(dist: &Dist, raw: [f64; 4]) {
        let seeds = 8;
        let each = 250_000;
        let n = f64::from(seeds * each);
        let (mut sum, mut square) = (0.0, 0.0);
        for seed in 1..=seeds {
            let mut rng = Rng::new(seed as u32);
            for _ in 0..each {
                let x = dist.draw(&mut rng) as f64;
                sum += x;
                square += x * x;
            }
        }
        assert!((dist.mean_ns() / raw[0] - 1.0).abs() < 1e-12, "{dist:?}");
        // Rounding moves a mean by at most half a nanosecond, and these are of the order of 10^6.
        let slack = 1e-6;
        let sigma = ((raw[1] - raw[0] * raw[0]).max(0.0) / n).sqrt();
        assert!(
            (sum / n - raw[0]).abs() < 3.0 * sigma + slack * raw[0],
            "{dist:?}: mean {}",
            sum / n
        );
        let sigma = ((raw[3] - raw[1] * raw[1]).max(0.0) / n).sqrt();
        assert!(
            (square / n - raw[1]).abs() < 3.0 * sigma + slack * raw[1],
            "{dist:?}: mean square {}",
            square / n
        );
    }

    fn exponential(m: f64) -> [f64; 4] {
        [m, 2.0 * m * m, 6.0 * m * m * m, 24.0 * m * m * m * m]
    }

    #[test]
    fn moments_are_those_of_theory() {
        let m = 2e6;
        check(
            &Dist::Constant { ns: 2_000_000 },
            [m, m * m, m * m * m, m * m * m * m],
        );
        check(&Dist::Exponential { mean_ns: m }, exponential(m));
        let sigma: f64 = 0.5;
        let lognormal = [1.0, 2.0, 3.0, 4.0]
            .map(|k: f64| libm::pow(m, k) * libm::exp(0.5 * k * k * sigma * sigma));
        check(
            &Dist::Lognormal {
                median_ns: m,
                sigma,
            },
            lognormal,
        );
        let (a, b) = (1e6, 2e7);
        let bimodal = [1, 2, 3, 4]
            .map(|k| 0.9 * libm::pow(a, f64::from(k)) + 0.1 * libm::pow(b, f64::from(k)));
        let dist = Dist::Bimodal {
            p: 0.9,
            first_ns: 1_000_000,
            second_ns: 20_000_000,
        };
        check(&dist, bimodal);
        // Erlang: the k-th moment multiplies by (phases + k - 1)/phases.
        let mut erlang = [m; 4];
        for k in 1..4 {
            erlang[k] = erlang[k - 1] * m * (3.0 + k as f64) / 3.0;
        }
        check(&Dist::Erlang { k: 3, mean_ns: m }, erlang);
        let uniform = [1, 2, 3, 4].map(|k| {
            let k = f64::from(k);
            (libm::pow(3e6, k + 1.0) - libm::pow(1e6, k + 1.0)) / (2e6 * (k + 1.0))
        });
        let dist = Dist::Uniform {
            min_ns: 1_000_000,
            max_ns: 3_000_000,
        };
        check(&dist, uniform);
        let (one, two) = (exponential(a), exponential(b));
        let hyper = std::array::from_fn(|k| 0.9 * one[k] + 0.1 * two[k]);
        let dist = Dist::Hyperexponential {
            p: 0.9,
            first_mean_ns: a,
            second_mean_ns: b,
        };
        check(&dist, hyper);
    }

    #[test]
    fn rounds_to_the_nearest_everywhere() {
        let two_52 = 4_503_599_627_370_496.0;
        for (ns, whole) in [
            (0.0, 0),
            (0.4, 0),
            (0.6, 1),
            (-0.4, 0),
            (-7.0, 0),
            (1e6 + 0.75, 1_000_001),
            (two_52 - 1.0, 4_503_599_627_370_495),
            (two_52, 4_503_599_627_370_496),
            (two_52 * 4.0, 18_014_398_509_481_984),
            (1e30, u64::MAX),
            (f64::INFINITY, u64::MAX),
            (f64::NAN, 0),
        ] {
            assert_eq!(super::round(ns), whole, "{ns}");
        }
    }

    #[test]
    fn cuts_the_fraction_as_a_conversion_does() {
        let two_52 = 4_503_599_627_370_496.0;
        let mut all = vec![
            0.0,
            0.5,
            1.5,
            2.5,
            0.999,
            -0.5,
            -3.0,
            two_52 - 0.5,
            two_52,
            1e30,
            f64::NAN,
        ];
        let mut rng = Rng::new(3);
        all.extend((0..100_000).map(|_| rng.unit_f64() * 1e7));
        for ns in all {
            assert_eq!(super::whole(ns), ns as u64, "{ns}");
        }
    }

    #[test]
    fn parameters_out_of_range_do_no_harm() {
        let mut rng = Rng::new(1);
        assert_eq!(Dist::Exponential { mean_ns: -5.0 }.draw(&mut rng), 0);
        assert_eq!(Dist::Exponential { mean_ns: f64::NAN }.draw(&mut rng), 0);
        assert_eq!(Dist::Constant { ns: 7 }.draw(&mut rng), 7);
        let turned = Dist::Uniform {
            min_ns: 9,
            max_ns: 3,
        };
        assert_eq!((turned.draw(&mut rng), turned.mean_ns()), (9, 9.0));
        let endless = Dist::Lognormal {
            median_ns: 1e300,
            sigma: 50.0,
        };
        assert!((0..100).any(|_| endless.draw(&mut rng) == u64::MAX));
        let all = Dist::Uniform {
            min_ns: 0,
            max_ns: u64::MAX,
        };
        assert!((0..100).any(|_| all.draw(&mut rng) > u64::MAX / 2));
    }
}
