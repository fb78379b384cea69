//! A run, from the scenario to its outcome.
//!
//! A [`Sim`] is a run in progress. Its state (everything that decides the future) can be cloned as a
//! snapshot at any step; the record of what happened is kept separately.

mod frames;
mod instruments;
mod outcome;
mod plan;
mod replay;
mod setup;
mod turn;

use std::sync::Arc;

use crate::ids::TimeNs;

use crate::record::Column;
pub use crate::record::Detail;
use crate::run::{Budget, Plan, State};
pub use outcome::{NotKept, Outcome, Stopped, Summary};
pub use replay::Replay;

/// A run in progress. Its clone continues without a record.
#[derive(Clone, Debug)]
pub struct Sim {
    plan: Arc<Plan>,
    state: State,
    budget: Budget,
}

impl Sim {
    /// Simulated time reached.
    pub fn now_ns(&self) -> TimeNs {
        self.state.k.now_ns
    }

    /// Steps done: one for each event taken from the queue.
    pub fn steps(&self) -> u32 {
        self.state.k.step
    }

    /// Requests answered.
    pub fn finished(&self) -> u32 {
        self.state.k.finished
    }

    /// The integral over time of a column of [`crate::Series`] from the start to the last event, in ns times
    /// its unit; 0 without a record.
    pub fn integral(&self, column: Column) -> f64 {
        let record = self.state.k.recorder.record();
        record.map_or(0.0, |r| r.meter.integrals.integral(column))
    }

    /// Runs until simulated time `until_ns` (inclusive) or for `steps` more steps, whichever comes first.
    /// Returns true if nothing is left to do before `until_ns`.
    pub fn run(&mut self, until_ns: TimeNs, steps: u32) -> bool {
        self.state
            .run(&self.plan, &self.budget, until_ns, u64::MAX, steps)
    }

    /// Runs until `answers` requests have been answered since the start, or for `steps` more steps. Returns
    /// true if they have been, or if nothing is left to do.
    pub fn run_answers(&mut self, answers: u64, steps: u32) -> bool {
        let until_ns = self.plan.until_ns;
        self.state
            .run(&self.plan, &self.budget, until_ns, answers, steps)
    }
}
