//! The Universal Scalability Law (N. Gunther, "Guerrilla Capacity Planning", 2007) for comparison: what a
//! formula without a mechanism achieves. It uses the active threads: all with one thread per connection, at
//! most one per core in a pool.
//!
//! `X(A) = l A / (1 + s (A - 1) + k A (A - 1))`, with three parameters for the two curves of a pair. Errors
//! are measured as in the fit of the model, so that no single outlier decides here either.

/// Errors above this count by their size instead of their square, so that no single outlier decides. Natural
/// logarithm of published to computed.
pub const DELTA: f64 = 0.12;

/// A published point: number of active threads, and throughput.
pub type Point = (f64, f64);

/// The fitted law.
#[derive(Clone, Copy, Debug)]
pub struct Usl {
    /// The logarithms of rate, contention and coherency.
    at: [f64; 3],
}

/// Starts of the search: contention and coherency.
const STARTS: [(f64, f64); 9] = [
    (0.1, 1e-2),
    (0.1, 1e-4),
    (0.1, 1e-6),
    (0.01, 1e-2),
    (0.01, 1e-4),
    (0.01, 1e-6),
    (0.5, 1e-2),
    (0.5, 1e-4),
    (0.5, 1e-6),
];

impl Usl {
    /// The law that fits these points best.
    pub fn fit(points: &[Point]) -> Usl {
        let rate = points.iter().map(|(a, x)| x / a).fold(0.0, f64::max);
        let best = STARTS
            .iter()
            .map(|(s, k)| descend([rate, *s, *k].map(libm::log), points))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        Usl {
            at: best.map_or([0.0; 3], |b| b.0),
        }
    }

    /// Throughput with this many active threads.
    pub fn at(&self, active: f64) -> f64 {
        libm::exp(log_of(self.at, active))
    }
}

fn log_of(at: [f64; 3], active: f64) -> f64 {
    let [s, k] = [at[1], at[2]].map(libm::exp);
    let lost = 1.0 + s * (active - 1.0) + k * active * (active - 1.0);
    at[0] + libm::log(active / lost)
}

// Huber's loss: an error counts by its square if it is small and by its size if it is large.
fn weight(off: f64) -> f64 {
    (1.0 + off * off / (DELTA * DELTA)).sqrt()
}

fn loss(at: [f64; 3], points: &[Point]) -> f64 {
    let off = |(a, x): &Point| weight(log_of(at, *a) - libm::log(*x)) - 1.0;
    points.iter().map(off).sum()
}

// Levenberg-Marquardt on the logarithms of the parameters, with weighted points and numerical derivatives.
fn descend(mut at: [f64; 3], points: &[Point]) -> ([f64; 3], f64) {
    let (mut least, mut damping) = (loss(at, points), 1e-2);
    for _ in 0..200 {
        let mut matrix = [[0.0; 4]; 3];
        for (a, x) in points {
            let off = libm::log(*x) - log_of(at, *a);
            let slope = [0, 1, 2].map(|i| {
                let mut near = at;
                near[i] += 1e-6;
                (log_of(near, *a) - log_of(at, *a)) / 1e-6
            });
            let counts = 1.0 / weight(off);
            for (row, own) in matrix.iter_mut().zip(slope) {
                for (cell, other) in row.iter_mut().zip(slope) {
                    *cell += counts * own * other;
                }
                row[3] += counts * own * off;
            }
        }
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += damping * (row[i] + 1e-9);
        }
        let step = solve(matrix);
        // Limits a step to a factor e^3, and parameters to e^-46 to e^46.
        let to = [0, 1, 2].map(|i| (at[i] + step[i].clamp(-3.0, 3.0)).clamp(-46.0, 46.0));
        let found = loss(to, points);
        if found < least {
            let gained = least - found;
            (at, least, damping) = (to, found, damping * 0.3);
            if gained < 1e-12 {
                break;
            }
        } else {
            damping *= 4.0;
            if damping > 1e12 {
                break;
            }
        }
    }
    (at, least)
}

// Gaussian elimination; the matrix is damped, so no pivot is 0.
fn solve(mut m: [[f64; 4]; 3]) -> [f64; 3] {
    for i in 0..3 {
        let pivot = m[i];
        for (_, row) in m.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let share = row[i] / pivot[i];
            for (cell, own) in row.iter_mut().zip(pivot) {
                *cell -= share * own;
            }
        }
    }
    [0, 1, 2].map(|i| m[i][3] / m[i][i])
}

#[cfg(test)]
mod tests {
    use super::Usl;

    #[test]
    fn it_finds_the_law_that_made_the_points() {
        let law = |a: f64| 900.0 * a / (1.0 + 0.03 * (a - 1.0) + 1e-4 * a * (a - 1.0));
        let points: Vec<_> = [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0]
            .map(|a| (a, law(a)))
            .into();
        let found = Usl::fit(&points);
        for a in [2.0, 100.0, 2_000.0] {
            assert!((found.at(a) / law(a) - 1.0).abs() < 1e-3, "{a}");
        }
    }
}
