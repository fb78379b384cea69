//! The throughput of a run and its precision, from the times of equal blocks of answers.
//!
//! The first blocks may belong to the start. MSER (K. White, "An effective truncation heuristic for bias
//! reduction in simulation output", 1997) leaves out as many as minimise the standard error of the rest, at
//! most half. The mean of the rest and its confidence interval are computed as for independent numbers, then
//! widened by the correlation of neighbours (at lag 1).

/// A mean and its precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady {
    /// Blocks left out at the start.
    pub left_out: usize,
    /// Mean of the others.
    pub mean: f64,
    /// Half of the 95 % confidence interval, as a share of the mean; infinite for fewer than four blocks.
    pub half_width: f64,
}

/// How many numbers MSER leaves out at the start.
#[must_use]
pub fn truncation(values: &[f64]) -> usize {
    let (mut best, mut least) = (0, f64::INFINITY);
    let (mut sum, mut squares) = (0.0, 0.0);
    let most = values.len() / 2;
    // From the end, so that each step adds one number.
    for (from, value) in values.iter().enumerate().rev() {
        sum += value;
        squares += value * value;
        let n = (values.len() - from) as f64;
        let error = (squares - sum * sum / n).max(0.0) / (n * n);
        // Prefer the earliest of equal errors, so that nothing is left out without a reason.
        if from <= most && error <= least {
            (best, least) = (from, error);
        }
    }
    best
}

/// The mean after the start, with its interval.
#[must_use]
pub fn steady(values: &[f64]) -> Steady {
    let left_out = truncation(values);
    let rest = &values[left_out..];
    let n = rest.len() as f64;
    let mean = rest.iter().sum::<f64>() / n.max(1.0);
    if rest.len() < 4 {
        return Steady {
            left_out,
            mean,
            half_width: f64::INFINITY,
        };
    }
    let off = |value: &f64| value - mean;
    let squares: f64 = rest.iter().map(|v| off(v) * off(v)).sum();
    let neighbours: f64 = rest.windows(2).map(|w| off(&w[0]) * off(&w[1])).sum();
    let variance = squares / (n - 1.0);
    let lag_1 = if squares > 0.0 {
        neighbours / squares
    } else {
        0.0
    };
    // An estimate from few blocks is too low by about 1/n; a negative one is no reason for more confidence.
    let widened = 1.0 + 2.0 * (lag_1 + 1.0 / n).clamp(0.0, 0.9);
    let error = (variance / n * widened).sqrt();
    Steady {
        left_out,
        mean,
        half_width: student(n - 1.0) * error / mean,
    }
}

// The 97.5 % point of Student's t, by the first terms of its expansion around the normal one.
fn student(freedom: f64) -> f64 {
    const Z: f64 = 1.959_964;
    let first = (Z * Z * Z + Z) / 4.0;
    let second = (5.0 * Z * Z * Z * Z * Z + 16.0 * Z * Z * Z + 3.0 * Z) / 96.0;
    Z + first / freedom + second / (freedom * freedom)
}

#[cfg(test)]
mod tests {
    use super::{steady, student, truncation};
    use poolscope_engine::rng::Rng;

    #[test]
    fn a_steady_series_is_kept_whole() {
        assert_eq!(truncation(&[]), 0);
        assert_eq!(truncation(&[3.0; 20]), 0);
        let even: Vec<f64> = (0..20).map(|i| f64::from(i % 2)).collect();
        assert_eq!(truncation(&even), 0);
    }

    #[test]
    fn the_start_is_left_out() {
        let mut values = vec![9.0, 5.0, 2.0];
        values.extend((0..20).map(|i| 1.0 + 0.01 * f64::from(i % 2)));
        assert_eq!(truncation(&values), 3);
        let found = steady(&values);
        assert!((found.mean - 1.005).abs() < 1e-12, "{found:?}");
        // Never more than half: a drift that lasts to the end is not a start.
        let drift: Vec<f64> = (0..20).map(f64::from).collect();
        assert_eq!(truncation(&drift), 10);
    }

    #[test]
    fn the_interval_is_that_of_the_textbook() {
        // n = 16, mean 1, standard deviation s: 2.1314 s / 4, here with s^2 = 16/15 * 0.01.
        let mut values = vec![];
        for _ in 0..4 {
            values.extend([0.9, 0.9, 1.1, 1.1]);
        }
        let found = steady(&values);
        assert_eq!(found.left_out, 0);
        let independent = 2.1314 * (16.0_f64 / 15.0 * 0.01).sqrt() / 4.0;
        // Neighbours: 8 pairs alike and 7 not, so 1/16 of the squares, and 1/16 for the bias.
        let expected = independent * (1.0 + 2.0 * (1.0 / 16.0 + 1.0 / 16.0_f64)).sqrt();
        assert!(
            (found.half_width / expected - 1.0).abs() < 1e-3,
            "{found:?}"
        );
        assert_eq!(steady(&[1.0, 2.0, 3.0]).half_width, f64::INFINITY);
        for (freedom, t) in [(5.0, 2.5706), (10.0, 2.2281), (19.0, 2.0930)] {
            assert!((student(freedom) - t).abs() < 0.03, "{freedom}");
        }
    }

    #[test]
    fn the_interval_of_waits_in_an_mm1_covers_the_truth() {
        // Waiting times of M/M/1 at 0.7 from an empty start (Lindley); the mean wait is 0.49 / 0.3.
        let (runs, mut covered) = (300, 0);
        for seed in 0..runs {
            let mut rng = Rng::stream(seed, "mm1", 0);
            let mut wait = 0.0_f64;
            let blocks: Vec<f64> = (0..20)
                .map(|_| {
                    let mut sum = 0.0;
                    for _ in 0..1_000 {
                        sum += wait;
                        let change = 0.7 * rng.exponential_unit() - rng.exponential_unit();
                        wait = (wait + change).max(0.0);
                    }
                    sum / 1_000.0
                })
                .collect();
            let found = steady(&blocks);
            let off = (found.mean - 0.49 / 0.3).abs();
            covered += u32::from(off <= found.half_width * found.mean);
        }
        let share = f64::from(covered) / runs as f64;
        assert!((0.88..=0.99).contains(&share), "{share}");
    }
}
