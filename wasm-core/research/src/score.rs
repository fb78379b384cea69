//! Errors of computed points against published ones.

use serde::Serialize;

/// A factor that still counts as close.
const NEAR: f64 = 1.5;

/// Errors of a set of points: absolute relative errors, as fractions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    pub points: usize,
    pub median: f64,
    pub p90: f64,
    pub within_1_5: usize,
}

impl Score {
    /// The score of pairs of published and computed values.
    pub fn of(pairs: impl IntoIterator<Item = (f64, f64)>) -> Score {
        let pairs: Vec<(f64, f64)> = pairs.into_iter().collect();
        let mut errors: Vec<f64> = pairs.iter().map(|(y, x)| (x / y - 1.0).abs()).collect();
        errors.sort_by(f64::total_cmp);
        let near = |(y, x): &&(f64, f64)| (1.0 / NEAR..=NEAR).contains(&(x / y));
        Score {
            points: pairs.len(),
            median: median(&errors),
            p90: quantile(&errors, 0.9),
            within_1_5: pairs.iter().filter(near).count(),
        }
    }
}

/// The median of sorted numbers; 0 if there are none.
pub fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted {
        [] => 0.0,
        _ if sorted.len() % 2 == 1 => sorted[middle],
        _ => 0.5 * (sorted[middle - 1] + sorted[middle]),
    }
}

// Interpolated between neighbours.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len().max(1) - 1) as f64;
    let low = at as usize;
    let value = |i: usize| sorted.get(i).or(sorted.last()).copied().unwrap_or(0.0);
    value(low) + at.fract() * (value(low + 1) - value(low))
}

/// The first client count at which the second curve is `times` as high as the first.
pub fn first_better(first: &[(u32, f64)], second: &[(u32, f64)], times: f64) -> Option<u32> {
    let both = first.iter().zip(second);
    let found = both
        .filter(|(a, b)| a.0 == b.0)
        .find(|(a, b)| b.1 >= times * a.1);
    found.map(|(a, _)| a.0)
}

#[cfg(test)]
mod tests {
    use super::{Score, first_better, median};

    #[test]
    fn errors_are_counted_by_hand() {
        let published = [100.0; 10];
        let found = [
            100.0, 101.0, 98.0, 103.0, 96.0, 105.0, 94.0, 107.0, 160.0, 60.0,
        ];
        let score = Score::of(published.into_iter().zip(found));
        assert_eq!(score.points, 10);
        assert!((score.median - 0.045).abs() < 1e-12, "{score:?}");
        // At nine tenths of the way from the first to the tenth: position 8.1, so 0.4 and a tenth of the way to 0.6.
        assert!((score.p90 - 0.42).abs() < 1e-12, "{score:?}");
        assert_eq!(score.within_1_5, 8);
        assert_eq!(median(&[]), 0.0);
    }

    #[test]
    fn the_first_crossing_is_the_first() {
        let one = [(16, 10.0), (32, 10.0), (64, 5.0), (128, 4.0)];
        let pool = [(16, 9.0), (32, 12.0), (64, 9.0), (128, 9.0)];
        assert_eq!(first_better(&one, &pool, 1.2), Some(32));
        assert_eq!(first_better(&one, &pool, 2.0), Some(128));
        assert_eq!(first_better(&one, &pool, 3.0), None);
    }
}
