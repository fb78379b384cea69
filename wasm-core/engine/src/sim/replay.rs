//! A run to look at: recorded once from start to end, then any moment from the nearest snapshot by replay.
//! Going back costs as little as going forward.

use crate::event::Event;
use crate::frame::{Frame, Timings};
use crate::ids::{ConnectionId, Index, TimeNs};
use crate::instruments::Instruments;
use crate::json::{self, FloatReader, Value};
use crate::record::Detail;
use crate::report;
use crate::run::State;
use crate::scenario::{self, Problems, Scenario};
use crate::sim::Sim;
use crate::sim::instruments::{latch_tables, vmstat};
use crate::sim::outcome::{Outcome, Summary};

/// The most snapshots kept; beyond that, every second one is dropped. Fewer if the state is large: all
/// together may take no more memory than the run.
const SNAPSHOTS_MAX: usize = 48;
const SNAPSHOTS_MIN: usize = 4;
const SNAPSHOT_EVERY_STEPS: u32 = 256;

/// A recorded run and a cursor in it.
#[derive(Debug)]
pub struct Replay {
    pub(super) scenario: Scenario,
    pub(super) file: Value,
    pub(super) recorded: Sim,
    /// Runs again without a record.
    pub(super) cursor: Sim,
    pub(super) snapshots: Vec<State>,
    pub(super) every_steps: u32,
    pub(super) done: bool,
}

impl Replay {
    /// A run at time 0 with nothing recorded.
    pub fn new(scenario: Scenario, detail: Detail) -> Replay {
        let recorded = Sim::new(&scenario, detail);
        let cursor = recorded.clone();
        let snapshots = vec![cursor.state.clone()];
        Replay {
            scenario,
            file: Value::Null,
            recorded,
            cursor,
            snapshots,
            every_steps: SNAPSHOT_EVERY_STEPS,
            done: false,
        }
    }

    /// A run of a scenario file with overrides.
    ///
    /// # Errors
    /// All problems of the scenario.
    pub fn from_json(
        text: &str,
        overrides: &[(String, serde_json::Value)],
        detail: Detail,
    ) -> Result<Replay, Problems> {
        let (scenario, file) =
            Scenario::with_file(text, &scenario::own(overrides), json::read_float)?;
        Ok(Replay {
            file,
            ..Replay::new(scenario, detail)
        })
    }

    /// A run of a scenario file with overrides, both as the texts that a page has.
    ///
    /// # Errors
    /// All problems of the scenario.
    pub fn from_texts(
        text: &str,
        overrides: &str,
        detail: Detail,
        float: FloatReader,
    ) -> Result<Replay, Problems> {
        let overrides = scenario::read_overrides(overrides, float)?;
        let (scenario, file) = Scenario::with_file(text, &overrides, float)?;
        Ok(Replay {
            file,
            ..Replay::new(scenario, detail)
        })
    }

    /// Records up to `steps` more steps; true when the run is complete.
    pub fn advance(&mut self, steps: u32) -> bool {
        let until_ns = self.recorded.plan.until_ns;
        let mut left = steps;
        while !self.done && left > 0 {
            let slice = left.min(self.every_steps);
            self.done = self.recorded.run(until_ns, slice);
            left -= slice;
            // A run for figures alone is rarely looked at, so replaying it from the start is good enough.
            if !self.done && self.recorded.state.k.recorder.logs() {
                self.snapshot();
            }
        }
        self.done
    }

    pub(super) fn snapshot(&mut self) {
        let last = self.snapshots.last().map_or(0, |s| s.k.step);
        if self.recorded.steps() < last.saturating_add(self.every_steps) {
            return;
        }
        self.snapshots.push(self.recorded.state.clone());
        let fit = self.recorded.budget.bytes_max / self.recorded.state.k.bytes().max(1);
        if self.snapshots.len() > fit.clamp(SNAPSHOTS_MIN, SNAPSHOTS_MAX) {
            let mut keep = false;
            self.snapshots.retain(|_| {
                keep = !keep;
                keep
            });
            self.every_steps = self.every_steps.saturating_mul(2);
        }
    }

    /// The scenario with its overrides and defaults.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Simulated time recorded so far.
    pub fn recorded_ns(&self) -> TimeNs {
        self.recorded.now_ns()
    }

    /// Engine steps recorded so far.
    pub fn recorded_steps(&self) -> u32 {
        self.recorded.steps()
    }

    /// Approximate memory of the run: its state and its record.
    pub fn kept_bytes(&self) -> usize {
        self.recorded.state.kept_bytes()
    }

    /// The outcome recorded so far.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_with(<[Event]>::to_vec)
    }

    /// The outcome recorded so far, for printing: its log is not copied.
    pub fn outcome_to_print(&self) -> Option<Outcome<&[Event]>> {
        self.outcome_with(|log| log)
    }

    fn outcome_with<'a, Log>(
        &'a self,
        log: impl FnOnce(&'a [Event]) -> Log,
    ) -> Option<Outcome<Log>> {
        let outcome = self.recorded.outcome_with(&self.scenario, log)?;
        Some(Outcome {
            scenario: self.file.clone(),
            ..outcome
        })
    }

    /// The figures recorded so far.
    pub fn summary(&self) -> Option<Summary> {
        self.recorded.summary()
    }

    /// The times recorded so far.
    pub fn timings(&self) -> Timings {
        let record = self.recorded.state.k.recorder.record();
        record.map(report::timings).unwrap_or_default()
    }

    /// Digest of the recorded trace.
    pub fn digest(&self) -> String {
        self.recorded.digest()
    }

    /// The picture at a time, after all events up to and including it.
    pub fn frame(&mut self, time_ns: TimeNs) -> Frame {
        let time_ns = self.within(time_ns);
        self.seek_time(time_ns);
        self.picture(time_ns)
    }

    /// The picture right after an engine step (0: the start).
    pub fn frame_at_step(&mut self, step: u32) -> Frame {
        self.seek_step(step);
        self.picture(self.cursor.now_ns())
    }

    // Without the entries that no connection ever takes. Those still to be taken have the least ID of the group that they
    // will have: a page packs equal numbers in nothing.
    fn picture(&self, time_ns: TimeNs) -> Frame {
        let mut frame = self.cursor.frame(time_ns, self.reasons());
        let recorded = &self.recorded.state;
        let mut used = frame.connections.id.len();
        for conn in recorded.waiting.fresh.iter().rev() {
            if conn.index() + 1 != used {
                break;
            }
            used -= 1;
        }
        frame.connections.truncate(used);
        let scheduler = recorded.scheduler.get();
        let group = |id| scheduler.group_of_id(id);
        for conn in &self.cursor.state.waiting.fresh {
            if let Some(id) = frame.connections.id.get_mut(conn.index()) {
                let later = recorded.k.conns[*conn].id;
                let least = ConnectionId(group(later).map_or(0, |g| g.0.into()));
                let alike = group(least) == group(later);
                *id = (if alike { least } else { later }).0 as f64;
            }
        }
        frame
    }

    /// The server's instruments at a time.
    pub fn instruments(&mut self, time_ns: TimeNs) -> Instruments {
        let time_ns = self.within(time_ns);
        self.seek_time(time_ns);
        let state = &self.cursor.state;
        let mut seen = state.scheduler.get().instruments(&state.k, time_ns);
        seen.tables.extend(state.innodb.table());
        let machine = &self.scenario.machine;
        if machine.latch.is_some() {
            seen.tables.extend(latch_tables(&state.k, time_ns));
        }
        if machine.latch.is_some() || machine.run_queue.is_some() {
            seen.tables.push(vmstat(&state.k, time_ns));
        }
        seen
    }

    fn reasons(&self) -> &[crate::reason::WaitReason] {
        let record = self.recorded.state.k.recorder.record();
        record.map_or(&[], |r| &r.lives.reasons)
    }

    // A run that starts from a state has nothing before it.
    fn within(&self, time_ns: TimeNs) -> TimeNs {
        let from_ns = self.snapshots[0].k.now_ns;
        time_ns.min(self.recorded.plan.until_ns).max(from_ns)
    }

    fn seek_time(&mut self, time_ns: TimeNs) {
        self.rewind(|s| s.k.now_ns <= time_ns);
        let steps = self.recorded.steps();
        let left = steps.saturating_sub(self.cursor.steps());
        self.cursor.run(time_ns, left);
    }

    fn seek_step(&mut self, step: u32) {
        let step = step.min(self.recorded.steps());
        self.rewind(|s| s.k.step <= step);
        let left = step - self.cursor.steps();
        self.cursor.run(self.recorded.plan.until_ns, left);
    }

    // Goes to the nearest snapshot that satisfies `before`, unless the cursor is nearer.
    fn rewind(&mut self, before: impl Fn(&State) -> bool) {
        let nearest = self.snapshots.partition_point(&before).saturating_sub(1);
        let snapshot = &self.snapshots[nearest];
        if !before(&self.cursor.state) || self.cursor.steps() < snapshot.k.step {
            self.cursor.state = snapshot.clone();
        }
    }
}
