//! A run that is turned while it goes: up to now by one scenario, from now on by the same with other values.
//!
//! What may be turned is what a server and its clients may change while they run: variables that `SET GLOBAL` changes (but
//! for the number of groups), the times between requests, how long the steps of statements take. What has begun keeps
//! the time that was drawn for it; requests in line and those to come draw anew, from the same streams of chance. The next
//! request of a stream comes after a new gap, counted from now, and so does that of each client who thinks: with exponential
//! gaps nobody can tell.

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
    /// Records everything that happens up to and at a time, and waits there.
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

    /// From the moment that has been recorded on, these values hold. What was before can be looked at no more.
    ///
    /// # Errors
    /// What cannot change while a run goes, or cannot be at all.
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

/// Whether a pointer is to a time between requests, or to that of a step.
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
        draw_anew(&mut self.state, &self.plan, &was);
        self.state.settle();
    }
}

/// When the clients ask next, where that has changed.
fn draw_anew(state: &mut State, plan: &Plan, was: &Plan) {
    let k = &mut state.k;
    for (i, (driver, was)) in (0..).zip(plan.drivers.iter().zip(&was.drivers)) {
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
                    let asks = count.is_none_or(|most| u64::from(c.sent) < most);
                    if asks && c.status == ConnectionStatus::Armed && c.ask.is_none() {
                        let gap = think.draw(&mut c.rng_think);
                        k.schedule(k.slots.arrival(conn), from_ns.saturating_add(gap));
                    }
                }
            }
            _ => {}
        }
    }
}
