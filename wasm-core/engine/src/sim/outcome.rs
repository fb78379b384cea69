//! The full report of a finished run.

use serde::Serialize;

use crate::event::Event;
use crate::ids::TimeNs;
use crate::json::{Printer, Value};
use crate::kernel::InFlight;
use crate::life::{Alone, Life};
use crate::reason::WaitReason;
use crate::report::{self, Metrics, UnderWay};
use crate::scenario::{Scenario, Setting};
use crate::sim::{Sim, plan};

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    /// It reached `until_us`.
    Until,
    /// It used up its budget of engine steps.
    BudgetSteps,
    /// It used up its memory budget for the record.
    BudgetMemory,
}

/// The full report of a finished run. Its log is copied or borrowed from the run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(concrete(Log = Vec<Event>)))]
pub struct Outcome<Log = Vec<Event>> {
    /// Version of the engine.
    pub engine: String,
    /// Simulated time at the end.
    pub end_ns: TimeNs,
    /// When the last request was answered; 0 if none was.
    pub last_answer_ns: TimeNs,
    /// Engine steps.
    pub steps: u32,
    /// Why it stopped.
    pub stopped: Stopped,
    /// The scenario file with its overrides applied; null if the scenario came from no file.
    #[cfg_attr(feature = "schema", ts(type = "ScenarioFile"))]
    pub scenario: Value,
    /// Every setting of the run, including defaults.
    pub settings: Vec<Setting>,
    /// Requests in order of arrival: all, or the first `record.lives` of the scenario.
    pub lives: Vec<Life>,
    /// Connections that wait, or are on a thread, without a request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Alone>>", optional))]
    pub alone: Vec<Alone>,
    /// The log.
    pub events: Log,
    /// Names of the locks.
    pub locks: Vec<String>,
    /// Reasons that frames refer to by index.
    pub reasons: Vec<WaitReason>,
    /// Figures.
    pub metrics: Metrics,
    /// What was dropped because of the scenario's `record` and memory budget; null if everything was kept.
    pub not_kept: Option<NotKept>,
}

/// How much of a run was dropped. Figures and frames always cover the whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct NotKept {
    /// Requests without a life.
    pub lives: u32,
    /// Entries of the log.
    pub events: u32,
}

/// The few figures that a sweep of many runs compares.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Simulated time at the end.
    pub end_ns: TimeNs,
    /// When the last request was answered; 0 if none was.
    pub last_answer_ns: TimeNs,
    /// Why the run stopped.
    pub stopped: Stopped,
    /// Figures.
    pub metrics: Metrics,
}

impl Summary {
    /// As numbers: arrived, finished, failed, open, `throughput_per_s`, latencies in ns (mean, p50, p95,
    /// p99, max), `last_answer_ns`, `end_ns`, stopped (0 until, 1 steps, 2 memory), `in_system_mean`,
    /// `threads_peak`, then lower bounds of the latencies once the requests under way are answered too, and
    /// the age of the oldest of these.
    #[must_use]
    pub fn numbers(&self) -> [f64; 21] {
        let m = &self.metrics;
        let at_least = m.at_least.unwrap_or(m.latency);
        [
            m.arrived as f64,
            m.finished as f64,
            m.failed as f64,
            f64::from(m.open),
            m.throughput_per_s,
            m.latency.mean_ns,
            m.latency.p50_ns as f64,
            m.latency.p95_ns as f64,
            m.latency.p99_ns as f64,
            m.latency.max_ns as f64,
            self.last_answer_ns as f64,
            self.end_ns as f64,
            f64::from(self.stopped as u8),
            m.in_system_mean,
            f64::from(m.threads_peak),
            at_least.mean_ns,
            at_least.p50_ns as f64,
            at_least.p95_ns as f64,
            at_least.p99_ns as f64,
            at_least.max_ns as f64,
            m.open_longest_ns as f64,
        ]
    }
}

impl Sim {
    fn stopped(&self) -> Stopped {
        if self.state.steps_are_spent(&self.budget) {
            Stopped::BudgetSteps
        } else if self.state.fits(&self.budget) {
            Stopped::Until
        } else {
            Stopped::BudgetMemory
        }
    }

    /// The figures so far; none without a record.
    pub fn summary(&self) -> Option<Summary> {
        let record = self.state.k.recorder.record()?;
        let stopped = self.stopped();
        let end_ns = if stopped == Stopped::Until {
            self.plan.until_ns
        } else {
            self.state.k.now_ns
        };
        // Without a log, figures cover all requests together.
        let logs = self.state.k.recorder.logs();
        let classes: &[String] = if logs { &self.plan.classes } else { &[] };
        Some(Summary {
            end_ns,
            last_answer_ns: record.meter.last_answer_ns,
            stopped,
            metrics: report::metrics(
                &record.meter,
                self.state.k.cores.count,
                &self.open(),
                classes,
                end_ns,
            ),
        })
    }

    // Such a request is on its connection, behind another one there, or held back because no connection is free.
    fn open(&self) -> Vec<UnderWay> {
        let mut all = Vec::with_capacity(self.state.k.open as usize);
        let mut note = |in_flight: &InFlight| {
            all.push(UnderWay {
                class: self.plan.statement(in_flight.statement).class,
                arrive_ns: in_flight.arrive_ns,
            });
        };
        for c in self.state.k.conns.iter() {
            c.current.iter().for_each(&mut note);
            c.behind.iter().for_each(&mut note);
        }
        for stream in &self.state.streams {
            stream.backlog.iter().for_each(&mut note);
        }
        debug_assert_eq!(all.len(), self.state.k.open as usize);
        all
    }

    /// The outcome so far; none without a record.
    pub fn outcome(&self, scenario: &Scenario) -> Option<Outcome> {
        self.outcome_with(scenario, <[Event]>::to_vec)
    }

    /// The same, with the log as `log` makes it.
    pub(super) fn outcome_with<'a, Log>(
        &'a self,
        scenario: &Scenario,
        log: impl FnOnce(&'a [Event]) -> Log,
    ) -> Option<Outcome<Log>> {
        let record = self.state.k.recorder.record()?;
        let Summary {
            end_ns,
            last_answer_ns,
            stopped,
            metrics,
        } = self.summary()?;
        let (lives, events) = report::print(
            record,
            &|statement, index| plan::name(&self.plan, statement, index),
            end_ns,
            (self.budget.bytes_max).saturating_sub(self.state.kept_bytes()),
        );
        let (lost_lives, lost_events) = report::missing(record, lives.len(), events.len());
        Some(Outcome {
            engine: crate::VERSION.to_owned(),
            end_ns,
            last_answer_ns,
            steps: self.state.k.step,
            stopped,
            scenario: Value::Null,
            settings: scenario.settings(),
            lives,
            alone: record.lives.all_alone(end_ns),
            events: log(events),
            locks: self.plan.locks.clone(),
            reasons: record.lives.reasons.clone(),
            metrics,
            not_kept: (lost_lives.max(lost_events) > 0).then_some(NotKept {
                lives: lost_lives,
                events: lost_events,
            }),
        })
    }

    /// FNV-1a over the log, and over the times alone where entries were dropped: equal for equal traces, in
    /// 16 hex digits.
    pub fn digest(&self) -> String {
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            for byte in bytes {
                hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        };
        if let Some(record) = self.state.k.recorder.record() {
            for event in &record.events {
                add(Printer::print(event, |_, _| {}).as_bytes());
            }
            if record.events_lost.count > 0 {
                add(&record.events_lost.digest.to_le_bytes());
            }
        }
        add(&self.state.k.step.to_le_bytes());
        format!("{hash:016x}")
    }
}
