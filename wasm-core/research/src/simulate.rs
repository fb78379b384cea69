//! Simulates the points of a benchmark, on all cores.
//!
//! If the analytic solution is at an edge between the latch's two regimes, a single run only shows which
//! side it fell to. The rule uses no published number: if the solution changes by more than a tenth when the
//! valley that no run crosses is e^-3 or e^-20 deep instead of e^-10, the point is simulated with three
//! consecutive seeds, and the middle run counts.

use poolscope_curves::analytic::with_valley;
use poolscope_curves::{Case, Estimate, PointOptions, PointRun, Regime, Setting, System, analytic};

use rayon::prelude::*;

/// Valleys of e^-3 and e^-20.
const VALLEYS: [f64; 2] = [0.049_787_068_367_863_944, 2.061_153_622_438_558e-9];
const EDGE: f64 = 0.1;
const SEEDS: u32 = 3;
const SLICE: u32 = 1 << 20;

/// A point to simulate.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    pub case: &'a Case,
    pub system: System,
    pub clients: u32,
    pub seed: u32,
}

/// The result of a point.
pub struct Simulated {
    pub analytic: f64,
    pub estimate: Estimate,
    /// Throughputs of all seeds, in order.
    pub seeds: Vec<f64>,
}

impl Task<'_> {
    fn on_the_edge(&self) -> bool {
        let with =
            |valley| with_valley(self.case, self.system, self.clients, Regime::PileUp, valley);
        let usual = analytic(self.case, self.system, self.clients, Regime::PileUp);
        let off = |valley: f64| (with(valley) / usual - 1.0).abs();
        VALLEYS.into_iter().map(off).fold(0.0, f64::max) > EDGE
    }

    fn run(&self) -> Result<Simulated, String> {
        let seeds = if self.on_the_edge() { SEEDS } else { 1 };
        let one = |seed: u32| -> Result<Estimate, String> {
            let options = PointOptions {
                setting: Setting {
                    seed,
                    ..Setting::default()
                },
                ..PointOptions::default()
            };
            let mut run = PointRun::new(self.case, self.system, self.clients, options)
                .map_err(|problems| problems.to_string())?;
            while !run.advance(SLICE) {}
            Ok(run.estimate())
        };
        let mut all = Vec::new();
        for seed in self.seed..self.seed.saturating_add(seeds) {
            all.push(one(seed)?);
        }
        let throughputs = all.iter().map(|e| e.throughput).collect();
        all.sort_by(|a, b| a.throughput.total_cmp(&b.throughput));
        Ok(Simulated {
            analytic: analytic(self.case, self.system, self.clients, Regime::PileUp),
            estimate: all[all.len() / 2],
            seeds: throughputs,
        })
    }
}

/// Simulates all points, in their order.
pub fn all(tasks: &[Task<'_>]) -> Result<Vec<Simulated>, String> {
    tasks.par_iter().map(Task::run).collect()
}
