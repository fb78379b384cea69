//! Changes a run while it goes: the old scenario up to now, the same one with other values from here.
//!
//! What may change is what a live server and its clients can change: variables that `SET GLOBAL` accepts (except the
//! number of groups), the times between requests, and the durations of steps. Work under way keeps the time drawn for
//! it; queued and future requests draw again from the same random streams. The next request of a stream, and of each
//! thinking client, comes after a new gap counted from now: with exponential gaps the statistics stay the same.

use std::sync::Arc;

use crate::event::EventKind;
use crate::ids::TimeNs;
use crate::json::{FloatReader, Value};
use crate::kernel::ConnectionStatus;
use crate::run::plan::Drive;
use crate::run::{Plan, State};
use crate::scenario::{self, Problem, Problems, SIZE, Scenario, Var, variable};
use crate::sim::{Replay, Sim, plan};

impl Replay {
    /// Records all events up to and including a time, and stops there.
    pub fn advance_to(&mut self, time_ns: TimeNs) {
        let until_ns = time_ns.min(self.recorded.plan.until_ns);
        while !self.recorded.run(until_ns, self.every_steps) {
            if self.recorded.state.k.recorder.logs() {
                self.snapshot();
            }
        }
        let k = &mut self.recorded.state.k;
        k.now_ns = k.now_ns.max(until_ns);
        k.recorder.time(k.now_ns);
    }

    /// Applies these values from the recorded moment on. Earlier moments can no longer be looked at.
    ///
    /// # Errors
    /// Values that can't change during a run, or are invalid.
    pub fn turn(&mut self, overrides: &str, float: FloatReader) -> Result<(), Problems> {
        let overrides = scenario::read_overrides(overrides, float)?;
        let server = &self.scenario.server;
        let mut set = Vec::new();
        for (name, value) in &overrides {
            let known = variable(server.scheduler, server.version(), name);
            let row = known.filter(|row| row.dynamic && !row.is_of(SIZE));
            let var = row.and_then(|row| Var::named(row.field));
            if var.is_none() && !is_time(name) {
                let allowed = "what can change while a run goes";
                return Err(Problems::one(Problem::new(name.as_str(), value, allowed)));
            }
            set.extend(var.map(|var| (var, name.as_str(), value)));
        }
        let (scenario, file) = Scenario::with_value(self.file.clone(), &overrides)?;
        self.recorded.turn(&scenario, &set);
        self.cursor = self.recorded.clone();
        self.snapshots = vec![self.recorded.state.clone()];
        self.scenario = scenario;
        self.file = file;
        Ok(())
    }
}

/// True if a pointer names a time between requests or the duration of a step.
fn is_time(pointer: &str) -> bool {
    let parts: Vec<&str> = pointer.split('/').collect();
    match parts[..] {
        ["", "clients", _, "arrivals", "open", "between", ..]
        | ["", "clients", _, "arrivals", "closed", "think", ..] => true,
        ["", "clients", _, "statements", _, "steps", _, step, ..] => step.ends_with("_us"),
        _ => false,
    }
}

impl Sim {
    fn turn(&mut self, scenario: &Scenario, set: &[(Var, &str, &Value)]) {
        let settings = scenario.server.settings(scenario.machine.cores);
        let was = std::mem::replace(&mut self.plan, Arc::new(plan::plan(scenario)));
        for (var, name, value) in set {
            let Some(code) = settings.get(*var) else {
                continue;
            };
            self.state.k.emit(|| EventKind::VariableSet {
                variable: (*name).to_owned(),
                value: value.to_string(),
            });
            if let Some(period_ns) = self.state.put(*var, code) {
                self.state
                    .schedule_timer(self.state.k.now_ns.saturating_add(period_ns));
            }
        }
        redraw(&mut self.state, &self.plan, &was);
        self.state.settle();
    }
}

/// Draws the clients' next requests again where their gaps changed.
fn redraw(state: &mut State, plan: &Plan, was: &Plan) {
    let k = &mut state.k;
    for (i, (driver, was)) in (0..).zip(plan.drivers.iter().zip(&was.drivers)) {
        // The next request of a client with patience keeps its time.
        if driver.patience.is_some() && matches!(driver.drive, Drive::Closed { .. }) {
            continue;
        }
        match (&driver.drive, &was.drive) {
            (
                Drive::Stream {
                    between,
                    from_ns,
                    size,
                    count,
                    ..
                },
                Drive::Stream { between: was, .. },
            ) if between != was => {
                let stream = &mut state.streams[i as usize];
                let all_sent = count.is_some_and(|n| stream.sent / u64::from(*size) >= n);
                if let Some(rng) = stream.rng.as_mut().filter(|_| !all_sent) {
                    let gap = between.draw(rng).max(1);
                    let from_ns = k.now_ns.max(*from_ns);
                    k.schedule(k.slots.crowd(i), from_ns.saturating_add(gap));
                }
            }
            (
                Drive::Closed {
                    think,
                    from_ns,
                    count,
                    ..
                },
                Drive::Closed { think: was, .. },
            ) if think != was => {
                let from_ns = k.now_ns.max(*from_ns);
                for conn in driver.conns() {
                    let c = &mut k.conns[conn];
                    let more = count.is_none_or(|most| u64::from(c.sent) < most);
                    if more && c.status == ConnectionStatus::Armed && c.current.is_none() {
                        let gap = think.draw(&mut c.rng_think);
                        k.schedule(k.slots.arrival(conn), from_ns.saturating_add(gap));
                    }
                }
            }
            _ => {}
        }
    }
}
