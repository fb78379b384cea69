//! Minimises a function on the unit cube: differential evolution, then a pattern search.

use metaheuristics_nature::methods::de::{De, Strategy};
use metaheuristics_nature::{Bounded, ObjFunc, Solver};

/// Members of a generation.
const MEMBERS: usize = 200;
/// Most sweeps of the pattern search over all dimensions.
const SWEEPS: u32 = 120;
/// The search ends when its steps are smaller than this.
const STEP_LEAST: f64 = 1e-5;

struct Cube<F> {
    bounds: Vec<[f64; 2]>,
    of: F,
}

impl<F> Bounded for Cube<F> {
    fn bound(&self) -> &[[f64; 2]] {
        &self.bounds
    }
}

impl<F: Fn(&[f64]) -> f64 + Sync + Send> ObjFunc for Cube<F> {
    type Ys = f64;

    fn fitness(&self, at: &[f64]) -> f64 {
        (self.of)(at)
    }
}

/// The approximate place of the minimum, and the value there.
pub fn least(
    dimensions: usize,
    generations: u64,
    seed: u64,
    of: impl Fn(&[f64]) -> f64 + Sync + Send,
) -> (Vec<f64>, f64) {
    // Moves towards the best member in about half of the coordinates at a time: with more at once every
    // member runs into the first valley.
    let method = De::new().strategy(Strategy::C2F3).f(0.5).cross(0.5);
    let cube = Cube {
        bounds: vec![[0.0, 1.0]; dimensions],
        of: &of,
    };
    let solver = Solver::build(method, cube)
        .seed(seed)
        .pop_num(MEMBERS)
        .task(move |ctx| ctx.r#gen >= generations)
        .solve();
    let (found, _) = solver.as_best();
    pattern(found.to_vec(), of)
}

// Tries a step in both directions for one coordinate after the other. Each coordinate has its own step,
// which grows after a success and shrinks after a failure.
fn pattern(mut at: Vec<f64>, of: impl Fn(&[f64]) -> f64) -> (Vec<f64>, f64) {
    let mut least = of(&at);
    let mut steps = vec![0.05; at.len()];
    for _ in 0..SWEEPS {
        for i in 0..at.len() {
            let here = at[i];
            let mut moved = false;
            for step in [steps[i], -steps[i]] {
                at[i] = (here + step).clamp(0.0, 1.0);
                let found = of(&at);
                if found < least {
                    (least, moved) = (found, true);
                    break;
                }
                at[i] = here;
            }
            steps[i] = if moved {
                (steps[i] * 1.6).min(0.3)
            } else {
                steps[i] * 0.55
            };
        }
        if steps.iter().all(|step| *step < STEP_LEAST) {
            break;
        }
    }
    (at, least)
}

#[cfg(test)]
mod tests {
    use super::least;

    #[test]
    fn it_finds_the_bottom_of_a_bent_valley() {
        // Rosenbrock's function in five dimensions, with its minimum at 0.75 each.
        let bent = |at: &[f64]| {
            let x: Vec<f64> = at.iter().map(|u| u * 4.0 - 2.0).collect();
            x.windows(2)
                .map(|w| {
                    let (off, gap) = (1.0 - w[0], w[1] - w[0] * w[0]);
                    100.0 * gap * gap + off * off
                })
                .sum()
        };
        let (at, value) = least(5, 300, 1, bent);
        assert!(value < 1e-3, "{value} {at:?}");
        assert_eq!(least(5, 20, 7, bent), least(5, 20, 7, bent));
    }
}
