//! The loop: one event after the other, until the end of the run or of its budget.
//!
//! A [`Sim`] is one run in progress. Its state (everything that decides the future) can be cloned as
//! a snapshot at any step; the record of what happened is kept apart.

mod changes;
mod clients;
mod frames;
#[cfg(feature = "start")]
mod freeze;
mod instruments;
#[cfg(feature = "start")]
mod kill;
mod outcome;
mod plan;
mod replay;
mod setup;
#[cfg(feature = "start")]
mod start;
mod state;
mod statements;
#[cfg(feature = "all")]
mod turn;
mod waits;

use std::sync::Arc;

use crate::ids::TimeNs;

pub use crate::record::Detail;
use crate::record::{Column, Record};
pub use crate::scheduler::Systems;
pub use outcome::{NotKept, Outcome, Stopped, Summary};
pub(crate) use plan::Plan;
pub use replay::Replay;
use state::State;

/// A run in progress. A clone goes on without a record.
#[derive(Clone, Debug)]
pub struct Sim {
    plan: Arc<Plan>,
    state: State,
    steps_max: u32,
    bytes_max: usize,
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

    /// The integral over time of a column of [`crate::Series`] from the start to the last event, in ns times its
    /// unit; 0 for a sim that keeps no record.
    pub fn integral(&self, column: Column) -> f64 {
        let record = self.state.k.recorder.record();
        record.map_or(0.0, |r| r.integral(column))
    }

    /// Runs until simulated time `until_ns` (inclusive) or for `steps` more steps, whichever comes
    /// first. Returns true when there is nothing more to do before `until_ns`.
    pub fn run(&mut self, until_ns: TimeNs, steps: u32) -> bool {
        for _ in 0..steps {
            if !self.step(until_ns) {
                return true;
            }
        }
        false
    }

    /// Runs until `answers` requests have been answered since the start, or for `steps` more steps. Returns
    /// true when they have, or when there is nothing more to do.
    pub fn run_answers(&mut self, answers: u64, steps: u32) -> bool {
        let until_ns = self.plan.until_ns;
        for _ in 0..steps {
            if u64::from(self.state.k.finished) >= answers || !self.step(until_ns) {
                return true;
            }
        }
        u64::from(self.state.k.finished) >= answers
    }

    // A burst is one step of many requests: they count as well.
    #[inline]
    fn steps_are_spent(&self) -> bool {
        self.state.k.step.max(self.state.k.requests) >= self.steps_max
    }

    // State and record together, and room to print a part of the record; a few additions, so every step can ask.
    #[inline]
    fn fits(&self) -> bool {
        self.kept_bytes() + self.record_bytes() / 3 <= self.bytes_max
    }

    #[inline]
    fn record_bytes(&self) -> usize {
        self.state.k.recorder.record().map_or(0, Record::bytes)
    }

    #[inline]
    fn kept_bytes(&self) -> usize {
        self.state.k.bytes() + self.record_bytes()
    }

    // One event. False if none is left before `until_ns` or the budget is used up.
    #[inline]
    fn step(&mut self, until_ns: TimeNs) -> bool {
        if self.steps_are_spent() || !self.fits() {
            return false;
        }
        self.state.step(&self.plan, until_ns)
    }
}
