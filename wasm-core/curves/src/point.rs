//! One simulated point of a curve, with its confidence interval.
//!
//! The length of a run is counted in statements, not in seconds: a point with 280 per second takes as many
//! events as one with 160,000. It has max(10,000, 4 N) answers, then continues in blocks until the interval
//! is narrow enough or the cap of 8 runs + 12 N is reached. Both systems and neighbouring points use the
//! same random streams, which makes their comparison more precise than each value.

use poolscope_engine::Column;
use poolscope_engine::ids::TimeNs;
use poolscope_engine::json::{self, FloatReader};
use poolscope_engine::scenario::Problems;
use poolscope_engine::scenario::read::{Field, collect};
use poolscope_engine::sim::{Detail, Sim};

use crate::analytic::Regime;
use crate::blocks::steady;
use crate::case::{Case, System};
use crate::scenario::{Setting, scenario};

/// How a point is simulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointOptions {
    /// Seed and start.
    pub setting: Setting,
    /// The run ends when half of the 95 % interval is at most this share of the throughput.
    pub half_width: f64,
    /// Most answers; 0: the usual cap.
    pub statements_max: u32,
}

impl Default for PointOptions {
    fn default() -> Self {
        PointOptions {
            setting: Setting::default(),
            half_width: 0.02,
            statements_max: 0,
        }
    }
}

/// The result of a run so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Published units a second.
    pub throughput: f64,
    /// Half of the 95 % confidence interval, as a share of the throughput.
    pub half_width: f64,
    /// Share of the run that was left out as the start.
    pub truncated: f64,
    /// Answers so far.
    pub statements: u32,
    /// Engine steps so far.
    pub events: u32,
    /// From a statement's arrival to its answer, by Little's law.
    pub mean_latency_us: f64,
    /// Statements inside at a time, including those waiting at the latch.
    pub inside_mean: f64,
    /// Those of them that wait at the latch.
    pub latch_waiters_mean: f64,
}

impl PointOptions {
    /// Reads options; missing ones have their usual values.
    ///
    /// # Errors
    /// Every problem, with its place, the value and what is allowed.
    pub fn from_json(text: &str, float: FloatReader) -> Result<PointOptions, Problems> {
        let value = json::parse(text, float)?;
        collect(&value, |cursor| {
            let usual = PointOptions::default();
            let f = cursor.fields(&["seed", "start", "half_width", "statements_max"]);
            let start = f.get("start").map(|p| Regime::read(&p));
            let half_width = f.get("half_width").map(|p| p.real((1e-4, 1.0)));
            let whole = |name: &'static str, usual: u32| {
                f.given(name)
                    .map_or(usual, |cursor| u32::read(&cursor, u32::ANY))
            };
            PointOptions {
                setting: Setting {
                    seed: whole("seed", usual.setting.seed),
                    start: start.unwrap_or(usual.setting.start),
                },
                half_width: half_width.unwrap_or(usual.half_width),
                statements_max: whole("statements_max", usual.statements_max),
            }
        })
    }
}

impl Estimate {
    /// As numbers, in the order of the fields, except that the truncated share follows the events.
    #[must_use]
    pub fn numbers(&self) -> [f64; 8] {
        [
            self.throughput,
            self.half_width,
            f64::from(self.statements),
            f64::from(self.events),
            self.truncated,
            self.mean_latency_us,
            self.inside_mean,
            self.latch_waiters_mean,
        ]
    }
}

// The clock and two integrals at the end of a block.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    at_ns: TimeNs,
    inside: f64,
    waiting: f64,
}

/// A point under way.
#[derive(Clone, Debug)]
pub struct PointRun {
    sim: Sim,
    statements: u32,
    clients: u32,
    think_us: f64,
    run: u32,
    block: u32,
    cap: u32,
    half_width: f64,
    marks: Vec<Mark>,
    done: bool,
}

impl PointRun {
    /// Starts a run.
    ///
    /// # Errors
    /// If a number is out of the engine's range.
    pub fn new(
        case: &Case,
        system: System,
        clients: u32,
        options: PointOptions,
    ) -> Result<PointRun, Problems> {
        let scenario = scenario(case, system, clients, options.setting)?;
        let p = &case.parameters;
        let run = (4 * clients).max(10_000);
        Ok(PointRun {
            sim: Sim::new(&scenario, Detail::Figures),
            statements: case.statements,
            clients,
            think_us: match system {
                System::OneThread => p.z_us + p.zw_us,
                System::Pool => p.z_us,
            },
            run,
            block: (run / 20).max(clients / 4),
            cap: match options.statements_max {
                0 => 8 * run + 12 * clients,
                most => most,
            },
            half_width: options.half_width,
            marks: vec![Mark::default()],
            done: false,
        })
    }

    /// Continues for about this many engine steps; true when the point is done.
    pub fn advance(&mut self, steps: u32) -> bool {
        let end = self.sim.steps().saturating_add(steps);
        while !self.done {
            let left = end.saturating_sub(self.sim.steps());
            if left == 0 {
                break;
            }
            let wanted = u64::from(self.block) * self.marks.len() as u64;
            let over = self.sim.run_answers(wanted, left);
            if u64::from(self.sim.finished()) >= wanted {
                self.mark();
            } else if over {
                self.done = true;
            }
        }
        self.done
    }

    fn mark(&mut self) {
        self.marks.push(Mark {
            at_ns: self.sim.now_ns(),
            inside: self.sim.integral(Column::ThreadsExecuting),
            waiting: self.sim.integral(Column::Latch),
        });
        let answers = self.sim.finished();
        self.done = answers >= self.cap
            || (answers >= self.run && steady(&self.blocks()).half_width <= self.half_width);
    }

    // Seconds that each block took.
    fn blocks(&self) -> Vec<f64> {
        let pairs = self.marks.windows(2);
        pairs
            .map(|m| (m[1].at_ns - m[0].at_ns) as f64 * 1e-9)
            .collect()
    }

    /// The result so far.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let blocks = self.blocks();
        let found = steady(&blocks);
        let a_second = f64::from(self.block) / found.mean;
        let (first, last) = (self.marks[found.left_out], self.marks[blocks.len()]);
        let span_ns = ((last.at_ns - first.at_ns) as f64).max(1.0);
        Estimate {
            throughput: a_second / f64::from(self.statements),
            half_width: found.half_width,
            truncated: found.left_out as f64 / (blocks.len() as f64).max(1.0),
            statements: self.sim.finished(),
            events: self.sim.steps(),
            mean_latency_us: f64::from(self.clients) / a_second * 1e6 - self.think_us,
            inside_mean: (last.inside - first.inside) / span_ns,
            latch_waiters_mean: (last.waiting - first.waiting) / span_ns,
        }
    }
}
