//! A run, from the scenario to its outcome.
//!
//! A [`Sim`] is a run in progress. Its state (everything that decides the future) can be cloned as a
//! snapshot at any step; the record of what happened is kept separately.

mod act;
mod frames;
mod instruments;
mod outcome;
mod plan;
mod replay;
mod setup;

use std::sync::Arc;

use crate::ids::TimeNs;

use crate::record::Column;
pub use crate::record::Detail;
use crate::run::plan::ActPlan;
use crate::run::{Budget, Plan, State};
pub use outcome::{NotKept, Outcome, Stopped, Summary};
pub use replay::Replay;

/// A run in progress. Its clone continues without a record.
#[derive(Clone, Debug)]
pub struct Sim {
    plan: Arc<Plan>,
    /// What a hand does, in the order of time.
    acts: Arc<Vec<Dated>>,
    state: State,
    budget: Budget,
}

/// What a hand does, and the plan that applies from then on.
#[derive(Clone, Debug)]
struct Dated {
    act: ActPlan,
    plan: Arc<Plan>,
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
        self.go(until_ns, u64::MAX, steps)
    }

    /// Runs until `answers` requests have been answered since the start, or for `steps` more steps. Returns
    /// true if they have been, or if nothing is left to do.
    pub fn run_answers(&mut self, answers: u64, steps: u32) -> bool {
        self.go(self.plan.until_ns, answers, steps)
    }

    fn go(&mut self, until_ns: TimeNs, answers: u64, steps: u32) -> bool {
        let first = self.steps();
        loop {
            let plan = self.plan_now().clone();
            let due = self.acts.get(self.state.acted);
            let due_ns = due
                .map(|dated| dated.act.at_ns)
                .filter(|at| *at <= until_ns);
            let left = steps - (self.steps() - first);
            let to_ns = due_ns.unwrap_or(until_ns);
            if !self.state.run(&plan, &self.budget, to_ns, answers, left) {
                return false;
            }
            let over = u64::from(self.finished()) >= answers || !self.state.goes_on(&self.budget);
            if due_ns.is_none() || over {
                return true;
            }
            if self.steps() - first == steps {
                return false;
            }
            let dated = &self.acts[self.state.acted];
            self.state.act(&dated.plan, &dated.act);
        }
    }

    fn plan_now(&self) -> &Arc<Plan> {
        let last = self.state.acted.checked_sub(1);
        last.map_or(&self.plan, |last| &self.acts[last].plan)
    }
}
